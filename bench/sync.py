"""
Measures a first and a second sync of many files: ``python bench/sync.py [N_FILES]`` (10,000).

The second sync of unchanged files has to take less than 2 s and embed nothing. Embeds with the hash embedder, since the
model's speed is measured by ``bench/ingest.py``.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from time import perf_counter

from pincite.config import load
from pincite.lifecycle import create_store, open_store
from pincite.pipeline.ingest import Report, sync

SETTINGS = '[embed]\nname = "hash"\n\n[[sources]]\nname = "docs"\npath = "docs"\naccess = ["public"]\n'


def main(n_files: int) -> int:
    """Write the files, sync them twice, each time with newly opened stores, and print a table."""
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        (folder / "pincite.toml").write_text(SETTINGS)
        for n in range(n_files):
            file = folder / "docs" / f"{n % 100:02}" / f"{n}.md"
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(f"# Page {n}\n\nThis page is number {n} of the shelf.\n\n## Detail\n\nIt holds item {n}.\n")
        print(f"{n_files:,} files")
        first = run(folder, "first sync", create=True)
        second = run(folder, "second sync, nothing changed", create=False)
    good = first.added == n_files == second.unchanged and second.n_embedded == 0 and second.seconds < 2
    print("within the budget" if good else "OVER THE BUDGET: second sync < 2 s with 0 embeddings")
    return 0 if good else 1


def run(folder: Path, title: str, *, create: bool) -> Report:
    """Sync once with stores of its own and print one line."""
    config = load(folder)
    started = perf_counter()
    opened = (create_store if create else open_store)(
        config.state, index=config.build_index(), analyzer=config.build_analyzer(), generation=config.generation()
    )
    with opened as store:
        report = sync(config.ingest_setup(), store, config.sources)
    whole = perf_counter() - started
    print(
        f"{title:<30} {report.seconds:8.2f} s (with opening and closing {whole:.2f} s)  "
        f"added {report.added:,}  unchanged {report.unchanged:,}  embedded {report.n_embedded:,}"
    )
    return report


if __name__ == "__main__":
    raise SystemExit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 10_000))
