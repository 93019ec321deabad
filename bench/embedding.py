"""
Times the default embedder: the raw runtime against ours, on the same texts in the same run.

``python bench/embedding.py [--texts 2000] [--threads 0] [--cold]``

The texts are SciFact abstracts with their titles where ``../shared/data/scifact`` is present, else made-up ones. *Raw*
is the plainest use of ONNX Runtime on the same graph: token numbers made beforehand, one window at a time, as many runs
at once as there are threads. Both see the same windows, so a text longer than one costs both the same. ``--cold`` shows
what a first question pays, in a new process each time.
"""

from __future__ import annotations

import argparse
import gzip
import json
import os
import random
import statistics
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import onnxruntime

from pincite.embed import EmbedSettings, build, build_tokenizer
from pincite.embed.windowed import windows
from pincite.embed.wordpiece import WordPiece
from pincite.models import cache_folder, find
from pincite.models.minilm import GRAPH, MAX_TOKENS

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

__all__ = ["raw_seconds", "scifact_texts"]

SCIFACT = Path(__file__).resolve().parents[2] / "shared" / "data" / "scifact" / "corpus.jsonl.gz"
WORDS = ("the", "of", "cells", "in", "and", "patients", "with", "protein", "expression", "is", "that", "was", "gene")
COLD = """
import time; start = time.perf_counter()
from pincite.embed import EmbedSettings, build
from pincite.models import cache_folder
build(EmbedSettings(), cache=cache_folder()).embed_query("How long is the refund window?")
print(time.perf_counter() - start, time.process_time())
"""


def scifact_texts(n_texts: int) -> list[str]:
    """
    Return titles with abstracts, or made-up texts of about the same length where the data is absent.

    :param n_texts: How many, at most 5,183 of the real ones.
    """
    if SCIFACT.is_file():
        with gzip.open(SCIFACT, "rt", encoding="utf-8") as lines:
            rows = [json.loads(line) for line, _ in zip(lines, range(n_texts), strict=False)]
        return [f"{row['title']} {row['text']}" for row in rows]
    chosen = random.Random(1)
    return [" ".join(chosen.choices(WORDS, k=chosen.randint(60, 240))) for _ in range(n_texts)]


def raw_seconds(texts: Sequence[str], *, threads: int) -> float:
    """
    Return how long the bare runtime takes over the texts, tokens made beforehand.

    :param threads: Runs at the same time, at least 1.
    """
    model = find("minilm", cache_folder())
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    session = onnxruntime.InferenceSession(model.read(GRAPH), options, providers=["CPUExecutionProvider"])
    tokens = WordPiece(model)
    rows = [tokens.marked(window) for ids in tokens.ids(texts) for window in windows(ids, MAX_TOKENS)]

    def run(row: NDArray[np.int64]) -> None:
        session.run(None, {"input_ids": row[None], "attention_mask": np.ones((1, len(row)), np.int64)})

    start = time.perf_counter()
    with ThreadPoolExecutor(threads) as pool:
        list(pool.map(run, rows))
    return time.perf_counter() - start


def our_seconds(texts: Sequence[str], *, threads: int) -> float:
    """Return how long ours takes, tokens included, nothing cut off."""
    embedder = build(EmbedSettings(threads=threads), cache=cache_folder())
    start = time.perf_counter()
    embedder.embed(texts)
    return time.perf_counter() - start


def cold_seconds(n_times: int) -> list[tuple[float, float]]:
    """Return wall and processor seconds of a first question, each in a new process."""
    runs = (
        subprocess.run([sys.executable, "-c", COLD], capture_output=True, text=True, check=True) for _ in range(n_times)
    )
    return [(float(wall), float(cpu)) for wall, cpu in (run.stdout.split() for run in runs)]


def _shown(name: str, texts: Sequence[str], measure: Callable[[Sequence[str]], float], rounds: int) -> float:
    cpu = time.process_time()
    best = min(measure(texts) for _ in range(rounds))
    cpu = (time.process_time() - cpu) / rounds
    rates = f"{len(texts) / best:8.1f} texts/s {len(texts) / cpu:8.1f} per core-second"
    print(f"{name:24} {len(texts):6} texts {best:8.2f} s {rates}")
    return best


def main() -> None:
    """Read the command line and print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--texts", type=int, default=2000)
    parser.add_argument("--rounds", type=int, default=1, help="the best of so many is shown")
    parser.add_argument("--threads", type=int, default=0, help="0: one per core")
    parser.add_argument("--cold", action="store_true")
    chosen = parser.parse_args()
    if chosen.cold:
        walls, cpus = zip(*cold_seconds(7), strict=True)
        print(f"first question, new process: {statistics.median(walls) * 1e3:.0f} ms, best {min(walls) * 1e3:.0f} ms")
        print(f"processor time: {statistics.median(cpus) * 1e3:.0f} ms, best {min(cpus) * 1e3:.0f} ms")
        return
    threads = chosen.threads or os.cpu_count() or 1
    texts = scifact_texts(chosen.texts)
    counts = build_tokenizer(EmbedSettings(), cache=cache_folder()).count(texts)
    over = sum(count > 254 for count in counts)
    print(f"{threads} threads; {sum(counts) / len(counts):.0f} tokens a text, {over} longer than one window")
    short = [sentence for text in texts[: len(texts) // 4] for sentence in text.split(". ")]
    for kind, batch in (("abstracts", texts), ("sentences", short)):
        raw = _shown(f"{kind}: raw runtime", batch, lambda t: raw_seconds(t, threads=threads), chosen.rounds)
        ours = _shown(f"{kind}: ours", batch, lambda t: our_seconds(t, threads=threads), chosen.rounds)
        print(f"{kind}: ours is {raw / ours:.2f} of raw")


if __name__ == "__main__":
    main()
