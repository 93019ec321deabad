"""
Retrieval measured by labelled questions, with no model; and refusals, with the generator on request.

recall@k, precision@k, nDCG@k and reciprocal rank are computed by ``ir_measures``. A label is found at the first hit
that stands in its section; further hits in the same section count as any other hit. Beside them:

- *currency*: of the hits in the first k, the share whose revision is the one in force of its document on the day asked,
  whatever topics the configuration gives;
- *leaks*: hits that the catalog does not let the asker read; hits, quotes and answers that show what the label calls
  secret; and answers to unanswerable questions that say what they must not;
- *refused*: the share of questions on which the answer abstains, unanswerable and answerable apart.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from pincite.access import may_read
from pincite.answers import Status
from pincite.errors import InputError, MissingExtra
from pincite.evaluate.labels import matches
from pincite.questions import Principal

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping
    from datetime import date

    from pincite.answers import Answer
    from pincite.corpus import Corpus
    from pincite.documents import RevisionKey
    from pincite.evaluate.labels import Labelled
    from pincite.questions import Found

__all__ = ["Outcome", "Result", "Slice", "evaluate_retrieval"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """What one question came to."""

    id: str
    kind: str
    question: str
    answerable: bool
    ranking: tuple[tuple[str, float], ...]
    """"document#section" and score of each hit, best first."""
    gained: tuple[str | None, ...]
    """For each hit the label that it is the first to meet, or ``None``."""
    labels: Mapping[str, int]
    """What should be found, each with its grade of relevance, at least 1."""
    current: tuple[bool, ...]
    """For each hit whether its revision was in force."""
    leaks: int
    """Hits and answers that show what the label says must not be seen."""
    refused: bool | None = None
    """Whether the answer abstained; ``None`` where none was asked for."""
    correct: bool | None = None
    """Whether the answer satisfies the label's patterns; ``None`` where none was asked for."""

    @property
    def n_labels(self) -> int:
        """How many labels there are."""
        return len(self.labels)


@dataclass(frozen=True, slots=True, kw_only=True)
class Slice:
    """The measures of one group of questions."""

    name: str
    n: int
    """Number of questions."""
    values: Mapping[str, float | None]
    """By name; ``None`` where the group has nothing to measure it on."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """All measures over a set of questions."""

    slices: tuple[Slice, ...]
    """"all" first, then one per kind in order of name."""
    outcomes: tuple[Outcome, ...]
    facts: Mapping[str, Any] = field(default_factory=dict)
    """Sequence, generation and settings that were measured."""

    @property
    def overall(self) -> Mapping[str, float | None]:
        """The measures over all questions."""
        return self.slices[0].values


def evaluate_retrieval(
    corpus: Corpus,
    questions: Iterable[Labelled],
    *,
    ks: tuple[int, ...] = (3, 10),
    qrels: Mapping[str, Mapping[str, int]] | None = None,
    answers: bool = False,
    progress: Callable[[int], object] | None = None,
) -> Result:
    """
    Run every question and return the measures.

    :param ks: Cut-offs, each at least 1.
    :param qrels: Judgements that replace the labels' ``relevant``; those below 1 judge what is not relevant.
    :param answers: Ask each question too, and measure refusals and correctness.
    :param progress: Called with the number of questions done.
    :raises InputError: If there is no cut-off, or one is less than 1.
    :raises MissingExtra: If ``ir_measures`` is not installed.
    """
    if min(ks, default=0) < 1:
        raise InputError(f"the cut-offs are {ks}: expected one or more of at least 1", ks=ks)
    in_force = _Currency(corpus)
    outcomes = []
    for done, labelled in enumerate(questions, start=1):
        judged = dict.fromkeys(labelled.relevant, 1) if qrels is None else qrels.get(labelled.id, {})
        relevant = {label: grade for label, grade in judged.items() if grade >= 1}
        outcomes.append(_outcome(corpus, labelled, relevant, max(ks), in_force, answers=answers))
        if progress:
            progress(done)
    kinds = sorted({o.kind for o in outcomes})
    groups = [("all", outcomes), *((kind, [o for o in outcomes if o.kind == kind]) for kind in kinds)]
    slices = tuple(Slice(name=name, n=len(group), values=_values(group, ks)) for name, group in groups)
    return Result(slices=slices, outcomes=tuple(outcomes), facts=corpus.facts())


def _outcome(
    corpus: Corpus, labelled: Labelled, relevant: Mapping[str, int], k: int, in_force: _Currency, *, answers: bool
) -> Outcome:
    asker = labelled.principal
    principal = Principal(
        tenant=asker.tenant or corpus.config.corpus.tenant, subject=asker.subject, groups=asker.groups
    )
    where: dict[str, Any] = {"as_of": labelled.as_of, "applies_to": labelled.applies_to}
    found = corpus.search(labelled.question, principal=principal, k=k, **where)
    answer = corpus.ask(labelled.question, principal=principal, **where) if answers else None
    return Outcome(
        id=labelled.id,
        kind=labelled.kind,
        question=labelled.question,
        answerable=labelled.answerable,
        ranking=tuple((f"{f.document}#{f.section}", f.score) for f in found),
        gained=_gained(found, tuple(relevant)),
        labels=relevant,
        current=tuple(in_force(f, labelled.as_of) for f in found),
        leaks=_forbidden(corpus, principal, found) + _betrayed(labelled, found, answer),
        refused=None if answer is None else answer.status is Status.ABSTAINED,
        correct=None if answer is None else _correct(labelled, answer),
    )


def _forbidden(corpus: Corpus, principal: Principal, found: tuple[Found, ...]) -> int:
    """Count the hits that the catalog's list of readers does not let the asker see, whatever permit they carry."""
    rows = corpus.store.catalog.access_of({f.permit.revision.key for f in found})
    return sum(
        f.permit.revision.tenant != principal.tenant
        or not may_read(principal.readers, rows[f.permit.revision.key].effective)
        for f in found
    )


