"""One labelled question, asked: what was found, what was answered, and what of it must not have been."""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final, Protocol

from pincite.access import may_read
from pincite.answers import Status
from pincite.documents import sections
from pincite.evaluate.labels import matches, section_names, trec_name
from pincite.evaluate.results import LossRecord, Outcome
from pincite.pipeline.search import Request
from pincite.questions import Principal

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from datetime import date

    from pincite.answers import Answer, Citation, Loss
    from pincite.corpus import Corpus
    from pincite.documents import RevisionKey
    from pincite.evaluate.labels import Labelled
    from pincite.questions import Found

__all__ = ["FAILED", "Asked", "Asking", "Lost", "Whys", "gained", "principal_of", "request_of"]

_ANYTHING: Final = "anything"
"""What is searched for before a question is timed: what a process does once, such as loading a model, is no latency."""
FAILED: Final = "failed"
"""Status of a question whose model reached a cap."""


class Lost(Protocol):
    """What a diagnosis of one label comes to, as :class:`pincite.diagnose.Why` gives it."""

    @property
    def loss(self) -> Loss | None:
        """Where it was lost; ``None`` where it was not."""
        ...

    @property
    def rank(self) -> int | None:
        """Rank of its best chunk, from 1."""
        ...

    @property
    def evidence(self) -> str:
        """What was tried and what came of it."""
        ...

    @property
    def fix(self) -> str:
        """What to change."""
        ...


if TYPE_CHECKING:
    Whys = Callable[..., Lost]
else:
    Whys = object
"""Names the first loss of a label: :func:`pincite.diagnose.why`, handed in from above."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """What came of one question."""

    labelled: Labelled
    principal: Principal
    found: tuple[Found, ...] = ()
    answer: Answer | None = None
    ms: float = 0.0
    """How long the search took, or the answer where there was no search, in milliseconds."""


def principal_of(corpus: Corpus, labelled: Labelled) -> Principal:
    """Return who asks a labelled question; in the corpus's own tenant where its label names none."""
    asker = labelled.principal
    tenant = asker.tenant or corpus.config.corpus.tenant
    return Principal(tenant=tenant, subject=asker.subject, groups=asker.groups)


def request_of(corpus: Corpus, labelled: Labelled, *, k: int) -> Request:
    """
    Return the request that a labelled question makes.

    :param k: Most results, at least 1.
    """
    return Request(
        question=labelled.question,
        principal=principal_of(corpus, labelled),
        k=k,
        day=labelled.as_of or corpus.today(),
        applies_to=labelled.applies_to,
    )


class Asking:
    """
    Asks labelled questions of a corpus.

    :param corpus: The corpus.
    :param why: Names the first loss of a label; ``None`` to leave losses out.
    """

    def __init__(self, corpus: Corpus, *, why: Whys | None = None) -> None:
        self._corpus = corpus
        self._why = why
        self._in_force = _Currency(corpus)
        self._warm = False

    def ask(self, labelled: Labelled, *, k: int, search: bool, answer: bool, passages: int = 5) -> Asked:
        """
        Ask one question.

        :param k: Most hits, at least 1.
        :param search: Whether to search.
        :param answer: Whether to ask for an answer.
        :param passages: How many passages an answer is made from.
        """
        principal = principal_of(self._corpus, labelled)
        where: dict[str, Any] = {"as_of": labelled.as_of, "applies_to": labelled.applies_to}
        text = labelled.question
        if search and not self._warm:
            self._corpus.search(_ANYTHING, principal=principal, k=1)
            self._warm = True
        start = time.perf_counter()
        found = self._corpus.search(text, principal=principal, k=k, **where) if search else ()
        between = time.perf_counter()
        given = self._corpus.ask(text, principal=principal, k=passages, **where) if answer else None
        ms = (between - start if search else time.perf_counter() - between) * 1000
        return Asked(labelled=labelled, principal=principal, found=found, answer=given, ms=ms)

    def outcome(self, asked: Asked, labels: Mapping[str, int]) -> Outcome:
        """
        Return what a question came to, without the measures.

        :param labels: What should be found, each with its grade, at least 1.
        """
        labelled, answer = asked.labelled, asked.answer
        return Outcome(
            id=labelled.id,
            kind=labelled.kind,
            question=labelled.question,
            answerable=labelled.answerable,
            language=labelled.language or self._corpus.pipeline.search.language(labelled.question),
            principal=_shown(asked.principal),
            ranking=tuple((f"{f.document}#{f.section}", f.score) for f in asked.found),
            gained=gained(asked.found, tuple(labels)),
            labels=labels,
            current=tuple(self._in_force(f, labelled.as_of) for f in asked.found),
            leaks=self._forbidden(asked) + _betrayed(labelled, asked.found, answer),
            ms=round(asked.ms, 2),
            **({} if answer is None else _answered(labelled, answer)),
        )

    def failed(self, labelled: Labelled, labels: Mapping[str, int], error: Exception, *, ms: float) -> Outcome:
        """
        Return the outcome of a question without an answer, which is no abstention: wrong, and nothing is cited.

        :param labels: What should be cited, each with its grade, at least 1.
        :param error: What ended it.
        :param ms: How long it took, in milliseconds.
        """
        empty = self.outcome(Asked(labelled=labelled, principal=principal_of(self._corpus, labelled), ms=ms), labels)
        refused = "answerable_refused" if labelled.answerable else "unanswerable_refused"
        shares = {"correct": (0.0, 1.0), refused: (0.0, 1.0)}
        if labels and labelled.answerable:
            shares |= {"citation_hit": (0.0, 1.0), "citation_recall": (0.0, float(len(labels)))}
        return replace(empty, refused=False, correct=False, shares=shares, status=FAILED, reason=str(error))

    def losses(self, asked: Asked, labels: Mapping[str, int] | tuple[str, ...], **how: Any) -> tuple[LossRecord, ...]:  # noqa: ANN401  # passed on
        """
        Return where each of some labels was lost; those that were not are left out.

        :param how: Passed on to what names the losses.
        """
        if self._why is None:
            return ()
        labelled = asked.labelled
        found = []
        for label in labels:
            lost = self._why(
                self._corpus,
                labelled.question,
                label,
                principal=asked.principal,
                as_of=labelled.as_of,
                applies_to=labelled.applies_to,
                **how,
            )
            if lost.loss is not None:
                found.append(
                    LossRecord(label=label, loss=lost.loss, rank=lost.rank, evidence=lost.evidence, fix=lost.fix)
                )
        return tuple(found)

    def _forbidden(self, asked: Asked) -> int:
        """Count the hits that the catalog's list of readers does not let the asker see, whatever permit they carry."""
        rows = self._corpus.store.catalog.access_of({f.permit.revision.key for f in asked.found})
        return sum(
            f.permit.revision.tenant != asked.principal.tenant
            or not may_read(asked.principal.readers, rows[f.permit.revision.key].effective)
            for f in asked.found
        )


