"""What every generator promises, whichever drafts."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import numpy as np
import pytest

from pincite.generate import BUILDERS, GenerateSettings, build
from pincite.testing.embedder import HashEmbedder
from pincite.testing.passages import passages_of

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from numpy.typing import NDArray

    from pincite.protocols import Generator

PAGE = """# Refund policy

Refunds are paid within 5 business days. Gift cards are not refunded.

| What | Limit |
| --- | --- |
| Refund window | 30 days |
"""
QUESTIONS = (
    "What is the refund window?",
    "Are gift cards refunded?",
    "Do you ship to Norway?",
    "?",
    "refund " * 500,
    "Wie lange?",
)


def cosines(text: str, texts: Sequence[str]) -> NDArray[np.float32]:
    embedder = HashEmbedder()
    return np.asarray(embedder.embed(texts) @ embedder.embed_query(text), dtype=np.float32)


@pytest.fixture(params=["extractive", "extractive with an embedder", "scripted"])
def generator(request: pytest.FixtureRequest, tmp_path: Path) -> Generator:
    name = str(request.param).split()[0]
    row = {"question": QUESTIONS[0], "claims": [{"text": "30 days.", "quotes": [{"label": 1, "text": "30 days"}]}]}
    (tmp_path / "drafts.jsonl").write_text(json.dumps(row))
    full = f"scripted:{tmp_path / 'drafts.jsonl'}" if name == "scripted" else name
    return build(GenerateSettings(name=full), similarity=cosines if "embedder" in str(request.param) else None)


def test_every_registered_generator_is_held_to_this_contract() -> None:
    assert set(BUILDERS) == {"extractive", "scripted"}


@pytest.mark.parametrize("question", QUESTIONS)
def test_there_are_claims_or_a_reason_and_what_is_missing(generator: Generator, question: str) -> None:
    draft = generator.draft(question, passages_of(PAGE))
    assert bool(draft.claims) != (draft.reason is not None)
    assert draft.claims or draft.missing


@pytest.mark.parametrize("question", QUESTIONS)
def test_every_claim_cites_a_passage_that_was_shown(generator: Generator, question: str) -> None:
    draft = generator.draft(question, passages_of(PAGE, "# Other\n\nNothing of interest.\n"))
    assert all(claim.quotes and {q.label for q in claim.quotes} <= {1, 2} for claim in draft.claims)


@pytest.mark.parametrize("question", QUESTIONS)
def test_every_quote_that_gives_its_place_stands_there(generator: Generator, question: str) -> None:
    (passage,) = passages_of(PAGE)
    draft = generator.draft(question, (passage,))
    for span in (q.span for claim in draft.claims for q in claim.quotes if q.span):
        assert passage.span.contains(span)
        assert span.cut(passage.permit.revision.text).strip()


def test_the_same_question_gives_the_same_draft(generator: Generator) -> None:
    passages = passages_of(PAGE)
    assert generator.draft(QUESTIONS[0], passages) == generator.draft(QUESTIONS[0], passages)


def test_it_has_a_name(generator: Generator) -> None:
    assert generator.name.split(":")[0] in BUILDERS
