"""
Checks the pages of Halvorsen and the labels of its questions against each other.

Run from anywhere: ``python examples/halvorsen/eval/check_labels.py``. It reads the files only; Pincite itself is not
used, so that a fault there cannot hide a wrong label here. It ends with 0 when everything holds, and else with 1 and
one line for each fault.
"""

from __future__ import annotations

import hashlib
import json
import re
import sys
import tomllib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

HALVORSEN = Path(__file__).resolve().parent.parent
N_EACH = 12
N_FROZEN = 20
KINDS = ("lookup", "multi-hop", "numeric", "unanswerable", "conflicting")
HEADING = re.compile(r"^#{1,6} +(?P<title>.+?) *$", re.MULTILINE)


def read_pages() -> dict[str, dict[str, str]]:
    """Return the text of every section by document and heading; the whole page under ``""``."""
    settings = tomllib.loads((HALVORSEN / "pincite.toml").read_text(encoding="utf-8"))
    files = [file for source in settings["sources"] for file in sorted((HALVORSEN / source["path"]).glob("*.md"))]
    pages: dict[str, dict[str, str]] = {}
    for file in files:
        _, front, text = file.read_text(encoding="utf-8").split("---\n", 2)
        found = list(HEADING.finditer(text))
        ends = [match.start() for match in found[1:]] + [len(text)]
        parts = {match["title"]: text[match.start() : end] for match, end in zip(found, ends, strict=True)}
        match = re.search(r"^id: *(\S+)", front, re.MULTILINE)
        pages[match[1] if match else file.stem] = {"": text, **parts}
    return pages


def count_faults(labels: list[dict[str, Any]]) -> Iterator[str]:
    """Yield what is wrong with the set as a whole."""
    kinds = Counter(label["kind"] for label in labels)
    if kinds != dict.fromkeys(KINDS, N_EACH):
        yield f"questions per kind: {dict(kinds)}, expected {N_EACH} of each of {KINDS}"
    n_frozen = sum(label["split"] == "frozen" for label in labels)
    if n_frozen != N_FROZEN:
        yield f"{n_frozen} frozen questions, expected {N_FROZEN}"
    for key in ("id", "question"):
        yield from (
            f"{key} {value!r} stands {n} times" for value, n in Counter(x[key] for x in labels).items() if n > 1
        )


def label_faults(label: dict[str, Any], pages: dict[str, dict[str, str]]) -> Iterator[str]:
    """Yield what is wrong with one question: sections that are not there, patterns that they do not bear out."""
    if label["kind"] == "unanswerable":
        if label["relevant"] or label["all_of"] or label["any_of"]:
            yield "expects something, but cannot be answered"
        return
    texts = []
    for reference in label["relevant"]:
        document, _, heading = reference.partition("#")
        if heading not in pages.get(document, {}):
            yield f"there is no section {reference!r}"
        else:
            texts.append(pages[document][heading])
    for pattern in label["all_of"]:
        if not any(re.search(pattern, text) for text in texts):
            yield f"pattern {pattern!r} is not in the relevant sections"
    for text in texts:
        if not any(re.search(pattern, text) for pattern in label["all_of"]):
            yield f"no pattern needs the section {text.strip().splitlines()[0]!r}"
    if label["kind"] in {"multi-hop", "conflicting"} and len({r.partition("#")[0] for r in label["relevant"]}) < 2:
        yield "needs two documents"


def digest_faults(lines: list[str]) -> Iterator[str]:
    """Yield a difference between the frozen questions and their recorded digest."""
    frozen = "".join(f"{line}\n" for line in lines if json.loads(line)["split"] == "frozen")
    recorded = (HALVORSEN / "eval" / "frozen.sha256").read_text(encoding="utf-8").split()[0]
    if hashlib.sha256(frozen.encode()).hexdigest() != recorded:
        yield "the frozen questions are not those that were recorded"


def main() -> int:
    """Print every fault; return 1 if there is one."""
    pages = read_pages()
    lines = (HALVORSEN / "eval" / "queries.jsonl").read_text(encoding="utf-8").splitlines()
    labels = [json.loads(line) for line in lines]
    faults = [*count_faults(labels), *digest_faults(lines)]
    faults += [f"{label['id']}: {fault}" for label in labels for fault in label_faults(label, pages)]
    print("\n".join(faults) or f"{len(labels)} questions over {len(pages)} pages: every label holds")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
