"""Statements on the same thing that disagree, and statements that only look as if they did."""

from __future__ import annotations

import pytest

from pincite.attribute.conflicts import Statement, opposed

MANUAL = Statement(document="manual", text="The chamber takes at most 40 ml of powder.", over="DW 520 > Detergent")


@pytest.mark.parametrize(
    ("question", "said", "other", "values"),
    [
        (
            "How much powder does the DW 520 take?",
            MANUAL,
            ("The chamber of the DW 520 takes at most 30 ml of powder.", "Bulletin SB-2025-03"),
            ("40 ml", "30 ml"),
        ),
        (
            "How often is the fluff filter cleaned?",
            Statement(document="manual", text="Clean the fluff filter after every second load."),
            ("The fluff filter must be cleaned after every load.", ""),
            ("every second load", "every load"),
        ),
        (
            "How much air is needed behind it?",
            Statement(document="manual", text="Leave 5 cm of air behind it."),
            ("It needs 8 cm of air behind it and 2 cm on each side.", ""),
            ("5 cm", "8 cm"),
        ),
        (
            "When does the office close for the winter?",
            Statement(document="a", text="The office closes for the winter on 20 December 2026."),
            ("The office closes for the winter on 22 December 2026.", ""),
            ("20 December 2026", "22 December 2026"),
        ),
        (
            "By when must orders reach us to be delivered the next working day?",
            Statement(document="a", text="Orders that reach us by 14:30 are delivered the next working day."),
            ("Orders that reach us by 3 pm are delivered the next working day.", ""),
            ("14:30", "3 pm"),
        ),
        (
            "May visitors park in the yard?",
            Statement(document="a", text="Visitors may park in the yard."),
            ("Visitors may not park in the yard.", ""),
            ("Visitors may park in the yard.", "Visitors may not park in the yard."),
        ),
    ],
    ids=["quantity", "frequency", "nearest value", "date", "time of day", "yes and no"],
)
def test_the_same_thing_with_another_value_is_a_conflict(
    question: str, said: Statement, other: tuple[str, str], values: tuple[str, str]
) -> None:
    found = opposed(question, said, [Statement(document="other", text=other[0], over=other[1])], language="en")
    assert [(each.value, each.other) for each in found] == [values]


@pytest.mark.parametrize(
    ("question", "text", "over"),
    [
        ("How much powder does the DW 520 take?", "The chamber takes at most 45 ml of powder.", "DW 540 > Detergent"),
        ("How much powder does the chamber take?", "The chamber takes at most 45 ml of powder.", "DW 540 > Detergent"),
        ("How much powder does the DW 520 take?", "The chamber of the DW 520 takes 40 ml of powder.", ""),
        ("How much powder does the DW 520 take?", "The DW 520 uses 9 litres of water in Eco.", "DW 520 > Programmes"),
        ("How much powder does the DW 520 take?", "Shipping of the DW 520 takes 5 days.", ""),
    ],
    ids=["another model asked for", "another model, none asked for", "the same value", "another thing", "another unit"],
)
def test_another_thing_or_the_same_value_is_no_conflict(question: str, text: str, over: str) -> None:
    assert opposed(question, MANUAL, [Statement(document="other", text=text, over=over)], language="en") == ()


def test_one_document_does_not_disagree_with_itself() -> None:
    """Two values in one document are two cases of it: no metadata could say which governs."""
    other = Statement(document="manual", text="The chamber of the DW 520 takes at most 30 ml of powder.")
    assert opposed("How much powder does the DW 520 take?", MANUAL, [other], language="en") == ()


def test_a_value_that_the_question_names_is_not_what_it_asks_for() -> None:
    said = Statement(document="a", text="Orders of 50 EUR ship free within 3 days.")
    other = Statement(document="b", text="Orders of 75 EUR ship free within 3 days.")
    assert opposed("Do orders of 50 EUR ship free?", said, [other], language="en") == ()


