"""Which words of a page another one has replaced."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest

from pincite.documents import DocumentId, Revision, RevisionKey, TenantId
from pincite.parse.markdown import MarkdownParser
from pincite.text.clause_keys import with_clauses
from pincite.text.identifiers import find
from pincite.validity.masking import masked
from pincite.validity.supersession import Supersession, hidden_for, locate, read_target, siblings

TEXT = """# Sheet

## 4 Limits

| Parameter | Value |
| --- | --- |
| Minimum input voltage | 18 V |
| Max. input voltage | 36 V |

## 5 Torque

- **Terminal J1:** 0.5 Nm
- **Terminal J2:** 0.6 Nm

The housing is grey.
"""


def sheet(text: str = TEXT) -> Revision:
    parsed = MarkdownParser().parse(text.encode(), path="sheet.md")
    return Revision(
        tenant=TenantId("t"), document_id=DocumentId("sheet"), version="1", topic="sheet", title="Sheet",
        text=parsed.text, blocks=parsed.blocks, access=(), source="s", path="s/sheet.md", language="en",
    )  # fmt: skip


def edge(target: str, *applies_to: str) -> Supersession:
    return Supersession(
        key=RevisionKey("notice"), document=DocumentId("notice"), version="", title="Notice",
        target=read_target(target), applies_to=applies_to, since=date(2024, 1, 1), readable=True,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("target", "words"),
    [
        ("sheet#Limits/Max. input voltage", ["36 V"]),
        ("sheet#4/maximum input voltage", ["36 V"]),
        ("sheet#5 Torque/Terminal J2", ["0.6 Nm"]),
        ("sheet#Torque/The housing", ["grey"]),
        ("sheet#Section 5/Terminal J1", ["0.5 Nm"]),
        ("sheet#Torque", ["0.5 Nm", "0.6 Nm", "grey"]),
        ("sheet#Limits/Weight", ["18 V", "36 V"]),
    ],
)
def test_a_target_names_a_section_a_row_an_item_or_a_paragraph(target: str, words: list[str]) -> None:
    spans = locate(read_target(target), sheet())
    assert spans
    cut = " ".join(span.cut(sheet().text) for span in spans)
    assert [word for word in ("18 V", "36 V", "0.5 Nm", "0.6 Nm", "grey") if word in cut] == words


def test_a_whole_page_has_no_spans_and_another_page_nothing() -> None:
    assert locate(read_target("sheet"), sheet()) == ()
    assert locate(read_target("other#Limits"), sheet()) is None
    assert locate(read_target("sheet#Prices"), sheet()) is None


def test_what_is_replaced_for_some_values_stands_for_the_others() -> None:
    row = edge("sheet#Limits/Max. input voltage", "B", "C")
    assert [bool(hidden_for(sheet(), [row], wanted=wanted)) for wanted in (["C"], ["A"], ["A", "C"], [])] == [
        True,
        False,
        False,
        False,
    ]
    assert hidden_for(sheet(), [edge("sheet#Limits")], wanted=[])


def test_a_masked_page_keeps_every_other_character_in_place() -> None:
    spans = locate(read_target("sheet#Limits/Max. input voltage"), sheet()) or ()
    shown = masked(sheet(), spans)
    assert "36 V" not in shown.text
    assert "18 V" in shown.text
    assert len(shown.text) == len(sheet().text)
    assert shown.text.index("grey") == sheet().text.index("grey")
    assert shown.text_digest == sheet().text_digest
    assert all("36 V" not in part.span.cut(sheet().text) for block in shown.blocks for part in block.parts)


def test_the_other_rows_of_the_section_are_its_siblings() -> None:
    assert siblings(read_target("sheet#Limits/Maximum input voltage"), sheet()) == ("Minimum input voltage",)
    assert siblings(read_target("sheet"), replace(sheet())) == ()


CONTRACT = """# Agreement

## 4 Prices

4.1 The discount is 32 per cent of the list price.

4.2 The Maker may change the list price:

(a) once in a year; and

(b) after ninety days' notice.

## 5 Term

5.1 The term is five years.
"""


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("4.1", "4.1 The discount is 32 per cent of the list price."),
        ("Clause 4.1", "4.1 The discount is 32 per cent of the list price."),
        ("5.1", "5.1 The term is five years."),
        ("4.2(b)", "(b) after ninety days' notice."),
    ],
)
def test_a_clause_is_named_by_its_number(name: str, words: str) -> None:
    contract = sheet(CONTRACT)
    keys = with_clauses(find(contract.text), contract.text, contract.blocks)
    contract = replace(contract, identifiers=keys)
    spans = locate(read_target(f"sheet#{name}"), contract)
    assert spans is not None
    assert [span.cut(contract.text) for span in spans] == [words]


def test_a_clause_that_is_not_there_is_not_located() -> None:
    contract = sheet(CONTRACT)
    keys = with_clauses(find(contract.text), contract.text, contract.blocks)
    assert locate(read_target("sheet#9.9"), replace(contract, identifiers=keys)) is None
