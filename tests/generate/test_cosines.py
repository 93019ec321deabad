"""Cosines with a bounded memory."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from pincite.generate.scoring.cosines import Cosines
from pincite.testing.embedder import HashEmbedder

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray


class Noting(HashEmbedder):
    """Notes what it embeds."""

    def __init__(self) -> None:
        super().__init__()
        self.noted: list[str] = []

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Note the texts and embed them."""
        self.noted += texts
        return super().embed(texts)


def test_cosines_are_those_of_the_embedder() -> None:
    embedder = HashEmbedder()
    found = Cosines(lambda: embedder)("refund window", ["the refund window", "a boat"])
    expected = embedder.embed(["the refund window", "a boat"]) @ embedder.embed_query("refund window")
    np.testing.assert_allclose(found, expected, rtol=1e-6)


def test_a_text_is_embedded_once() -> None:
    embedder = Noting()
    cosines = Cosines(lambda: embedder)
    cosines("refund", ["one", "two", "one"])
    cosines("window", ["two", "three"])
    assert [embedder.noted.count(text) for text in ("one", "two", "three")] == [1, 1, 1]


def test_the_text_used_longest_ago_is_forgotten() -> None:
    embedder = Noting()
    cosines = Cosines(lambda: embedder, kept=2)
    cosines("refund", ["one"])
    cosines("refund", ["two"])
    cosines("refund", ["two"])
    cosines("refund", ["one"])
    assert [embedder.noted.count(text) for text in ("one", "two")] == [2, 1]


def test_no_texts_have_no_cosines_and_need_no_embedder() -> None:
    def absent() -> HashEmbedder:
        raise AssertionError

    assert Cosines(absent)("refund", []).shape == (0,)
