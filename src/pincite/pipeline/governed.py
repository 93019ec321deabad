"""Answers in which what governs decides: for which values, as of when, on whose authority, and how recent it is."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final

from pincite.answers import Answer, Reason, Status
from pincite.pipeline.branches import (
    cited_revisions,
    groups_of,
    joined,
    listed,
    merged,
    needs_branches,
    rests_on_replaced,
    same_words,
)
from pincite.pipeline.earlier import with_earlier
from pincite.pipeline.governing import relevant, wanted_of
from pincite.pipeline.refusing import note_reason
from pincite.trace import Recorder
from pincite.validity.applies import distinct, without
from pincite.validity.asking import as_of_now, wants
from pincite.validity.freshness import age_of, dated, proves, speaks_for
from pincite.validity.supersession import locate

if TYPE_CHECKING:
    from datetime import date

    from pincite.catalog import DocumentRow
    from pincite.documents import Revision
    from pincite.pipeline.ask import Ask, Progress
    from pincite.pipeline.search import Request
    from pincite.questions import Scope
    from pincite.validity.asking import Wants
    from pincite.validity.supersession import Supersession

__all__ = ["Governed"]

Stated = tuple[tuple["Supersession", ...], tuple[str, ...]]
_MOST: Final = 6
"""Groups of values that are answered one by one; with more the answer only asks which is meant."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Governed:
    """Asks as often as it takes to say what governs; most questions take one."""

    ask: Ask
    stated: Callable[[Scope], Stated]
    """Gives what is said to be replaced in the tenant, and the values that the reader's documents apply to."""
    documents: Callable[[Scope], tuple[DocumentRow, ...]]
    """Gives the readable documents in force."""
    changed: Callable[[Answer], tuple[str, ...]]
    """Says which cited files are not as they were read."""

    def run(self, request: Request, *, strict: bool = False, recorder: Recorder | None = None) -> Answer:
        """Return the answer; the parameters and errors are those of :meth:`pincite.pipeline.ask.Ask.run`."""
        *_, (_, answer) = self.steps(request, strict=strict, recorder=recorder)
        assert isinstance(answer, Answer)  # an answer is always the last step
        return answer

    def steps(self, request: Request, *, strict: bool = False, recorder: Recorder | None = None) -> Iterator[Progress]:
        """Yield what happens while the question is answered; the last step is ``("answer", Answer)``."""
        recorder = recorder or Recorder()
        asked = wants(request.question, day=request.day)
        now = as_of_now(request.question) if asked.history else request.question
        first = replace(request, binding=not asked.observation, question=now)
        stated = self._stated(request)
        live = not (any(stated) or asked.history or asked.present)
        answer: Any = None
        for name, value in self.ask.steps(first, strict=strict, recorder=recorder):
            if name == "answer":
                answer = value
            elif live or name == "stage":
                yield name, value
        said = bool(answer.claims) and live

        def run(each: Request) -> Answer:
            return self.ask.run(each, strict=strict, recorder=recorder)

        answer = self._looked_at(request, first, answer, asked, stated, run, recorder)
        note_reason(recorder, answer)
        answer = replace(answer, warnings=(*answer.warnings, *_old(answer, request.day), *self.changed(answer)))
        if not live:
            yield from (("passage", passage) for passage in answer.passages)
        if not said:
            yield from (("claim", claim) for claim in answer.claims)
        yield "answer", replace(answer, question=request.question, timings_ms=recorder.timings_ms())

    def _looked_at(
        self,
        request: Request,
        first: Request,
        answer: Answer,
        asked: Wants,
        stated: Stated,
        run: Callable[[Request], Answer],
        recorder: Recorder,
    ) -> Answer:
        """Return the answer with what governs and what the question wants of time decided."""
        answer = self._settled(first, answer, asked, stated, run, recorder)
        if asked.present and answer.claims:
            return self._present(first, answer, asked, stated, run, recorder)
        if asked.history and not answer.claims and first.question != request.question:
            first = replace(first, question=request.question)
            answer = self._settled(first, run(first), asked, stated, run, recorder)
        if asked.history and answer.claims:
            answer = self._with_earlier(first, answer, asked, stated, run, recorder)
        return answer

    def _stated(self, request: Request) -> Stated:
        return self.stated(self._scope(request))

    def _scope(self, request: Request, day: date | None = None) -> Scope:
        with self.ask.search.lease() as lease:
            return self.ask.search.scope(request.principal, lease, day or request.day)

    def _settled(
        self,
        request: Request,
        answer: Answer,
        asked: Wants,
        stated: Stated,
        run: Callable[[Request], Answer],
        recorder: Recorder,
    ) -> Answer:
        """Return the answer once everything that governs has been looked at."""
        edges, known = stated
        answer = _again(request, answer, asked, run, recorder)
        if not (edges or known):
            return answer
        wanted = wanted_of(request, known)
        answer = _of_what_replaces(request, answer, edges, wanted, run)
        answer = _of_the_thing_itself(request, answer, edges, wanted, run)
        several = len(wanted) > 1 or (not wanted and needs_branches(answer, edges, known))
        if not several:
            return _unknown_value(answer, wanted, known)
        if not wanted and _speaks_of_something_else(request, answer, edges):
            values = distinct(cited_revisions(answer)[0].applies_to)
            return merged(answer, [(values, answer)], asked=True, render=self.ask.render)
        language = self.ask.search.language(request.question)
        groups = groups_of(answer, edges, wanted=wanted, question=request.question, language=language)
        if len(groups) < 2:
            return self._led(answer, groups) if not wanted else answer
        if len(groups) > _MOST:
            return _which(answer, groups)
        branches = []
        for group in groups:
            each = replace(request, applies_to=group[0])
            part = _again(each, run(each), asked, run, recorder)
            branches.append((group, _of_what_replaces(each, part, edges, group[:1], run)))
        speaking = [part for _, part in branches if part.claims]
        differ = any(not same_words(part.claims, speaking[0].claims) for part in speaking[1:])
        replaced = rests_on_replaced(answer, edges)
        if not speaking or not (differ or replaced or len(speaking) < len(branches)):
            return answer
        shown = joined((group, part) for group, part in branches if part.claims or (differ or replaced))
        if not (differ or replaced) and any(not each.applies_to for each in cited_revisions(answer)):
            return answer  # what it rests on holds for everything: the others only lack words for it
        asked_back = not wanted and (differ or replaced)
        return merged(answer, shown, asked=not asked_back, render=self.ask.render)

    def _led(self, answer: Answer, groups: tuple[tuple[str, ...], ...]) -> Answer:
        """Say what an answer holds for where all that it cites holds for that alone."""
        if not answer.claims or not groups or not all(each.applies_to for each in cited_revisions(answer)):
            return answer
        return merged(answer, [(groups[0], answer)], asked=True, render=self.ask.render)

    def _present(
        self,
        request: Request,
        answer: Answer,
        asked: Wants,
        stated: Stated,
        run: Callable[[Request], Answer],
        recorder: Recorder,
    ) -> Answer:
        """Where old pages say how something stands, answer from recent reports alone, or say that there are none."""

        def proved(revision: Revision) -> bool:
            return proves(revision, request.day, since=asked.since)

        if all(map(proved, cited_revisions(answer))):
            return answer
        recent = replace(request, fresh=True)
        second = self._settled(recent, run(recent), asked, stated, run, recorder)
        said = cited_revisions(second)
        if second.claims and all(speaks_for(each) is not None and proved(each) for each in said):
            return second
        return _stale(answer, request.day)

    def _with_earlier(
        self,
        request: Request,
        answer: Answer,
        asked: Wants,
        stated: Stated,
        run: Callable[[Request], Answer],
        recorder: Recorder,
    ) -> Answer:
        def rows(day: date) -> tuple[DocumentRow, ...]:
            return self.documents(self._scope(request, day))

        def then(each: Request) -> Answer:
            return _again(each, run(each), asked, run, recorder)

        return with_earlier(request, answer, rows_of=rows, run=then, render=self.ask.render)


