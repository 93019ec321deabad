"""Answers for several values of ``applies_to`` side by side: which values part, and how their answers become one."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, cast

from pincite.answers import Answer, Reason, Status
from pincite.pipeline.governing import relevant
from pincite.validity.applies import applies, distinct, read_value
from pincite.validity.supersession import locate
from pincite.validity.versions import VersionKey, version_key

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from pincite.answers import Citation, Claim, Passage
    from pincite.documents import Revision, RevisionKey
    from pincite.pipeline.ask import Progress
    from pincite.validity.supersession import Supersession

__all__ = [
    "answer_of",
    "cited_revisions",
    "groups_of",
    "joined",
    "listed",
    "merged",
    "needs_branches",
    "rests_on_replaced",
    "same_words",
]

Branch = tuple[tuple[str, ...], Answer]
"""Values, and the answer for each of them."""


def answer_of(steps: Sequence[Progress]) -> Answer:
    """Return the answer in which the steps of a question end."""
    return cast("Answer", steps[-1][1])


def cited_revisions(answer: Answer) -> tuple[Revision, ...]:
    """Return the revisions that an answer cites, in order of its citations."""
    shown = {(p.permit.revision.document_id, p.permit.revision.version): p.permit.revision for p in answer.passages}
    keys = dict.fromkeys((citation.document, citation.version) for citation in answer.citations)
    return tuple(shown[key] for key in keys if key in shown)


def rests_on_replaced(answer: Answer, edges: Iterable[Supersession]) -> bool:
    """Tell whether an answer quotes words that are replaced for some values."""
    revisions = {(each.document_id, each.version): each for each in cited_revisions(answer)}
    for edge in edges:
        for citation in answer.citations if edge.limited else ():
            revision = revisions.get((citation.document, citation.version))
            spans = None if revision is None else locate(edge.target, revision)
            if spans is not None and (not spans or any(span.overlaps(citation.span) for span in spans)):
                return True
    return False


def needs_branches(answer: Answer, edges: Sequence[Supersession], known: Sequence[str]) -> bool:
    """Tell whether an answer that names no value rests on what holds for some values only."""
    if rests_on_replaced(answer, edges):
        return True
    return any(
        revision.applies_to and not all(applies(revision.applies_to, (value,)) for value in known)
        for revision in cited_revisions(answer)
    )


def groups_of(
    answer: Answer, edges: Sequence[Supersession], *, wanted: Sequence[str], question: str, language: str
) -> tuple[tuple[str, ...], ...]:
    """
    Return the values in groups of those for which the same holds among what was shown.

    :param wanted: The values that are asked about; empty for all that what was shown states.
    """
    revisions = _shown(answer.passages)
    near = [
        edge
        for edge in edges
        if edge.limited and _near(edge, revisions) and relevant(edge, question, language, revisions)
    ]
    stated = [*(value for edge in near for value in edge.applies_to)]
    values = distinct(wanted) or distinct([value for its in revisions for value in its.applies_to] + stated)
    found: dict[tuple[frozenset[RevisionKey], frozenset[int]], list[str]] = {}
    for value in values:
        speak = frozenset(its.key for its in revisions if applies(its.applies_to, (value,)))
        hold = frozenset(at for at, edge in enumerate(near) if edge.holds_for((value,)))
        found.setdefault((speak, hold), []).append(value)
    return tuple(
        sorted((tuple(sorted(group, key=_place)) for group in found.values()), key=lambda group: _place(group[0]))
    )


def _place(value: str) -> tuple[VersionKey, str]:
    core = read_value(value).core
    return version_key(core), core


def _shown(passages: Iterable[Passage]) -> tuple[Revision, ...]:
    return tuple({p.permit.revision.key: p.permit.revision for p in passages}.values())


def _near(edge: Supersession, revisions: Iterable[Revision]) -> bool:
    return any(edge.key == each.key or locate(edge.target, each) is not None for each in revisions)


def same_words(one: Iterable[Claim], other: Iterable[Claim]) -> bool:
    """Tell whether two lists of claims say the same, apart from case, blanks and end marks."""
    return [_folded(claim.text) for claim in one] == [_folded(claim.text) for claim in other]


def _folded(text: str) -> str:
    return " ".join("".join(c if c.isalnum() or c in "%$€£.," else " " for c in text.casefold()).split()).rstrip(".")


def listed(values: Sequence[str], *, last: str = "and") -> str:
    """Return names as one text: "A, B and C"."""
    return values[0] if len(values) == 1 else f"{', '.join(values[:-1])} {last} {values[-1]}"


def _or(groups: Sequence[Sequence[str]]) -> str:
    """Return groups of names as one choice: "A or B", "A; or B and C"."""
    names = [listed(group) for group in groups]
    if len(names) == 1 or all(len(group) == 1 for group in groups):
        return listed(names, last="or")
    return f"{'; '.join(names[:-1])}; or {names[-1]}"


def joined(branches: Iterable[Branch]) -> list[Branch]:
    """Return the branches with those put together whose claims say the same."""
    found: list[Branch] = []
    for values, answer in branches:
        same = next((at for at, (_, other) in enumerate(found) if same_words(answer.claims, other.claims)), None)
        if same is None:
            found.append((values, answer))
        else:
            found[same] = (tuple(sorted((*found[same][0], *values), key=_place)), found[same][1])
    return found


def merged(
    base: Answer,
    branches: Sequence[Branch],
    *,
    asked: bool,
    render: Callable[[Sequence[Claim]], str],
) -> Answer:
    """
    Return one answer out of the answers for several groups of values, each claim led by what it holds for.

    :param base: Gives everything that is not in the branches.
    :param branches: At least one of them with claims.
    :param asked: Whether the question names the values; if not, the answer asks which is meant.
    :param render: Writes the claims with their markers.
    """
    claims: list[Claim] = []
    citations: list[Citation] = []
    for values, answer in branches:
        new = _renumbered(answer, citations)
        lead = f"For {listed(values)}: "
        claims += [replace(claim, text=lead + claim.text, applies_to=values) for claim in new]
    open_for = [value for values, answer in branches if not answer.claims for value in values]
    missing = (f"what holds for {listed(open_for)}",) if open_for else ()
    which = f"which is meant: {_or([values for values, _ in branches])}"
    text = render(claims)
    return replace(
        base,
        status=Status.PARTIAL if missing or not asked else Status.ANSWERED,
        text=text if asked else f"{text} Please say {which}?".rstrip(),
        claims=tuple(claims),
        citations=tuple(citations),
        conflicts=(),
        missing=missing if asked else (which, *missing),
        reason=None if asked else Reason.NEEDS_APPLIES_TO,
        passages=_relabelled([p for _, answer in branches for p in answer.passages]),
    )


def _renumbered(answer: Answer, citations: list[Citation]) -> list[Claim]:
    """Return the claims with labels that go on from ``citations``, and add theirs to it."""
    places = {(c.document, c.version, c.span): c.label for c in citations}
    labels: dict[int, int] = {}
    for citation in answer.citations:
        place = (citation.document, citation.version, citation.span)
        if place not in places:
            places[place] = len(citations) + 1
            citations.append(replace(citation, label=places[place]))
        labels[citation.label] = places[place]
    return [replace(claim, citations=tuple(labels[each] for each in claim.citations)) for claim in answer.claims]


def _relabelled(passages: Iterable[Passage]) -> tuple[Passage, ...]:
    distinct_ones = {(p.permit.chunk.chunk_id, p.span): p for p in passages}
    return tuple(replace(each, label=label) for label, each in enumerate(distinct_ones.values(), start=1))
