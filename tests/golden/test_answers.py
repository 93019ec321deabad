"""The shapes that scripts rely on, whole: answers, hits and the plain output."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from inline_snapshot import snapshot

from pincite.answers.render import plain_answer
from pincite.corpus import Corpus
from pincite.diagnose import why, why_json
from pincite.testing.desk import Desk, ram_folder
from pincite.wire import answer_json, hit_json, place_json, revision_json

POLICY = """\
# Refund policy

Goods that were bought online may come back.

## Limits

| What | Limit |
| --- | --- |
| Refund window | 30 days |
| Refund cap | $500 |
"""


@pytest.fixture(scope="module")
def corpus() -> Iterator[Corpus]:
    with ram_folder() as folder:
        desk = Desk(folder)
        desk.write(
            "docs/refund-v3.md", POLICY, id="refund-policy", version=3, effective="2025-03-01", authority="board"
        )
        desk.write("docs/order.md", "# Order O-48214\n\nThe order O-48214 was shipped on 2 May 2025 by courier.")
        desk.sync()
        yield desk.corpus
        desk.close()


def steady(value: Any) -> Any:  # noqa: ANN401  # any JSON
    """Return a shape with ids and times replaced by what they are."""
    if isinstance(value, dict):
        named = {"sequence": "STATE", "trace_id": "TRACE", "generation": "GENERATION", "timings_ms": "TIMINGS"}
        return {key: named.get(key) or steady(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [steady(each) for each in value]
    return "DIGEST" if isinstance(value, str) and re.fullmatch(r"[0-9a-f]{32}", value) else value


def test_an_answer_as_json(corpus: Corpus) -> None:
    assert steady(answer_json(corpus.ask("What is the refund window?", k=1))) == snapshot(
        {
            "question": "What is the refund window?",
            "status": "answered",
            "text": "The refund window is 30 days [1].",
            "claims": [{"text": "The refund window is 30 days.", "citations": [1], "verdict": "consistent"}],
            "citations": [
                {
                    "label": 1,
                    "document": "refund-policy",
                    "title": "Refund policy",
                    "version": "3",
                    "section": "Limits",
                    "section_number": None,
                    "source": "docs/refund-v3.md",
                    "place": {"page": None, "boxes": [], "line": 16},
                    "quote": "| Refund window | 30 days |",
                    "span": [106, 133],
                    "chunk_id": "DIGEST",
                }
            ],
            "conflicts": [],
            "missing": [],
            "reason": None,
            "passages": [
                {
                    "label": 1,
                    "chunk_id": "DIGEST",
                    "document": "refund-policy",
                    "version": "3",
                    "section": "Limits",
                    "span": [1, 155],
                }
            ],
            "mode": "search",
            "route": "hybrid",
            "generator": "extractive",
            "sequence": "STATE",
            "generation": "GENERATION",
            "trace_id": "TRACE",
            "warnings": [],
            "usage": {"input_tokens": 0, "output_tokens": 0, "cost": None},
            "timings_ms": "TIMINGS",
        }
    )


def test_an_abstention_as_json(corpus: Corpus) -> None:
    assert steady(answer_json(corpus.ask("Where is order O-48299?"))) == snapshot(
        {
            "question": "Where is order O-48299?",
            "status": "abstained",
            "text": "There is no O-48299 among the pages that you may read.",
            "claims": [],
            "citations": [],
            "conflicts": [],
            "missing": ["O-48299"],
            "reason": "no_such_identifier",
            "passages": [],
            "mode": "search",
            "route": "identifier",
            "generator": "extractive",
            "sequence": "STATE",
            "generation": "GENERATION",
            "trace_id": "TRACE",
            "warnings": [],
            "usage": {"input_tokens": 0, "output_tokens": 0, "cost": None},
            "timings_ms": "TIMINGS",
        }
    )


def test_a_hit_as_json(corpus: Corpus) -> None:
    (hit,) = corpus.search("refund cap", documents=["refund-policy"], k=1)
    assert steady(hit_json(hit)) == snapshot(
        {
            "rank": 1,
            "score": 1.169605,
            "chunk_id": "DIGEST",
            "document": "refund-policy",
            "title": "Refund policy",
            "version": "3",
            "topic": "refund-policy",
            "source": "docs/refund-v3.md",
            "effective": "2025-03-01",
            "expires": None,
            "authority": "board",
            "applies_to": [],
            "language": "en",
            "section": "Limits",
            "section_number": None,
            "path": ["Refund policy", "Limits"],
            "in_force": True,
            "access": ["public"],
            "parent_section": "Refund policy",
            "parent_span": [64, 157],
            "previous": "DIGEST",
            "next": None,
            "place": {"page": None, "boxes": [], "line": 12},
            "span": [64, 155],
            "text": """\
