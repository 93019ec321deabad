"""What every generator promises, whichever drafts."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import numpy as np
import pytest

from pincite.generate import BUILDERS, ClaudeSettings, GenerateSettings, OpenAISettings, build
from pincite.secret import Secret
from pincite.testing.chat_server import ChatServer, Said
from pincite.testing.embedder import HashEmbedder
from pincite.testing.messages_server import Message, MessagesServer
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


RIGHT = "Refunds are paid within 5 business days."
WRITTEN = json.dumps({"claims": [{"citations": [{"passage": 1, "quote": RIGHT}], "text": RIGHT}], "missing": []})
NAMES = ("extractive", "extractive with an embedder", "scripted", "claude", "claude native", "openai", "openai prose")
KEYS = {"ANTHROPIC_API_KEY": Secret("none"), "OPENAI_API_KEY": Secret("none")}


@contextmanager
def served(name: str) -> Iterator[GenerateSettings]:
    """Give the settings of a generator whose model is a loopback server that knows one answer."""
    if name.startswith("claude"):
        native = name.endswith("native")
        reply = Message(text=RIGHT, citations=((0, 1, 2),)) if native else Message(text=WRITTEN)
        with MessagesServer(reply) as claude:
            how = ClaudeSettings(base_url=claude.url, citations="native" if native else "structured")
            yield GenerateSettings(name="claude", claude=how)
        return
    prose = name.endswith("prose")
    with ChatServer(Said(text=f"{RIGHT} [1]" if prose else WRITTEN)) as server:
        settings = OpenAISettings(base_url=server.base_url, model="small", structured=not prose)
        yield GenerateSettings(name="openai", openai=settings)


@pytest.fixture(params=NAMES)
def generator(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Generator]:
    name = str(request.param).split()[0]
    if name in ("claude", "openai"):
        with served(str(request.param)) as settings:
            yield build(settings, secrets=KEYS)
        return
    row = {"question": QUESTIONS[0], "claims": [{"text": "30 days.", "quotes": [{"label": 1, "text": "30 days"}]}]}
    (tmp_path / "drafts.jsonl").write_text(json.dumps(row))
    full = f"scripted:{tmp_path / 'drafts.jsonl'}" if name == "scripted" else name
    yield build(GenerateSettings(name=full), similarity=cosines if "embedder" in str(request.param) else None)


def test_every_registered_generator_is_held_to_this_contract() -> None:
    assert set(BUILDERS) == {name.split()[0] for name in NAMES} | {"gguf"}  # needs 1 GB: tests/generate/test_gguf.py


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
    one, two = (generator.draft(QUESTIONS[0], passages) for _ in range(2))
    assert (one.claims, one.missing, one.reason) == (two.claims, two.missing, two.reason)


def test_it_has_a_name(generator: Generator) -> None:
    assert generator.name.split(":")[0] in BUILDERS
