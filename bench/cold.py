"""
Cold start: wall and CPU time of ``pincite search`` on the example shop and of ``pincite --help``, each a new process.

    python bench/cold.py [--runs 7]

Prints the median of the runs. Budgets: 600 ms and 150 ms on two quiet cores. The package is compiled first, as a wheel
is when it is installed.
"""

from __future__ import annotations

import argparse
import compileall
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

PACKAGE = Path(__file__).resolve().parents[1] / "src" / "pincite"
LUMEN = Path(__file__).resolve().parents[1] / "examples" / "lumen"
PINCITE = Path(sys.executable).parent / "pincite"


def timed(*arguments: str) -> tuple[float, float]:
    """Run the command once and return wall and CPU milliseconds."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    start = time.perf_counter()
    subprocess.run([PINCITE, *arguments], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    wall = time.perf_counter() - start
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return wall * 1000, (after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime) * 1000


def report(name: str, budget: int, runs: int, *arguments: str) -> None:
    """Print one line of the table."""
    timed(*arguments)
    found = [timed(*arguments) for _ in range(runs)]
    wall, cpu = (statistics.median(column) for column in zip(*found, strict=True))
    print(f"{name:42} {wall:8.0f} ms wall {cpu:8.0f} ms CPU   budget {budget} ms")


def main() -> None:
    """Build the example and print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=7)
    runs = parser.parse_args().runs
    compileall.compile_dir(PACKAGE, quiet=1)
    with tempfile.TemporaryDirectory() as folder:
        corpus = Path(folder) / "lumen"
        shutil.copytree(LUMEN, corpus, ignore=shutil.ignore_patterns(".pincite*"))
        subprocess.run([PINCITE, "--corpus", corpus, "sync"], check=True, stdout=subprocess.DEVNULL)
        report("search, hybrid", 600, runs, "--corpus", str(corpus), "search", "What is the refund window?")
        report("lookup", 600, runs, "--corpus", str(corpus), "lookup", "O-48214")
        report("ask", 600, runs, "--corpus", str(corpus), "ask", "What is the refund window?")
        report("list documents (catalog only)", 600, runs, "--corpus", str(corpus), "list", "documents")
        report("--help", 150, runs, "--help")


if __name__ == "__main__":
    main()
