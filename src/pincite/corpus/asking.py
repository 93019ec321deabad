"""Asking, searching and looking up."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, cast

from pincite.corpus.given import a_day, a_text, names, turns
from pincite.corpus.held import Held
from pincite.corpus.watching import Watch
from pincite.errors import AccessChanged, StoreError
from pincite.lifecycle.reserve import require_spare
from pincite.pipeline.receipt import answer_trace
from pincite.pipeline.search import Request, govern_permits
from pincite.questions import Found, Hit
from pincite.text.identifiers import find, normalise
from pincite.trace import Recorder

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable
    from datetime import date

    from pincite.access.members import Member
    from pincite.answers import Answer
    from pincite.pipeline.ask import Progress
    from pincite.questions import Principal, Turn
    from pincite.validity.named_days import NamedDay

__all__ = ["Asking"]

_TRIES = 3
"""How often a question is asked whose asker's rights change while it is answered."""


class Asking(Held):
    """The side of a corpus that answers."""

    def ask(
        self,
        question: str,
        *,
        principal: Principal | Member | None = None,
        k: int = 5,
        route: str | None = None,
        documents: Iterable[str] | None = None,
        as_of: date | None = None,
        applies_to: str | None = None,
        mode: str | None = None,
        history: Iterable[Turn | Answer] = (),
        strict: bool = False,
    ) -> Answer:
        """
        Return a cited answer, or an abstention with its reason.

        :param question: At most 10,000 characters.
        :param principal: Who asks, or what gives that anew at each question and step (:meth:`member`,
            :meth:`identify`); ``None`` for the default reader.
        :param k: How many passages the answer may draw on, at least 1.
        :param route: auto, lexical, dense, hybrid or identifier; ``None`` for the configured one.
        :param documents: Only these documents; ``None`` for all that may be read.
        :param as_of: The day whose versions in force are read; ``None`` for today.
        :param applies_to: What the question is about, where documents say what they apply to.
        :param mode: auto, search, whole or model-led; ``None`` for the configured one.
        :param history: Earlier turns, oldest first. What an earlier answer quotes counts only as far as the principal
            may read now what it rests on.
        :param strict: Raise when a claim is not borne out, instead of dropping it.
        :raises QueryError: If the question is empty, too long, or has nothing in it that can be searched for.
        :raises InputError: If another parameter is not what it should be.
        :raises GroundednessError: In strict mode.
        :raises AccessDenied: If the asker's credential does not hold any more.
        """
        how: dict[str, Any] = {"k": k, "route": route, "as_of": as_of, "applies_to": applies_to, "mode": mode}
        only, said = None if documents is None else names(documents, "documents"), tuple(history)
        for left in reversed(range(_TRIES)):
            steps = self.stream(question, principal=principal, documents=only, history=said, strict=strict, **how)
            try:
                *_, (_, answer) = steps
            except AccessChanged:  # asked again, under the rights of now
                if not left:
                    raise
            else:
                break
        return cast("Answer", answer)

    def stream(
        self,
        question: str,
        *,
        principal: Principal | Member | None = None,
        k: int = 5,
        route: str | None = None,
        documents: Iterable[str] | None = None,
        as_of: date | None = None,
        applies_to: str | None = None,
        mode: str | None = None,
        history: Iterable[Turn | Answer] = (),
        strict: bool = False,
    ) -> Generator[Progress]:
        """
        Yield what happens while a question is answered: ``(name, value)`` with the names stage, passage, claim, answer.

        The parameters and errors are those of :meth:`ask`; the last step is the answer.
        """
        request = replace(
            self._request(question, principal, k, route, documents, as_of, applies_to),
            mode=mode,
            history=turns(history),
        )
        yield from self._kept(self._run(request, principal, strict=strict, reads_day=as_of is None))

    def tried(self, request: Request, *, reads_day: bool) -> tuple[Answer, Recorder]:
        """
        Return the answer to a request, with its steps, and keep nothing; for tools that look at how it comes about.

        :param reads_day: Whether the day is read out of the question, where that names one.
        """
        run = self._run(request, request.principal, strict=False, reads_day=reads_day)
        *_, (_, answer) = run.steps
        return cast("Answer", answer), run.recorder

    def _run(self, request: Request, principal: Principal | Member | None, *, strict: bool, reads_day: bool) -> _Run:
        """Return the steps of an answer, as of the day that the question names where something answers then."""
        then = _named_day(request) if reads_day else None
        if then is not None:
            if then.year is not None:
                now = self._watched(request, principal, strict=strict).whole()
                if _tells_of(now.answer, then.year):
                    return now
            covers = then.day if then.asked else None
            that_day = self._watched(replace(request, day=then.day, covers=covers), principal, strict=strict).whole()
            if that_day.answer.claims:
                return replace(that_day, note=_of_then(then))
            request = replace(request, covers=covers)
        run = self._watched(request, principal, strict=strict)
        return run if then is None else replace(run, note=_of_today(then))

    def _watched(self, request: Request, principal: Principal | Member | None, *, strict: bool) -> _Run:
        """Return the steps of an answer, which go on as long as the asker's rights stay what they were."""
        recorder = Recorder()

        def steps() -> Generator[Progress]:
            watch = Watch(asker=lambda: self._asker(principal), catalog=self.store.catalog)
            yield from watch.over(self._built.answering.steps(request, strict=strict, recorder=recorder), request)

        return _Run(steps=steps(), request=request, recorder=recorder)

    def _kept(self, run: _Run) -> Generator[Progress]:
        """Yield steps; the answer with what there is to note, once its record is written or cannot be."""
        for name, value in run.steps:
            if name == "answer":
                answer = run.note(cast("Answer", value))
                try:
                    self._keep(run.request, answer, run.recorder)
                except StoreError as error:  # a full disk: the answer is there, and is worth telling
                    answer = replace(answer, warnings=(*answer.warnings, f"not recorded: {error}"))
                yield name, answer
            else:
                yield name, value

    def _keep(self, request: Request, answer: Answer, recorder: Recorder) -> None:
        """Write the record of an answer."""
        kept = self.config.trace
        if kept.keep:
            require_spare(self.state)
            settings = self.settings_digest()
            trace = answer_trace(request, answer, recorder, text=kept.text, question=kept.question, settings=settings)
            if kept.text:
                from pincite.pipeline.said import with_words

                trace = with_words(trace, answer)
            self._traces.save(trace)

    def search(
        self,
        question: str,
        *,
        principal: Principal | Member | None = None,
        k: int = 10,
        route: str | None = None,
        documents: Iterable[str] | None = None,
        as_of: date | None = None,
        applies_to: str | None = None,
    ) -> tuple[Found, ...]:
        """
        Return at most ``k`` hits, best first; fewer where fewer match, never padded.

        The parameters and errors are those of :meth:`ask`.
        """
        request = self._request(question, principal, k, route, documents, as_of, applies_to)
        return self._built.search.run(request).found[:k]

    def lookup(
        self, identifier: str, *, principal: Principal | Member | None = None, as_of: date | None = None
    ) -> tuple[Found, ...]:
        """
        Return the chunks that hold an exact key, in order of document and place.

        :returns: Empty where none may be read, and where the text is no key of any kind: pages may have it all the
            same, and :meth:`search` finds them.
        """
        request = self._request(identifier, principal, 1, "identifier", None, as_of, None)
        catalog = self.store.catalog
        with self._built.reading() as lease:
            scope = self._built.scope(request.principal, lease, request.day)
            keys = {normalise(identifier), *(i.key for i in find(identifier, self.config.kinds()))}
            located = {each.chunk_id: each for each in catalog.lookup(sorted(keys), scope=scope)}
            held = catalog.permit(list(located), scope)
            permits = govern_permits(self._built.search, request, scope, held, recorder=Recorder())
        hits = [Hit(chunk_id=c, score=1.0) for c in located if c in permits]
        return tuple(
            Found(rank=at, hit=h, permit=permits[h.chunk_id], route="identifier") for at, h in enumerate(hits, start=1)
        )

    def _request(
        self,
        question: str,
        principal: Principal | Member | None,
        k: int,
        route: str | None,
        documents: Iterable[str] | None,
        as_of: date | None,
        applies_to: str | None,
    ) -> Request:
        request = Request(
            question=question,
            principal=self._asker(principal),
            k=k,
            day=a_day(as_of, self.today()),
            documents=None if documents is None else names(documents, "documents"),
            applies_to=None if applies_to is None else a_text(applies_to, "applies_to"),
            route=route,
        )
        if (route or self.config.retrieve.route) not in ("lexical", "identifier"):
            self._built.warm()
        return request