def _betrayed(labelled: Labelled, found: tuple[Found, ...], answer: Answer | None) -> int:
    """Count the hits and parts of an answer that show what the label keeps from the asker."""
    shown = [" ".join((f.title, *f.permit.chunk.path, f.text)) for f in found]
    if answer is None:
        return sum(map(labelled.shows_secret, shown))
    shown += [answer.text, *(" ".join((c.title, c.section, c.quote)) for c in answer.citations)]
    said = not labelled.answerable and labelled.betrays(answer.text) and not labelled.shows_secret(answer.text)
    return sum(map(labelled.shows_secret, shown)) + said


def _correct(labelled: Labelled, answer: Answer) -> bool:
    if not labelled.answerable:
        return answer.status is Status.ABSTAINED and not labelled.betrays(answer.text)
    return answer.status is not Status.ABSTAINED and labelled.accepts(answer.text)


def _gained(found: tuple[Found, ...], relevant: tuple[str, ...]) -> tuple[str | None, ...]:
    left = list(relevant)
    gained: list[str | None] = []
    for hit in found:
        label = next((label for label in left if matches(label, hit)), None)
        if label is not None:
            left.remove(label)
        gained.append(label)
    return tuple(gained)


class _Currency:
    """Tells whether a hit's revision is in force among the versions of its document, whatever its topic says."""

    def __init__(self, corpus: Corpus) -> None:
        self._corpus = corpus
        self._spans: dict[RevisionKey, tuple[date, date]] = corpus.validity_by_document()

    def __call__(self, found: Found, as_of: date | None) -> bool:
        start, end = self._spans[found.permit.revision.key]
        return start <= (as_of or self._corpus.today()) < end


def _values(outcomes: list[Outcome], ks: tuple[int, ...]) -> dict[str, float | None]:
    values = _ranked([o for o in outcomes if o.answerable and o.n_labels], ks)
    first = min(ks)
    shown = [flag for o in outcomes for flag in o.current[:first]]
    values["currency"] = _mean(shown)
    values["leaks"] = float(sum(o.leaks for o in outcomes))
    asked = [o for o in outcomes if o.refused is not None]
    if asked:
        values["unanswerable_refused"] = _mean([bool(o.refused) for o in asked if not o.answerable])
        values["answerable_refused"] = _mean([bool(o.refused) for o in asked if o.answerable])
        values["correct"] = _mean([bool(o.correct) for o in asked])
    return values


def _ranked(outcomes: list[Outcome], ks: tuple[int, ...]) -> dict[str, float | None]:
    """Return the rank measures of ``ir_measures``; ``None`` where no question has labels."""
    try:
        import ir_measures
    except ImportError as error:
        raise MissingExtra("measuring retrieval", "eval") from error
    wanted = {f"recall@{k}": ir_measures.R @ k for k in ks}
    wanted |= {f"precision@{k}": ir_measures.P @ k for k in ks}
    wanted |= {f"ndcg@{k}": ir_measures.nDCG @ k for k in ks} | {"mrr": ir_measures.RR}
    if not outcomes:
        return dict.fromkeys(wanted)
    judged = [ir_measures.Qrel(o.id, label, grade) for o in outcomes for label, grade in o.labels.items()]
    run = [row for o in outcomes for row in _run_rows(o, ir_measures.ScoredDoc)]
    measured = ir_measures.calc_aggregate(wanted.values(), judged, run)
    return {name: float(measured[measure]) for name, measure in wanted.items()}


def _run_rows(outcome: Outcome, make: Callable[[str, str, float], Any]) -> list[Any]:
    """Return the ranking with each hit named for the label that it meets first, or for its rank where it meets none."""
    return [
        make(outcome.id, f"hit {rank}" if label is None else label, -float(rank))
        for rank, label in enumerate(outcome.gained, start=1)
    ]


def _mean(flags: list[bool]) -> float | None:
    return sum(flags) / len(flags) if flags else None
