"""bge-small-en-v1.5: a question is embedded otherwise than a text, and its cosines are told on the common scale."""

from __future__ import annotations

import numpy as np
import pytest

from pincite.embed import EmbedSettings, build, build_space, build_tokenizer
from pincite.embed.bge import KIND
from pincite.embed.windowed import WindowedEmbedder
from pincite.errors import ModelUnavailable
from pincite.generate.scoring.cosines import Cosines
from pincite.likeness import likeness, unrelated
from pincite.models import cache_folder, find

QUESTION = "How long is the refund window?"
ANSWER = "The refund window is 30 days."
OTHER = "IL-6 signalling in CD4+ T cells was measured by flow cytometry."
SETTINGS = EmbedSettings(name="bge-small", threads=2)


@pytest.fixture(scope="module")
def embedder() -> WindowedEmbedder:
    try:
        return WindowedEmbedder(find("bge-small", cache_folder()), KIND, threads=2)
    except ModelUnavailable as missing:
        pytest.skip(str(missing))


def test_vectors_have_unit_length_and_do_not_depend_on_their_neighbours(embedder: WindowedEmbedder) -> None:
    alone, together = embedder.embed([ANSWER]), embedder.embed([OTHER * 3, ANSWER, ""])
    assert np.array_equal(alone[0], together[1])
    assert np.linalg.norm(together, axis=1) == pytest.approx([1.0] * 3, abs=1e-5)


def test_the_first_token_is_the_vector_and_a_question_has_the_models_prefix(embedder: WindowedEmbedder) -> None:
    prefixed = f"Represent this sentence for searching relevant passages: {QUESTION}"
    assert np.array_equal(embedder.embed_query(QUESTION), embedder.embed([prefixed])[0])
    assert (embedder.space.pooling, embedder.space.query_prefix) == ("cls", prefixed[: -len(QUESTION)])


def test_what_answers_is_nearer_than_what_does_not(embedder: WindowedEmbedder) -> None:
    near, far = embedder.embed([ANSWER, OTHER]) @ embedder.embed_query(QUESTION)
    assert near > 0.65 > 0.5 > far


def test_its_likeness_of_unrelated_texts_is_about_nothing(embedder: WindowedEmbedder) -> None:
    near, far = Cosines(lambda: embedder)(QUESTION, [ANSWER, OTHER])
    assert near > 0.35
    assert abs(far) < 0.2


def test_a_long_text_is_read_to_its_end(embedder: WindowedEmbedder) -> None:
    filler = "The warehouse is open on weekdays. " * 120
    question = embedder.embed_query(QUESTION)
    without, with_answer = embedder.embed([filler, f"{filler}{ANSWER * 10}"]) @ question
    assert with_answer > without + 0.02


def test_the_settings_build_it(embedder: WindowedEmbedder) -> None:
    assert build(SETTINGS, cache=cache_folder()).space.id == build_space(SETTINGS).id == embedder.space.id
    assert build_tokenizer(SETTINGS, cache=cache_folder()).count(["Refunds: 30 days."]) == [6]


def test_likeness_takes_unrelated_for_nothing_and_the_same_for_one(embedder: WindowedEmbedder) -> None:
    zero = unrelated(embedder)
    assert [likeness(value, zero) for value in (zero, 1.0)] == pytest.approx([0.0, 1.0])
    assert likeness(0.3, 0.0) == 0.3
