"""
The local 1.5B generator on the questions of Lumen, beside the extractive one: right answers, right abstentions,
processor time.

``python bench/local_model.py [--questions N] [--seconds S]`` needs ``pincite models install qwen-1.5b`` and
``pip install 'pincite[gguf]'``; about a minute a question on one core.
"""

from __future__ import annotations

import argparse
import json
import re
import shutil
import tempfile
import time
from collections import defaultdict
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

import pincite
from pincite.config import load
from pincite.corpus import Corpus

LUMEN = Path(__file__).resolve().parents[1] / "examples" / "lumen"


def main() -> None:
    """Print one line per question and generator, and the sums."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--questions", type=int, default=24, help="how many, spread over all kinds (24)")
    parser.add_argument("--seconds", type=float, default=300.0, help="cap on the time of one question (300)")
    parser.add_argument("--generator", action="append", help="extractive or gguf; may be repeated (both)")
    asked = parser.parse_args()
    rows = _spread([json.loads(line) for line in (LUMEN / "eval" / "queries.jsonl").open()], asked.questions)
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder) / "lumen"
        shutil.copytree(LUMEN, place, ignore=shutil.ignore_patterns(".pincite"))
        for name in asked.generator or ("extractive", "gguf"):
            _measure(place, name, rows, asked.seconds)


def _spread(rows: list[dict[str, Any]], most: int) -> list[dict[str, Any]]:
    """Return some questions of every kind, in turn."""
    kinds: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for row in rows:
        kinds[row["kind"]].append(row)
    turns = [row for at in range(len(rows)) for listed in kinds.values() for row in listed[at : at + 1]]
    return turns[:most]


def _measure(place: Path, name: str, rows: list[dict[str, Any]], seconds: float) -> None:
    config = load(place)
    generate = replace(config.generate, name=name, cap_seconds=seconds)
    with Corpus(replace(config, generate=generate)) as corpus:
        corpus.sync()
        right, spent = 0, []
        for row in rows:
            start = time.process_time()
            ended, ok = _ask(corpus, row)
            spent.append(time.process_time() - start)
            right += ok
            print(
                f"{name:10} {row['id']:24} {'right' if ok else 'WRONG':5} {spent[-1]:6.1f} CPU s  {ended[:110]}",
                flush=True,
            )
    print(
        f"{name}: {right} of {len(rows)} right, median {sorted(spent)[len(spent) // 2]:.1f} CPU s a question",
        flush=True,
    )


def _ask(corpus: Corpus, row: dict[str, Any]) -> tuple[str, bool]:
    who = pincite.Principal(tenant=row["principal"]["tenant"], groups=row["principal"]["groups"])
    try:
        answer = corpus.ask(row["question"], principal=who, as_of=_day(row["as_of"]), applies_to=row["applies_to"])
    except pincite.PinciteError as error:
        return f"{type(error).__name__}: {error}", False
    if row["kind"] == "unanswerable":
        return answer.text, not answer.claims
    said = re.sub(r"\s+", " ", answer.text)
    found = all(re.search(p, said, re.IGNORECASE) for p in row["all_of"])
    found = found and (not row["any_of"] or any(re.search(p, said, re.IGNORECASE) for p in row["any_of"]))
    return answer.text, found and not any(re.search(p, said, re.IGNORECASE) for p in row["none_of"])


def _day(value: str | None) -> date | None:
    return date.fromisoformat(value) if value else None


if __name__ == "__main__":
    main()
