"""The cheapest way of answering that can answer, with the numbers behind it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

import pytest

from pincite.answers import Draft, DraftClaim, Passage, Reason
from pincite.diagnose import Advised, Question, advise
from pincite.diagnose.advice import Means, Mode, Option, recommend
from pincite.pipeline.search import Request
from pincite.protocols import Task
from pincite.questions import Principal
from pincite.testing.desk import PUBLIC_DOCS, Desk

NewDesk = Callable[..., Desk]


def option(mode: Mode, tokens: int, cached: float | None, *, possible: bool = True) -> Option:
    return Option(mode=mode, possible=possible, tokens=tokens, price=cached, cached_price=cached, cacheable=0.0)


MEANS = Means(
    kind="lookup",
    n=10,
    keys=0.0,
    computed=0.0,
    hops=0.0,
    writes=True,
    leads=True,
    options=(
        option(Mode.LOOKUP, 0, 0.0),
        option(Mode.COMPUTED, 0, 0.0),
        option(Mode.SEARCH, 1_000, 0.004),
        option(Mode.WHOLE, 50_000, 0.020),
        option(Mode.LED, 8_000, 0.030),
    ),
)


def with_whole(means: Means, cached: float, *, possible: bool = True) -> Means:
    others = [each for each in means.options if each.mode is not Mode.WHOLE]
    return replace(means, options=(*others, option(Mode.WHOLE, 50_000, cached, possible=possible)))


@pytest.mark.parametrize(
    ("means", "mode", "said"),
    [
        (replace(MEANS, keys=0.9), Mode.LOOKUP, "90% name an exact key"),
        (replace(MEANS, computed=0.6), Mode.COMPUTED, "60% ask about every document"),
        (replace(MEANS, hops=0.7), Mode.WHOLE, "known only after reading, and all of it fits ($0.0200 a question"),
        (with_whole(replace(MEANS, hops=0.7), 0.05), Mode.LED, "known only after reading ($0.0300"),
        (replace(MEANS, kind="multi-hop", writes=False, leads=False), Mode.SEARCH, "rules take two steps"),
        (replace(MEANS, writes=False, leads=False), Mode.SEARCH, "no model writes here"),
        (replace(MEANS, score=("recall@3", 0.97)), Mode.SEARCH, "recall@3 is 0.97"),
        (with_whole(MEANS, 0.005), Mode.WHOLE, "what is shown whole cannot be missed"),
        (MEANS, Mode.SEARCH, "all of it costs too much"),
        (with_whole(MEANS, 0.005, possible=False), Mode.SEARCH, "all of it does not fit"),
    ],
)
def test_the_cheapest_way_that_can_answer_is_recommended_with_its_reason(means: Means, mode: Mode, said: str) -> None:
    advice = recommend(means)
    assert advice.mode is mode
    assert said in advice.why


@dataclass(frozen=True)
class Model:
    """A generator that writes with a model, as far as anybody asks before it is called."""

    name: str = "claude:claude-haiku-4-5"
    model: str = "claude-haiku-4-5"
    window: int = 100_000
    leads: bool = True
    caches: bool = True

    def draft(self, question: str, passages: tuple[Passage, ...]) -> Draft:
        raise AssertionError("no model is called")

    def write(self, task: Task) -> Iterator[DraftClaim | Draft]:
        raise AssertionError("no model is called")
        yield Draft(reason=Reason.EVIDENCE_INSUFFICIENT)


def desk_of(new_desk: NewDesk, generator: object) -> Desk:
    more = '[[sources]]\nname = "more"\npath = "more"\naccess = ["staff"]\n'
    desk = new_desk(f"{PUBLIC_DOCS}{more}", generator=generator)
    desk.write("docs/refund.md", "# Refund\n\nThe refund window is thirty days.")
    desk.write("docs/order.md", "# Order O-48214\n\nThe order O-48214 was shipped.")
    desk.write("more/desk.md", "# Desk\n\nThe fraud desk is at extension 4471.")
    desk.sync()
    return desk


def advised(desk: Desk, *questions: tuple[str, str], groups: Sequence[str] = ()) -> Advised:
    corpus = desk.corpus
    reader = Request(
        question="everything", principal=Principal(tenant="default", groups=list(groups)), day=corpus.today()
    )
    public = replace(reader, principal=corpus.principal())
    asked = [Question(kind=kind, request=replace(public, question=text)) for kind, text in questions]
    return advise(corpus, asked, reader=reader, scores={"lookup": ("correct", 0.5)})


def test_every_kind_is_advised_on_with_tokens_prices_and_times(new_desk: NewDesk) -> None:
    found = advised(desk_of(new_desk, Model()), ("lookup", "refund window"), ("identifier", "Where is order O-48214?"))
    keys, lookup = found.kinds
    assert (keys.means.kind, keys.mode, keys.means.keys) == ("identifier", Mode.LOOKUP, 1.0)
    search, whole, led = (lookup.means.option(mode) for mode in (Mode.SEARCH, Mode.WHOLE, Mode.LED))
    assert search.tokens < led.tokens
    assert search.p50_ms is not None
    assert (whole.price or 0) > (whole.cached_price or 0) > 0
    assert whole.cacheable == 1.0 > search.cacheable > 0
    assert lookup.means.score == ("correct", 0.5)
    assert (found.model, found.priced_as_of > "2025") == ("claude-haiku-4-5", True)


def test_only_what_the_reader_may_read_is_spoken_of_and_what_is_never_retrieved_is_named(new_desk: NewDesk) -> None:
    desk = desk_of(new_desk, Model())
    outsider = advised(desk, ("lookup", "refund window"))
    assert (outsider.documents, outsider.fits, outsider.never_sources) == (2, True, ())
    assert "more/desk" not in str(outsider)
    staff = advised(desk, ("lookup", "refund window"), groups=["staff"])
    assert (staff.documents, staff.never_sources) == (3, ("more",))
    assert "more/desk" in staff.never_documents
    assert "docs/refund" not in staff.never_documents


def test_without_questions_the_size_alone_is_advised_on(new_desk: NewDesk) -> None:
    found = advised(desk_of(new_desk, Model()))
    (any_question,) = found.kinds
    assert (any_question.means.n, any_question.mode) == (0, Mode.WHOLE)
    assert (found.placing.p95_ms, found.never_sources, found.n_never) == (None, (), 0)


def test_questions_about_every_document_are_computed(new_desk: NewDesk) -> None:
    found = advised(desk_of(new_desk, Model()), ("numeric", "How many of our contracts cap liability?"))
    assert found.kinds[0].mode is Mode.COMPUTED
