from __future__ import annotations

from datetime import date

import pytest

from pincite.errors import MetadataError
from pincite.ingest.values import checked, require_known, shown


@pytest.mark.parametrize(
    ("key", "value", "expected"),
    [
        ("version", "1.10", "1.10"),
        ("version", 3, "3"),
        ("effective", "2025-03-01", date(2025, 3, 1)),
        ("expires", date(2025, 3, 1), date(2025, 3, 1)),
        ("access", "staff", ("staff",)),
        ("access", ["user:anna", "legal"], ("legal", "user:anna")),
        ("access", [], ()),
        ("applies_to", "SRB-5030", ("SRB-5030",)),
        ("supersedes", ["a", "b", "a"], ("a", "b")),
        ("language", "pt-BR", "pt-BR"),
        ("title", " two\n lines ", "two lines"),
    ],
)
def test_a_value_gets_its_final_type(key: str, value: object, expected: object) -> None:
    assert checked({key: value}, where="x") == {key: expected}


@pytest.mark.parametrize(
    ("key", "value", "message"),
    [
        ("version", 1.1, 'put it in quotes, as in "1.10"'),
        ("version", True, "expected a text or a whole number"),
        ("effective", "1 March 2025", "expected a date as YYYY-MM-DD"),
        ("effective", "2025-02-30", "day is out of range"),
        ("effective", "2025-W10-1", "expected a date as YYYY-MM-DD"),
        ("access", "", "write .. if nobody is to read it"),
        ("access", ["group:x"], "'group:x' is no reader"),
        ("access", ["user:"], "'user:' is no reader"),
        ("access", ["a", " "], "not blank"),
        ("access", {"a": 1}, "expected a list of texts"),
        ("language", "English!", "expected a language code"),
        ("title", ["a"], "expected one text"),
        ("title", "x" * 1001, "at most 1,000 characters"),
    ],
)
def test_a_value_that_cannot_be_true_is_an_error_with_the_value_and_what_was_expected(
    key: str, value: object, message: str
) -> None:
    with pytest.raises(MetadataError, match=message) as caught:
        checked({key: value}, where="front matter of a.md")
    assert str(caught.value).startswith(f"front matter of a.md: {key} is {shown(value)}: ")
    assert caught.value.facts["key"] == key


def test_blank_values_and_foreign_keys_say_nothing() -> None:
    assert checked({"title": " ", "version": None, "owner": "anna"}, where="x") == {}


def test_unknown_keys_are_refused_with_the_nearest() -> None:
    with pytest.raises(MetadataError, match=r"unknown key 'acces': .*did you mean 'access'"):
        require_known({"acces": "public"}, where="x")
