from __future__ import annotations

from collections.abc import Callable

import pytest

from pincite.pipeline.understanding import slips
from pincite.questions import Principal
from pincite.testing.desk import Desk
from pincite.testing.shelf import question

NewDesk = Callable[..., Desk]

VISITOR = Principal(tenant="default")
STAFF = Principal(tenant="default", groups=["staff"])


@pytest.fixture
def desk(new_desk: NewDesk) -> Desk:
    desk = new_desk()
    desk.write("docs/ferry.md", "# Ferry\n\nA bicycle travels without a surcharge on weekdays.", access="[public]")
    desk.write("docs/harbour.md", "# Harbour\n\nThe lighthouse keeper locks the gangway at dusk.", access="[public]")
    desk.write("docs/crew.md", "# Crew\n\nThe smuggler hides contraband in the bilge.", access="[staff]")
    desk.sync()
    return desk


def documents(desk: Desk, text: str, who: Principal = VISITOR) -> list[str]:
    return [each.document for each in desk.corpus.search(text, principal=who, route="lexical")]


@pytest.mark.parametrize("text", ["bicylce surchrage", "bicicle", "surchagre bycicle?", "bicyclle"])
def test_a_question_all_of_whose_words_are_misspelt_finds_what_was_meant(desk: Desk, text: str) -> None:
    assert documents(desk, text) == ["docs/ferry"]


def test_a_word_that_is_like_none_in_scope_finds_nothing(desk: Desk) -> None:
    assert documents(desk, "zeppelin dirigible") == []


def test_a_misspelt_word_is_not_read_as_one_that_only_others_may_read(desk: Desk) -> None:
    assert documents(desk, "smugler contrabnd", STAFF) == ["docs/crew"]
    assert documents(desk, "smugler contrabnd") == []


def test_slips_are_one_letter_away() -> None:
    near = set(slips(question("The cart")).split())
    assert {"cat", "carts", "dart", "crat", "art"} - near == {"cat"} - near
    assert "the" not in near
    assert "car" in near
