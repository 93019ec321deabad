from __future__ import annotations

import pytest

from pincite.access import Level, Rule, decide, read_rule

SIDECAR = Rule(level=Level.SIDECAR, where="a.meta.toml", groups=("legal",))
FRONT = Rule(level=Level.FRONT_MATTER, where="a.md", groups=("staff",))
DEEP = Rule(level=Level.FOLDER_RULE, where="policies/eu/**", groups=("eu",))
SHALLOW = Rule(level=Level.FOLDER_RULE, where="policies/**", groups=("public",))
FLAG = Rule(level=Level.ADD_FLAG, groups=("public",))


def test_the_nearest_statement_decides() -> None:
    rules = [FLAG, SHALLOW, DEEP, FRONT, SIDECAR]
    assert [decide(rules[: n + 1]) for n in range(5)] == rules


def test_a_nearer_rule_that_says_nothing_about_access_is_passed_over() -> None:
    assert decide([Rule(level=Level.SIDECAR, where="a.meta.toml"), FLAG]) == FLAG


def test_a_nearer_rule_that_says_nobody_decides() -> None:
    assert decide([Rule(level=Level.SIDECAR, groups=()), FLAG]).groups == ()


def test_where_nothing_is_stated_nobody_reads() -> None:
    assert decide([]).groups == ()


@pytest.mark.parametrize(("gone", "left"), [(SIDECAR, FRONT), (FRONT, FLAG), (DEEP, SHALLOW)])
def test_where_a_nearer_rule_vanishes_nobody_reads_until_access_is_stated_again(gone: Rule, left: Rule) -> None:
    closed = decide([left], before=gone.words)
    assert closed.groups == ()
    assert "vanished" in closed.words
    assert decide([left], before=closed.words).groups == (), "the next sync does not open it either"
    assert decide([left], before=closed.words, stated_again=True) == left
    assert decide([gone, left], before=closed.words) == gone


def test_a_nearer_rule_that_appears_takes_over() -> None:
    assert decide([FRONT, FLAG], before=FLAG.words) == FRONT


@pytest.mark.parametrize("rule", [SIDECAR, FRONT, DEEP, SHALLOW, FLAG])
def test_words_can_be_read_again(rule: Rule) -> None:
    assert read_rule(rule.words) == Rule(level=rule.level, where=rule.where)


def test_foreign_words_are_no_rule() -> None:
    assert read_rule("because I say so").level is Level.NOWHERE
