"""What a model says falsely with quotes that stand where it says: each kind falls, and the same said rightly stands."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pincite.answers import Draft, DraftClaim, Quote, Verdict
from pincite.attribute import AttributeSettings, build
from pincite.protocols import Attributed
from pincite.testing.passages import passages_of, revision_of

TABLE = """# Swimming pool

| What | Value |
| --- | --- |
| Price of a day ticket | 6 EUR |
| Deposit for a locker | 2 EUR |

A lost ticket is replaced within 4 days. Towels are lent out for 3 hours.
"""
LIST = """# Rowing club

## What we do not insure

- Private oars
- Boats left on the bank, once the season has ended

## What members get

Private oars are stored in the hall. Oars not in use are locked away.
"""
WATCH = """# Night watch

The porter checks the doors and hands the keys to the guard. The rota is kept by the porter.

A visit after midnight needs the consent of the director, who writes a note in the daybook.

The report is sent to the owner and arrives within 2 days of the visit.

Nothing is noted in the daybook when the doors are shut or nobody is in.
"""


def checked(page: str, text: str, *quotes: str, question: str = "", language: str = "en") -> Attributed:
    passages = passages_of(replace(revision_of(page), language=language))
    cited = tuple(Quote(label=1, text=quote) for quote in quotes)
    return build(AttributeSettings()).attribute(
        question, Draft(claims=(DraftClaim(text=text, quotes=cited),)), passages
    )


def stands(page: str, text: str, *quotes: str, question: str = "", language: str = "en") -> bool:
    return bool(checked(page, text, *quotes, question=question, language=language).claims)


def test_a_value_of_one_row_is_not_said_of_another() -> None:
    rows = ("| Price of a day ticket | 6 EUR |", "| Deposit for a locker | 2 EUR |")
    assert not stands(TABLE, "The price of a day ticket is 2 EUR.", *rows)
    assert not stands(TABLE, "Price of a day ticket: 6 EUR; deposit: 6 EUR.", *rows)
    assert stands(TABLE, "A day ticket costs 6 EUR and the deposit for a locker is 2 EUR.", *rows)


def test_a_value_of_one_sentence_is_not_said_of_a_row() -> None:
    quotes = ("| Price of a day ticket | 6 EUR |", "A lost ticket is replaced within 4 days.")
    found = checked(TABLE, "The price of a day ticket is 4 days.", *quotes)
    assert [c.verdict for c in found.rejected] == [Verdict.CONTRADICTED]
    assert "says of" in " ".join(found.rejected[0].findings)


def test_nothing_denies_whatever_else_its_sentence_denies() -> None:
    quote = "Nothing is noted in the daybook when the doors are shut or nobody is in."
    assert not stands(WATCH, "It is noted in the daybook when the doors are shut.", quote)
    assert stands(WATCH, "Nothing is noted in the daybook when the doors are shut.", quote)
    assert not stands(WATCH, "Nothing is noted in the daybook when somebody is in.", quote)


def test_what_a_heading_denies_is_denied_of_each_item_under_it() -> None:
    assert not stands(LIST, "Private oars are insured.", "Private oars\n")
    assert not stands(LIST, "We insure boats left on the bank, once the season has ended.", "Boats left on the bank")
    assert stands(LIST, "Private oars are not insured.", "- Private oars")


def test_a_heading_denies_nothing_of_a_whole_sentence_elsewhere() -> None:
    assert stands(LIST, "The hall stores private oars.", "Private oars are stored in the hall.")
    assert not stands(LIST, "Private oars are not stored in the hall.", "Private oars are stored in the hall.")


def test_a_quoted_item_is_told_with_the_heading_that_denies_it() -> None:
    (told,) = checked(LIST, "Private oars", "Private oars\n").claims
    assert (told.text, told.verdict) == ("What we do not insure: Private oars", Verdict.QUOTED)
    (whole,) = checked(LIST, "Private oars are stored in the hall.", "Private oars are stored in the hall.").claims
    assert whole.text == "Private oars are stored in the hall."


@pytest.mark.parametrize(
    ("wrong", "right", "quote"),
    [
        (
            "The keys check the porter and hand the doors to the guard.",
            "The doors are checked by the porter.",
            "The porter checks the doors and hands the keys to the guard.",
        ),
        (
            "The director needs a visit after midnight.",
            "The director's consent is needed for a visit after midnight.",
            "A visit after midnight needs the consent of the director, who writes a note in the daybook.",
        ),
        (
            "The daybook needs the consent of the director.",
            "For a visit after midnight the consent of the director is needed.",
            "A visit after midnight needs the consent of the director, who writes a note in the daybook.",
        ),
        (
            "The visit arrives within 2 days of the report.",
            "The owner is sent the report, which arrives within 2 days of the visit.",
            "The report is sent to the owner and arrives within 2 days of the visit.",
        ),
        ("The porter is kept by the rota.", "The porter keeps the rota.", "The rota is kept by the porter."),
    ],
)
def test_what_stands_before_a_verb_does_not_change_places_with_what_stands_behind_it(
    wrong: str, right: str, quote: str
) -> None:
    assert not stands(WATCH, wrong, quote)
    assert stands(WATCH, right, quote)


@pytest.mark.parametrize(
    ("language", "quote", "wrong", "right"),
    [
        ("en", "Tell us within 9 days.", "Tell us after 9 days.", "Tell us no later than 9 days."),
        ("en", "Stays from 3 May are free.", "Stays before 3 May are free.", "Free are stays from 3 May."),
        ("en", "Pay by May 3.", "Pay after May 3.", "Pay no later than May 3."),
        ("en", "Call 2 hours before arrival.", "Call 2 hours after arrival.", "Call 2 hours prior to arrival."),
        ("de", "Zahlung binnen 9 Tagen.", "Zahlung nach 9 Tagen.", "Zahlung innerhalb von 9 Tagen."),
        ("de", "Eingang ab 3. Mai.", "Eingang vor dem 3. Mai.", "Eingang seit dem 3. Mai."),
        ("fr", "Paiement sous 9 jours.", "Paiement après 9 jours.", "Paiement dans les 9 jours."),
        ("fr", "Séjours à partir du 3 mai.", "Séjours avant le 3 mai.", "Séjours dès le 3 mai."),
        ("es", "Pago dentro de 9 días.", "Pago después de 9 días.", "Pago en el plazo de 9 días."),
        ("es", "Estancias hasta el 3 de mayo.", "Estancias desde el 3 de mayo.", "Estancias antes del 3 de mayo."),
        ("it", "Pagamento entro 9 giorni.", "Pagamento dopo 9 giorni.", "Pagamento entro i 9 giorni."),
        ("it", "Soggiorni dal 3 maggio.", "Soggiorni prima del 3 maggio.", "Soggiorni a partire dal 3 maggio."),
    ],
)
def test_a_bound_and_a_day_keep_their_side(language: str, quote: str, wrong: str, right: str) -> None:
    page = f"# P\n\n{quote}\n"
    assert not stands(page, wrong, quote, language=language)
    assert stands(page, right, quote, language=language)


@pytest.mark.parametrize(
    ("language", "quote", "wrong", "right"),
    [
        (
            "de",
            "Für das Boot wird nichts verlangt.",
            "Für das Boot wird verlangt.",
            "Niemals wird für das Boot verlangt.",
        ),
        ("fr", "Aucun bateau n'est loué.", "Un bateau est loué.", "Le bateau n'est pas loué."),
        ("es", "Nadie paga por el bote.", "Se paga por el bote.", "No se paga nada por el bote."),
        ("it", "Nessuno paga per la barca.", "Si paga per la barca.", "Non si paga nulla per la barca."),
    ],
)
def test_a_denial_is_one_in_each_language_however_often_it_is_said(
    language: str, quote: str, wrong: str, right: str
) -> None:
    page = f"# P\n\n{quote}\n"
    assert not stands(page, wrong, quote, language=language)
    assert stands(page, right, quote, language=language)


def test_no_later_than_denies_nothing() -> None:
    quote = "Return the key no later than 5 days after the match."
    assert stands(f"# P\n\n{quote}\n", "The key must be returned within 5 days after the match.", quote)
    assert not stands(f"# P\n\n{quote}\n", "The key must not be returned within 5 days after the match.", quote)


def test_what_names_nothing_that_is_asked_falls_beside_what_names_all_of_it() -> None:
    said = "Towels are lent out for 3 hours."
    found = checked(TABLE, said, said, question="What is the deposit for a locker?")
    assert found.rejected[0].findings == (
        "says little of what is asked, of which is said: 'Deposit for a locker | 2 EUR'",
    )
    assert stands(TABLE, said, said, question="How long may I keep a towel?")


def test_an_answer_in_other_words_than_the_question_stands_where_nothing_names_more() -> None:
    said = "A lost ticket is replaced within 4 days."
    assert stands(TABLE, said, said, question="My pass is gone, how fast can I have another one?")


def test_who_something_is_sent_to_gets_it_and_who_sends_it_does_not() -> None:
    quote = "The report is sent to the owner and arrives within 2 days of the visit."
    assert stands(WATCH, "The owner gets the report within 2 days of the visit.", quote)
    assert not stands(WATCH, "The visit gets the report within 2 days.", quote)


def test_a_deadline_makes_a_duty_and_a_plain_statement_does_not() -> None:
    assert stands(TABLE, "A lost ticket must be replaced within 4 days.", "A lost ticket is replaced within 4 days.")
    assert not stands(TABLE, "Towels must be lent out for 3 hours.", "Towels are lent out for 3 hours.")


SOFT = "The rain water is soft and may be used in the kettle. The lamp is warm and must be kept dry."


def test_two_predicates_of_one_subject_are_not_mixed() -> None:
    quote = "The rain water is soft and may be used in the kettle."
    assert stands(f"# House\n\n{SOFT}\n", "The rain water may be used in the kettle.", quote)
    assert stands(f"# House\n\n{SOFT}\n", "Yes, the rain water can be used in the kettle.", quote)
    assert not stands(f"# House\n\n{SOFT}\n", "Yes, the lamp may be used in the kettle.", quote)
    assert not stands(f"# House\n\n{SOFT}\n", "The rain water may not be used in the kettle.", quote)
    assert not stands(f"# House\n\n{SOFT}\n", "Yes, the rain water must be kept dry.", quote)


def test_yes_before_what_the_quoted_words_deny_falls() -> None:
    quote = "The rain water may not be used in the kettle."
    assert not stands(f"# House\n\n{quote}\n", "Yes, the rain water may be used in the kettle.", quote)
    assert stands(f"# House\n\n{quote}\n", "No, the rain water may not be used in the kettle.", quote)
    assert not stands(f"# House\n\n{SOFT}\n", "No, the rain water may not be used in the kettle.", SOFT)


FUSES = """# Sockets

