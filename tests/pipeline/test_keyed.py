"""A question about a code that stands nowhere is not answered from its neighbours."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from pincite.answers import Reason, Status
from pincite.corpus import Corpus
from pincite.questions import Principal
from pincite.testing.desk import PUBLIC_DOCS, Desk

NewDesk = Callable[..., Desk]

PAGE = """\
# Recipes

| Code | Says |
| --- | --- |
| R-118 | Stir the glaze for 20 minutes |
| R-181 | Fire the kiln at 900 degrees |

The spare part SP-12 is the seal of the pump. The cabinet CTH-7716 is in the cellar.
"""


@pytest.fixture
def corpus(new_desk: NewDesk) -> Corpus:
    desk = new_desk(PUBLIC_DOCS)
    desk.write("docs/recipes.md", PAGE, access="[public]")
    desk.write("docs/secret.md", "# Secret\n\nR-777 says stir it twice. SP-77 is the lid.", access="[board]")
    desk.sync()
    return desk.corpus


@pytest.mark.parametrize(
    ("question", "code"),
    [
        ("What does R-811 say?", "R-811"),
        ("What does R-777 say?", "R-777"),
        ("What is SP-99?", "SP-99"),
        ("What is SP-77?", "SP-77"),
        ("Where is CTH-9999?", "CTH-9999"),
    ],
)
def test_a_code_that_stands_nowhere_in_scope_is_missing(corpus: Corpus, question: str, code: str) -> None:
    """The same of one that was made up and of one that stands where the asker may not read."""
    answer = corpus.ask(question)
    assert (answer.status, answer.reason) == (Status.ABSTAINED, Reason.EVIDENCE_INSUFFICIENT)
    assert answer.missing == (code,)
    assert answer.claims == ()


@pytest.mark.parametrize(
    ("question", "says"),
    [
        ("What does R-118 say?", "20 minutes"),
        ("What does r 181 say?", "900 degrees"),
        ("Where is the cabinet CTH-7716?", "cellar"),
    ],
)
def test_a_code_that_is_there_is_answered(corpus: Corpus, question: str, says: str) -> None:
    assert says in corpus.ask(question).text


def test_whoever_may_read_the_page_of_a_code_is_answered_from_it(corpus: Corpus) -> None:
    board = Principal(tenant="default", groups=["board"])
    assert "the lid" in corpus.ask("What is SP-77?", principal=board).text


def test_a_code_with_letters_of_its_own_is_missing_too(corpus: Corpus) -> None:
    answer = corpus.ask("How is IL-6 stirred?")
    assert (answer.status, answer.missing) == (Status.ABSTAINED, ("IL-6",))
