"""The embedder without a model."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from pincite.embed import EmbedSettings, build, build_space, build_tokenizer
from pincite.errors import ConfigError, UnknownName
from pincite.testing.embedder import HashEmbedder, WordTokenizer


def cosine(one: str, other: str) -> float:
    vectors = HashEmbedder().embed([one, other])
    return float(vectors[0] @ vectors[1])


def test_texts_that_share_words_are_nearer() -> None:
    assert cosine("the refund window", "our refund window") > cosine("the refund window", "parcels by night")


def test_case_and_marks_make_no_difference() -> None:
    assert cosine("Refund window!", "refund, WINDOW") == pytest.approx(1.0)


def test_a_text_without_words_has_unit_length_too() -> None:
    assert np.linalg.norm(HashEmbedder().embed_query("?!")) == pytest.approx(1.0)


def test_dimensions_make_another_space() -> None:
    assert HashEmbedder(64).space.id != HashEmbedder(128).space.id


def test_a_word_stays_in_its_dimension_on_every_machine() -> None:
    assert int(np.abs(HashEmbedder(32).embed_query("refund")).argmax()) == 12


def test_the_tokenizer_counts_words_and_marks() -> None:
    assert WordTokenizer().count(["Refund: 30 days.", ""]) == [5, 0]


def test_settings_build_it_without_a_cache() -> None:
    settings = EmbedSettings(name="hash", dim=16)
    embedder = build(settings, cache=Path("nowhere"))
    assert embedder.embed([]).shape == (0, 16)
    assert build_tokenizer(settings, cache=Path("nowhere")).count(["a b"]) == [2]


def test_an_unknown_embedder_lists_the_known_ones() -> None:
    with pytest.raises(
        UnknownName, match=r"expected one of bge-small, e5-small, hash, minilm, openai; did you mean 'minilm'"
    ):
        build(EmbedSettings(name="minilmo"), cache=Path("nowhere"))


def test_a_misspelt_embedder_is_told_as_one_whatever_of_it_is_built() -> None:
    wrong = EmbedSettings(name="minilmo")
    for made in (lambda: build_tokenizer(wrong, cache=Path("nowhere")), lambda: build_space(wrong)):
        with pytest.raises(UnknownName, match="unknown embed 'minilmo'"):
            made()


@pytest.mark.parametrize("wrong", [{"threads": -1}, {"dim": 2}, {"unrelated": 1.0}, {"unrelated": -0.1}])
def test_numbers_out_of_range_are_refused(wrong: dict[str, float]) -> None:
    with pytest.raises(ConfigError, match=f"embed.{next(iter(wrong))} is {next(iter(wrong.values()))}: expected"):
        EmbedSettings(**wrong)  # type: ignore[arg-type]  # the name is always str here
