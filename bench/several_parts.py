"""
Questions of several parts, and over things that they do not name, answered by extraction.

``python bench/several_parts.py [--split tune|frozen|later] [--show]`` asks those of ``bench/data/several_parts.jsonl``
over the examples and the invented companies of ``bench/data``, each corpus taken in anew in a temporary folder. A
question counts where every pattern stands in the claims, none of the forbidden ones does, and what no page says is
listed as missing. The rules were written with those marked "tune" at hand and mended on "frozen" once that had been
measured; "later" was written after that and measured once.
"""

from __future__ import annotations

import argparse
import json
import re
import shutil
import tempfile
from collections import defaultdict
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pincite

if TYPE_CHECKING:
    from collections.abc import Sequence

ROOT = Path(__file__).resolve().parents[1]
QUESTIONS = ROOT / "bench/data/several_parts.jsonl"


def main() -> None:
    """Ask the questions and print how many of each shape are right."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--split", choices=("tune", "frozen", "later"), help="only these; all where left out")
    options.add_argument("--show", action="store_true", help="print each answer")
    chosen = options.parse_args()
    rows = [json.loads(line) for line in QUESTIONS.read_text(encoding="utf-8").splitlines()]
    by_corpus: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for row in rows:
        if chosen.split in (None, row["split"]):
            by_corpus[row["corpus"]].append(row)
    right: dict[tuple[str, str], list[bool]] = defaultdict(list)
    with tempfile.TemporaryDirectory(prefix="several-parts-") as work:
        for name, asked in by_corpus.items():
            for row, good in zip(asked, ask(name, asked, Path(work), show=chosen.show), strict=True):
                right[row["split"], row["shape"]].append(good)
    for (split, shape), results in sorted(right.items()):
        print(f"{split:8} {shape:12} {sum(results):3} of {len(results)}")


def ask(name: str, rows: Sequence[dict[str, Any]], work: Path, *, show: bool) -> list[bool]:
    """Return which questions over one corpus are answered right."""
    with _corpus(name, work) as corpus:
        results = []
        for row in rows:
            who = row.get("principal", {"tenant": corpus.config.corpus.tenant, "groups": []})
            principal = pincite.Principal(tenant=who["tenant"], groups=who["groups"])
            day = date.fromisoformat(row["as_of"]) if "as_of" in row else None
            answer = corpus.ask(row["question"], principal=principal, as_of=day)
            results.append(is_right(row, [claim.text for claim in answer.claims], answer.missing))
            if show:
                print("right" if results[-1] else "WRONG", row["id"], row["question"], "|", answer.text, answer.missing)
    return results


def is_right(row: dict[str, Any], claims: Sequence[str], missing: Sequence[str]) -> bool:
    """Tell whether an answer says all that it should, nothing that it must not, and what is missing."""
    text = " ".join(claims)
    said = all(re.search(pattern, text) for pattern in row["all_of"])
    forbidden = any(re.search(pattern, text) for pattern in row["none_of"])
    listed = row["missing"] is None or any(re.search(row["missing"], each) for each in missing)
    return said and not forbidden and listed


def _corpus(name: str, work: Path) -> pincite.Corpus:
    """Return a corpus of an example, or of the pages of an invented company, taken in anew."""
    folder = work / name
    example = ROOT / "examples" / name
    if example.is_dir():
        shutil.copytree(example, folder, ignore=shutil.ignore_patterns(".pincite*", "eval"))
        corpus = pincite.open(folder)
        corpus.sync()
        return corpus
    shutil.copytree(ROOT / "bench/data" / name, folder / "pages", ignore=shutil.ignore_patterns("*.jsonl"))
    corpus = pincite.create(folder)
    corpus.add(folder / "pages", access=["public"])
    return corpus


if __name__ == "__main__":
    main()
