"""What changed between versions of real policies: the facts that are listed beside them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import date, timedelta
from pathlib import Path

import pytest

import pincite
from pincite.text.markup import plain

PATTERN = r"(?P<id>[^/]+)/v(?P<version>\d+)_(?P<effective>\d{4}-\d{2}-\d{2})"


@pytest.fixture(scope="module")
def policies(shared_data: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[pincite.Corpus]:
    folder = tmp_path_factory.mktemp("policies")
    (folder / "pincite.toml").write_text('[embed]\nname = "hash"\ndim = 64\n')
    with pincite.open(folder) as corpus:
        corpus.add(shared_data / "versioned_policies" / "github-site-policy", access=["public"], pattern=PATTERN)
        yield corpus


@pytest.mark.slow
def test_every_document_is_compared(policies: pincite.Corpus) -> None:
    assert policies.changes(date(2020, 1, 1)).coverage.startswith("53 of 53 documents compared: ")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("day", "old", "new"),
    [
        ("2021-06-14", "75%", "95%"),
        ("2024-05-21", "forty-five (45) days", "thirty (30) days"),
        ("2023-12-27", "US $5,000", "US $500"),
        ("2020-04-24", "24 hours", "1 business day"),
    ],
)
def test_a_verified_fact_stands_old_beside_new(policies: pincite.Corpus, day: str, old: str, new: str) -> None:
    last = date.fromisoformat(day)
    found = policies.changes(last - timedelta(days=1), until=last)
    pairs = [(e.old.text, e.new.text) for each in found.documents for e in each.edits if e.old and e.new]
    assert any(old in before and new in after and old not in after for before, after in pairs)


@pytest.mark.slow
def test_a_fact_of_another_publisher_stands_old_beside_new(shared_data: Path, tmp_path: Path) -> None:
    (tmp_path / "pincite.toml").write_text('[embed]\nname = "hash"\ndim = 64\n')
    with pincite.open(tmp_path) as corpus:
        corpus.add(shared_data / "versioned_policies" / "basecamp-policies", access=["public"], pattern=PATTERN)
        found = corpus.changes(date(2022, 7, 7), until=date(2022, 7, 8))
    assert found.coverage.startswith("10 of 10 documents compared: 2 changed")
    pairs = [(e.old.text, e.new.text) for each in found.documents for e in each.edits if e.old and e.new]
    assert any("up to 30 days" in old and "about 25 days" in new and "trash can" in new for old, new in pairs)


@pytest.mark.slow
def test_nearly_all_listed_sentences_stand_old_beside_new(policies: pincite.Corpus, shared_data: Path) -> None:
    lines = (shared_data / "versioned_policies" / "changed_facts.jsonl").read_text().splitlines()
    facts = [fact for line in lines if (fact := json.loads(line))["doc"].startswith("github-site-policy/")]
    shown = [fact for fact in facts if stands(policies, fact)]
    assert len(facts) == 66
    assert len(shown) >= 61, [fact["old"][:80] for fact in facts if fact not in shown]


def stands(corpus: pincite.Corpus, fact: dict[str, str]) -> bool:
    first, last = date.fromisoformat(fact["from_date"]), date.fromisoformat(fact["to_date"])
    since = first if first < last else last - timedelta(days=1)
    found = corpus.changes(since, until=last, documents=[fact["doc"].partition("/")[2]])
    pairs = [(e.old.text, e.new.text) for each in found.documents for e in each.edits if e.old and e.new]
    return any(within(fact["old"], before) and within(fact["new"], after) for before, after in pairs)


def within(one: str, other: str) -> bool:
    a, b = (" ".join(plain(text).split()) for text in (one, other))
    return a in b or b in a
