"""What every embedder promises, over every implementation."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

from pincite.embed import BUILDERS, EmbedSettings, build, build_space, build_tokenizer
from pincite.errors import ModelUnavailable
from pincite.models import cache_folder
from pincite.protocols import Embedder
from pincite.testing.embedding_server import EmbeddingServer

TEXTS = ("The refund window is 30 days.", "Parcels leave within two days.", "a", "word " * 700, "?!")


SLOW = frozenset({"e5-small"})


@pytest.fixture(
    scope="module",
    params=[pytest.param(name, marks=pytest.mark.slow if name in SLOW else ()) for name in sorted(BUILDERS)],
)
def settings(request: pytest.FixtureRequest) -> Iterator[EmbedSettings]:
    if request.param != "openai":
        yield EmbedSettings(name=request.param, threads=1)
        return
    with EmbeddingServer(dim=256) as server:
        yield EmbedSettings(name="openai", url=server.base_url, model="words", dim=256)


@pytest.fixture(scope="module")
def embedder(settings: EmbedSettings) -> Embedder:
    try:
        return build(settings, cache=cache_folder())
    except ModelUnavailable as missing:
        pytest.skip(str(missing))


def test_each_text_has_a_vector_of_the_space(embedder: Embedder) -> None:
    found = embedder.embed(TEXTS)
    assert found.shape == (len(TEXTS), embedder.space.dim)
    assert found.dtype == np.dtype(np.float32)


def test_vectors_have_unit_length(embedder: Embedder) -> None:
    assert np.linalg.norm(embedder.embed(TEXTS), axis=1) == pytest.approx([1.0] * len(TEXTS), abs=1e-5)


def test_no_texts_give_no_vectors(embedder: Embedder) -> None:
    assert embedder.embed([]).shape == (0, embedder.space.dim)


def test_a_question_has_one_vector_of_unit_length(embedder: Embedder) -> None:
    vector = embedder.embed_query("How long is the refund window?")
    assert vector.shape == (embedder.space.dim,)
    assert float(np.linalg.norm(vector)) == pytest.approx(1.0, abs=1e-5)


def test_the_nearest_text_is_the_one_about_it(embedder: Embedder) -> None:
    scores = embedder.embed(TEXTS) @ embedder.embed_query("How long is the refund window?")
    assert int(scores.argmax()) == 0


def test_order_and_neighbours_change_no_vector(embedder: Embedder) -> None:
    forward, backward = embedder.embed(TEXTS), embedder.embed(TEXTS[::-1])[::-1]
    assert np.abs(forward - backward).max() < 1e-3


def test_the_same_call_gives_the_same_bits(embedder: Embedder) -> None:
    assert np.array_equal(embedder.embed(TEXTS), embedder.embed(TEXTS))


def test_the_end_of_a_long_text_is_not_cut_off(embedder: Embedder) -> None:
    long = "word " * 700
    assert not np.allclose(embedder.embed_query(long), embedder.embed_query(long + "refund " * 100), atol=1e-3)


def test_two_builds_share_one_space(embedder: Embedder, settings: EmbedSettings) -> None:
    assert build(settings, cache=cache_folder()).space.id == embedder.space.id == build_space(settings).id


def test_its_tokenizer_counts_each_text(embedder: Embedder, settings: EmbedSettings) -> None:
    tokenizer = build_tokenizer(settings, cache=cache_folder())
    empty, short, long = tokenizer.count(["", "the window", "word " * 700])
    assert (empty, 2 <= short <= 4, 700 <= long <= 1400) == (0, True, True)
    assert tokenizer.digest
