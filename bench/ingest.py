"""
Measures ingest of text against the embedder alone: ``python bench/ingest.py [N_DOCUMENTS]`` (2,000).

Abstracts of SciFact are synced into a new corpus in four rounds, each of a quarter of the files. The same texts that
the syncs have to embed are embedded by the model alone, sorted by length, in the same process and on the same threads,
a fifth of them before each round and the last fifth after the last, so that a machine that slows down or speeds up
meanwhile favours neither. The ratio of the rates over all rounds has to be at least 0.9.
Reads ``../shared/data/scifact`` beside the project and needs ``pincite models install minilm``.
"""

from __future__ import annotations

import gzip
import json
import sys
import tempfile
from pathlib import Path
from time import perf_counter

from pincite.config import Config, load
from pincite.lifecycle import create_store, open_store
from pincite.pipeline.ingest import sync
from pincite.pipeline.vectors import texts_of

SCIFACT = Path(__file__).resolve().parents[1] / "../shared/data/scifact/corpus.jsonl.gz"
ROUNDS = 4
SETTINGS = '[[sources]]\nname = "docs"\npath = "docs"\naccess = ["public"]\n'


def main(n_documents: int) -> int:
    """Write the files, embed their texts alone and sync them in turns, and print the two rates."""
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        (folder / "pincite.toml").write_text(SETTINGS)
        docs = folder / "docs"
        write(docs, range(n_documents))
        config = load(folder)
        texts = embedded_texts(config)
        away = [file.rename(folder / file.name) for file in sorted(docs.iterdir())]
        alone = synced = seconds = 0.0
        for at in range(ROUNDS):
            alone += raw_seconds(config, texts[at :: ROUNDS + 1])
            for file in away[at::ROUNDS]:
                file.rename(docs / file.name)
            n_embedded, took = synced_texts(config)
            synced, seconds = synced + n_embedded, seconds + took
        alone += raw_seconds(config, texts[ROUNDS :: ROUNDS + 1])
    raw, rate = len(texts) / alone, synced / seconds
    print(f"embedder alone {raw:8,.0f} texts/s   sync {rate:8,.0f} texts/s   ratio {rate / raw:.3f}")
    print("within the budget" if rate / raw >= 0.9 else "UNDER THE BUDGET: ratio >= 0.9")
    return 0 if rate / raw >= 0.9 else 1


def write(folder: Path, numbers: range) -> None:
    """Write abstracts as Markdown files."""
    folder.mkdir()
    with gzip.open(SCIFACT, "rt", encoding="utf-8") as lines:
        for _, line in zip(numbers, lines, strict=False):
            record = json.loads(line)
            (folder / f"{record['id']}.md").write_text(f"# {record['title']}\n\n{record['text']}\n")


def embedded_texts(config: Config) -> list[str]:
    """Return the distinct texts that a sync embeds, from a first sync with an embedder that costs nothing."""
    seen: dict[str, None] = {}
    real = config.build_chunker()

    class Noting:
        digest = real.digest

        def chunk(self, revision):  # noqa: ANN001, ANN202 - passes on
            chunks = real.chunk(revision)
            seen.update(dict.fromkeys(texts_of(chunks)))
            return chunks

    with tempfile.TemporaryDirectory() as state:
        store = create_store(
            Path(state), index=config.build_index(), analyzer=config.build_analyzer(), generation=config.generation()
        )
        with store:
            sync(config.ingest_setup(chunker=Noting), store, config.sources, dry_run=True)
    return list(seen)


def raw_seconds(config: Config, texts: list[str]) -> float:
    """Return the seconds that the embedder alone takes."""
    embedder = config.build_embedder()
    embedder.embed(texts[:64])
    started = perf_counter()
    embedder.embed(sorted(texts, key=len))
    seconds = perf_counter() - started
    print(f"{len(texts):,} texts, embedder alone {seconds:.1f} s")
    return seconds


def synced_texts(config: Config) -> tuple[int, float]:
    """Return how many texts one sync of what is new embeds, and the seconds of the whole of it."""
    stages = {"index": config.build_index(), "analyzer": config.build_analyzer(), "generation": config.generation()}
    opened = open_store if config.state.exists() else create_store
    with opened(config.state, **stages) as store:
        ended: dict[str, float] = {}
        started = perf_counter()

        def progress(step: str, done: int, total: int) -> None:
            ended[step] = perf_counter() - started

        report = sync(config.ingest_setup(), store, config.sources, progress=progress)
    steps = ", ".join(f"{step} until {seconds:.1f} s" for step, seconds in ended.items())
    print(f"{report.n_embedded:,} texts, {report.n_chunks:,} chunks, sync {report.seconds:.1f} s ({steps})")
    return report.n_embedded, report.seconds


if __name__ == "__main__":
    raise SystemExit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 2_000))
