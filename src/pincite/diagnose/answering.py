"""Tries packing, drafting and checking, when the passage is among the hits."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from pincite.answers import Loss
from pincite.diagnose.case import Verdict
from pincite.diagnose.finding import rank_of
from pincite.generate.barring.refusals import Check
from pincite.generate.extractive import Extractive

if TYPE_CHECKING:
    from pincite.answers import Citation, Draft, DraftClaim, Passage, Quote
    from pincite.diagnose.case import Case
    from pincite.generate.barring.refusals import Refusal
    from pincite.pipeline.search import Request, Searched
    from pincite.protocols import Assembler, Packed
    from pincite.questions import Found

__all__ = ["answered"]

_USUAL: Final = 5
"""Passages that an answer is given where nothing else is said."""
_PLENTY: Final = 1_000_000
"""Tokens that no passages of one answer have."""


def answered(case: Case, searched: Searched) -> Verdict:
    """
    Return where the passage was lost after the search, or that it was cited.

    :param searched: What the search came to; the passage is among its hits.
    """
    rank = rank_of(case, searched)
    packed = case.pipeline.assembler.assemble(searched.query, searched.found, k=case.request.k)
    if not any(case.holds(p) for p in packed.passages):
        return replace(_reranked(case, searched, packed) or _over_budget(case, searched, packed), rank=rank)
    draft = case.pipeline.generator.draft(case.request.question, packed.passages)
    checked = case.pipeline.attributor.attribute(case.request.question, draft, packed.passages)
    cited = [c for c in checked.citations if case.inside(c.document, c.version, c.span.start)]
    if cited:
        return Verdict(loss=None, evidence=f"found at rank {rank} and cited{_where(cited[0])}", rank=rank)
    rejected = {claim.text: claim.findings for claim in checked.rejected}
    return replace(_not_cited(case, packed, draft, rejected), rank=rank)


def _where(citation: Citation) -> str:
    return f" as [{citation.label}]"


def _reranked(case: Case, searched: Searched, packed: Packed) -> Verdict | None:
    """Try the order in which retrieval gave the hits, with the budget as it is and with a usual one."""
    before = _as_retrieved(searched)
    own, usual = case.pipeline.assembler, _roomy(case)
    tries = ((own, case.request.k), (usual, case.request.k), (usual, max(case.request.k, _USUAL)))
    if not any(_shows(case, how, searched, before, k) and not _shows(case, how, searched, None, k) for how, k in tries):
        return None
    first = next(f.rank for f in before if f.chunk_id in case.wanted)
    name = case.pipeline.search.reranker.name
    return Verdict(
        loss=Loss.RERANK,
        evidence=f"retrieval ranked it {first}, where it would be shown; reranker {name} moved it to "
        f"{rank_of(case, searched)} of {len(searched.found)}, and {len(packed.passages)} passages are shown",
        fix='set rerank.name to "none", or its weights under [rerank.blend]',
    )


def _roomy(case: Case) -> Assembler:
    """Return the assembler without its budget of tokens."""
    config = case.corpus.config
    free = replace(config, assemble=replace(config.assemble, total_tokens=_PLENTY, least_score=0.0))
    return free.build_assembler(config.build_tokenizer())


def _shows(case: Case, assembler: Assembler, searched: Searched, found: tuple[Found, ...] | None, k: int) -> bool:
    packed = assembler.assemble(searched.query, searched.found if found is None else found, k=k)
    return any(case.holds(passage) for passage in packed.passages)


def _as_retrieved(searched: Searched) -> tuple[Found, ...]:
    permitted = {f.chunk_id: f for f in searched.found}
    hits = [hit for hit in searched.ranking if hit.chunk_id in permitted]
    return tuple(replace(permitted[h.chunk_id], rank=at, hit=h) for at, h in enumerate(hits, start=1))


def _over_budget(case: Case, searched: Searched, packed: Packed) -> Verdict:
    reason = next((d.reason for d in packed.dropped if d.chunk_id in case.wanted), "not packed")
    rank = rank_of(case, searched) or 0
    evidence = (
        f"it ranks {rank}, {len(packed.passages)} passages are shown (k is {case.request.k}); it was dropped: {reason}"
    )
    more = case.pipeline.assembler.assemble(searched.query, searched.found, k=len(searched.found))
    label = next((p.label for p in more.passages if case.holds(p)), None)
    if reason == "budget":
        fix = f"ask with -k {label} or more" if label else "raise assemble.total_tokens"
    elif reason == "below floor":
        fix = "lower assemble.least_score"
    else:
        fix = "another passage of its document goes before it: ask with --document or --as-of"
    return Verdict(loss=Loss.BUDGET, evidence=evidence, fix=fix)


def _not_cited(case: Case, packed: Packed, draft: Draft, rejected: dict[str, tuple[str, ...]]) -> Verdict:
    shown = {p.label: p for p in packed.passages if case.holds(p)}
    drawn = [claim for claim in draft.claims if _draws_on(case, claim, shown)]
    findings = [finding for claim in drawn for finding in rejected.get(claim.text, ())]
    if findings:
        return Verdict(
            loss=Loss.CITATION,
            evidence=f"{len(drawn)} of {len(draft.claims)} drafted claims rest on it and did not stand: "
            f"{'; '.join(findings)}",
            fix="compare the claim with the passage: a claim says only what the words that it quotes say",
        )
    return _ignored(case, packed, draft, shown)


def _ignored(case: Case, packed: Packed, draft: Draft, shown: dict[int, Passage]) -> Verdict:
    """Try what the generator makes of the passage alone."""
    labels = ", ".join(map(str, sorted(shown)))
    did = f"wrote {len(draft.claims)} claims from others" if draft.claims else f"abstained ({draft.reason})"
    evidence = (
        f"it was shown as passage {labels} of {len(packed.passages)}; generator {case.pipeline.generator.name} {did}"
    )
    alone = tuple(replace(p, label=at) for at, (_, p) in enumerate(sorted(shown.items()), start=1))
    others = len(packed.passages) > len(shown)
    if others and _uses(case, alone):
        by = "" if draft.claims else _told(_refusals(case, packed.passages))
        return Verdict(
            loss=Loss.IGNORED,
            evidence=f"{evidence}; shown alone it is used, so the other passages draw the generator away{by}",
            fix=_narrower(case, max(shown)),
        )
    refusals = _refusals(case, alone)
    said = "; shown alone it is not used either" if others else ""
    return Verdict(loss=Loss.IGNORED, evidence=f"{evidence}{said}{_told(refusals)}", fix=_fix(refusals))


def _narrower(case: Case, label: int) -> str:
    """Return what a question that is answered so cites the passage for: what is tried and does not help is not told."""
    document = case.held.document
    tries = (
        (f"with -k {label}", replace(case.request, k=label), label < case.request.k),
        (f"with --document {document}", replace(case.request, documents=(document,)), True),
    )
    helps = [f"ask {said}" for said, request, other in tries if other and _cited_in(case, request)]
    return ", or ".join([*helps, "ask in words nearer to the passage" if not helps else "use another model"])


def _cited_in(case: Case, request: Request) -> bool:
    answer, _ = case.corpus.tried(request, reads_day=case.reads_day)
    return any(case.cites(citation) for citation in answer.citations)


def _uses(case: Case, alone: tuple[Passage, ...]) -> bool:
    shown = {passage.label: passage for passage in alone}
    draft = case.pipeline.generator.draft(case.request.question, alone)
    return any(_draws_on(case, claim, shown) for claim in draft.claims)


def _refusals(case: Case, passages: tuple[Passage, ...]) -> tuple[Refusal, ...]:
    """Return which checks refuse passages; empty where none does, or the generator cannot tell."""
    generator = case.pipeline.generator
    return generator.refusals(case.request.question, passages) if isinstance(generator, Extractive) else ()


def _told(refusals: tuple[Refusal, ...]) -> str:
    return "".join(f'; refused by the check "{each.check}": {each.said}' for each in refusals)


def _fix(refusals: tuple[Refusal, ...]) -> str:
    """Return what can be changed; the threshold only where it is what refused, or the check is not known."""
    lower = not refusals or any(each.check is Check.THRESHOLD for each in refusals)
    threshold = ", lower generate.extractive.threshold," if lower else ","
    return f"ask in words nearer to the passage{threshold} or use a model"


def _draws_on(case: Case, claim: DraftClaim, shown: dict[int, Passage]) -> bool:
    return any(quote.label in shown and _in_passage(case, quote, shown[quote.label]) for quote in claim.quotes)


def _in_passage(case: Case, quote: Quote, passage: Passage) -> bool:
    """Tell whether a quote is from the expected part of a passage; words that it does not hold count as such."""
    revision = passage.permit.revision
    if quote.span is not None:
        return case.inside(revision.document_id, revision.version, quote.span.start)
    at = passage.text.find(quote.text) if quote.text else -1
    return at < 0 or case.inside(revision.document_id, revision.version, passage.span.start + at)
