"""
Takes in one very long PDF through ``pincite add`` and measures the memory of all its processes together.

    python bench/parsing/long_pdf.py --pages 2000
    python bench/parsing/long_pdf.py --pages 2000 --embedder hash --kill 0.5
    python bench/parsing/long_pdf.py --pages 2000 --kill-after 300

Seconds are those of the clock and, behind them, of processors, workers included. Memory is the proportional set size of
the command and its workers, summed, every 0.2 s. With ``--kill`` the command is first killed when it has run for that
share of the time of a whole run, and then run again: what was kept of the first try shows in the second's "reused" and
in its time. ``--kill-after`` does so after some seconds, without a whole run.
"""

from __future__ import annotations

import argparse
import io
import json
import os
import random
import resource
import signal
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

LISTED = (
    "pump valve seal pressure rotor bearing inlet outlet casing shaft torque flange gasket nozzle coolant filter "
    "controller sensor cable housing bracket lever spring cylinder piston gauge meter tank vessel pipe"
)
WORDS = LISTED.split()


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """What one ``pincite add`` took."""

    seconds: float
    processor_s: float
    peak_mb: float
    n_kept: int
    """Parts of the file's pages that are kept for the next run."""
    report: dict[str, object]


def make(pages: int) -> bytes:
    """Return a PDF with headings, paragraphs and a table now and then; every page differs."""
    from reportlab.lib.pagesizes import A4
    from reportlab.pdfgen.canvas import Canvas

    out = io.BytesIO()
    canvas = Canvas(out, pagesize=A4, invariant=1)
    chance = random.Random(5)
    for page in range(1, pages + 1):
        canvas.setFont("Helvetica-Bold", 13)
        canvas.drawString(72, 770, f"{page} Service of unit {page}")
        canvas.setFont("Helvetica", 10)
        for line in range(30):
            words = " ".join(chance.choice(WORDS) for _ in range(12))
            canvas.drawString(72, 740 - 18 * line, f"{words.capitalize()} {chance.randint(10, 9999)} mm.")
        canvas.drawString(72, 40, f"Manual, page {page}")
        canvas.showPage()
    canvas.save()
    return out.getvalue()


def tree(pid: int) -> set[int]:
    """Return a process and all below it."""
    found = {pid}
    for task in Path(f"/proc/{pid}/task").glob("*/children"):
        try:
            for child in map(int, task.read_text().split()):
                found |= tree(child)
        except OSError:
            continue
    return found


def memory_mb(pid: int) -> float:
    """Return the proportional set size of a process and all below it, in megabytes."""
    total = 0
    for each in tree(pid):
        try:
            rollup = Path(f"/proc/{each}/smaps_rollup").read_text()
        except OSError:
            continue
        total += next((int(line.split()[1]) for line in rollup.splitlines() if line.startswith("Pss:")), 0)
    return total / 1000


def add(folder: Path, *, embedder: str, stop_after_s: float | None = None) -> Run:
    """Run ``pincite add``; the report is empty where it was killed."""
    command = [str(Path(sys.executable).parent / "pincite"), "--corpus", str(folder), "add", str(folder / "docs")]
    env = {**os.environ, "PINCITE_EMBED__NAME": embedder}
    started, spent = time.perf_counter(), processor_s()
    process = subprocess.Popen([*command, "--access", "public", "--json"], stdout=subprocess.PIPE, env=env)
    peak = 0.0
    while process.poll() is None:
        peak = max(peak, memory_mb(process.pid))
        if stop_after_s is not None and time.perf_counter() - started > stop_after_s:
            for each in tree(process.pid):
                os.kill(each, signal.SIGKILL)
        time.sleep(0.2)
    output = process.stdout.read() if process.stdout else b""
    return Run(
        seconds=time.perf_counter() - started,
        processor_s=processor_s() - spent,
        peak_mb=peak,
        n_kept=sum(1 for _ in folder.glob(".pincite/parsing/*")),
        report=json.loads(output) if output.strip() else {},
    )


def processor_s() -> float:
    """Return the seconds of processors that processes which ended have taken; those that were killed tell less."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def told(name: str, run: Run) -> str:
    """Return one line of the table."""
    numbers = [f"{key} {run.report[key]}" for key in ("n_chunks", "n_embedded", "n_reused") if key in run.report]
    said = ", ".join(numbers) or f"killed; {run.n_kept} parts of its pages kept"
    return f"{name:<10} {run.seconds:8.1f} s {run.processor_s:8.1f} s {run.peak_mb:7.0f} MB  {said}"


def main() -> None:
    """Make the PDF, take it in, and print what it took."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pages", type=int, default=2000)
    parser.add_argument("--embedder", default="minilm")
    parser.add_argument("--kill", type=float, default=0.0, help="share of a whole run after which it is killed first")
    parser.add_argument("--kill-after", type=float, default=0.0, help="seconds after which it is killed first")
    given = parser.parse_args()
    pdf = make(given.pages)
    print(f"{given.pages:,} pages, {len(pdf) / 1e6:.1f} MB, embedder {given.embedder}")
    with tempfile.TemporaryDirectory() as scratch:
        stop_after_s = given.kill_after
        if not stop_after_s:
            whole = add(_corpus(Path(scratch) / "whole", pdf), embedder=given.embedder)
            print(told("whole", whole), flush=True)
            stop_after_s = given.kill * whole.seconds
        if stop_after_s:
            again = _corpus(Path(scratch) / "again", pdf)
            print(told("killed", add(again, embedder=given.embedder, stop_after_s=stop_after_s)), flush=True)
            print(told("run again", add(again, embedder=given.embedder)))


def _corpus(folder: Path, pdf: bytes) -> Path:
    (folder / "docs").mkdir(parents=True)
    (folder / "docs" / "manual.pdf").write_bytes(pdf)
    (folder / "pincite.toml").write_text('[corpus]\nname = "long"\n', encoding="utf-8")
    return folder


if __name__ == "__main__":
    main()
