"""
Answers to questions about another time: what holds today is no answer about 2015.

What a question asks of a day (``Request.covers``) is answered from what was in force then, or from a page that tells of
that year.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import TYPE_CHECKING, Final

from pincite.answers import Reason, Status
from pincite.pipeline.branches import answer_of, cited_revisions
from pincite.pipeline.earlier import with_earlier
from pincite.pipeline.ended import ended_within
from pincite.pipeline.refusing import Check, note_refusal
from pincite.validity.named_days import named_period, tells_of_year

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from datetime import date

    from pincite.answers import Answer
    from pincite.catalog import Catalog, DocumentRow
    from pincite.documents import Revision
    from pincite.pipeline.ask import Ask, Progress
    from pincite.pipeline.search import Request
    from pincite.pipeline.wording import Steps
    from pincite.trace import Recorder
    from pincite.validity.named_days import NamedPeriod

__all__ = ["Covering", "withheld"]

_YEAR: Final = re.compile(r"(?<![\w.,/-])(?:19|20)\d\d(?![\w/]|[.,-]\d)")
_INSUFFICIENT: Final = "The pages that you may read do not answer this."


@dataclass(frozen=True, slots=True, kw_only=True)
class Covering:
    """Holds answers against the time that their question names."""

    rest: Steps
    ask: Ask
    catalog: Catalog

    def steps(self, request: Request, *, strict: bool = False, recorder: Recorder | None = None) -> Iterator[Progress]:
        """Yield what happens while the question is answered; the last step is ``("answer", Answer)``."""
        if request.covers is None:
            yield from self.rest.steps(request, strict=strict, recorder=recorder)
            return

        def run(each: Request) -> list[Progress]:
            return list(self.rest.steps(each, strict=strict, recorder=recorder))

        period = named_period(request.question, day=request.covers)
        steps = run(request)
        if period is not None and request.day == request.covers and not answer_of(steps).claims:
            # The day is kept to by what is read: its words need not stand there.
            bare = run(replace(request, question=period.bare))
            steps = bare if _names_no_other_year(answer_of(bare), period) else steps
            if not answer_of(steps).claims and (ended := self._ended(request, period, run)) is not None:
                yield from (*ended[:-1], ("answer", replace(answer_of(ended), question=request.question)))
                return
        answer = answer_of(steps)
        if not _covers(answer, request):
            missing = f"nothing that you may read says what held {_when(request.covers)}"
            yield from withheld(answer, missing, by=Check.TIME, recorder=recorder)
            return
        if period is not None and request.day == request.covers and answer.claims:
            told = self._with_earlier(replace(request, question=period.bare), answer, period, run)
            if told is not answer:
                steps = [step for step in steps if step[0] != "claim"]
                steps[-1:] = [*(("claim", claim) for claim in told.claims), ("answer", told)]
        yield from (*steps[:-1], ("answer", replace(answer_of(steps), question=request.question)))

    def _with_earlier(
        self, request: Request, answer: Answer, period: NamedPeriod, run: Callable[[Request], list[Progress]]
    ) -> Answer:
        """Return an answer with what held before within the year or month that is asked about, where that differs."""

        def then(each: Request) -> Answer:
            return answer_of(run(each))

        return with_earlier(
            request, answer, rows_of=self._rows(request), run=then, render=self.ask.render, first=period.first
        )

    def _ended(
        self, request: Request, period: NamedPeriod, run: Callable[[Request], list[Progress]]
    ) -> list[Progress] | None:
        """Return the steps of an answer from what ended within the year or month that is asked about."""
        if period.first == period.last:
            return None
        with self.ask.search.lease() as lease:
            scope = self.ask.search.scope(request.principal, lease, request.day)
            ends = self.catalog.ends(scope, first=period.first)
        bare = replace(request, question=period.bare)
        return ended_within(bare, ends, rows_of=self._rows(request), run=run, render=self.ask.render)

    def _rows(self, request: Request) -> Callable[[date], tuple[DocumentRow, ...]]:
        def rows(day: date) -> tuple[DocumentRow, ...]:
            with self.ask.search.lease() as lease:
                return self.catalog.documents(self.ask.search.scope(request.principal, lease, day))

        return rows


def _names_no_other_year(answer: Answer, period: NamedPeriod) -> bool:
    years = {int(year) for claim in answer.claims for year in _YEAR.findall(claim.text)}
    return not years or bool(years & set(range(period.first.year, period.last.year + 1)))


def _covers(answer: Answer, request: Request) -> bool:
    """Tell whether what is cited was in force on the day that is asked about, or tells of its year."""
    if request.covers is None or not answer.claims:
        return True
    from pincite.validity.freshness import dated

    cited = cited_revisions(answer)
    year = request.covers.year
    shown = [p.text for p in answer.passages if any(p.permit.revision.key == each.key for each in cited)]
    named = (f"{each.title} {each.path}" for each in cited)
    if any(tells_of_year(text, year) for text in shown) or any(str(year) in re.findall(r"\d+", name) for name in named):
        return True
    return request.day == request.covers and any(dated(each) or _ends_in(each, request.covers) for each in cited)


def _ends_in(revision: Revision, day: date) -> bool:
    """Tell whether a page states its end, and that it is in the year of a day: it holds for that year until then."""
    return revision.expires is not None and (revision.expires - timedelta(days=1)).year == day.year


def _when(day: date) -> str:
    """Return a day in words; the last of a year stands for the year (:mod:`pincite.validity.named_days`)."""
    return f"in {day.year}" if (day.month, day.day) == (12, 31) else f"on {day.isoformat()}"


def withheld(answer: Answer, missing: str, *, by: Check, recorder: Recorder | None) -> list[Progress]:
    """
    Return the steps of an abstention; it repeats nothing of what was found.

    :param by: The check that refuses; it is noted.
    :param recorder: ``None`` where nothing is recorded.
    """
    note_refusal(recorder, by)
    kept = replace(
        answer,
        status=Status.ABSTAINED,
        text=_INSUFFICIENT,
        claims=(),
        citations=(),
        conflicts=(),
        missing=(missing,),
        reason=Reason.EVIDENCE_INSUFFICIENT,
    )
    return [*(("passage", passage) for passage in answer.passages), ("answer", kept)]
