"""The example of three companies' contracts does what its README says."""

from __future__ import annotations

import importlib.util
import json
import os
import re
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from pincite.answers import Answer, Reason, Status
from pincite.config import load
from pincite.corpus import Corpus
from pincite.pipeline.table import Table

EXAMPLE = Path(__file__).resolve().parents[2] / "examples" / "contracts"
TENANTS = ("brackwater", "solvane", "tarnley")


def labelled(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (EXAMPLE / "eval" / name).read_text(encoding="utf-8").splitlines()]


KEYS = [each for each in labelled("queries.jsonl") if each["id"].startswith("key-")]


@pytest.fixture(scope="module")
def contracts(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Corpus]:
    """Return the example's corpus; clauses and tables need no model that understands."""
    folder = tmp_path_factory.mktemp("examples") / "contracts"
    shutil.copytree(EXAMPLE, folder, ignore=shutil.ignore_patterns(".pincite", "sources"))
    with Corpus(load(folder, env={**os.environ, "PINCITE_EMBED__NAME": "hash"})) as corpus:
        report = corpus.sync()
        assert (report.added, report.skipped) == (12, ())
        yield corpus


def ask(corpus: Corpus, question: str, tenant: str, documents: list[str] | None = None) -> Answer:
    return corpus.ask(question, principal=corpus.principal(tenant), documents=documents)


def said(answer: Answer) -> str:
    return " ".join(claim.text for claim in answer.claims)


@pytest.mark.parametrize("each", KEYS, ids=lambda each: str(each["id"]))
def test_a_question_for_a_clause_gets_exactly_that_clause(contracts: Corpus, each: dict[str, Any]) -> None:
    answer = ask(contracts, each["question"], each["principal"]["tenant"])
    assert bool(answer.claims) == (each["kind"] != "unanswerable")
    assert all(re.search(pattern, said(answer)) for pattern in each["all_of"])
    assert not any(re.search(pattern, said(answer)) for pattern in each["none_of"])
    assert {claim.verdict.value for claim in answer.claims} <= {"quoted"}


def test_a_rival_gets_what_anybody_gets_for_a_contract_that_is_not_there(contracts: Corpus) -> None:
    rival = ask(contracts, "What does clause 7.2 of the crane maintenance agreement say?", "solvane")
    absent = ask(contracts, "What does clause 7.2 of the zeppelin maintenance agreement say?", "solvane")
    assert (rival.status, rival.reason) == (absent.status, absent.reason)
    assert rival.text.replace("crane", "zeppelin") == absent.text
    assert (rival.citations, rival.passages) == ((), ())


def test_with_no_contract_named_those_that_have_the_clause_are_listed(contracts: Corpus) -> None:
    answer = ask(contracts, "What does clause 7.2 say?", "brackwater")
    assert (answer.status, answer.reason) == (Status.ABSTAINED, Reason.NEEDS_DOCUMENT)
    assert "Crane Maintenance Agreement (brackwater/crane-maintenance)" in answer.text
    assert "solvane" not in answer.text
    one = ask(contracts, "What does clause 7.2 say?", "brackwater", documents=["brackwater/crane-maintenance"])
    assert said(one).startswith("Subject to clause 7.1, the total liability")


@pytest.mark.parametrize("each", labelled("tables.jsonl"), ids=lambda each: str(each["question"]))
def test_every_row_of_a_table_is_right(contracts: Corpus, each: dict[str, Any]) -> None:
    rows = [row for tenant in TENANTS for row in table(contracts, each["question"], tenant).rows]
    values = {row.document: row.value if row.found else None for row in rows}
    assert set(values) == set(each["rows"])
    wrong = {name: (values[name], want) for name, want in each["rows"].items() if not _fits(values[name], want)}
    assert wrong == {}


def _fits(value: str | None, want: str | None) -> bool:
    return value is None if want is None else value is not None and re.search(want, value) is not None


def table(corpus: Corpus, question: str, tenant: str) -> Table:
    return corpus.table(question, principal=corpus.principal(tenant))


def test_each_value_is_cited_and_the_rows_cover_the_tenant(contracts: Corpus) -> None:
    made = table(contracts, "Which of our contracts cap liability, and at how much?", "brackwater")
    assert made.coverage == "4 of 4 contracts read; found in 3, not found in 1"
    quotes = {citation.label: citation.quote for citation in made.citations}
    found = {str(row.document): " ".join(quotes[label] for label in row.citations) for row in made.rows if row.found}
    assert "EUR 750,000" in found["brackwater/crane-maintenance"]
    assert {row.verdict for row in made.rows} == {"quoted", "not found"}


def test_a_table_over_a_page_break_is_one_table(contracts: Corpus) -> None:
    shown = contracts.show("brackwater/crane-maintenance", principal=contracts.principal("brackwater"))
    pages = [{box.page for box in block.place.boxes} for block in shown.blocks if block.parts and len(block.parts) > 30]
    assert pages
    assert all(len(each) > 1 for each in pages)


def test_the_files_are_what_the_script_makes_of_the_texts(tmp_path: Path) -> None:
    made = maker().make(tmp_path)
    assert len(made) == 12
    same = [
        path.read_bytes() == (EXAMPLE / path.relative_to(tmp_path)).read_bytes()
        for path in made
        if path.suffix == ".pdf"
    ]
    assert all(same)


def maker() -> ModuleType:
    pytest.importorskip("reportlab", reason="reportlab is not installed")
    spec = importlib.util.spec_from_file_location("make_contracts", EXAMPLE / "make_contracts.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["make_contracts"] = module
    spec.loader.exec_module(module)
    return module