@pytest.mark.parametrize(
    ("question", "text", "other"),
    [
        ("What does a ticket cost?", "A ticket costs 9 EUR.", "A ticket costs 6 EUR for members."),
        ("How long is the warranty?", "The warranty is 24 months.", "Membership adds 12 months to the warranty."),
        ("How high may a refund be?", "A refund is up to $500.", "A refund above the cap is up to $2,500."),
    ],
    ids=["members", "what is added", "above it"],
)
def test_a_case_that_is_set_apart_is_no_conflict(question: str, text: str, other: str) -> None:
    said = Statement(document="a", text=text)
    assert opposed(question, said, [Statement(document="b", text=other)], language="en") == ()


def test_another_name_in_the_same_sentence_is_a_conflict_where_a_name_is_asked() -> None:
    said = Statement(document="a", text="The old mill was designed by Ines Duarte.")
    other = Statement(document="b", text="The old mill was designed by Tomasz Wilk.")
    (found,) = opposed("Who designed the old mill?", said, [other], language="en")
    assert (found.value, found.other) == ("Ines Duarte", "Tomasz Wilk")
    assert opposed("Was the old mill designed?", said, [other], language="en") == ()


def test_two_years_for_what_happened_to_a_named_subject_are_a_conflict_whatever_else_is_told() -> None:
    said = Statement(document="a", text="The Cathedral of Saint Augustine was established in 1856 by Bishop Barry.")
    other = Statement(
        document="b", text="In a quiet town, the cathedral of Saint Augustine, established in 1900, is visited by many."
    )
    (found,) = opposed("When was the Cathedral of Saint Augustine established?", said, [other], language="en")
    assert (found.value, found.other) == ("1856", "1900")


def test_years_of_other_events_are_no_conflict() -> None:
    said = Statement(document="a", text="The Cathedral of Saint Augustine was established in 1856.")
    other = Statement(document="b", text="The Cathedral of Saint Augustine was restored in 1900.")
    assert opposed("When was the Cathedral of Saint Augustine established?", said, [other], language="en") == ()


def test_a_value_that_the_first_says_too_of_something_else_is_no_other_side() -> None:
    said = Statement(
        document="a", text="Content is deleted 30 days after cancellation, and from backups within 60 days."
    )
    other = Statement(document="b", text="After cancellation content is deleted within 60 days.")
    assert opposed("When is content deleted after cancellation?", said, [other], language="en") == ()


@pytest.mark.parametrize(
    ("question", "text", "other", "values"),
    [
        (
            "What sport is the Munster Senior Cup associated with?",
            "The Munster Senior Cup is the under-age rugby union competition for schools of the Munster Branch.",
            "The Munster Senior Cup is the under-age cricket competition for schools of the Munster Branch.",
            ("rugby union", "cricket"),
        ),
        (
            "What is the population of Madi?",
            "With the population about 50,000, it is the fifth municipality in the district.",
            "With the population about 10,000, it is the fifth municipality in the district.",
            ("50,000", "10,000"),
        ),
        (
            "Where was Airways International based?",
            "Airways International was an airline based in Miami, Florida.",
            "Airways International was an airline that was based in Anchorage, Alaska.",
            ("Miami Florida", "Anchorage Alaska"),
        ),
    ],
    ids=["kind", "figure", "place"],
)
def test_what_differs_in_one_place_of_two_sentences_that_else_are_the_same_is_a_conflict(
    question: str, text: str, other: str, values: tuple[str, str]
) -> None:
    said = Statement(document="a", text=text)
    (found,) = opposed(question, said, [Statement(document="b", text=other)], language="en")
    assert (found.value, found.other) == values


@pytest.mark.parametrize(
    ("question", "text", "other"),
    [
        (
            "When are refunds made?",
            "Refunds are made to the card that was used for the order.",
            "Refunds are issued to the card that was used for the order.",
        ),
        (
            "What covers the cost of a return?",
            "The standard plan covers the cost of a return within the country.",
            "The basic plan covers the cost of a return within the country.",
        ),
        (
            "Where is Red Brick School?",
            "Classes of the Red Brick School were moved to the middle school last year.",
            "classes of the Red Brick School were moved to the middle school last year.",
        ),
    ],
    ids=["another verb", "no named subject", "capitals"],
)
def test_other_words_for_one_thing_are_no_conflict(question: str, text: str, other: str) -> None:
    said = Statement(document="a", text=text)
    assert opposed(question, said, [Statement(document="b", text=other)], language="en") == ()
