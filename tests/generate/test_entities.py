"""What names, models and rows a question has stand in what answers it, or nothing does."""

from __future__ import annotations

import pytest

from pincite.answers import Draft
from pincite.generate import GenerateSettings, build
from pincite.generate.barring.entities import names_in
from pincite.testing.passages import passage_of, revision_of

RETURNS = """# Return rules of Petrel

The return window is 21 days. Petrel Pro costs $29 per year. Pay by card: money is back within a week.
Brackwater Haulage delivers large goods.
"""
SHOPS = """# Shops of the north

| Country | Retail outlets | Staff |
|---|---|---|
| Sweden | 412 | 9,100 |
| Denmark | 268 | 5,300 |
| Finland | 190 | 4,000 |

Norway joined the survey later.
"""
LATHE = """# LT 40 lathe

The LT 40 turns at up to 2,500 revolutions per minute. The noise level is 71 dB.
"""
SAW = """# BS 300 band saw

The BS 300 has a table of 300 mm. It stands beside any other machine.
"""


def draft(question: str, *pages: str) -> Draft:
    passages = tuple(
        passage_of(revision_of(page, document=f"page-{at}"), label=at) for at, page in enumerate(pages, start=1)
    )
    return build(GenerateSettings()).draft(question, passages)


@pytest.mark.parametrize(
    ("question", "name"),
    [
        ("What is the return window in Portugal?", "Portugal"),
        ("What is the return window of Ikea?", "Ikea"),
        ("How much is Petrel Lite per year?", "Lite"),
        ("Does Petrel Pro cost $29 in Iowa?", "Iowa"),
    ],
)
def test_a_name_that_nothing_speaks_of_leaves_the_question_unanswered_and_is_named(question: str, name: str) -> None:
    found = draft(question, RETURNS)
    assert found.claims == ()
    assert f'"{name}"' in found.missing[0]


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("What is the return window of Petrel?", "21 days"),
        ("How much is Petrel Pro per year?", "$29"),
        ("What is the return window in December?", "21 days"),
        ("What is the return window on my Visa?", "21 days"),
        ("Who delivers large goods, Brackwatter?", "Brackwater Haulage"),
        ("I moved to Portugal. What is the return window?", "21 days"),
        ("What Is The Return Window?", "21 days"),
    ],
)
def test_names_that_are_there_and_words_that_are_no_names_bar_nothing(question: str, said: str) -> None:
    assert any(said in claim.text for claim in draft(question, RETURNS).claims)


def test_a_row_of_another_name_is_no_answer_though_the_name_stands_beside_the_table() -> None:
    assert draft("How many retail outlets does Norway have?", SHOPS).claims == ()
    told = draft("How many retail outlets does Denmark have?", SHOPS).claims
    assert ["268" in claim.text for claim in told] == [True]


def test_what_a_page_of_another_model_says_is_no_answer() -> None:
    assert not any(
        "71 dB" in claim.text for claim in draft("What is the noise level of the BS-300?", LATHE, SAW).claims
    )
    assert "71 dB" in draft("What is the noise level of the LT-40?", LATHE, SAW).claims[0].text


def test_a_page_that_a_name_does_not_stand_on_is_of_something_else() -> None:
    cap = "# Crane contract\n\nThe liability cap is EUR 700,000.\n"
    ship = "# Delphine charter\n\nThe charter of the Delphine begins in May.\n"
    passages = tuple(
        passage_of(revision_of(page, document=f"page-{at}"), label=at) for at, page in enumerate((cap, ship), start=1)
    )
    found = build(GenerateSettings()).draft("What is the liability cap for Delphine?", passages)
    assert not any("700,000" in claim.text for claim in found.claims)


def test_in_german_a_capital_makes_no_name() -> None:
    assert names_in("Wie lang ist die Frist in Portugal?", language="de") == ()
    assert names_in("How long is the period in Portugal?", language="en") == ("Portugal",)
