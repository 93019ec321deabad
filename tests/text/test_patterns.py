"""A pattern of the settings that can match in endlessly many ways ends in an error that names it."""

from __future__ import annotations

import re

import pytest

from pincite.errors import ConfigError
from pincite.text import patterns
from pincite.text.identifiers import BUILT_IN, IdentifierKind, find
from pincite.text.patterns import Compiled, Within, is_harmless

ENDLESS = r"(?P<version>(?:a|aa)+)\."
STUCK = "a" * 80 + "-"


@pytest.fixture(autouse=True)
def short_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(patterns, "LIMIT_S", 0.1)


@pytest.mark.parametrize(
    "pattern", [r"\bRFD-\d{4}\b", r"TCK-?\d{4,6}", r"(?P<version>[*+]\d)", r"(?:ab|c)d?", r"\+\*", r"[]+*]{1,2}"]
)
def test_what_has_few_ways_of_matching_is_left_to_re(pattern: str) -> None:
    assert is_harmless(pattern)


@pytest.mark.parametrize("pattern", [r"\d+", r"(a|b){3}", r"a{2,}", r"x{1,40}y{1,40}z{1,40}", r"(a)*", "a?" * 11])
def test_what_has_many_ways_is_matched_within_a_limit(pattern: str) -> None:
    assert not is_harmless(pattern)


def test_a_pattern_that_takes_too_long_is_an_error_that_names_it() -> None:
    with pytest.raises(ConfigError, match=r"the pattern '\(\?P<version>.*' of a rule takes longer") as caught:
        Within(Compiled(ENDLESS), STUCK, of="a rule").search(0)
    assert caught.value.facts["pattern"] == ENDLESS


def test_the_limit_is_for_all_matches_in_one_text() -> None:
    within = Within(Compiled(ENDLESS), STUCK, of="a rule")
    for _ in range(2):
        with pytest.raises(ConfigError):
            within.search(0)


def test_both_ways_of_matching_find_the_same() -> None:
    text = "See TCK-1234, tck-99 and TCK/5678x in 2024."
    for pattern in (r"tck.\d+", r"(?P<version>\d+)", r"\b\w+\b", r"(?-i:TCK)\S+"):
        compiled = Compiled(pattern, flags=re.IGNORECASE)
        within = Within(compiled, text, of="a rule")
        assert compiled.is_limited
        for at in range(len(text)):
            found, expected = within.search(at), compiled.plain.search(text, at)
            assert (found and found.span()) == (expected and expected.span())


def test_a_kind_of_identifier_that_takes_too_long_is_named() -> None:
    kind = IdentifierKind(name="ticket", pattern=r"(?:a|aa)+\.")
    with pytest.raises(ConfigError, match="of identifier kind 'ticket' takes longer"):
        find(STUCK, (kind, *BUILT_IN))


def test_the_built_in_kinds_are_never_limited() -> None:
    from pincite.text import identifiers

    assert not any(identifiers._compiled(kind.pattern).is_limited for kind in BUILT_IN)


def test_what_is_no_regular_expression_is_told() -> None:
    with pytest.raises(ConfigError, match=r"pattern '\(' is not a regular expression: .*; correct it"):
        Compiled("(")
