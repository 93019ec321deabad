"""
Whether search is as fast after years of churn, once vacuumed, as on a fresh index.

A corpus of N pages is edited over and over until each page has been replaced several times; the median of a scoped
hybrid query's two legs is taken before the churn, after it, after ``vacuum``, and on a corpus made anew from the same
pages. Ratios are of processor time in one process, so that a loaded machine does not matter much.

    .venv/bin/python bench/upkeep.py [PAGES] [ROUNDS]
"""

from __future__ import annotations

import os
import random
import sys
import time
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

os.environ.setdefault("OMP_NUM_THREADS", "1")

from pincite.corpus import Corpus
from pincite.corpus import open as open_corpus
from pincite.lifecycle.vacuum import size_of

QUERIES = 60
WORDS = [f"word{n}" for n in range(3000)]
SETTINGS = '[embed]\nname = "hash"\ndim = 384\n\n[[sources]]\nname = "docs"\npath = "docs"\naccess = ["public"]\n'


def page(rng: random.Random) -> str:
    """Return a page of some 300 words, the common ones often."""
    words = [WORDS[min(int(rng.paretovariate(0.7)) - 1, len(WORDS) - 1)] for _ in range(300)]
    return "# Page\n\n" + "\n\n".join(" ".join(words[at : at + 60]) + "." for at in range(0, 300, 60))


def milliseconds(folder: Path) -> float:
    """Return the median processor time of a query in milliseconds, on a corpus that was just opened."""
    spent = []
    with opened(folder) as corpus:
        for at, question in enumerate([*questions(4), *questions(5)]):
            start = time.process_time()
            corpus.search(question, route="hybrid", k=10)
            spent.append((time.process_time() - start) * 1000)
            if at < QUERIES:
                spent.clear()  # the first ones warm up caches and files
    return median(spent)


def questions(seed: int) -> list[str]:
    """Return questions of four words each."""
    rng = random.Random(seed)
    return [" ".join(rng.sample(WORDS[:400], 4)) for _ in range(QUERIES)]


def opened(folder: Path) -> Corpus:
    """Return a corpus of the pages in a folder."""
    (folder / "pincite.toml").write_text(SETTINGS)
    return open_corpus(folder)


def measured(folder: Path) -> tuple[float, float]:
    """Return milliseconds of a query and megabytes on the disk."""
    return milliseconds(folder), size_of(folder / ".pincite") / 1e6


def main() -> None:
    """Print the table."""
    n_pages = int(sys.argv[1]) if len(sys.argv) > 1 else 2000
    n_rounds = int(sys.argv[2]) if len(sys.argv) > 2 else 8
    rng = random.Random(1)
    rows: list[tuple[str, float, float]] = []
    with TemporaryDirectory() as one, TemporaryDirectory() as two:
        first, second = Path(one), Path(two)
        for folder in (first, second):
            (folder / "docs").mkdir()
        files = [first / "docs" / f"{n}.md" for n in range(n_pages)]
        for file in files:
            file.write_text(page(rng))
        with opened(first) as corpus:
            corpus.sync()
        rows.append(("fresh", *measured(first)))
        with opened(first) as corpus:
            for _ in range(n_rounds):
                for file in rng.sample(files, n_pages // 2):
                    file.write_text(page(rng))
                corpus.sync()
        rows.append((f"after {n_rounds} rounds of edits to half", *measured(first)))
        with opened(first) as corpus:
            start = time.process_time()
            done = corpus.vacuum()
            spent = time.process_time() - start
        rows.append(("after vacuum", *measured(first)))
        for file in files:
            (second / "docs" / file.name).write_text(file.read_text())
        with opened(second) as anew:
            anew.sync()
        rows.append(("made anew from the same pages", *measured(second)))
    fresh = rows[-1][1]
    print(f"{n_pages} pages; vacuum removed {done.n_points:,} points in {spent:.1f} s of processor time")
    print(f"{'':<36}{'ms':>8}{'ratio':>8}{'MB':>8}")
    for name, spent_ms, size in rows:
        print(f"{name:<36}{spent_ms:>8.2f}{spent_ms / fresh:>8.2f}{size:>8.1f}")


if __name__ == "__main__":
    main()
