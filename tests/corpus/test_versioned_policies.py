"""Real policies with their dated versions: each answer is quoted from the version in force on the day asked."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from pathlib import Path

import pytest

import pincite

PATTERN = r"(?P<id>[^/]+)/v(?P<version>\d+)_(?P<effective>\d{4}-\d{2}-\d{2})"


@dataclass(frozen=True)
class Fact:
    """A question whose answer changed: what is true now, and what was true on an earlier day."""

    question: str
    now: str
    then: str
    day: str


_FILE = Path(__file__).parents[2] / "bench/data/policy_facts.jsonl"
FACTS = tuple(Fact(**json.loads(line)) for line in _FILE.read_text(encoding="utf-8").splitlines())


@pytest.fixture(scope="module")
def policies(shared_data: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[pincite.Corpus]:
    folder = tmp_path_factory.mktemp("policies")
    with pincite.create(folder) as corpus:
        corpus.add(shared_data / "versioned_policies" / "github-site-policy", access=["public"], pattern=PATTERN)
        yield corpus


@pytest.mark.slow
def test_the_folder_becomes_53_documents_with_406_dated_revisions(policies: pincite.Corpus) -> None:
    states = list(policies.store.catalog.all_revisions())
    assert len(states) == 406
    assert len({s.revision.document_id for s in states}) == 53
    assert all(s.revision.effective for s in states)


@pytest.mark.slow
def test_the_share_that_is_remitted_is_quoted_from_the_revision_of_the_day(policies: pincite.Corpus) -> None:
    today = policies.ask(FACTS[0].question)
    then = policies.ask(FACTS[0].question, as_of=date(2021, 1, 1))
    assert "95%" in today.text
    assert "75%" in then.text
    assert today.citations[0].document == then.citations[0].document
    assert int(then.citations[0].version) < int(today.citations[0].version)


def right(policies: pincite.Corpus, question: str, wanted: str, day: date | None) -> bool:
    """Tell whether the answer says what is wanted and every quote stands in the revision in force on the day."""
    answer = policies.ask(question, as_of=day)
    for citation in answer.citations:
        revision = policies.show(citation.document, as_of=day)
        assert revision.version == citation.version
        assert citation.span.cut(revision.text) == citation.quote
    return wanted in " ".join((answer.text, *(c.quote for c in answer.citations)))


@pytest.mark.slow
def test_at_least_12_of_15_facts_are_right_now_and_then(policies: pincite.Corpus) -> None:
    wrong = [
        fact.question
        for fact in FACTS
        if not right(policies, fact.question, fact.now, None)
        or not right(policies, fact.question, fact.then, date.fromisoformat(fact.day))
    ]
    assert len(FACTS) - len(wrong) >= 12, wrong
