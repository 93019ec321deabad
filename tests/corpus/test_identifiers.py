"""Exact keys: that page alone, or an honest "there is none"."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from pincite.answers import Reason, Status
from pincite.corpus import Corpus
from pincite.questions import Principal
from pincite.testing.desk import Desk, ram_folder
from pincite.wire import answer_json

NewDesk = Callable[..., Desk]

SETTINGS = """\
[identifiers.override]
pattern = '\\bRFD-\\d{4}\\b'
exhaustive = true

[[sources]]
name = "docs"
path = "docs"
access = ["public"]

[[sources]]
name = "rival"
path = "rival"
tenant = "rival"
access = ["public"]
"""
STAFF = Principal(tenant="default", groups=["staff"])


@pytest.fixture(scope="module")
def corpus() -> Iterator[Corpus]:
    with ram_folder() as folder:
        desk = Desk(folder, SETTINGS)
        for n in (48211, 48214, 48216, 48218):
            desk.write(
                f"docs/O-{n}.md", f"# Order O-{n}\n\nThe parcel of order O-{n} was sent on {n % 28} May by courier."
            )
        desk.write("docs/O-48230.md", "# Order O-48230\n\nThe parcel of order O-48230 is held.", access="[staff]")
        desk.write("rival/O-48231.md", "# Order O-48231\n\nThe parcel of order O-48231 was sent.")
        desk.write("docs/desk.md", "# Desk\n\nThe override code is RFD-7714.", access="[staff]")
        desk.write(
            "docs/health.md", "# Health\n\nThe protein IL-6 is measured in blood. Order forms are at the counter."
        )
        desk.sync()
        yield desk.corpus
        desk.close()


def without_ids(answer: Any, question: str, key: str) -> dict[str, Any]:  # noqa: ANN401  # an Answer
    """Return an answer's JSON without the ids of the answer itself, and with its key made the same."""
    shape = {name: v for name, v in answer_json(answer).items() if name not in ("trace_id", "timings_ms")}
    assert shape.pop("question") == question
    return {name: _swap(value, key) for name, value in shape.items()}


def _swap(value: Any, key: str) -> Any:  # noqa: ANN401  # any JSON
    if isinstance(value, str):
        return value.replace(key, "KEY")
    return [_swap(each, key) for each in value] if isinstance(value, list) else value


def test_an_order_is_found_alone_without_its_neighbours(corpus: Corpus) -> None:
    hits = corpus.search("Where is order O-48214?")
    assert {hit.document for hit in hits} == {"docs/O-48214"}
    answer = corpus.ask("Where is order O-48214?")
    assert answer.route == "identifier"
    assert {citation.document for citation in answer.citations} <= {"docs/O-48214"}
    assert {passage.permit.revision.document_id for passage in answer.passages} == {"docs/O-48214"}


@pytest.mark.parametrize(
    "written",
    ["O-48214", "o-48214", "O\u201348214", "O\u201448214", "O\u221248214", "O\u201148214", "O 48214", "O48214"],
)
def test_case_and_dash_make_no_difference(corpus: Corpus, written: str) -> None:
    assert {hit.document for hit in corpus.lookup(written)} == {"docs/O-48214"}


@pytest.mark.parametrize("written", ["o-48214", "O\u201348214", "O\u221248214", "O 48214"])
def test_case_and_dash_make_no_difference_in_a_question(corpus: Corpus, written: str) -> None:
    assert {hit.document for hit in corpus.search(f"Where is order {written}?")} == {"docs/O-48214"}


def test_an_order_that_does_not_exist_abstains_and_shows_no_neighbour(corpus: Corpus) -> None:
    answer = corpus.ask("Where is order O-48299?")
    assert (answer.status, answer.reason) == (Status.ABSTAINED, Reason.NO_SUCH_IDENTIFIER)
    assert answer.text == "There is no O-48299 among the pages that you may read."
    assert (answer.missing, answer.passages, answer.citations) == (("O-48299",), (), ())
    assert corpus.search("Where is order O-48299?") == ()
    assert corpus.lookup("O-48299") == ()


@pytest.mark.parametrize("key", ["O-48230", "O-48231"])
def test_an_order_outside_the_scope_answers_as_one_that_does_not_exist(corpus: Corpus, key: str) -> None:
    hidden, absent = f"Where is order {key}?", "Where is order O-48299?"
    ours = without_ids(corpus.ask(hidden), hidden, key)
    assert ours == without_ids(corpus.ask(absent), absent, "O-48299")
    assert corpus.search(hidden) == ()
    assert corpus.lookup(key) == ()


def test_a_hidden_and_an_absent_key_leave_traces_of_the_same_shape(corpus: Corpus) -> None:
    shapes = []
    for key in ("O-48230", "O-48299"):
        trace = corpus.trace(corpus.ask(f"Where is order {key}?").trace_id)
        own = ("question", "answer", "timings_ms")  # the text says which key it is that is not there
        facts = {name: value for name, value in trace.facts.items() if name not in own}
        shapes.append((facts, [(event.kind, event.detail) for event in trace.events]))
    assert shapes[0] == shapes[1]


def test_those_who_may_read_it_find_the_hidden_order(corpus: Corpus) -> None:
    assert {hit.document for hit in corpus.search("Where is order O-48230?", principal=STAFF)} == {"docs/O-48230"}
    rival = Principal(tenant="rival")
    assert {hit.document for hit in corpus.search("Where is order O-48231?", principal=rival)} == {"rival/O-48231"}


def test_a_configured_kind_is_exhaustive_too(corpus: Corpus) -> None:
    for question in ("What is override code RFD-7714?", "What is override code RFD-0000?"):
        assert corpus.ask(question).reason is Reason.NO_SUCH_IDENTIFIER
    assert {hit.document for hit in corpus.search("override code RFD-7714", principal=STAFF)} == {"docs/desk"}


def test_a_code_of_a_kind_that_is_not_exhaustive_stays_an_ordinary_search(corpus: Corpus) -> None:
    answer = corpus.ask("Where is IL-6 measured?")
    assert answer.route == "hybrid"
    assert corpus.search("Where is IL-6 measured?")[0].document == "docs/health"
    absent = corpus.ask("Where is IL-9 measured in blood?")
    assert absent.route == "hybrid"
    assert absent.reason is not Reason.NO_SUCH_IDENTIFIER
    assert not absent.claims
    assert "IL-9" in absent.missing
    assert corpus.search("Where is IL-9 measured in blood?")[0].document == "docs/health"


def test_a_question_with_one_key_that_is_there_and_one_that_is_not_says_which_is_missing(corpus: Corpus) -> None:
    answer = corpus.ask("When were the parcels of orders O-48214 and O-48299 sent?")
    assert "O-48299" in answer.missing
    assert {passage.permit.revision.document_id for passage in answer.passages} == {"docs/O-48214"}


def test_a_key_is_not_looked_up_outside_its_own_word(corpus: Corpus) -> None:
    assert corpus.lookup("O-4821") == ()
    assert corpus.lookup("48214") == ()