| Device | Fuse | Plug | Outdoors |
| --- | --- | --- | --- |
| Kiln | 16 A | no, fixed connection | never |
| Lathe | 10 A | yes | only under a roof |
"""


def test_a_cell_denies_its_own_column_and_no_other() -> None:
    row = "| Kiln | 16 A | no, fixed connection | never |"
    assert stands(FUSES, "The fuse of the kiln is 16 A.", row)
    assert not stands(FUSES, "The fuse of the kiln is not 16 A.", row)
    assert not stands(FUSES, "The kiln has a plug.", row)
    assert not stands(FUSES, "The fuse of the kiln is 16 A and it has a plug.", row)
    assert not stands(FUSES, "The kiln is outdoors.", row)
    assert stands(FUSES, "The kiln has no plug.", row)


ROWS = """# Cleaner

| Signal | Reason | Action |
| --- | --- | --- |
| One beep | Tank is empty | Fill the tank |
| Three beeps | Fuse FU-2 has blown | Do not open the case: send it in |

| Boat | Engine | Half day | Whole day | Starts |
| --- | --- | --- | --- | --- |
| Lena 60 | LC-40 | 30 EUR | 50 EUR | 9:00 |
| Lena 90 | LC-70 | 45 EUR | 80 EUR | 14:00 |

