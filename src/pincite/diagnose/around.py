"""Holds what each stage comes to by itself against the answer as it is given, with all the checks around them."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from pincite.answers import Loss
from pincite.diagnose.case import Verdict
from pincite.protocols import Writer

if TYPE_CHECKING:
    from pincite.answers import Answer
    from pincite.diagnose.case import Case
    from pincite.pipeline.refusing import Check

__all__ = ["as_given"]

_NOT_HELD: Final = frozenset({Loss.NOT_INGESTED, Loss.PARSE})
_WRITTEN: Final = frozenset({Loss.IGNORED, Loss.CITATION, None})


def as_given(case: Case, verdict: Verdict) -> Verdict:
    """
    Return a verdict on the stages as one on the answer as it is given.

    What that cites is not lost, and what it leaves out is, whatever search and generator make of the question alone:
    the question is also read as of the day, the version or the document that it names, in parts, and by what governs.
    A model is asked a second time only where its first draft was all right.
    """
    if verdict.loss in _NOT_HELD or (verdict.loss is not None and isinstance(case.pipeline.generator, Writer)):
        return verdict
    answer, checks = case.whole
    label = next((each.label for each in answer.citations if case.cites(each)), None)
    if label is not None:
        found = f"found at rank {verdict.rank} and cited" if verdict.rank else "cited"
        given = Verdict(loss=None, rank=verdict.rank, evidence=f"{found} as [{label}]")
        return verdict if verdict.loss is None else given
    if verdict.loss not in _WRITTEN:
        return verdict
    told = _told(checks)
    if verdict.loss is None:
        return Verdict(
            loss=Loss.IGNORED,
            rank=verdict.rank,
            evidence=f"{verdict.evidence} when it is asked by itself; the answer as a whole {_did(answer)}{told}",
            fix=_fix(checks),
        )
    return replace(verdict, evidence=f"{verdict.evidence}{told}", fix=_fix(checks)) if checks else verdict


def _did(answer: Answer) -> str:
    if answer.claims:
        return f"cites {', '.join(dict.fromkeys(each.document for each in answer.citations))}"
    missing = f": {'; '.join(answer.missing)}" if answer.missing else ""
    return f"abstains ({answer.reason}){missing}"


def _told(checks: tuple[Check, ...]) -> str:
    return "".join(f'; refused by the check "{each.value}": {each.said}' for each in checks)


def _fix(checks: tuple[Check, ...]) -> str:
    if not checks:
        return "ask in words nearer to the passage, or for one thing at a time"
    named = " and ".join(f'"{each.value}"' for each in checks)
    return f"ask without what the check {named} goes by, or name it as the page does"
