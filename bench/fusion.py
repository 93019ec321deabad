"""
Prints how ways of ranking compare on collections with judgements: nDCG@10.

``python bench/fusion.py [scifact] [xquad-en] [lumen] … [--floors] [--blend] [--keys] [--questions N] [--cache FOLDER]``

Chunks, vectors and index are the project's own. Without an option it prints the table from which the default fusion was
chosen. ``--floors`` compares the best raw score of what answers a question with the best that is left when everything
that answers it is taken away: a floor should lose few of the first and refuse many of the second. ``--blend`` compares
reranking with none. ``--keys`` measures, on the questions that hold an exact key, what putting the chunks with that key
first does. Collections come from ``../shared/data``, lumen from ``examples``. Vectors are kept in the cache folder; the
first run embeds every unit (SciFact: half an hour on one core).
"""

from __future__ import annotations

import argparse
import tempfile
from collections import defaultdict
from dataclasses import replace
from functools import partial
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from collected import load
from judged import Judged
from pincite.models.places import cache_folder
from pincite.questions import Query
from pincite.rerank import RerankSettings
from pincite.rerank import build as build_reranker
from pincite.retrieve import RetrieveSettings
from pincite.retrieve.fusion import convex, fuse, reciprocal
from pincite.text.identifiers import find

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from collected import Asked
    from judged import Legs
    from pincite.documents import ChunkId
    from pincite.questions import Found


def alone(leg: str, legs: Legs) -> dict[ChunkId, float]:
    """Return one leg's own scores."""
    return {scored.chunk_id: scored.score for scored in legs[leg]}


def scaled(dense: str, weight: float, least: float | None, legs: Legs) -> dict[ChunkId, float]:
    """Return the convex sum in which each leg is scaled from ``least`` (``None``: its lowest candidate) to its best."""
    total: defaultdict[ChunkId, float] = defaultdict(float)
    for name, share in ((dense, weight), ("lexical", 1 - weight)):
        scores = [s.score for s in legs[name]]
        low, high = (min(scores, default=0.0) if least is None else least), max(scores, default=1.0)
        for s in legs[name]:
            total[s.chunk_id] += share * (max(0.0, s.score - low) / (high - low) if high > low else 1.0)
    return total


def by_rank(dense: str, weight: float, legs: Legs) -> dict[ChunkId, float]:
    """Return reciprocal rank fusion."""
    return reciprocal({"dense": legs[dense], "lexical": legs["lexical"]}, {"dense": weight, "lexical": 1 - weight})


def shipped(weight: float, legs: Legs) -> dict[ChunkId, float]:
    """Return the convex combination of the retrieve stage."""
    return convex({"dense": legs["completed"], "lexical": legs["lexical"]}, {"dense": weight, "lexical": 1 - weight})


def ways() -> dict[str, Callable[[Legs], Mapping[ChunkId, float]]]:
    """Return every way of ranking that the table compares."""
    names = {"BM25": "lexical", "dense, chunk vector": "chunk", "dense, best unit": "units"}
    found: dict[str, Callable[[Legs], Mapping[ChunkId, float]]] = {
        label: partial(alone, leg) for label, leg in names.items()
    }
    for dense, w in product(("chunk", "units"), (0.5, 0.6, 0.7, 0.8)):
        mix = f"{w:.1f} {dense} + {1 - w:.1f} BM25"
        found[f"RRF {mix}"] = partial(by_rank, dense, w)
        found[f"convex {mix}, from lowest candidate"] = partial(scaled, dense, w, None)
        found[f"convex {mix}, from 0"] = partial(scaled, dense, w, 0.0)
        if dense == "units":
            found[f"convex {mix}, from 0, every hit scored"] = partial(shipped, w)
    return found


def ordered(scores: Mapping[ChunkId, float]) -> list[ChunkId]:
    """Return the chunks best first, equal scores by id."""
    return sorted(scores, key=lambda chunk: (-scores[chunk], chunk))


def print_fusion(bench: Judged, legs: list[Legs]) -> None:
    """Print nDCG@10 of every way of ranking."""
    asked = bench.collection.asked
    for label, way in ways().items():
        mean = np.mean([bench.ndcg(ordered(way(each)), question) for each, question in zip(legs, asked, strict=True)])
        print(f"{label:58} {mean:.4f}")


