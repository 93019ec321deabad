"""
Prints what becomes of real contracts as filed: ``python bench/cuad.py [DATA] [--lexical]``.

With ``--lexical`` nothing is embedded and only terms and keys are searched: a minute instead of many.

Each PDF of ``cuad_dev/pdf`` is added to a corpus with default settings and compared with the text of the same contract
that people checked (``corpus.jsonl``):

- *in order*: share of its words that stand in the canonical text in the same order.
- *clauses*: keys of clauses that were found ("7.2", "7.2(a)"); *referred*: numbers that the contract refers to
  ("subject to Section 7.2"), and how many of them are such a key. The rest are of other documents and statutes.
- *asked*: clauses with a number like "7" or "7.2" that were asked for in the contract ("What does clause 7.2 say?"),
  and how often the first hit is that clause; *lines*: the same of lines of the checked text that begin with a number
  like "7.2", whatever Pincite took for a clause. Numbers that begin two clauses (of an annex too) are left out.

Then the share of the answer's characters inside the first five passages, for the answerable questions of those
contracts, asked of their own document; beside it BM25 over plain paragraphs of at most 500 characters of the checked
text, in the same scope, with five shown and with as many as hold the same number of characters.
"""

from __future__ import annotations

import json
import math
import re
import sys
import tempfile
from collections import Counter, defaultdict
from dataclasses import dataclass
from pathlib import Path
from statistics import mean
from typing import TYPE_CHECKING, Any, Final

import pincite
from cuad_align import aligned, words
from pincite.documents import Span
from pincite.questions import Query
from pincite.text.analyzer import Bm25Analyzer
from pincite.text.clause_keys import CLAUSE, REFERENCE, with_clauses
from pincite.text.identifiers import find

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pincite.documents import Revision