def _as_it_is(answer: Answer) -> Answer:
    return answer


@dataclass(frozen=True, slots=True, kw_only=True)
class _Run:
    """One run of the stages over a request."""

    steps: Iterable[Progress]
    request: Request
    recorder: Recorder
    note: Callable[[Answer], Answer] = _as_it_is
    """Adds to the answer what there is to say of the day that was read."""

    @property
    def answer(self) -> Answer:
        """The last step of a whole run."""
        *_, (_, answer) = self.steps
        return cast("Answer", answer)

    def whole(self) -> _Run:
        """Return the run with all its steps made."""
        return replace(self, steps=tuple(self.steps))


def _named_day(request: Request) -> NamedDay | None:
    """Return the day as of which a question asks itself; ``None`` where it names none but today."""
    from pincite.validity.named_days import named_day  # imported here: a search needs none of it

    return named_day(request.question, today=request.day)


def _tells_of(answer: Answer, year: int) -> bool:
    """Tell whether what is quoted speaks of a year itself: then it is no matter of versions."""
    from pincite.validity.named_days import tells_of_year  # imported here: as above

    return bool(answer.claims) and any(tells_of_year(citation.quote, year) for citation in answer.citations)


def _of_then(then: NamedDay) -> Callable[[Answer], Answer]:
    """Say that the versions of the named day are read, where another day may have others."""
    named = "the day that the question names" if then.exact else f"for {then.words!r} in the question"
    told = f"read as of {then.day.isoformat()}, {named}; another day: --as-of"

    def note(answer: Answer) -> Answer:
        from pincite.pipeline.branches import cited_revisions
        from pincite.validity.freshness import dated

        has_days = any(dated(revision) for revision in cited_revisions(answer))
        ended = bool(answer.claims) and all(claim.until for claim in answer.claims)  # each says its own day
        return replace(answer, warnings=(*answer.warnings, told)) if has_days and not ended else answer

    return note


def _of_today(then: NamedDay) -> Callable[[Answer], Answer]:
    """Warn whoever asks about a named day of which no version answers, and gets what is in force today."""
    told = f"nothing that was in force on {then.day.isoformat()} answers: this is from what is in force today"
    return lambda answer: replace(answer, warnings=(*answer.warnings, told)) if answer.claims else answer
