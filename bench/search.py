"""
Times the two legs of a hybrid search against the engine's own two queries under the same filter, in the same run.

``python bench/search.py [--chunks 100000] [--questions 300] [--k 100] [--folder DIR] [--cpu]``

With a folder, the index in it is kept and the next run starts at once. With ``--cpu`` processor time of all threads is
measured instead of what the clock shows, for a machine that others use too.

The chunks are synthetic: random vectors of 384 dimensions with two units each, 80 words drawn by Zipf's law, 50 tenants
of very different sizes, three groups. Ours and the engine's queries take turns, so that both meet the same machine. The
engine's lexical query computes the frequencies of its scope for each question; ours does so where a question has terms
that are new in its scope. The first question in each scope, which also counts the points in it, is shown apart. A
process that has just opened the index learns which chunk a point is of in its first hundred questions or so.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import qdrant_edge as engine

from pincite.documents import FIRST_DAY, LAST_DAY, OPEN, Sparse
from pincite.index import IndexSettings, _edge, build
from pincite.index.edge import EdgeIndex
from pincite.testing.points import make_point, make_scope

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from numpy.typing import NDArray

    from pincite.documents import Point
    from pincite.questions import Scope

DIM, N_WORDS, N_TENANTS, N_TERMS_ASKED = 384, 30_000, 50, 6
ZIPF = 1 / np.arange(1, N_WORDS + 1)
Times = list[tuple[float, float]]
GROUPS = ("public", "staff", "legal")
CLOCKS = [time.perf_counter]
"""The last one measures."""


def points(rng: np.random.Generator, first: int, n: int) -> Iterator[Point]:
    """Yield ``n`` chunks, numbered from ``first``; every twentieth is closed."""
    vectors = rng.standard_normal((n, DIM), dtype=np.float32)
    units = rng.standard_normal((n, 2, DIM), dtype=np.float32)
    tenants = np.minimum(rng.zipf(1.5, n), N_TENANTS)
    for at in range(n):
        words = np.unique(rng.choice(N_WORDS, 80, p=ZIPF / ZIPF.sum()))
        yield make_point(
            f"{first + at:032x}",
            vector=vectors[at],
            units=units[at],
            terms=dict(zip(words.tolist(), rng.uniform(0.5, 2.2, len(words)).tolist(), strict=True)),
            tenant=f"tenant {tenants[at]}",
            document=f"document {(first + at) // 10}",
            groups=(GROUPS[int(rng.choice(3, p=[0.6, 0.3, 0.1]))],),
            seq=(1 + at % 5, 9 if at % 20 == 0 else OPEN),
            valid=(FIRST_DAY, LAST_DAY),
        )


def main() -> None:
    """Build the index, run both sides in turns and print the table."""
    asked = argparse.ArgumentParser()
    asked.add_argument("--chunks", type=int, default=100_000)
    asked.add_argument("--questions", type=int, default=300)
    asked.add_argument("--k", type=int, default=100)
    asked.add_argument("--folder", type=Path)
    asked.add_argument("--cpu", action="store_true")
    given = asked.parse_args()
    if given.cpu:
        CLOCKS.append(time.process_time)
    with tempfile.TemporaryDirectory() as passing:
        index = fill((given.folder or Path(passing)) / "index", given.chunks)
        measure(index, given.questions, given.k)
        index.close()


def fill(folder: Path, n_chunks: int) -> EdgeIndex:
    """Return an optimized index of so many chunks."""
    rng = np.random.default_rng(0)
    index = build(IndexSettings())(folder)
    assert isinstance(index, EdgeIndex)
    if index.count() == n_chunks:
        return index
    started = time.perf_counter()
    for first in range(0, n_chunks, 1000):
        index.put(list(points(rng, first, min(1000, n_chunks - first))))
    index.flush()
    filled = time.perf_counter()
    index.optimize()
    print(f"{n_chunks} chunks: put {filled - started:.1f} s, optimize {time.perf_counter() - filled:.1f} s")
    return index


def measure(index: EdgeIndex, n_questions: int, k: int) -> None:
    """Print medians, 95th percentiles and the ratio, for a large, a middling and a small scope."""
    rng = np.random.default_rng(1)
    scopes = [
        make_scope(tenant="tenant 1", groups=["staff", "legal"], sequence=10),
        make_scope(tenant="tenant 1", sequence=10),
        make_scope(tenant="tenant 3", groups=["staff"], sequence=10),
    ]
    print(f"{'scope':>8} {'':10} {'lexical':>15} {'dense':>15} {'both':>15}   ms: median, 95th percentile")
    for scope in scopes:
        questions = [question(rng) for _ in range(n_questions + 3)]
        first = [timed(index, scope, *each, k=k) for each in questions[:1]]
        for each in questions[:3]:
            raw(index, scope, *each, k=k)
        ours, theirs = [], []
        for each in questions[3:]:
            theirs.append(raw(index, scope, *each, k=k))
            ours.append(timed(index, scope, *each, k=k))
        show(index.count(scope=scope), first, ours, theirs)


def question(rng: np.random.Generator) -> tuple[Sparse, NDArray[np.float32]]:
    """Return six words, frequent and rare, and a vector."""
    words = np.unique(rng.choice(N_WORDS, N_TERMS_ASKED, p=ZIPF**0.7 / (ZIPF**0.7).sum()))
    vector = rng.standard_normal(DIM, dtype=np.float32)
    return Sparse(tuple(words.tolist()), (1.0,) * len(words)), vector / np.linalg.norm(vector)


def timed(index: EdgeIndex, scope: Scope, terms: Sparse, vector: NDArray[np.float32], *, k: int) -> tuple[float, float]:
    """Return the milliseconds of our two legs, through the Protocol."""
    return (
        clock(lambda: index.lexical(terms, k=k, scope=scope)),
        clock(lambda: index.dense(vector, k=k, scope=scope)),
    )


def raw(index: EdgeIndex, scope: Scope, terms: Sparse, vector: NDArray[np.float32], *, k: int) -> tuple[float, float]:
    """
    Return the milliseconds of the engine's own two queries: same filter, exact, scoped frequencies, no payload. Ids
    and scores are read, as whoever asks would: the engine makes them when they are.
    """
    shard, scoped = index._shard, _edge.in_scope(scope)
    assert shard is not None
    lexical = engine.QueryRequest(
        limit=k,
        query=engine.Query.Nearest(engine.SparseVector(list(terms.indices), list(terms.values)), using=_edge.TERMS),
        filter=scoped,
        params=engine.SearchParams(exact=True, idf=engine.IdfParams(corpus=scoped)),
    )
    dense = engine.QueryRequest(
        limit=k,
        query=engine.Query.Nearest(vector.tolist(), using=_edge.VECTOR),
        filter=scoped,
        params=engine.SearchParams(exact=True),
    )

    def ask(request: engine.QueryRequest) -> list[tuple[engine.PointId, float]]:
        return [(hit.id, hit.score) for hit in shard.query(request)]

    return clock(lambda: ask(lexical)), clock(lambda: ask(dense))


def clock(work: Callable[[], object]) -> float:
    """Return how many milliseconds it takes."""
    now = CLOCKS[-1]
    started = now()
    work()
    return (now() - started) * 1000


def show(n: int, first: Times, ours: Times, theirs: Times) -> None:
    """Print the lines of one scope."""
    for name, times in (("engine", theirs), ("ours", ours), ("ours, 1st", first)):
        columns = [np.array(times)[:, 0], np.array(times)[:, 1], np.array(times).sum(axis=1)]
        cells = " ".join(f"{np.median(each):7.2f} {np.quantile(each, 0.95):7.2f}" for each in columns)
        print(f"{n:8} {name:10} {cells}")
    ratio = np.median(np.array(ours).sum(axis=1)) / np.median(np.array(theirs).sum(axis=1))
    print(f"{'':8} ratio of the medians of both: {ratio:.2f} (budget 1.3; 95th percentile below 60 ms)")


if __name__ == "__main__":
    main()