The belt is oiled every 300 km. Use only rain water: tap water leaves lime. The last boat leaves from the east bank.

A seat may only be fitted by a dealer. Who loses a key pays 85 EUR. Children may not enter the loft.

To lock the keys, hold Mode for three seconds. The number stands under the lid. A ticket is valid less than 24 hours
before the start.
"""
LENA_60 = "Lena 60 | LC-40 | 30 EUR | 50 EUR | 9:00"
LENA_90 = "Lena 90 | LC-70 | 45 EUR | 80 EUR | 14:00"
BEEPS = "Three beeps | Fuse FU-2 has blown | Do not open the case: send it in"


@pytest.mark.parametrize(
    ("wrong", "right", "quotes"),
    [
        ("The Lena 90 costs 30 EUR.", "The Lena 90 costs 80 EUR for a whole day.", (LENA_60, LENA_90)),
        ("The Lena 90 has engine LC-40.", "The Lena 90 has engine LC-70.", (LENA_60, LENA_90)),
        ("The Lena 90 starts at 9:00.", "The Lena 60 starts at 9:00.", (LENA_60, LENA_90)),
        ("The Lena 60 costs 50 EUR for half a day.", "The Lena 60 costs 30 EUR for half a day.", (LENA_60,)),
        ("One beep means that fuse FU-2 has blown.", "Three beeps mean that fuse FU-2 has blown.", (BEEPS,)),
        ("The belt is oiled after 300 km.", "The belt is oiled every 300 km.", ("The belt is oiled every 300 km.",)),
        (
            "Only tap water may be used.",
            "Only rain water may be used.",
            ("Use only rain water: tap water leaves lime.",),
        ),
        (
            "The last boat leaves for the east bank.",
            "The last boat leaves from the east bank.",
            ("The last boat leaves from the east bank.",),
        ),
        (
            "A ticket is valid 24 hours before the start.",
            "A ticket is valid less than 24 hours before the start.",
            ("A ticket is valid less than 24 hours\nbefore the start.",),
        ),
        (
            "No, a seat may not be fitted by a dealer.",
            "No, a seat may only be fitted by a dealer.",
            ("A seat may only be fitted by a dealer.",),
        ),
    ],
)
def test_what_names_a_row_a_time_or_a_thing_keeps_its_own(wrong: str, right: str, quotes: tuple[str, ...]) -> None:
    assert not stands(ROWS, wrong, *quotes)
    assert stands(ROWS, right, *quotes)


@pytest.mark.parametrize(
    ("claim", "quote"),
    [
        ("The number can be found under the lid.", "The number stands under the lid."),
        (
            "To lock the keys, you need to hold Mode for three seconds.",
            "To lock the keys, hold Mode for three seconds.",
        ),
        ("Who loses a key has to pay 85 EUR.", "Who loses a key pays 85 EUR."),
        ("No, children are not allowed to enter the loft.", "Children may not enter the loft."),
        ("One beep indicates that the tank is empty. To fix the problem, fill the tank.", "One beep | Tank is empty"),
    ],
)
def test_a_duty_a_place_and_a_remedy_may_be_told_in_the_words_of_speech(claim: str, quote: str) -> None:
    assert stands(ROWS, claim, quote)


def test_a_question_for_which_thing_grants_that_one_is_needed() -> None:
    said = "You need the boat Lena 60."
    assert stands(ROWS, said, LENA_60, question="Which boat do I need for six people?")
    assert not stands(ROWS, said, LENA_60, question="Do I need a boat?")
    assert not stands(ROWS, "You need the licence Lena 60.", LENA_60, question="Which licence do I need?")


def test_a_question_grants_the_verb_that_joins_a_thing_and_its_value() -> None:
    page = "# Oven\n\n| Programme | Water |\n| --- | --- |\n| Eco | 9 litres |\n| Wash | 14 litres |\n"
    said = "The Eco programme uses 9 litres."
    assert stands(page, said, "Eco | 9 litres", question="How much water does the Eco programme use?")
    assert not stands(page, said, "Eco | 9 litres", question="Does the Eco programme use water?")
    assert not stands(page, said, "Wash | 14 litres", question="How much water does the Eco programme use?")


HARM = "Rain water harms the kettle. Fill it with spring water up to the mark."


def told(claim: str, *quotes: str, question: str = "") -> list[str]:
    page = f"# House\n\n{HARM}\n\n| Code | Meaning |\n| --- | --- |\n| K5 | Lid is open |\n| K7 | Water is cold |\n"
    return [claim.text for claim in checked(page, claim, *quotes, question=question).claims]


def test_yes_or_no_goes_where_what_is_said_behind_it_stands_alone() -> None:
    quote = "Rain water harms the kettle."
    assert told("No, rain water harms the kettle.", quote) == ["Rain water harms the kettle."]
    assert told("Yes, rain water may be filled in.", quote) == []
    assert told("No, rain water does not harm the kettle.", quote) == []


def test_the_first_sentences_of_a_claim_stand_where_a_later_one_falls() -> None:
    said = "K5 means that the lid is open. The kettle then cools down for an hour."
    assert told(said, "K5 | Lid is open") == ["K5 means that the lid is open."]


def test_nothing_is_left_behind_a_sentence_that_fell() -> None:
    assert told("K7 means that the lid is open. To resolve this issue, fill it.", "K5 | Lid is open", HARM) == []


def test_first_sentences_that_say_the_question_again_are_no_answer() -> None:
    said = "The lid is open. The kettle has to be replaced."
    assert told(said, "K5 | Lid is open", question="What happens when the lid is open?") == []
