"""
What changed between two results, and where to look first.

Two planes: the *data plane* decides which passages are found (documents, parsing, chunks, vectors, index, retrieval,
reranking, packing), the *model plane* what is made of them (generator, model, prompt, checks). A measure of retrieval
does not depend on the model plane at all, so where one fell, the data plane is looked at first, whatever else changed
in the same week; where only measures of answers fell, the model plane is, if anything on it changed.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Final

from pincite.evaluate.intervals import Paired, paired

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from pincite.evaluate.results import Result

__all__ = ["Change", "Difference", "Plane", "difference"]


class Plane(StrEnum):
    """Where a change stands."""

    DATA = "data plane"
    MODEL = "model plane"
    QUESTIONS = "questions"
    """The measuring itself: other questions, another day."""
    NEITHER = "neither"


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """One fact or setting that differs between two results."""

    name: str
    before: str
    after: str
    plane: Plane


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """What changed between two results."""

    changes: tuple[Change, ...]
    measures: tuple[Paired, ...]
    """Every measure that both have, on the questions that both were asked."""
    n_common: int
    """Number of questions that both were asked."""
    first: Plane
    """Where to look first."""
    suspects: tuple[Change, ...]
    """The changes there, those that say most first."""
    reason: str


_FACTS: Final = {
    "content": Plane.DATA,
    "generation": Plane.DATA,
    "space": Plane.DATA,
    "embedder": Plane.DATA,
    "chunker": Plane.DATA,
    "parser": Plane.DATA,
    "analyzer": Plane.DATA,
    "reranker": Plane.DATA,
    "sequence": Plane.DATA,
    "model": Plane.MODEL,
    "generator": Plane.MODEL,
    "prompt": Plane.MODEL,
    "questions": Plane.QUESTIONS,
    "day": Plane.QUESTIONS,
    "pincite": Plane.NEITHER,
}
"""Facts of a result with their plane, those that explain most first."""
_SECTIONS: Final = {"generate": Plane.MODEL, "attribute": Plane.MODEL, "trace": Plane.NEITHER, "serve": Plane.NEITHER}
"""Sections of the settings that are not on the data plane."""
_RETRIEVAL: Final = ("recall@", "precision@", "ndcg@", "mrr", "currency")
_LOWER_IS_BETTER: Final = frozenset({"answerable_refused", "injection_obeyed"})


def difference(before: Result, after: Result) -> Difference:
    """
    Return what changed from one result to another and where to look first.

    :param before: The earlier one.
    :param after: The later one.
    """
    names = [name for name in before.overall if name in after.overall]
    measures = paired(before.outcomes, after.outcomes, names)
    changes = tuple(_changes(before, after))
    plane, reason = _leaked(before, after) or _first(measures, {change.plane for change in changes})
    return Difference(
        changes=changes,
        measures=measures,
        n_common=len({o.id for o in before.outcomes} & {o.id for o in after.outcomes}),
        first=plane,
        suspects=tuple(change for change in changes if change.plane is plane),
        reason=reason,
    )


def _changes(before: Result, after: Result) -> Iterable[Change]:
    for name, plane in _FACTS.items():
        old, new = str(before.facts.get(name, "")), str(after.facts.get(name, ""))
        if old != new and (name != "sequence" or before.facts.get("content") is None):
            yield Change(name=name, before=old, after=new, plane=plane)
    for key in sorted({*before.settings, *after.settings}):
        old, new = before.settings.get(key, ""), after.settings.get(key, "")
        if old != new:
            plane = _SECTIONS.get(key.partition(".")[0], Plane.DATA)
            yield Change(name=key, before=old, after=new, plane=plane)


def _leaked(before: Result, after: Result) -> tuple[Plane, str] | None:
    old, new = (result.overall.get("leaks") or 0.0 for result in (before, after))
    if new <= old:
        return None
    return Plane.DATA, f"leaks rose from {old:.0f} to {new:.0f}: what is shown is decided by the rights before anything"


def _first(measures: Sequence[Paired], changed: set[Plane]) -> tuple[Plane, str]:
    fell = [each for each in measures if _fell(each)]
    found = [each for each in fell if each.measure.startswith(_RETRIEVAL)]
    if found:
        said = f"{_said(found[0])}: what is found does not depend on the model that answers"
        if Plane.DATA in changed:
            return Plane.DATA, said
        if Plane.QUESTIONS in changed:
            return Plane.QUESTIONS, f"{said}, and nothing on the data plane is known to have changed, but the measuring"
        return Plane.DATA, f"{said}; no change of it is recorded, so run pincite doctor"
    if fell:
        plane = next((p for p in (Plane.MODEL, Plane.DATA, Plane.QUESTIONS) if p in changed), Plane.MODEL)
        return plane, f"{_said(fell[0])}, and no measure of retrieval fell with it"
    perhaps = next((each for each in measures if _worse(each)), None)
    if perhaps is not None:
        return Plane.NEITHER, f"{_said(perhaps)}, which may be chance; no measure is worse for certain"
    return Plane.NEITHER, "no measure that both have is worse"


def _fell(each: Paired) -> bool:
    return _worse(each) and (each.certain or each.n < 2)


def _worse(each: Paired) -> bool:
    return (-each.change if each.measure not in _LOWER_IS_BETTER else each.change) > 1e-9


def _said(each: Paired) -> str:
    return f"{each.measure} went from {each.first:.2f} to {each.second:.2f} on {each.n} common questions"
