"""
Prints the table of retrieval in ``docs/quality.md``: nDCG@10 of each leg, the hybrid and the blend, by collection.

``python bench/table.py [scifact] [xquad-en] [chunking] [cuad] [cuad-known] [lumen] [--questions N]``

Chunks, vectors, terms, index, fusion and blend are the project's own, under the default settings; in brackets stands
the 95% bootstrap interval, and for the hybrid and the blend that of the paired difference to the better leg and to the
hybrid. The shipped blend was fitted on some of these collections: ``bench/blend.py`` says what it does to questions
that it has not seen.
"""

from __future__ import annotations

import argparse
import tempfile
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from fusion import alone, found_for, ordered
from judged import Judged, load
from pincite.models.places import cache_folder
from pincite.questions import Query
from pincite.rerank import RerankSettings
from pincite.rerank import build as build_reranker
from pincite.text.identifiers import find

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from judged import Asked

NAMES = ("lexical", "dense", "hybrid", "hybrid + blend")


def values(bench: Judged, asked: Asked) -> tuple[float, ...]:
    """Return one question's nDCG@10 in the order of the names."""
    legs = bench.legs(asked)
    found = found_for(bench, legs, asked)
    query = Query(text=asked.text, identifiers=find(asked.text), language=asked.language)
    blended = build_reranker(RerankSettings(name="blend")).rerank(query, found)
    orders = (
        ordered(alone("lexical", legs)),
        ordered(alone("units", legs)),
        [each.hit.chunk_id for each in found],
        [each.hit.chunk_id for each in blended],
    )
    return tuple(bench.ndcg(order, asked) for order in orders)


def interval(sample: NDArray[np.float64]) -> str:
    """Return the 95% bootstrap interval of the mean."""
    rng = np.random.default_rng(0)
    means = sample[rng.integers(len(sample), size=(2_000, len(sample)))].mean(axis=1)
    return f"[{np.quantile(means, 0.025):+.3f}, {np.quantile(means, 0.975):+.3f}]"


def main() -> None:
    """Read the command line and print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("collections", nargs="*", default=["scifact", "xquad-en", "chunking", "lumen"])
    parser.add_argument("--questions", type=int, default=None, help="only the first N questions")
    parser.add_argument("--cache", type=Path, default=cache_folder() / "bench", help="where vectors are kept")
    given = parser.parse_args()
    for name in given.collections:
        collection = load(name)
        collection = replace(collection, asked=collection.asked[: given.questions])
        with tempfile.TemporaryDirectory() as work:
            bench = Judged(collection, given.cache, Path(work))
            table = np.array([values(bench, asked) for asked in bench.collection.asked])
            bench.index.close()
        print(f"\n{name}: {len(bench.chunks):,} chunks, {len(table):,} questions")
        for at, label in enumerate(NAMES):
            against = max(0, at - 1) if at != 2 else int(table[:, :2].mean(axis=0).argmax())
            paired = f"  {interval(table[:, at] - table[:, against])} over {NAMES[against]}" if at >= 2 else ""
            print(f"  {label:16} {table[:, at].mean():.4f} {interval(table[:, at])}{paired}", flush=True)


if __name__ == "__main__":
    main()
