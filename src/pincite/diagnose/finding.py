"""Tries the search: as it is configured, with everything that its legs find, without floors, and on the open route."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from pincite.answers import Loss
from pincite.diagnose.case import Verdict
from pincite.diagnose.overruling import why_overruled
from pincite.retrieve import FloorSettings

if TYPE_CHECKING:
    from pincite.diagnose.case import Case
    from pincite.pipeline.search import Searched
    from pincite.questions import Hit
    from pincite.retrieve import RetrieveSettings

__all__ = ["counted", "found", "rank_of"]

_NO_FLOORS = FloorSettings(lexical=0.0, dense=-1.0)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Far:
    """The expected chunk that ranks best when more is looked at."""

    rank: int
    hit: Hit


def found(case: Case, searched: Searched) -> Verdict | None:
    """
    Return where the passage was lost by the search, or ``None`` where it is among the hits.

    :param searched: What the search as it is configured came to.
    """
    if rank_of(case, searched) is not None:
        return None
    if dropped := _dropped(case, searched):
        return dropped
    settings = _configured(case)
    if far := _best(case, searched, settings):
        return _too_far(searched, settings, far)
    if low := _best(case, searched, replace(settings, floors=_NO_FLOORS)):
        return _below_floors(settings, low)
    return _not_on_route(case, searched, settings)


def counted(case: Case, searched: Searched) -> Verdict:
    """
    Return whether the passage is among the hits that count, where only the search is looked at.

    :param searched: What the search came to; the passage is among its hits.
    """
    rank, k = rank_of(case, searched) or 0, case.request.k
    if rank <= k:
        return Verdict(loss=None, evidence=f"found at rank {rank}", rank=rank)
    ranked = [hit.chunk_id for hit in searched.ranking]
    before = next((at for at, chunk in enumerate(ranked, start=1) if chunk in case.wanted), rank)
    if before <= k:
        name = case.pipeline.search.reranker.name
        return Verdict(
            loss=Loss.RERANK,
            evidence=f"retrieval ranked it {before}; reranker {name} moved it to {rank}, and {k} hits count",
            fix='set rerank.name to "none", or its weights under [rerank.blend]',
            rank=rank,
        )
    return Verdict(
        loss=Loss.RANKING,
        evidence=f"it ranks {rank}, and {k} hits count ({_legs(_hit(case, searched))})",
        fix=f"look at the first {rank}, weigh the legs anew under [retrieve.fusion], or use a reranker",
        rank=rank,
    )


def _hit(case: Case, searched: Searched) -> Hit:
    return next(each.hit for each in searched.found if each.chunk_id in case.wanted)


def rank_of(case: Case, searched: Searched) -> int | None:
    """Return the rank of the first expected chunk among the hits, or ``None`` where none is there."""
    return next((f.rank for f in searched.found if f.chunk_id in case.wanted), None)


def _dropped(case: Case, searched: Searched) -> Verdict | None:
    """Tell whether retrieval ranked the passage and what comes after it left it out."""
    ranked = [hit.chunk_id for hit in searched.ranking]
    rank = next((at for at, chunk in enumerate(ranked, start=1) if chunk in case.wanted), None)
    if rank is None:
        return None
    ungoverned = replace(case.pipeline.search, govern=None).run(case.request)
    hit = next((each for each in ungoverned.found if each.chunk_id in case.wanted), None)
    if hit is not None:
        said, fix = why_overruled(case, searched.scope, hit.permit.revision)
        evidence = f"it ranks {hit.rank} among what is in force, and does not govern here: {said}"
        return Verdict(loss=Loss.NOT_IN_FORCE, evidence=evidence, fix=fix)
    name = case.pipeline.search.reranker.name
    return Verdict(
        loss=Loss.RERANK,
        evidence=f"retrieval ranked it {rank} of {len(ranked)}; reranker {name} gave back {len(searched.found)} hits "
        "without it",
        fix='set rerank.name to "none", or let the reranker keep more hits',
    )


def _configured(case: Case) -> RetrieveSettings:
    settings = case.corpus.config.retrieve
    return replace(settings, route=case.request.route or settings.route)


def _best(case: Case, searched: Searched, settings: RetrieveSettings) -> _Far | None:
    """Return the best expected hit when every candidate of every leg is ranked under some settings."""
    retriever = case.corpus.retriever(settings)
    everything = case.corpus.store.index.count(scope=searched.scope) + 1
    hits = retriever.retrieve(searched.query, k=everything, scope=searched.scope).hits
    return next((_Far(rank=at, hit=h) for at, h in enumerate(hits, start=1) if h.chunk_id in case.wanted), None)


def _too_far(searched: Searched, settings: RetrieveSettings, far: _Far) -> Verdict:
    looked = len(searched.ranking)
    if far.rank > looked:
        evidence = f"it ranks {far.rank}, and the first {looked} hits are looked at ({_legs(far.hit)})"
        fix = f"ask with -k {far.rank} or more, or weigh the legs anew under [retrieve.fusion]"
    else:
        near = min((signal.rank for signal in far.hit.signals.values()), default=far.rank)
        evidence = (
            f"it would rank {far.rank}, but is in no leg's first {max(settings.candidates, looked)} ({_legs(far.hit)})"
        )
        fix = f"set retrieve.candidates to {near} or more"
    return Verdict(loss=Loss.RANKING, evidence=evidence, fix=fix, rank=far.rank)


def _below_floors(settings: RetrieveSettings, low: _Far) -> Verdict:
    floors = {"dense": settings.floors.dense, "lexical": settings.floors.lexical}
    below = [(leg, s.score) for leg, s in sorted(low.hit.signals.items()) if s.score < floors.get(leg, s.score)]
    said = " and ".join(f"{leg} score {score:.3f} (retrieve.floors.{leg} is {floors[leg]:g})" for leg, score in below)
    leg, score = below[0] if below else ("dense", -1.0)
    return Verdict(
        loss=Loss.RECALL,
        evidence=f"the floors keep it out: {said}; without them it ranks {low.rank}",
        fix=f"set retrieve.floors.{leg} to {math.floor(score * 1000) / 1000:g} or less, or ask in its own words",
    )


def _not_on_route(case: Case, searched: Searched, settings: RetrieveSettings) -> Verdict:
    ranking = searched.ranking
    tried = f"route {ranking.route} does not find it ({ranking.reason})"
    hybrid = _best(case, searched, replace(settings, route="hybrid", floors=_NO_FLOORS))
    if hybrid is None or ranking.route == "hybrid":
        return Verdict(
            loss=Loss.RECALL,
            evidence=f"{tried}, even without floors: the question and the passage share no words and no likeness",
            fix="ask in words that the passage has, or use another embedder",
        )
    return Verdict(
        loss=Loss.RECALL,
        evidence=f"{tried}; on route hybrid without floors it ranks {hybrid.rank} ({_legs(hybrid.hit)})",
        fix="ask with --route hybrid, or without the exact key"
        if ranking.route == "identifier"
        else "ask with --route hybrid, or set retrieve.route to auto",
    )


def _legs(hit: Hit) -> str:
    return (
        ", ".join(f"{name}: rank {s.rank}, score {s.score:.3f}" for name, s in sorted(hit.signals.items())) or "no leg"
    )
