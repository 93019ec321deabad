"""
Prints the table of retrieval in ``docs/quality.md``: each leg, the hybrid and the blend, set by set.

``python bench/table.py [SET …] [--embedder NAME] [--dense WEIGHT] [--reranker MODEL] [--questions N]``, with the sets

- scifact, chunking, cuad (the question names its contract, all are searched), cuad-known (only that one is), policies
  (every dated version; questions of ours, those about changed facts of two days), xquad-en, -de, -zh, -ar, -ru: real
  data in ``../shared/data``, through the project's own chunks, vectors, terms, index, retrievers and reranker;
- lumen, contracts, halvorsen, orbeck, atlas: the examples as they are, all their questions, each under its own scope.

Each cell is nDCG@10 and recall@3. The last two columns are differences of nDCG@10, question by question, with their 95%
bootstrap intervals. Every setting is the default; "routes" adds what the default route looks up by its key, and
"routes + blend" is what a search does. The blend was fitted on some of these sets: ``bench/blend.py`` says what it does
to questions that it has not seen. With ``--reranker ms-marco`` the real sets get a column more: a cross-encoder beside
the blend, as ``[rerank] name = "cross-encoder"`` sets it. It reads 20 texts a question: SciFact takes ten minutes more.

Vectors are kept in the cache folder by the digest of their text. The first run embeds: SciFact takes half an hour of
one core; a run that is stopped goes on where it was.
"""

from __future__ import annotations

import argparse
import os
import shutil
import tempfile
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Final
from unittest.mock import patch

import numpy as np

import pincite
from collected import ROOT, load
from judged import Judged
from pincite.chunk.versions import VERSIONS
from pincite.evaluate import evaluate_retrieval, load_labels
from pincite.models.places import cache_folder
from pincite.questions import Query
from pincite.rerank import RerankSettings
from pincite.rerank import build as build_reranker
from pincite.retrieve import FusionSettings
from pincite.text.identifiers import find

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from collected import Asked
    from pincite.documents import ChunkId

EXAMPLES: Final = ("lumen", "contracts", "halvorsen", "orbeck", "atlas")
LANGUAGES: Final = ("en", "de", "zh", "ar", "ru")
SETS: Final = ("scifact", "chunking", "cuad", "cuad-known", "policies", "xquad-en", *EXAMPLES)
DEPTH: Final = 60
"""Hits that the blend is given, as by default."""
WAYS: Final[dict[str, dict[str, str]]] = {
    "lexical": {"PINCITE_RETRIEVE__ROUTE": "lexical", "PINCITE_RERANK__NAME": "none"},
    "dense": {"PINCITE_RETRIEVE__ROUTE": "dense", "PINCITE_RERANK__NAME": "none"},
    "hybrid": {"PINCITE_RETRIEVE__ROUTE": "hybrid", "PINCITE_RERANK__NAME": "none"},
    "hybrid + blend": {"PINCITE_RETRIEVE__ROUTE": "hybrid"},
    "routes": {"PINCITE_RERANK__NAME": "none"},
    "routes + blend": {},
}
"""How an example is set for each column."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Scores:
    """What each way of ranking comes to, question by question."""

    ndcg: dict[str, NDArray[np.float64]]
    recall: dict[str, NDArray[np.float64]]


def judged(name: str, embedder: str, reranker: str, dense: float, cache: Path, n: int | None) -> Scores:
    """Return the scores on a collection of real data."""
    collection = load(name)
    collection = replace(collection, asked=collection.asked[:n])
    with tempfile.TemporaryDirectory() as work:
        bench = Judged(collection, cache, Path(work), embedder=embedder)
        bench.fusion = FusionSettings(dense=dense, lexical=1 - dense)
        orders = [dict(ordered(bench, asked, reranker)) for asked in bench.collection.asked]
        pairs = list(zip(orders, bench.collection.asked, strict=True))
        bench.index.close()
    return Scores(
        ndcg={w: np.array([bench.ndcg(each[w], asked) for each, asked in pairs]) for w in orders[0]},
        recall={w: np.array([bench.recall(each[w], asked, 3) for each, asked in pairs]) for w in orders[0]},
    )


def ordered(bench: Judged, asked: Asked, reranker: str = "") -> Iterator[tuple[str, list[ChunkId]]]:
    """Yield each way's chunks, best first."""
    scope = bench.scope(asked)
    query = Query(text=asked.text, identifiers=find(asked.text), language=asked.language, documents=asked.documents)
    for way in ("lexical", "dense", "hybrid"):
        hits = bench.retriever(way).retrieve(query, k=DEPTH, scope=scope)
        yield way, [hit.chunk_id for hit in hits]
    blended = build_reranker(RerankSettings(name="blend")).rerank(query, bench.found(hits, asked))
    yield "hybrid + blend", [each.hit.chunk_id for each in blended]
    if reranker:
        settings = RerankSettings(name="cross-encoder", model=reranker, timeout_s=600)  # whatever else the machine does
        read = _built(settings).rerank(query, bench.found(hits, asked))
        yield f"hybrid + {reranker}", [each.hit.chunk_id for each in read]


