"""What a page applies to, and how a question names it."""

from __future__ import annotations

import pytest

from pincite.validity.applies import applies, covers, distinct, named, without

LETTERS = ("A", "B", "C")


@pytest.mark.parametrize(
    ("question", "values"),
    [
        ("Maximum input voltage for revision C?", ("C",)),
        ("max input on rev. C boards", ("C",)),
        ("the limit for the C boards", ("C",)),
        ("What about revs B and C?", ("B", "C")),
        ("revision A, B or C", ("A", "B", "C")),
        ("Rev B's limit", ("B",)),
        ("the limit of the SRB-5030C", ("C",)),
        ("SRB-5030 B input", ("B",)),
        ("Does the SRB-5030 have a fuse?", ()),
        ("Is a revision available?", ()),
        ("What is a board revision?", ()),
        ("Which version is a good one?", ()),
        ("I am on a board", ()),
    ],
)
def test_a_letter_is_a_value_beside_its_noun_only(question: str, values: tuple[str, ...]) -> None:
    assert named(question, LETTERS) == values


@pytest.mark.parametrize(
    ("question", "known", "values"),
    [
        ("How hot may it get with firmware 3.2?", ("firmware 2.x", "firmware 3.x"), ("firmware 3.2",)),
        ("the timeout for v2.4", ("2.x", "3.x"), ("v 2.4",)),
        ("the timeout in version 3", ("2", "3"), ("3",)),
        ("Where do I park in Berlin?", ("berlin", "munich"), ("berlin",)),
        ("What is the EU price?", ("EU", "US"), ("EU",)),
        ("tell us the price", ("EU", "US"), ()),
        ("How heavy is the Nimbus 100?", ("nimbus-100", "nimbus-200"), ("nimbus-100",)),
        ("Are 5 units enough?", ("5", "6"), ()),
    ],
)
def test_values_of_every_kind_are_named_in_their_own_way(
    question: str, known: tuple[str, ...], values: tuple[str, ...]
) -> None:
    assert named(question, known) == values


def test_a_value_that_no_readable_page_has_is_what_the_question_is_about() -> None:
    assert named("the limit for revision D", LETTERS) == ("revision D",)
    assert named("the limit for revision D", ()) == ()


def test_the_same_value_may_be_written_in_several_ways() -> None:
    assert covers("Rev. C", "c")
    assert covers("C", "revision C")
    assert covers("2.x", "2.4")
    assert covers("all", "Z")
    assert not covers("C", "B")
    assert not covers("2.x", "3.1")
    assert not covers("firmware 3", "site 3")
    assert distinct(["C", "Rev. C", "rev c", "all"]) == ("C",)


def test_values_of_another_kind_do_not_part() -> None:
    assert applies(("nimbus-100",), ("C",))
    assert applies((), ("C",))
    assert applies(("B",), ())
    assert not applies(("A", "B"), ("C",))
    assert not applies(("berlin",), ("munich",))


@pytest.mark.parametrize(
    ("question", "value", "left"),
    [
        ("What is the limit for revision C?", "C", "What is the limit?"),
        ("What is the limit on the C boards?", "C", "What is the limit?"),
        ("What is Rev B's limit?", "B", "What is limit?"),
        ("Where do I park in Berlin?", "berlin", "Where do I park?"),
        ("Revision C?", "C", "Revision C?"),
    ],
)
def test_a_question_is_asked_without_the_words_that_name_the_value(question: str, value: str, left: str) -> None:
    assert without(question, [value]) == left
