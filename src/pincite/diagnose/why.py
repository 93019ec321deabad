"""
Names the first loss between a document and the answer to a question, by trying each step and not by guessing.

This is a tool for administrators: it looks at what the asker may not see, and says so.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from pincite.answers import Loss, Stage
from pincite.diagnose.answering import answered
from pincite.diagnose.around import as_given
from pincite.diagnose.case import Case, Verdict
from pincite.diagnose.finding import counted, found
from pincite.diagnose.holding import held, out_of_scope
from pincite.diagnose.tears import tears
from pincite.diagnose.vectors import Vectors, embedded, indexed, unread
from pincite.errors import InputError
from pincite.pipeline.search import Request

if TYPE_CHECKING:
    from datetime import date

    from pincite.corpus import Corpus
    from pincite.diagnose.standing import Held
    from pincite.diagnose.tears import Piece
    from pincite.pipeline.search import Searched
    from pincite.questions import Principal

__all__ = ["Why", "first_loss", "why", "why_json"]


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
    applies_to: str | None = None,
    searched_only: bool = False,
) -> Why:
    """
    Return the first stage at which the passage that should have answered was lost.

    A passage that chunking has torn counts as lost there, unless the answer cites it all the same.

    :param expect: "document" or "document#section", where the section is a heading or its number.
    :param principal: Who asked; ``None`` for the corpus's default reader.
    :param k: How many passages the answer was given.
    :param as_of: The day asked about; ``None`` for today.
    :param route: The route that was forced; ``None`` for the configured one.
    :param applies_to: What the question was about, where documents say what they apply to.
    :param searched_only: Look at the search alone, of whose hits the first ``k`` count; no generator is called.
    :raises InputError: If ``expect`` names no document.
    :raises QueryError: If the question cannot be asked.
    """
    if not expect.partition("#")[0].strip():
        raise InputError(f"expected a document, got {expect!r}: write DOCUMENT or DOCUMENT#SECTION", expect=expect)
    request = Request(
        question=question,
        principal=principal or corpus.principal(),
        k=k,
        day=as_of or corpus.today(),
        route=route,
        applies_to=applies_to,
    )
    case = Case(corpus=corpus, request=request, expected=expect, searched_only=searched_only, reads_day=as_of is None)
    verdict = first_loss(case)
    return Why(
        question=question,
        expected=expect,
        loss=verdict.loss,
        rank=verdict.rank,
        evidence=verdict.evidence,
        fix=verdict.fix,
    )


def first_loss(case: Case) -> Verdict:
    """
    Return the first loss of a case, each stage tried in the order of the enumeration.

    Chunks, vectors and points are tried as somebody who may read the passage on a day on which it is in force, so that
    a second fault behind them does not hide them; what is torn or wrong there is a loss only where the passage is then
    lost. What the answer as it is given cites is not lost, and what it does not cite is.
    """
    verdict = _of_stages(case)
    return verdict if case.searched_only else as_given(case, verdict)


def _of_stages(case: Case) -> Verdict:
    early = held(case)
    if early:
        return early
    opened = case.opened
    if opened is None:
        return unread(case) or out_of_scope(case) or _tried(case, _run(case))
    searched = _run(opened)
    verdict = _tried(opened, searched)
    before = _before_search(opened, searched, verdict) if verdict.loss else None
    return before or out_of_scope(case) or (verdict if opened is case else _tried(case, _run(case)))


def _before_search(case: Case, searched: Searched, verdict: Verdict) -> Verdict | None:
    """Return a loss to chunking, embedding or indexing; ``None`` where there is none."""
    vectors = Vectors(case=case, searched=searched, chunks=tuple(c for h in case.governing for c in h.chunks))
    return _torn(case, verdict) or embedded(vectors) or indexed(vectors)


def _run(case: Case) -> Searched:
    return case.pipeline.search.run(case.request)


def _tried(case: Case, searched: Searched) -> Verdict:
    return found(case, searched) or (counted(case, searched) if case.searched_only else answered(case, searched))


def _torn(case: Case, verdict: Verdict) -> Verdict | None:
    """Return the loss to chunking where what is nearest to the question was torn, and the passage then lost."""
    torn = next((h for h in reversed(case.governing) if any(p.torn for p in h.pieces)), None)
    if verdict.loss is None or torn is None or not _nearest(case, torn).torn:
        return None
    return replace(
        verdict,
        loss=Loss.CHUNK,
        evidence=f"{tears(torn.state.revision, torn.pieces)}; then lost at {verdict.loss.stage} ({verdict.loss}): "
        f"{verdict.evidence}",
        fix="set chunk.name to structural, which keeps rows, items and sentences whole, and add the corpus anew",
    )


def _nearest(case: Case, held: Held) -> Piece:
    """Return the row, item or sentence of a passage that is nearest to the question, in words and in meaning."""
    texts = {piece: text for piece in held.pieces if (text := piece.text(held.state.revision)).strip()}
    embedder, analyzer = case.corpus.embedder(), case.corpus.config.build_analyzer()
    language = held.state.revision.language
    asked = set(analyzer.query(case.request.question, language=language).indices)
    shared = [len(asked & set(analyzer.query(text, language=language).indices)) for text in texts.values()]
    cosines = embedder.embed(list(texts.values())) @ embedder.embed_query(case.request.question)
    near = [n / max(1, len(asked)) + float(cosine) for n, cosine in zip(shared, cosines, strict=True)]
    return list(texts)[near.index(max(near))]