_built: Final = cache(build_reranker)
"""A model is loaded once for all questions."""


@contextmanager
def example(name: str) -> Iterator[Path]:
    """Yield a copy of an example, taken in."""
    with tempfile.TemporaryDirectory() as work:
        folder = Path(work) / name
        shutil.copytree(ROOT / "examples" / name, folder, ignore=shutil.ignore_patterns(".pincite*"))
        with pincite.open(folder) as corpus:
            corpus.sync()
        yield folder


def exemplary(name: str, n: int | None) -> Scores:
    """Return the scores on an example, over the questions that have an answer."""
    ndcg, recall = {}, {}
    with example(name) as folder:
        labels = load_labels(folder / "eval" / "queries.jsonl")[:n]
        for way, settings in WAYS.items():
            with patch.dict(os.environ, settings), pincite.open(folder) as corpus:
                found = [o for o in evaluate_retrieval(corpus, labels).outcomes if "ndcg@10" in o.shares]
            ndcg[way] = np.array([outcome.shares["ndcg@10"][0] for outcome in found])
            recall[way] = np.array([outcome.shares["recall@3"][0] for outcome in found])
    return Scores(ndcg=ndcg, recall=recall)


def difference(sample: NDArray[np.float64]) -> str:
    """Return the mean of paired differences with the 95% bootstrap interval of it."""
    rng = np.random.default_rng(0)
    means = sample[rng.integers(len(sample), size=(2_000, len(sample)))].mean(axis=1)
    return f"{sample.mean():+.3f} [{np.quantile(means, 0.025):+.3f}, {np.quantile(means, 0.975):+.3f}]"


def cell(ndcg: NDArray[np.float64], recall: NDArray[np.float64]) -> str:
    """Return the two means as the table shows them."""
    return f"{ndcg.mean():.3f} / {recall.mean():.3f}".replace("0.", ".")


def row(name: str, scores: Scores) -> str:
    """Return a line of the table."""
    cells = [cell(scores.ndcg[way], scores.recall[way]) if way in scores.ndcg else "" for way in WAYS]
    ndcg = scores.ndcg
    better = max(("lexical", "dense"), key=lambda leg: ndcg[leg].mean())
    before = "routes" if "routes" in ndcg else "hybrid"
    cells += [difference(ndcg["hybrid"] - ndcg[better]), difference(ndcg[f"{before} + blend"] - ndcg[before])]
    for way in ndcg.keys() - WAYS.keys():
        cells += [cell(ndcg[way], scores.recall[way]), difference(ndcg[way] - ndcg["hybrid"])]
    return f"| {name} ({len(ndcg['hybrid']):,}) | {' | '.join(cells)} |"


def main() -> None:
    """Read the command line and print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sets", nargs="*", default=SETS, metavar="SET", help=f"of {', '.join(SETS)}, xquad")
    parser.add_argument("--embedder", default="minilm", help="for the sets of real data")
    parser.add_argument("--reranker", default="", metavar="MODEL", help="a cross-encoder for the sets of real data")
    parser.add_argument("--dense", type=float, default=0.6, help="weight of meanings in the hybrid of real data")
    parser.add_argument("--questions", type=int, default=None, help="only the first N questions")
    parser.add_argument("--cache", type=Path, default=cache_folder() / "bench", help="where vectors are kept")
    given = parser.parse_args()
    names = [each for n in given.sets for each in (tuple(f"xquad-{x}" for x in LANGUAGES) if n == "xquad" else (n,))]
    print(f"structural {VERSIONS['structural']}, {given.embedder}: nDCG@10 and recall@3\n")
    heads = [*WAYS, "hybrid over the better leg", "blend over none"]
    heads += [f"hybrid + {given.reranker}", f"{given.reranker} over hybrid"] if given.reranker else []
    print(f"| set (questions) | {' | '.join(heads)} |")
    print("|" + "---|" * (len(heads) + 1))
    for name in names:
        if name in EXAMPLES:
            scores = exemplary(name, given.questions)
        else:
            scores = judged(name, given.embedder, given.reranker, given.dense, given.cache, given.questions)
        print(row(name, scores), flush=True)


if __name__ == "__main__":
    main()
