"""Clause numbers of a document are keys; where they are only spoken of they are references."""

from __future__ import annotations

import pytest

from pincite.parse import ParseSettings
from pincite.parse import build as build_parser
from pincite.text.clause_keys import CLAUSE, REFERENCE, clause_keys, with_clauses
from pincite.text.identifiers import find, normalise

SOURCE = """# Agreement

## ARTICLE VII TERM

### 7.2 Limitation of Liability

The cap applies subject to Section 7.3 and 9.1 (x).

(a) The first limb.

(i) Its first part.

(ii) Its second part.

(b) The second limb.

### 7.3 Notices

(a) By letter.
"""


def keys(source: str, kind: str = CLAUSE) -> list[str]:
    parsed = build_parser(ParseSettings()).parse(source.encode(), path="a.md")
    found = with_clauses(find(parsed.text), parsed.text, parsed.blocks)
    return [key.key for key in found if key.kind == kind]


def test_clauses_and_what_is_nested_in_them_are_keys() -> None:
    wanted = {"7.2", "7.2(A)", "7.2(A)(I)", "7.2(A)(II)", "7.2(B)", "7.3", "7.3(A)"}
    assert wanted <= set(keys(SOURCE))


def test_a_roman_article_is_found_by_its_arabic_number_too() -> None:
    assert {"VII", "7"} <= set(keys(SOURCE))


def test_a_number_that_is_only_spoken_of_is_a_reference() -> None:
    assert keys(SOURCE, REFERENCE) == ["7.3"]


def test_a_key_stands_where_its_clause_begins() -> None:
    parsed = build_parser(ParseSettings()).parse(SOURCE.encode(), path="a.md")
    key = next(key for key in clause_keys(parsed.text, parsed.blocks) if key.key == "7.2")
    assert parsed.text[key.span.start :].startswith("7.2 Limitation")


def test_items_of_a_list_without_a_clause_above_it_are_no_keys() -> None:
    assert keys("# Guide\n\n1. One.\n2. Two.\n\n(a) Three.\n") == []


def test_an_exhibit_is_no_clause() -> None:
    assert keys("# Exhibit C\n\nText.\n") == []


@pytest.mark.parametrize(
    ("question", "key"),
    [
        ("What does clause 7.2 say?", "7.2"),
        ("Section 7.2 (a)(ii)", "7.2(A)(II)"),
        ("Article VII", "VII"),
        ("under section 2.1(b)(3)", "2.1(B)(3)"),
    ],
)
def test_a_question_names_a_clause_as_the_document_keys_it(question: str, key: str) -> None:
    assert [found.key for found in find(question)] == [key]


def test_a_blank_before_a_bracket_is_of_no_account() -> None:
    assert normalise("7.2 (a)") == normalise("7.2(a)")
