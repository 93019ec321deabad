"""
What a migration costs, and what those who ask notice of it.

Usage: python bench/migrate.py [DOCUMENTS]

Writes DOCUMENTS pages (1,000) of five sections, builds a corpus of them with the embedder without a model, moves it to
other dimensions while a thread asks, and goes back. No model is called, so that what is left is our own share.
"""

from __future__ import annotations

import statistics
import sys
import tempfile
import time
from pathlib import Path
from threading import Event, Thread

import pincite

WORDS = (
    "refund",
    "window",
    "courier",
    "parcel",
    "warranty",
    "battery",
    "deposit",
    "order",
    "invoice",
    "credit",
    "limit",
)


def write(folder: Path, n: int) -> None:
    """Write the pages and the settings."""
    docs = folder / "docs"
    docs.mkdir()
    for at in range(n):
        parts = [f"# Page {at}\n"]
        for section in range(5):
            words = " ".join(WORDS[(at * 7 + section * 3 + k) % len(WORDS)] for k in range(60))
            parts.append(f"## Section {section}\n\nIn case {at}-{section} the {words}.\n")
        (docs / f"{at:05}.md").write_text("\n".join(parts))
    (folder / "pincite.toml").write_text(
        '[embed]\nname = "hash"\ndim = 256\n\n[[sources]]\nname = "docs"\npath = "docs"\naccess = ["public"]\n'
    )


def ask(corpus: pincite.Corpus, stop: Event, took: list[float]) -> None:
    """Ask until told to stop, and note how long each answer took, in seconds."""
    while not stop.is_set():
        started = time.perf_counter()
        assert corpus.search("refund window of the courier")
        took.append(time.perf_counter() - started)


def main() -> None:
    """Print what it took."""
    n = int(sys.argv[1]) if len(sys.argv) > 1 else 1_000
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        write(folder, n)
        with pincite.open(folder) as corpus:
            report = corpus.sync()
            print(f"{report.added:,} documents, {report.n_chunks:,} chunks: sync {report.seconds:.1f} s")
            took: list[float] = []
            stop = Event()
            steps: dict[str, float] = {}
            thread = Thread(target=ask, args=(corpus, stop, took))
            thread.start()
            done = corpus.reembed(
                "hash", dim=128, progress=lambda step, *_: steps.__setitem__(step, time.perf_counter())
            )
            ended = time.perf_counter()
            stop.set()
            thread.join()
            held_s = ended - steps["check"]
            print(f"reembed {done.seconds:.1f} s, of which {held_s:.2f} s after the checks, under the hold")
            print(
                f"{len(took):,} questions answered meanwhile: median {1000 * statistics.median(took):.0f} ms, "
                f"longest {1000 * max(took):.0f} ms"
            )
            back = corpus.migrate(rollback=True)
            print(f"rollback {back.seconds:.1f} s, {back.n_embedded} embedded")


if __name__ == "__main__":
    main()