def _again(
    request: Request, answer: Answer, asked: Wants, run: Callable[[Request], Answer], recorder: Recorder
) -> Answer:
    """Where nothing answers, look at what was left out because it only tells."""
    if answer.claims:
        return answer
    left = next((event.detail for event in reversed(recorder.events) if event.kind == "govern"), {})
    if left.get("telling") and not asked.requirement:
        second = run(replace(request, binding=False))
        if second.claims:
            return replace(second, warnings=(*second.warnings, *_only_tells(second)))
    return answer


def _only_tells(answer: Answer) -> tuple[str, ...]:
    told = [each for each in cited_revisions(answer) if each.authority]
    return tuple(f"{each.title} only informs ({each.authority}): it is no requirement" for each in told)


def _stale(found: Answer, day: date) -> Answer:
    """Return the abstention of a question about the present that only old pages answer; it repeats nothing of them."""
    latest = max(cited_revisions(found), key=lambda each: dated(each) or day, default=None)
    named = f"; the latest that speaks of it is {latest.title} of {dated(latest)}" if latest else ""
    text = f"No page that you may read is recent enough to say how this stands on {day}{named}."
    return _abstained(found, Reason.STALE_ONLY, text, missing=f"a page that says it as of {day}")


def _abstained(answer: Answer, reason: Reason, text: str, *, missing: str) -> Answer:
    """Return an abstention in place of an answer; it repeats nothing that the answer says."""
    return replace(
        answer,
        status=Status.ABSTAINED,
        text=text,
        claims=(),
        citations=(),
        conflicts=(),
        missing=(missing,),
        reason=reason,
    )


