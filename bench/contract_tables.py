"""
Asks all 60 contracts of ``cuad_dev`` the same questions with ``Corpus.table`` and compares with the labelled spans.

    python bench/contract_tables.py --documents 60

A row is *right* where it quotes words of a labelled span, *elsewhere* where it quotes others although there is one,
*false* where the contract has no such clause, *missed* where nothing was found although it has one. The contracts are
plain text; vectors are only used to choose between sentences that fit.
"""

from __future__ import annotations

import argparse
import json
import re
import tempfile
from collections import Counter, defaultdict
from pathlib import Path
from typing import Any

from pincite.config import load
from pincite.corpus import Corpus

DATA = Path(__file__).resolve().parents[1] / "../shared/data/cuad_dev"
SETTINGS = """\
[corpus]
name = "cuad"
[embed]
name = "minilm"
[[sources]]
name = "docs"
path = "docs"
access = ["public"]
"""
QUESTIONS = {
    "Governing Law": "Which law governs each contract?",
    "Anti-Assignment": "Which of our contracts restrict assignment?",
    "Insurance": "Which contracts require insurance?",
}


def lines(name: str) -> list[dict[str, Any]]:
    """Return the objects of a JSONL file of the set."""
    return [json.loads(line) for line in (DATA / name).read_text(encoding="utf-8").splitlines()]


def near(quote: str, span: str) -> bool:
    """Tell whether a quote has most words of a labelled span, or stands in it."""
    one, two = (re.sub(r"\W+", "", text).casefold() for text in (quote, span))
    own, told = (set(re.findall(r"\w+", text.casefold())) for text in (quote, span))
    return one in two or two in one or len(own & told) > 0.6 * len(told)


def main() -> None:
    """Take the contracts in, ask, and print one line a question."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--documents", type=int, default=60)
    given = parser.parse_args()
    if not DATA.is_dir():
        raise SystemExit("the contracts are not here: expected ../shared/data/cuad_dev beside the project")
    texts = {each["id"]: each["text"] for each in lines("corpus.jsonl")[: given.documents]}
    spans: dict[tuple[str, str], list[str]] = defaultdict(list)
    for each in lines("span_queries.jsonl"):
        if each["doc"] in texts:
            spans[each["category"], each["doc"]] = [texts[each["doc"]][s[0] : s[1]] for s in each["spans"]]
    with tempfile.TemporaryDirectory() as scratch:
        names = {}
        (Path(scratch) / "docs").mkdir()
        for at, (name, text) in enumerate(texts.items()):
            names[f"docs/c{at:02}"] = name
            (Path(scratch) / "docs" / f"c{at:02}.txt").write_text(text, encoding="utf-8")
        (Path(scratch) / "pincite.toml").write_text(SETTINGS, encoding="utf-8")
        with Corpus(load(Path(scratch), env={})) as corpus:
            corpus.sync()
            for category, question in QUESTIONS.items():
                table = corpus.table(question)
                quotes = {citation.label: citation.quote for citation in table.citations}
                ends = Counter(
                    _end([quotes[n] for n in row.citations], spans[category, names[row.document]]) for row in table.rows
                )
                print(f"{category:18} {', '.join(f'{name} {n}' for name, n in sorted(ends.items()))}")


def _end(quotes: list[str], labelled: list[str]) -> str:
    if not labelled:
        return "false" if quotes else "rightly not found"
    if not quotes:
        return "missed"
    return "right" if any(near(quote, span) for quote in quotes for span in labelled) else "elsewhere"


if __name__ == "__main__":
    main()
