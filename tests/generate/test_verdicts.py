"""A bare thing is told with the heading that says of it whether it is so."""

from __future__ import annotations

import pytest

from pincite.generate import GenerateSettings, build
from pincite.testing.passages import passages_of

PAGE = """# Hire of tools

## We do not accept

- cheques
- foreign coins

## Not included

| Item | Price |
|---|---|
| Drill bits | 4 EUR |
| Fuel | 2 EUR per litre |

## Covered

- broken hinges
"""


def claims(question: str) -> list[str]:
    return [c.text for c in build(GenerateSettings()).draft(question, passages_of(PAGE)).claims]


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("Are cheques accepted?", "We do not accept: cheques."),
        ("Are drill bits included?", "Not included: The drill bits are 4 EUR."),
        ("Are broken hinges covered?", "Covered: broken hinges."),
    ],
)
def test_a_thing_of_a_list_or_a_row_is_told_with_its_verdict(question: str, told: str) -> None:
    assert claims(question) == [told]


def test_what_is_asked_for_an_amount_is_told_as_it_stands() -> None:
    assert claims("What do drill bits cost?") == ["The drill bits are 4 EUR."]