def _of_what_replaces(
    request: Request,
    answer: Answer,
    edges: tuple[Supersession, ...],
    wanted: tuple[str, ...],
    run: Callable[[Request], Answer],
) -> Answer:
    """Answer from what replaces, where the question is about what is replaced and the answer cites something else."""
    shown = {p.permit.revision.key: p.permit.revision for p in answer.passages}
    language = _language(shown.values())
    ruling = [
        edge
        for edge in edges
        if edge.readable
        and edge.holds_for(wanted)
        and edge.target.section
        and (request.documents is None or edge.document in request.documents)
        and (edge.key in shown or any(locate(edge.target, each) is not None for each in shown.values()))
        and relevant(edge, request.question, language, shown.values())
    ]
    ids = tuple(dict.fromkeys(edge.document for edge in ruling))
    if not ids or any(citation.document in ids for citation in answer.citations):
        return answer
    second = run(replace(request, documents=ids))
    return second if second.claims else answer


def _of_the_thing_itself(
    request: Request,
    answer: Answer,
    edges: tuple[Supersession, ...],
    wanted: tuple[str, ...],
    run: Callable[[Request], Answer],
) -> Answer:
    """
    Ask once more without the words that name the value, where they led astray.

    They did where nothing was found, or a page that replaces something else for this value: its words name it too.
    """
    if request.applies_to is not None or len(wanted) != 1:
        return answer
    shown = [p.permit.revision for p in answer.passages]
    cited = {each.key for each in cited_revisions(answer)}
    astray = any(
        edge.key in cited and edge.limited and not relevant(edge, request.question, _language(shown), shown)
        for edge in edges
    )
    bare = without(request.question, wanted)
    if bare == request.question or (answer.claims and not astray):
        return answer
    second = run(replace(request, question=bare, applies_to=wanted[0]))
    return second if second.claims else answer


def _speaks_of_something_else(request: Request, answer: Answer, edges: tuple[Supersession, ...]) -> bool:
    """Tell whether an answer rests on replacing pages alone, for something that they do not replace."""
    cited = cited_revisions(answer)
    shown = [p.permit.revision for p in answer.passages]
    own = [edge for edge in edges if any(edge.key == each.key for each in cited)]
    if not cited or {each.key for each in cited} != {edge.key for edge in own}:
        return False
    return not any(relevant(edge, request.question, _language(shown), shown) for edge in own)


def _language(revisions: Iterable[Revision]) -> str:
    return next((each.language for each in revisions), "en")


def _unknown_value(answer: Answer, wanted: tuple[str, ...], known: tuple[str, ...]) -> Answer:
    """Where nothing answers and a value was named, say what the pages speak about."""
    if answer.claims or not wanted or not known:
        return answer
    return replace(
        answer, missing=(*answer.missing, f"what holds for {listed(wanted)}; the pages speak of {listed(known)}")
    )


def _which(answer: Answer, groups: tuple[tuple[str, ...], ...]) -> Answer:
    values = ", ".join(value for group in groups for value in group)
    text = f"The answer depends on what it is about: {values}. Please say which is meant."
    return _abstained(answer, Reason.NEEDS_APPLIES_TO, text, missing=f"which is meant: {values}")


def _old(answer: Answer, day: date) -> tuple[str, ...]:
    """Warn of cited pages that are past their age."""
    found = []
    for revision in cited_revisions(answer):
        age = age_of(revision, day)
        if age is not None and age.old:
            found.append(
                f"{revision.title} is of {age.since}, {age.days} days before {day}: past its max_age of "
                f"{age.limit} days"
            )
    return tuple(found)
