"""Who holds an office, and who speaks for which side."""

from __future__ import annotations

import pytest

from pincite.generate import GenerateSettings, build
from pincite.testing.passages import passages_of

FIRM = """# The firm

Harbour Tools buys used devices, whether or not the seller buys something new. The treasurer of the firm is Ada
Lindqvist. The owner of Harbour Tools signs each contract.
"""
HEARING = """# Hearing of 12 May

ANNA BERG, of Oslo, appeared on behalf of the Petitioner. OLE DAHL, of Bergen, appeared on behalf 19 of the Respondent.
"""


def claims(question: str, page: str) -> str:
    return " ".join(c.text for c in build(GenerateSettings()).draft(question, passages_of(page)).claims)


@pytest.mark.parametrize(
    "question", ["Who is the CEO of Harbour Tools?", "Who's the chairman of Harbour Tools?", "Who was the auditor?"]
)
def test_a_sentence_that_speaks_of_no_such_office_does_not_say_who_holds_it(question: str) -> None:
    assert claims(question, FIRM) == ""


def test_a_sentence_that_names_who_holds_the_office_answers() -> None:
    assert "Lindqvist" in claims("Who is the treasurer of the firm?", FIRM)


@pytest.mark.parametrize(("side", "name", "other"), [("Respondent", "DAHL", "BERG"), ("Petitioner", "BERG", "DAHL")])
def test_what_is_said_of_the_other_side_is_not_told_with_it(side: str, name: str, other: str) -> None:
    told = claims(f"Who appeared on behalf of the {side}?", HEARING)
    assert name in told
    assert other not in told
