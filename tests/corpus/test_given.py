"""What cannot be asked is refused in one line that says what was expected."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, datetime
from typing import Any

import pytest

from pincite.errors import InputError, QueryError
from pincite.questions import Principal
from pincite.testing.desk import Desk

NewDesk = Callable[..., Desk]


@pytest.fixture
def desk(new_desk: NewDesk) -> Desk:
    desk = new_desk()
    desk.write("docs/refund.md", "# Refund policy\n\nThe refund window is thirty days.")
    desk.sync()
    return desk


@pytest.mark.parametrize("question", ["What is \ud800?", "\udcff", "?!", " … — ", "+++", "()", "\u200b", 7])
def test_a_question_that_says_nothing_or_is_no_text_is_refused(desk: Desk, question: Any) -> None:  # noqa: ANN401  # what a caller may get wrong
    for ask in (desk.corpus.ask, desk.corpus.search, desk.corpus.lookup):
        with pytest.raises(QueryError) as caught:
            ask(question)
        assert "\n" not in str(caught.value)
        str(caught.value).encode()


@pytest.mark.parametrize("question", ["refund", "§ 7", "返金", "C++", "🚗", "7"])
def test_a_question_of_one_word_figure_or_sign_is_asked(desk: Desk, question: str) -> None:
    assert desk.corpus.search(question) is not None


@pytest.mark.parametrize(
    "call",
    [
        lambda c: c.show("docs/\ud800"),
        lambda c: c.show("docs/refund", version="\ud800"),
        lambda c: c.versions("docs/\ud800"),
        lambda c: c.chunks("docs/\ud800"),
        lambda c: c.delete("docs/\ud800"),
        lambda c: c.set_access("docs/\ud800", []),
        lambda c: c.set_access("docs/refund", ["st\ud800ff"]),
        lambda c: c.clear_access("docs/\ud800"),
        lambda c: c.check_access("docs/\ud800"),
        lambda c: c.search("refund", documents=["docs/\ud800"]),
        lambda c: c.search("refund", applies_to="\ud800"),
        lambda c: c.trace("\ud800"),
    ],
)
def test_an_id_that_is_no_text_is_refused(desk: Desk, call: Callable[[Any], object]) -> None:
    with pytest.raises(InputError, match="surrogate") as caught:
        call(desk.corpus)
    str(caught.value).encode()


def test_a_principal_has_no_surrogates() -> None:
    for stated in ({"tenant": "\ud800"}, {"tenant": "t", "groups": ["\ud800"]}, {"tenant": "t", "subject": "\ud800"}):
        with pytest.raises(ValueError, match="surrogate"):
            Principal(**stated)


def test_a_list_is_not_taken_from_a_text(desk: Desk) -> None:
    with pytest.raises(InputError, match=r"pass a list: \['docs/refund'\]"):
        desk.corpus.ask("refund", documents="docs/refund")
    with pytest.raises(InputError, match=r"pass a list: \['staff'\]"):
        desk.corpus.set_access("docs/refund", "staff")


@pytest.mark.parametrize("as_of", ["2025-03-01", 20250301, datetime(2025, 3, 1)])
def test_a_day_is_a_date(desk: Desk, as_of: Any) -> None:  # noqa: ANN401  # what a caller may get wrong
    corpus = desk.corpus
    calls: list[Callable[[], object]] = [
        lambda: corpus.ask("refund", as_of=as_of),
        lambda: corpus.search("refund", as_of=as_of),
        lambda: corpus.lookup("O-1", as_of=as_of),
        lambda: corpus.documents(as_of=as_of),
        lambda: corpus.versions("docs/refund", as_of=as_of),
        lambda: corpus.show("docs/refund", as_of=as_of),
        lambda: corpus.chunks("docs/refund", as_of=as_of),
    ]
    for call in calls:
        with pytest.raises(InputError, match=r"datetime\.date"):
            call()


@pytest.mark.parametrize("k", ["3", 2.5, None, True, 0])
def test_k_is_a_whole_number_from_one(desk: Desk, k: Any) -> None:  # noqa: ANN401  # what a caller may get wrong
    for ask in (desk.corpus.ask, desk.corpus.search):
        with pytest.raises(InputError, match="at least 1"):
            ask("refund", k=k)


def test_a_citation_of_a_day_to_come_is_found_again(desk: Desk) -> None:
    desk.write("docs/gift.md", "# Gifts\n\nA gift card lasts nine years.", effective="2999-01-01")
    desk.sync()
    answer = desk.corpus.ask("How long does a gift card last?", as_of=date(2999, 6, 1))
    cited = desk.corpus.cited(desk.corpus.trace(answer.trace_id), 1)
    assert "nine years" in cited.span.cut(cited.revision.text)
