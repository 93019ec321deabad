"""
Names the first loss between a document and the answer to a question, by trying each step and not by guessing.

This is a tool for administrators: it looks at what the asker may not see, and says so.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from pincite.answers import Loss, Stage
from pincite.diagnose.answering import answered
from pincite.diagnose.case import Case, Verdict
from pincite.diagnose.finding import found
from pincite.diagnose.holding import held
from pincite.errors import InputError
from pincite.pipeline.search import Request

if TYPE_CHECKING:
    from datetime import date

    from pincite.corpus import Corpus
    from pincite.questions import Principal

__all__ = ["Why", "why", "why_json"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Why:
    """Where the expected passage was lost, and what shows it."""

    question: str
    expected: str
    loss: Loss | None
    """``None`` where the passage was found and cited."""
    rank: int | None = None
    """Rank of its best chunk in the search, from 1; ``None`` where it is not among the hits."""
    evidence: str = ""
    """What was tried and what came of it."""
    fix: str = ""
    """What to change."""

    @property
    def stage(self) -> Stage | None:
        """The stage of the loss."""
        return self.loss.stage if self.loss else None


def why_json(found: Why) -> dict[str, Any]:
    """Return the object of ``pincite why --json``."""
    return {
        "question": found.question,
        "expected": found.expected,
        "loss": found.loss.value if found.loss else None,
        "stage": found.stage.value if found.stage else None,
        "rank": found.rank,
        "evidence": found.evidence,
        "fix": found.fix,
    }


def why(
    corpus: Corpus,
    question: str,
    expect: str,
    *,
    principal: Principal | None = None,
    k: int = 5,
    as_of: date | None = None,
    route: str | None = None,
) -> Why:
    """
    Return the first stage at which the passage that should have answered was lost.

    A passage that chunking has torn counts as lost there, unless the answer cites it all the same.

    :param expect: "document" or "document#section", where the section is a heading or its number.
    :param principal: Who asked; ``None`` for the corpus's default reader.
    :param k: How many passages the answer was given.
    :param as_of: The day asked about; ``None`` for today.
    :param route: The route that was forced; ``None`` for the configured one.
    :raises InputError: If ``expect`` names no document.
    :raises QueryError: If the question cannot be asked.
    """
    if not expect.partition("#")[0].strip():
        raise InputError(f"expected a document, got {expect!r}: write DOCUMENT or DOCUMENT#SECTION", expect=expect)
    request = Request(
        question=question, principal=principal or corpus.principal(), k=k, day=as_of or corpus.today(), route=route
    )
    case = Case(corpus=corpus, request=request, expected=expect)
    verdict = held(case) or _torn(case, _searched(case))
    return Why(
        question=question,
        expected=expect,
        loss=verdict.loss,
        rank=verdict.rank,
        evidence=verdict.evidence,
        fix=verdict.fix,
    )


def _searched(case: Case) -> Verdict:
    searched = case.pipeline.search.run(case.request)
    return found(case, searched) or answered(case, searched)


def _torn(case: Case, verdict: Verdict) -> Verdict:
    """Return the loss to chunking where the passage was torn and then lost."""
    torn = next((h.torn for h in reversed(case.governing) if h.torn), "")
    if verdict.loss is None or not torn:
        return verdict
    return replace(
        verdict,
        loss=Loss.CHUNK,
        evidence=f"{torn}; then lost at {verdict.loss.stage} ({verdict.loss}): {verdict.evidence}",
        fix="set chunk.name to structural, which keeps rows, items and sentences whole, and add the corpus anew",
    )
