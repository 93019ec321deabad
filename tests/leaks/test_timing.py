"""
Forbidden and absent take the same time: a classifier by duration alone does hardly better than a coin.

Time is measured, so this runs in ``make leaks`` only, on a machine that does nothing else.
"""

from __future__ import annotations

import contextlib
import os
import random
import statistics
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.leaks.world import READER, make, write

from pincite.corpus import Corpus
from pincite.errors import PinciteError
from pincite.testing.desk import Desk, ram_folder

N_CALLS = int(os.environ.get("PINCITE_LEAK_CALLS", "0"))
MOST = 0.55
"""Area under the curve of the classifier; a coin has 0.5."""
pytestmark = pytest.mark.skipif(not N_CALLS, reason="measures time: make leaks runs it")


def _show(corpus: Corpus, name: str) -> object:
    return corpus.show(name, principal=corpus.principal(READER))


def _versions(corpus: Corpus, name: str) -> object:
    return corpus.versions(name, principal=corpus.principal(READER))


def _lookup(corpus: Corpus, name: str) -> object:
    return corpus.lookup(f"CASE-{10_000 + int(name.rsplit('-', 1)[1]):05d}", principal=corpus.principal(READER))


def _search(corpus: Corpus, name: str) -> object:
    return corpus.search(f"Where is {name}?", principal=corpus.principal(READER), documents=[name], route="lexical")


@pytest.mark.parametrize("door", [_show, _versions, _lookup, _search], ids=["show", "versions", "lookup", "search"])
def test_time_does_not_tell_forbidden_from_absent(door: Callable[[Corpus, str], object]) -> None:
    with ram_folder() as folder:
        desk = Desk(folder)
        forbidden, absent = _names(folder)
        desk.sync()
        pairs = [(_timed(door, desk.corpus, f), _timed(door, desk.corpus, a)) for f, a in _paired(forbidden, absent)]
        desk.close()
    area = _area([one for one, _ in pairs], [two for _, two in pairs])
    medians = [statistics.median(column) * 1e6 for column in zip(*pairs, strict=True)]
    assert max(area, 1 - area) <= MOST, f"AUC {area:.3f}, medians {medians[0]:.1f} and {medians[1]:.1f} µs"


def _names(folder: Path) -> tuple[list[str], list[str]]:
    """Write a company with 60 more pages that are forbidden; return their ids, and as many that do not exist."""
    write(make(1), folder)
    forbidden, absent = ([f"case-{kind}-{at}" for at in range(60)] for kind in ("a", "b"))
    for at, name in enumerate(forbidden):
        front = f"id: {name}\nversion: 1\neffective: 2020-01-01\naccess: [board]\n"
        text = f"---\n{front}---\n\n# Case\n\n## Rules\n\nSee CASE-{10_000 + at:05d} about the refund window.\n"
        (folder / "red" / f"{name}.md").write_text(text, encoding="utf-8")
    return forbidden, [name.replace("-b-", "-b-9") for name in absent]


def _paired(forbidden: list[str], absent: list[str]) -> list[tuple[str, str]]:
    rng = random.Random(7)
    return [(rng.choice(forbidden), rng.choice(absent)) for _ in range(N_CALLS)]


def _timed(door: Callable[[Corpus, str], object], corpus: Corpus, name: str) -> float:
    start = time.perf_counter()
    with contextlib.suppress(PinciteError):
        door(corpus, name)
    return time.perf_counter() - start


def _area(one: list[float], two: list[float]) -> float:
    """Return how often a duration of the first kind is longer than one of the second (Mann and Whitney)."""
    ranked = sorted([(value, 1) for value in one] + [(value, 0) for value in two])
    ranks = sum(at for at, (_, kind) in enumerate(ranked, start=1) if kind)
    return (ranks - len(one) * (len(one) + 1) / 2) / (len(one) * len(two))
