"""
Conflicting sources: how often all valid answers are given, misinformation is repeated, a conflict is named.

``python bench/ramdocs.py [--show]`` asks the 100 questions of ``../shared/data/ramdocs_dev`` of the extractive
generator, each over its own few documents, which are all shown; claims are checked and conflicts looked for as in a
corpus. An answer gives a string when its text holds it, whatever the case.
"""

from __future__ import annotations

import argparse
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

from pincite.attribute import AttributeSettings
from pincite.attribute import build as build_attributor
from pincite.config import load
from pincite.generate import GenerateSettings
from pincite.generate.extractive import build
from pincite.generate.scoring.cosines import Cosines
from pincite.pipeline.conflicts import Disagreements
from pincite.protocols import Generator
from pincite.testing.passages import passage_of, revision_of

ROOT = Path(__file__).resolve().parents[1]


def main() -> None:
    """Ask all questions and print the shares."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--data", type=Path, default=ROOT / "../shared/data", help="the folder of real data")
    options.add_argument("--show", action="store_true", help="print each answer")
    chosen = options.parse_args()
    file = chosen.data / "ramdocs_dev/ramdocs.jsonl"
    if not file.is_file():
        raise SystemExit(f"no {file}; name the folder of real data with --data")
    rows = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    embedder = load(ROOT / "examples/lumen").build_embedder()
    generator = build(GenerateSettings(), similarity=Cosines(lambda: embedder, kept=100_000))
    results = [ask(row, generator, show=chosen.show) for row in rows]
    print(f"{len(results)} questions")
    for name in results[0]:
        print(f"{name:28} {sum(r[name] for r in results):4}")


def ask(row: dict[str, Any], generator: Generator, *, show: bool) -> dict[str, bool]:
    """Return what one answer holds."""
    pages = [
        revision_of(_text(d["text"]), document=f"d{n}", title=row["question"]) for n, d in enumerate(row["documents"])
    ]
    passages = tuple(
        passage_of(replace(page, title=page.document_id), label=n) for n, page in enumerate(pages, 1) if page.text
    )
    attributor = build_attributor(AttributeSettings())
    checked = attributor.attribute(row["question"], generator.draft(row["question"], passages), passages)
    checked, conflicts = Disagreements(attributor=attributor).find(row["question"], checked, passages)
    text = " ".join(claim.text for claim in checked.claims).casefold()
    given = [answer.casefold() in text for answer in row["gold_answers"]]
    wrong = any(answer.casefold() in text for answer in row["wrong_answers"])
    if show:
        print(row["question"], row["gold_answers"], row["wrong_answers"], "|", text[:300], "|", conflicts)
    return {
        "answered": bool(checked.claims),
        "all valid answers": all(given),
        "any valid answer": any(given),
        "misinformation repeated": wrong,
        "all valid and no wrong one": all(given) and not wrong,
        "several sides in documents": len(row["gold_answers"]) + len(set(row["wrong_answers"])) > 1,
        "conflict named": bool(conflicts),
    }


def _text(words: str) -> str:
    """Return the text without control characters, which no page has."""
    return "".join(c for c in words if c.isprintable() or c in "\n\t")


if __name__ == "__main__":
    main()
