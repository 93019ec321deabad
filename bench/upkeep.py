"""
Whether search is as fast after years of churn, once vacuumed, as on a fresh index.

A corpus of N pages is edited over and over until each page has been replaced several times. The same questions are then
put to four corpora in turns, in one process: before the churn, after it, after ``vacuum``, and made anew from the same
pages. Times are of processor time and ratios those of one question put to two of them, so that a loaded machine does
not matter much. "legs" is the lexical and the dense leg under one scope, with question and scope at hand; "search" is
everything from the question's text to the hits.

    .venv/bin/python bench/upkeep.py [PAGES] [ROUNDS]
"""

from __future__ import annotations

import os
import random
import shutil
import sys
import time
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

os.environ.setdefault("OMP_NUM_THREADS", "1")

from pincite.corpus import Corpus
from pincite.corpus import open as open_corpus
from pincite.lifecycle.vacuum import Vacuumed, size_of
from pincite.questions import Principal, Query

QUERIES = 80
WARM_UP = 20
"""Questions at the beginning that fill caches and are not counted."""
WORDS = [f"word{n}" for n in range(3000)]
SETTINGS = '[embed]\nname = "hash"\ndim = 384\n\n[[sources]]\nname = "docs"\npath = "docs"\naccess = ["public"]\n'
Times = dict[str, list[float]]
"""Milliseconds of each question, by corpus."""


def page(rng: random.Random) -> str:
    """Return a page of some 300 words, the common ones often; three chunks."""
    words = [WORDS[min(int(rng.paretovariate(0.7)) - 1, len(WORDS) - 1)] for _ in range(300)]
    return "# Page\n\n" + "\n\n".join(" ".join(words[at : at + 60]) + "." for at in range(0, 300, 60))


def questions() -> list[str]:
    """Return questions of four words each."""
    rng = random.Random(4)
    return [" ".join(rng.sample(WORDS[:400], 4)) for _ in range(WARM_UP + QUERIES)]


def opened(folder: Path) -> Corpus:
    """Return a corpus of the pages in a folder."""
    (folder / "pincite.toml").write_text(SETTINGS)
    return open_corpus(folder)


def made(root: Path, n_pages: int, n_rounds: int) -> tuple[dict[str, Path], Vacuumed]:
    """Make the four corpora, and return their folders and what ``vacuum`` removed."""
    rng = random.Random(1)
    folders = {name: root / name for name in ("before", "churned", "vacuumed", "anew")}
    docs = folders["churned"] / "docs"
    docs.mkdir(parents=True)
    files = [docs / f"{n}.md" for n in range(n_pages)]
    for file in files:
        file.write_text(page(rng))
    with opened(folders["churned"]) as corpus:
        corpus.sync()
    shutil.copytree(folders["churned"], folders["before"])
    with opened(folders["churned"]) as corpus:
        for _ in range(n_rounds):
            for file in rng.sample(files, n_pages // 2):
                file.write_text(page(rng))
            corpus.sync()
    shutil.copytree(folders["churned"], folders["vacuumed"])
    shutil.copytree(docs, folders["anew"] / "docs")
    with opened(folders["vacuumed"]) as corpus:
        done = corpus.vacuum()
    with opened(folders["anew"]) as corpus:
        corpus.sync()
    return folders, done


def measured(folders: dict[str, Path]) -> tuple[Times, Times]:
    """Put every question to every corpus in turns; return milliseconds of the two legs and of the whole search."""
    legs: Times = {name: [] for name in folders}
    whole: Times = {name: [] for name in folders}
    reader = Principal(tenant="default")
    with ExitStack() as stack:
        corpora = {name: stack.enter_context(opened(folder)) for name, folder in folders.items()}
        retrievers = {
            name: corpus.retriever(replace(corpus.config.retrieve, route="hybrid")) for name, corpus in corpora.items()
        }
        for at, question in enumerate(questions()):
            names = list(corpora)
            for name in (*names[at % len(names) :], *names[: at % len(names)]):
                corpus = corpora[name]
                with corpus.store.reading() as lease:
                    scope = corpus._built.scope(reader, lease, corpus.today())
                    start = time.process_time()
                    retrievers[name].retrieve(Query(text=question), k=10, scope=scope)
                    legs[name].append((time.process_time() - start) * 1000)
                start = time.process_time()
                corpus.search(question, route="hybrid", k=10)
                whole[name].append((time.process_time() - start) * 1000)
    return _warm(legs), _warm(whole)


def _warm(times: Times) -> Times:
    """Return the times without those of the first questions."""
    return {name: spent[WARM_UP:] for name, spent in times.items()}


def main() -> None:
    """Print the table."""
    n_pages = int(sys.argv[1]) if len(sys.argv) > 1 else 4000
    n_rounds = int(sys.argv[2]) if len(sys.argv) > 2 else 4
    with TemporaryDirectory() as root:
        folders, done = made(Path(root), n_pages, n_rounds)
        sizes = {name: size_of(folder / ".pincite") / 1e6 for name, folder in folders.items()}
        with opened(folders["anew"]) as corpus:
            n_chunks = corpus.store.index.count()
        legs, whole = measured(folders)
    print(f"{n_pages:,} pages, {n_chunks:,} chunks; half of the pages edited, {n_rounds} times over")
    print(f"vacuum removed {done.n_points:,} points; {QUERIES} questions, medians; ratio: to the corpus made anew")
    print(f"{'':<12}{'legs ms':>9}{'ratio':>7}{'search ms':>11}{'ratio':>7}{'MB':>8}")
    for name in folders:
        told = "".join(f"{median(t[name]):>{w}.2f}{_ratio(t, name):>7.2f}" for t, w in ((legs, 9), (whole, 11)))
        print(f"{name:<12}{told}{sizes[name]:>8.1f}")


def _ratio(spent: Times, name: str) -> float:
    """Return the median over all questions of the time here by the time on the corpus that was made anew."""
    return median(a / b for a, b in zip(spent[name], spent["anew"], strict=True))


if __name__ == "__main__":
    main()