## Limits

| What | Limit |
| --- | --- |
| Refund window | 30 days |
| Refund cap | $500 |\
""",
            "identifiers": [],
            "signals": {
                "dense": {"rank": 1, "score": 0.670609},
                "lexical": {"rank": 1, "score": 2.477894},
                "fused": {"rank": 1, "score": 1.0},
            },
            "route": "hybrid",
        }
    )


def test_a_hit_of_an_exact_key_as_json(corpus: Corpus) -> None:
    (hit,) = corpus.lookup("o\u201348214")
    assert steady(hit_json(hit)) == snapshot(
        {
            "rank": 1,
            "score": 1.0,
            "chunk_id": "DIGEST",
            "document": "docs/order",
            "title": "Order O-48214",
            "version": None,
            "topic": "docs/order",
            "source": "docs/order.md",
            "effective": None,
            "expires": None,
            "authority": None,
            "applies_to": [],
            "language": "en",
            "section": "Order O-48214",
            "section_number": None,
            "path": ["Order O-48214"],
            "in_force": True,
            "access": ["public"],
            "parent_section": None,
            "parent_span": [0, 73],
            "previous": None,
            "next": None,
            "place": {"page": None, "boxes": [], "line": 1},
            "span": [0, 72],
            "text": """\
# Order O-48214

The order O-48214 was shipped on 2 May 2025 by courier.\
""",
            "identifiers": [{"kind": "order", "key": "O-48214"}],
            "signals": {},
            "route": "identifier",
        }
    )


def test_a_revision_without_version_or_dates_as_json(corpus: Corpus) -> None:
    assert revision_json(corpus.show("docs/order")) == snapshot(
        {
            "document": "docs/order",
            "title": "Order O-48214",
            "version": None,
            "topic": "docs/order",
            "source": "docs/order.md",
            "effective": None,
            "expires": None,
            "authority": None,
            "applies_to": [],
            "language": "en",
        }
    )


def test_a_place_shows_page_and_boxes_always_and_the_rest_where_it_is_known(corpus: Corpus) -> None:
    (hit,) = corpus.lookup("O-48214")
    assert place_json(hit.permit.chunk.place) == snapshot({"page": None, "boxes": [], "line": 1})


def test_an_answer_in_plain_form(corpus: Corpus) -> None:
    assert plain_answer(corpus.ask("What is the refund window?", k=1)) == snapshot("""\
The refund window is 30 days (Refund policy, v3) [1].

[1] Refund policy, v3, Limits: "| Refund window | 30 days |"  docs/refund-v3.md\
""")


def test_an_order_in_plain_form(corpus: Corpus) -> None:
    assert plain_answer(corpus.ask("When was order O-48214 shipped?")) == snapshot("""\
The order O-48214 was shipped on 2 May 2025 by courier (Order O-48214) [1].

[1] Order O-48214: "The order O-48214 was shipped on 2 May 2025 by courier."  docs/order.md\
""")


def test_abstentions_in_plain_form(corpus: Corpus) -> None:
    questions = ("Where is order O-48299?", "zebra quagga", "Who is the chief executive?")
    assert [plain_answer(corpus.ask(question)) for question in questions] == snapshot(
        [
            """\
There is no O-48299 among the pages that you may read.

Not found: O-48299\
""",
            """\
No page that you may read matches the question.

Not found: zebra quagga\
""",
            """\
No page that you may read matches the question.

Not found: Who is the chief executive?\
""",
        ]
    )


def test_why_as_json(corpus: Corpus) -> None:
    assert why_json(why(corpus, "Where is order O-48299?", "docs/order")) == snapshot(
        {
            "question": "Where is order O-48299?",
            "expected": "docs/order",
            "loss": "recall",
            "stage": "retrieve",
            "rank": None,
            "evidence": (
                "route identifier does not find it (the question is about O-48299, which is not in scope); "
                "on route hybrid without floors it ranks 1 (dense: rank 1, score 0.390, lexical: rank 1, score 1.823)"
            ),
            "fix": "ask with --route hybrid, or without the exact key",
        }
    )