def print_floors(bench: Judged) -> None:
    """Print, for floors on each leg, how many answers and how many unanswerable questions fall below them."""
    best: dict[str, list[tuple[float, float]]] = {"units": [], "lexical": []}
    for asked in bench.collection.asked:
        for leg, found in best.items():
            scores: dict[bool, list[float]] = {True: [0.0], False: [0.0]}
            for each in bench.legs(asked)[leg]:
                scores[bench.collection.key(bench.chunks[each.chunk_id]) in asked.relevant].append(each.score)
            found.append((max(scores[True]), max(scores[False])))
    for leg, values in best.items():
        there, left = np.array(values).T
        for floor in (0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.5) if leg == "units" else (1, 2, 3, 4, 6, 8):
            lost, refused = float((there < floor).mean()), float((left < floor).mean())
            print(f"{leg:8} floor {floor:5.2f}: answers below it {lost:6.1%}, questions refused {refused:6.1%}")


def found_for(
    bench: Judged, legs: Legs, asked: Asked, bonus: Mapping[ChunkId, float] | None = None
) -> tuple[Found, ...]:
    """Return the first 60 hits of the shipped fusion with permits."""
    two = {"dense": legs["completed"], "lexical": legs["lexical"]}
    return bench.found(fuse(two, RetrieveSettings().fusion, bonus=bonus)[:60], asked)


def print_blend(bench: Judged, legs: list[Legs]) -> None:
    """Print nDCG@10 of the shipped blend against no reranking."""
    for name in ("none", "blend"):
        reranker, values = build_reranker(RerankSettings(name=name)), []
        for each, asked in zip(legs, bench.collection.asked, strict=True):
            query = Query(text=asked.text, identifiers=find(asked.text), language=asked.language)
            ranked = reranker.rerank(query, found_for(bench, each, asked))
            values.append(bench.ndcg([f.hit.chunk_id for f in ranked], asked))
        print(f"rerank {name:51} {np.mean(values):.4f}")


def print_keys(bench: Judged, legs: list[Legs]) -> None:
    """Print what a bonus for chunks with a key of the question does, where there are such chunks."""
    rows: defaultdict[float, list[float]] = defaultdict(list)
    for each, asked in zip(legs, bench.collection.asked, strict=True):
        keys = {i.key for i in find(asked.text) if not i.exhaustive}
        carrying = [c for c, chunk in bench.chunks.items() if keys & {i.key for i in chunk.identifiers}]
        if carrying:
            for bonus in (0.0, 0.05, 0.1, 0.2, 0.5, 1.0):
                hits = found_for(bench, each, asked, bonus=dict.fromkeys(carrying, bonus))
                rows[bonus].append(bench.ndcg([f.hit.chunk_id for f in hits], asked))
    for bonus, values in rows.items():
        print(f"bonus {bonus:4.2f} for chunks with a key, {len(values):3} questions {np.mean(values):22.4f}")


def main() -> None:
    """Read the command line and print the tables."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("collections", nargs="*", default=["scifact"])
    for option in ("--floors", "--blend", "--keys"):
        parser.add_argument(option, action="store_true")
    parser.add_argument("--questions", type=int, default=None, help="only the first N questions")
    parser.add_argument("--cache", type=Path, default=cache_folder() / "bench", help="where vectors are kept")
    options = parser.parse_args()
    for name in options.collections:
        collection = load(name)
        collection = replace(collection, asked=collection.asked[: options.questions])
        with tempfile.TemporaryDirectory() as work:
            bench = Judged(collection, options.cache, Path(work), whole=True)
            n_units = sum(len(chunk.units) for chunk in bench.chunks.values())
            print(f"\n{name}: {len(bench.chunks):,} chunks, {n_units:,} units, {len(collection.asked):,} questions")
            legs = [bench.legs(asked) for asked in collection.asked]
            if options.floors:
                print_floors(bench)
            if options.blend:
                print_blend(bench, legs)
            if options.keys:
                print_keys(bench, legs)
            if not (options.floors or options.blend or options.keys):
                print_fusion(bench, legs)
            bench.index.close()


if __name__ == "__main__":
    main()