_DATA: Final = Path(__file__).resolve().parents[1] / "../shared/data"
_K: Final = 5
_CANDIDATES: Final = 60
_PARAGRAPH: Final = 500
_LINE_NUMBER: Final = re.compile(
    r"^[ \t]*(?:(?:section|clause|article)\s+)?(?P<n>\d{1,2}\.\d{1,3})(?=[\s:]|\.\s)(?!\s*(?:%|million|billion|of\b))",
    re.IGNORECASE | re.MULTILINE,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Contract:
    """A contract as people checked it and as the corpus holds it, and where each word of the one is in the other."""

    text: str
    revision: Revision
    places: dict[int, Span]
    """Start of a word of ``text`` → the word in the canonical text."""
    in_order: float
    questions: list[dict[str, Any]]


def contract(row: dict[str, Any], revision: Revision, questions: list[dict[str, Any]]) -> Contract:
    """Align a contract's two texts."""
    truth, ours = words(row["text"]), words(revision.text)
    pairs = aligned([word for word, *_ in truth], [word for word, *_ in ours])
    return Contract(
        text=row["text"],
        revision=revision,
        places={truth[at][1]: Span(ours[there][1], ours[there][2]) for at, there in pairs.items()},
        in_order=len(pairs) / max(1, len(truth)),
        questions=questions,
    )


def share(spans: Sequence[Span], text: str, shown: Sequence[Span], places: dict[int, Span] | None) -> float:
    """Return the share of the letters of some spans that are shown, through ``places`` where that is another text."""
    visible = {at for span in shown for at in range(span.start, span.end)}
    inside = total = 0
    for _, start, end in words(text):
        if any(span.start <= start < span.end for span in spans):
            total += end - start
            there = Span(start, end) if places is None else places.get(start)
            inside += end - start if there is not None and {there.start, there.end - 1} <= visible else 0
    return inside / max(1, total)


def paragraphs(text: str) -> list[Span]:
    """Return plain paragraphs of at most 500 characters: neighbours put together, longer ones cut at white space."""
    out: list[Span] = []
    for found in re.finditer(r"[^\n]+(?:\n(?!\n)[^\n]+)*", text):
        start, end = found.span()
        while end - start > _PARAGRAPH:
            cut = text.rfind(" ", start, start + _PARAGRAPH)
            cut = cut if cut > start else start + _PARAGRAPH
            out.append(Span(start, cut))
            start = cut
        if out and end - out[-1].start <= _PARAGRAPH:
            start = out.pop().start
        out.append(Span(start, end))
    return out


class Plain:
    """BM25 over the plain paragraphs of one contract."""

    def __init__(self, text: str) -> None:
        self._analyzer = Bm25Analyzer()
        self._spans = paragraphs(text)
        self._postings: dict[int, list[tuple[int, float]]] = defaultdict(list)
        for at, span in enumerate(self._spans):
            for term, weight in self._analyzer.document(span.cut(text), language="en").items():
                self._postings[term].append((at, weight))

    def ranked(self, question: str) -> list[Span]:
        """Return the paragraphs that share a term with a question, best first."""
        scores: dict[int, float] = defaultdict(float)
        for term in self._analyzer.query(question, language="en").indices:
            held = self._postings.get(term, [])
            idf = math.log(1 + (len(self._spans) - len(held) + 0.5) / (len(held) + 0.5))
            for at, weight in held:
                scores[at] += idf * weight
        return [self._spans[at] for at in sorted(scores, key=lambda at: (-scores[at], at))]


def within(spans: Sequence[Span], n_characters: int) -> list[Span]:
    """Return the first spans that hold so many characters, the last one cut."""
    out: list[Span] = []
    for span in spans:
        out.append(Span(span.start, min(span.end, span.start + n_characters)))
        n_characters -= len(out[-1])
        if n_characters <= 0:
            break
    return out


def clauses_asked(corpus: pincite.Corpus, revision: Revision, numbers: Sequence[tuple[str, Span]]) -> str:
    """
    Return for how many clauses the first hit is in the clause, and how many were asked for.

    :param numbers: Number of each clause, and where it stands in the canonical text.
    """
    right = 0
    for number, span in numbers:
        hits = corpus.search(f"What does clause {number} say?", documents=[revision.document_id], k=1)
        right += bool(hits) and hits[0].permit.chunk.span.contains(span)
    return f"{right:4}/{len(numbers):<4}"


def own_numbers(revision: Revision) -> list[tuple[str, Span]]:
    """Return the numbers that begin one clause, as Pincite reads them, and where they stand."""
    keys = [key for key in revision.identifiers if key.kind == CLAUSE and re.fullmatch(r"\d+(?:\.\d+)?", key.key)]
    times = Counter(key.key for key in keys)
    return [(key.key, key.span) for key in keys if times[key.key] == 1]


def line_numbers(one: Contract) -> list[tuple[str, Span]]:
    """Return the numbers that begin one line of the checked text and one clause, and where they went."""
    found = list(_LINE_NUMBER.finditer(one.text))
    times = Counter(match["n"] for match in found)
    clauses = Counter(key.key for key in one.revision.identifiers if key.kind == CLAUSE)
    alone = [match for match in found if times[match["n"]] == 1 and clauses[match["n"]] < 2]
    return [(m["n"], one.places[m.start("n")]) for m in alone if m.start("n") in one.places]


def line(corpus: pincite.Corpus, name: str, one: Contract) -> str:
    """Return a line on what was read of one contract."""
    keys = with_clauses(find(one.revision.text), one.revision.text, one.revision.blocks)
    clauses = {key.key for key in keys if key.kind == CLAUSE}
    referred = [key.key for key in keys if key.kind == REFERENCE]
    met = sum(key in clauses for key in referred)
    asked = (clauses_asked(corpus, one.revision, numbers) for numbers in (own_numbers(one.revision), line_numbers(one)))
    return f"{name[:44]:44} {one.in_order:8.4f} {len(clauses):8} {met:5}/{len(referred):<5} {' '.join(asked)}"


def made(folder: Path, *, lexical: bool) -> pincite.Corpus:
    """Return a new corpus with default settings, or one that counts words instead of embedding."""
    pincite.create(folder).close()
    if lexical:
        with (folder / "pincite.toml").open("a") as file:
            file.write('\n[embed]\nname = "hash"\n')
    return pincite.open(folder)


def main() -> None:
    """Print both tables."""
    named = [word for word in sys.argv[1:] if not word.startswith("--")]
    data = (Path(named[0]) if named else _DATA) / "cuad_dev"
    lexical = "--lexical" in sys.argv
    rows = {row["file"][:-4]: row for row in map(json.loads, (data / "corpus.jsonl").open())}
    asked: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for question in map(json.loads, (data / "span_queries.jsonl").open()):
        if question["answerable"]:
            asked[question["doc"]].append(question)
    ours: list[float] = []
    plain: list[float] = []
    equal: list[float] = []
    with tempfile.TemporaryDirectory() as work, made(Path(work), lexical=lexical) as corpus:
        assembler = corpus.config.build_assembler(corpus.config.build_tokenizer())
        report = corpus.add(data / "pdf", access=["public"])
        print(f"{report.added} added, {len(report.skipped)} skipped, {report.n_chunks} chunks")
        print(f"{'contract':44} in order  clauses  referred    asked     lines", flush=True)
        for document in corpus.documents():
            name = document.document_id.partition("/")[2]
            row = rows[name]
            one = contract(row, corpus.show(document.document_id), asked[row["id"]])
            print(line(corpus, name, one), flush=True)
            baseline = Plain(one.text)
            for question in one.questions:
                text = question["text"].partition('": ')[2]
                spans = [Span(*span) for span in question["spans"]]
                route = "lexical" if lexical else None
                found = corpus.search(text, documents=[document.document_id], k=_CANDIDATES, route=route)
                shown = [p.span for p in assembler.assemble(Query(text=text), found, k=_K).passages]
                ranked = baseline.ranked(text)
                ours.append(share(spans, one.text, shown, one.places))
                plain.append(share(spans, one.text, ranked[:_K], None))
                equal.append(share(spans, one.text, within(ranked, sum(map(len, shown))), None))
    print(f"\n{len(ours)} answerable questions; share of the answer's characters in what is shown")
    print(f"first {_K} passages          {mean(ours):.3f}")
    print(f"{_K} paragraphs, BM25        {mean(plain):.3f}")
    print(f"paragraphs, as much text  {mean(equal):.3f}")


if __name__ == "__main__":
    main()