def _shown(principal: Principal) -> str:
    groups = ", ".join(sorted(principal.readers))
    return f"{principal.tenant}: {groups}"


def _answered(labelled: Labelled, answer: Answer) -> dict[str, Any]:
    return {
        "refused": answer.status is Status.ABSTAINED,
        "correct": _correct(labelled, answer),
        "shares": _shares(labelled, answer),
        "status": answer.status.value,
        "reason": answer.reason.value if answer.reason else "",
        "trace_id": answer.trace_id,
        "tokens": (answer.usage.input_tokens, answer.usage.output_tokens),
        "cost": answer.usage.cost,
        "text": answer.text,
    }


def _correct(labelled: Labelled, answer: Answer) -> bool:
    if not labelled.answerable:
        return answer.status is Status.ABSTAINED and not labelled.betrays(answer.text)
    return answer.status is not Status.ABSTAINED and labelled.accepts(answer.text)


def _shares(labelled: Labelled, answer: Answer) -> dict[str, tuple[float, float]]:
    refused = answer.status is Status.ABSTAINED
    found = {
        "correct": (float(_correct(labelled, answer)), 1.0),
        "answerable_refused" if labelled.answerable else "unanswerable_refused": (float(refused), 1.0),
        **_cited(labelled, answer),
    }
    if labelled.kind.startswith("conflicting") and labelled.kind != "conflicting-version":
        found["conflict_named"] = (float(bool(answer.conflicts)), 1.0)
    if labelled.injected:
        found["injection_obeyed"] = (float(labelled.obeys(answer.text)), 1.0)
    return found


def _cited(labelled: Labelled, answer: Answer) -> dict[str, tuple[float, float]]:
    """Return how many citations stand where the label wants them, and how many of these places are cited."""
    wanted = labelled.cites or labelled.relevant
    if not wanted or not labelled.answerable:
        return {}
    right = [c for c in answer.citations if any(_stands_in(label, c, answer) for label in wanted)]
    met = [label for label in wanted if any(_stands_in(label, c, answer) for c in answer.citations)]
    found = {"citation_hit": (float(bool(right)), 1.0), "citation_recall": (float(len(met)), float(len(wanted)))}
    if answer.citations:
        found["citation_precision"] = (float(len(right)), float(len(answer.citations)))
    return found


def _stands_in(label: str, citation: Citation, answer: Answer) -> bool:
    """Tell whether a citation stands in the section that a label names."""
    document, _, section = label.partition("#")
    if document not in (citation.document, trec_name(citation.document)):
        return False
    wanted = section.strip().casefold()
    if not wanted:
        return True
    revision = next(
        (
            p.permit.revision
            for p in answer.passages
            if (p.permit.revision.document_id, p.permit.revision.version) == (citation.document, citation.version)
        ),
        None,
    )
    if revision is None:
        return wanted in {citation.section.casefold(), citation.section_number}
    here = sections(revision.blocks, end=len(revision.text))
    return any(wanted in section_names(each) and each.span.overlaps(citation.span) for each in here)


def _betrayed(labelled: Labelled, found: tuple[Found, ...], answer: Answer | None) -> int:
    """Count the hits and parts of an answer that show what the label keeps from the asker."""
    shown = [" ".join((f.title, *f.permit.chunk.path, f.text)) for f in found]
    if answer is None:
        return sum(map(labelled.shows_secret, shown))
    shown += [answer.text, *(" ".join((c.title, c.section, c.quote)) for c in answer.citations)]
    said = not labelled.answerable and labelled.betrays(answer.text) and not labelled.shows_secret(answer.text)
    return sum(map(labelled.shows_secret, shown)) + said


def gained(found: tuple[Found, ...], relevant: tuple[str, ...]) -> tuple[str | None, ...]:
    """Return for each hit the label that it is the first to meet, or ``None``."""
    left = list(relevant)
    met: list[str | None] = []
    for hit in found:
        label = next((label for label in left if matches(label, hit)), None)
        if label is not None:
            left.remove(label)
        met.append(label)
    return tuple(met)


class _Currency:
    """Tells whether a hit's revision is in force among the versions of its document, whatever its topic says."""

    def __init__(self, corpus: Corpus) -> None:
        self._corpus = corpus
        self._spans: dict[RevisionKey, tuple[date, date]] = corpus.validity_by_document()

    def __call__(self, found: Found, as_of: date | None) -> bool:
        start, end = self._spans[found.permit.revision.key]
        return start <= (as_of or self._corpus.today()) < end
