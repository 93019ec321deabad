from __future__ import annotations

import pytest

from pincite.errors import ConfigError
from pincite.text.identifiers import BUILT_IN, IdentifierKind, find, normalise


def keys(text: str, kind: str | None = None) -> list[str]:
    return [found.key for found in find(text) if kind in (None, found.kind)]


@pytest.mark.parametrize(
    "written",
    [
        "O-48214",
        "o-48214",
        "O\u201148214",
        "O\u201348214",
        "O\u221248214",
        "O\uff0d48214",
        "O48214",
        "O 48214",
        "O\u00a048214",
    ],
)
def test_every_way_of_writing_an_order_id_is_one_key(written: str) -> None:
    found = find(f"Where is order {written}?")
    assert [(f.kind, f.key, f.exhaustive) for f in found] == [("order", "O-48214", True)]
    assert found[0].span.cut(f"Where is order {written}?") == written
    assert normalise(written) == "O-48214"


@pytest.mark.parametrize("text", ["O-482145678", "RO-48214", "O-48214-2", "O-48214a", "O-48214.5", "7-O-48214"])
def test_an_order_id_inside_a_longer_identifier_is_not_found(text: str) -> None:
    assert "O-48214" not in keys(text)


@pytest.mark.parametrize(
    "text", ["(O-48214).", "_O-48214_", "**O-48214**", "orders/O-48214.md", "#O-48214,", "O-48214_"]
)
def test_punctuation_and_emphasis_do_not_hide_an_order_id(text: str) -> None:
    assert keys(text, "order") == ["O-48214"]


def test_both_ends_of_a_range_are_found() -> None:
    assert keys("orders O-48214\u2013O-48218") == ["O-48214", "O-48218"]


@pytest.mark.parametrize(
    "text", ["a 2020 report", "in 2021", "I 48214", "mid-2021", "top-10", "USD-5000", "FY2024", "A4"]
)
def test_ordinary_words_with_numbers_are_no_identifiers(text: str) -> None:
    assert keys(text) == []


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("what does clause 7.2 say?", "7.2"),
        ("Section 12", "12"),
        ("\u00a7 4", "4"),
        ("Art. 17", "17"),
        ("clause 7.2(a)", "7.2(A)"),
        ("## 7.2 Cap", "7.2"),
        ("## 8 Term", "8"),
        ("7.2 The cap", "7.2"),
        ("**7.2** The cap", "7.2"),
    ],
)
def test_a_clause_is_found_where_it_is_named_and_where_it_stands(text: str, key: str) -> None:
    assert keys(text, "clause") == [key]


@pytest.mark.parametrize("text", ["It costs 7.2 million.", "3.5 million users", "0.5 mm"])
def test_a_decimal_number_is_no_clause(text: str) -> None:
    assert keys(text, "clause") == []


@pytest.mark.parametrize(
    ("text", "key"),
    [("SRB-5030", "SRB-5030"), ("srb5030", "SRB-5030"), ("WPW10348269", "WPW-10348269"), ("W10295370A", "W-10295370A")],
)
def test_part_numbers_are_found_in_every_case(text: str, key: str) -> None:
    assert [(f.kind, f.key) for f in find(f"part {text} fits")] == [("part", key)]


@pytest.mark.parametrize("code", ["COVID-19", "IL-6", "CVE-2024-12345", "EN-60335-2-40"])
def test_codes_are_found_and_the_corpus_is_no_authority_on_them(code: str) -> None:
    assert [(f.kind, f.key, f.exhaustive) for f in find(f"about {code}, says")] == [("code", code, False)]


def test_the_longest_of_overlapping_identifiers_wins() -> None:
    kinds = (*BUILT_IN, IdentifierKind(name="batch", pattern=r"O-\d{5}/\d{2}", exhaustive=True))
    assert [(f.kind, f.key) for f in find("O-48214/07", kinds)] == [("batch", "O-48214/07")]


def test_of_two_kinds_with_one_span_the_exhaustive_one_wins() -> None:
    kinds = (*BUILT_IN, IdentifierKind(name="override", pattern=r"\bRFD-\d{4}\b", exhaustive=True))
    assert [(f.kind, f.key) for f in find("code RFD\u20117714", kinds)] == [("override", "RFD-7714")]


def test_a_pattern_that_is_no_regular_expression_is_refused_by_name() -> None:
    with pytest.raises(ConfigError, match=r"identifier kind 'ticket' is '\(': missing \)"):
        IdentifierKind(name="ticket", pattern="(")


def test_a_pattern_that_matches_nothing_at_all_is_refused() -> None:
    with pytest.raises(ConfigError, match="matches nothing at all"):
        IdentifierKind(name="ticket", pattern=r"\d*")
