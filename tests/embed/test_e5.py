"""The multilingual model: what it is there for, and what C would do to texts that it cannot hold."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from pincite.embed import EmbedSettings, build, build_space, build_tokenizer
from pincite.errors import ModelUnavailable
from pincite.models import cache_folder
from pincite.protocols import Embedder

SETTINGS = EmbedSettings(name="e5-small", threads=1)
PAGES = (
    "The refund window is 30 days from delivery.",
    "Parcels are handed to the courier within two days.",
    "The warranty covers the battery for two years.",
)
QUESTIONS = (
    ("Wie lange kann ich eine Ware zurückgeben?", 0),
    ("¿Cuándo se entrega el paquete al mensajero?", 1),
    ("电池保修多久", 2),
    ("Сколько дней длится срок возврата?", 0),
)


@pytest.fixture(scope="module")
def embedder() -> Embedder:
    try:
        return build(SETTINGS, cache=cache_folder())
    except ModelUnavailable as missing:
        pytest.skip(str(missing))


@pytest.mark.slow
def test_a_question_in_one_language_finds_the_page_in_another(embedder: Embedder) -> None:
    pages = embedder.embed(PAGES)
    nearest = [int((pages @ embedder.embed_query(text)).argmax()) for text, _ in QUESTIONS]
    assert nearest == [right for _, right in QUESTIONS]


def test_a_nul_in_a_text_does_not_cut_it_off(embedder: Embedder) -> None:
    whole, cut = embedder.embed(["refund\0window of thirty days", "refund"])
    assert not np.allclose(whole, cut, atol=1e-2)


def test_questions_and_texts_are_embedded_by_their_own_prefixes(embedder: Embedder) -> None:
    assert not np.allclose(embedder.embed_query(PAGES[0]), embedder.embed([PAGES[0]])[0], atol=1e-3)


def test_tokens_are_counted_as_the_model_cuts_them(embedder: Embedder) -> None:
    tokenizer = build_tokenizer(SETTINGS, cache=cache_folder())
    one, two = tokenizer.count(["window", "window window"])
    assert (one, two) == (1, 2)


def test_its_space_is_known_without_the_model() -> None:
    space = build_space(SETTINGS)
    assert (space.dim, space.query_prefix, space.text_prefix) == (384, "query: ", "passage: ")
    assert space.id != build_space(EmbedSettings(name="minilm")).id


def test_where_it_is_not_installed_the_command_is_named(tmp_path: Path) -> None:
    with pytest.raises(ModelUnavailable, match="pincite models install e5-small"):
        build(SETTINGS, cache=tmp_path)
