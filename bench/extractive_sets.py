"""The labelled questions that ``bench/extractive.py`` measures and fits on, with what a generator would be shown."""

from __future__ import annotations

import json
import re
import shutil
from collections import defaultdict
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

import pincite
from pincite.testing.passages import passages_of, revision_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from pincite.answers import Passage

ROOT = Path(__file__).resolve().parents[1]


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """One labelled question with what a generator would be shown."""

    set: str
    id: str
    question: str
    passages: tuple[Passage, ...]
    patterns: tuple[str, ...]
    """Regular expressions of which a right claim holds one; empty for a question that cannot be answered."""


def lumen(work: Path, data: Path) -> Iterator[Asked]:
    """Yield the questions of examples/lumen that may be tuned on."""
    yield from _example("lumen", work)


def halvorsen(work: Path, data: Path) -> Iterator[Asked]:
    """Yield the questions of examples/halvorsen that may be tuned on."""
    yield from _example("halvorsen", work)


def _example(name: str, work: Path) -> Iterator[Asked]:
    folder = work / name
    shutil.copytree(ROOT / "examples" / name, folder, ignore=shutil.ignore_patterns(".pincite*", "eval"))
    rows = [json.loads(line) for line in (ROOT / "examples" / name / "eval/queries.jsonl").open()]
    with pincite.open(folder) as corpus:
        corpus.sync()
        for row in rows:
            if row["split"] != "tune":
                continue
            who = pincite.Principal(tenant=row["principal"]["tenant"], groups=row["principal"]["groups"])
            day = date.fromisoformat(row["as_of"]) if row["as_of"] else None
            answer = corpus.ask(row["question"], principal=who, as_of=day)
            yield Asked(
                set=name,
                id=row["id"],
                question=row["question"],
                passages=answer.passages,
                patterns=tuple(row["all_of"] + row["any_of"]),
            )


def policies(work: Path, data: Path) -> Iterator[Asked]:
    """Yield our own questions over the latest versions of real policies, a corpus per organisation."""
    latest: dict[str, str] = {}
    for line in (data / "versioned_policies/manifest.jsonl").open():
        row = json.loads(line)
        latest[row["doc"]] = row["file"]
    for name in ("basecamp-policies", "github-site-policy", "18f-handbook"):
        pages = work / name / "pages"
        pages.mkdir(parents=True)
        for document, file in latest.items():
            if document.startswith(name):
                shutil.copy(data / "versioned_policies" / file, pages / f"{document.split('/')[-1]}.md")
        yield from _asked("policies", pages, ROOT / "bench/data/policy_questions.jsonl", only=name)


def harbour(work: Path, data: Path) -> Iterator[Asked]:
    """Yield the questions of the handbook that was written for this."""
    pages = work / "harbour" / "pages"
    shutil.copytree(ROOT / "bench/data/harbour", pages, ignore=shutil.ignore_patterns("*.jsonl"))
    yield from _asked("harbour", pages, ROOT / "bench/data/harbour/questions.jsonl")


def ferry(work: Path, data: Path) -> Iterator[Asked]:
    """Yield the questions of a ferry company's pages: nearly all in other words than the pages use."""
    pages = work / "ferry" / "pages"
    shutil.copytree(ROOT / "bench/data/ferry", pages, ignore=shutil.ignore_patterns("*.jsonl"))
    yield from _asked("ferry", pages, ROOT / "bench/data/ferry/questions.jsonl")


def velden(work: Path, data: Path) -> Iterator[Asked]:
    """Yield the questions of a bicycle hire: what it has and what it has not stand close together."""
    yield from _company("velden", work)


def tarnbeck(work: Path, data: Path) -> Iterator[Asked]:
    """Yield the questions of a maker of pressure washers: models, fault codes and parts that differ in one figure."""
    yield from _company("tarnbeck", work)


def ashgrove(work: Path, data: Path) -> Iterator[Asked]:
    """Yield the questions of a veterinary practice, half of them of staff."""
    yield from _company("ashgrove", work)


def _company(name: str, work: Path) -> Iterator[Asked]:
    pages = work / name / "pages"
    shutil.copytree(ROOT / "bench/data" / name, pages, ignore=shutil.ignore_patterns("*.jsonl"))
    yield from _asked(name, pages, ROOT / "bench/data" / name / "questions.jsonl")


def _asked(name: str, pages: Path, questions: Path, only: str | None = None) -> Iterator[Asked]:
    rows = [json.loads(line) for line in questions.open()]
    with pincite.create(pages.parent) as corpus:
        corpus.add(pages, access=["public"])
        for row in rows:
            if only is None or row["corpus"] == only:
                passages = corpus.ask(row["question"]).passages
                patterns = (row["pattern"],) if row["answerable"] else ()
                yield Asked(set=name, id=row["id"], question=row["question"], passages=passages, patterns=patterns)


def xquad(work: Path, data: Path) -> Iterator[Asked]:
    """Yield every sixth question twice: with its own paragraph, and with the others of the article."""
    folder = data / "xquad/en"
    rows = [json.loads(line) for line in (folder / "corpus.jsonl").open()]
    pages = {r["id"]: revision_of(r["text"], document=r["id"], title=r["title"]) for r in rows}
    article = defaultdict(list)
    for row in rows:
        article[row["title"]].append(row["id"])
    judged = [line.split() for line in (folder / "qrels.tsv").open()]
    home = {words[0]: word for words in judged for word in words if word in pages}
    for at, line in enumerate((folder / "queries.jsonl").open()):
        row = json.loads(line)
        if at % 6:
            continue
        own = home[row["id"]]
        others = [pages[d] for d in article[pages[own].title] if d != own]
        patterns = tuple(re.escape(a) for a in row["answers"])
        yield Asked(
            set="xquad", id=row["id"], question=row["text"], passages=passages_of(pages[own]), patterns=patterns
        )
        if others:
            yield Asked(set="xquad", id=row["id"], question=row["text"], passages=passages_of(*others), patterns=())


def contracts(work: Path, data: Path) -> Iterator[Asked]:
    """Yield which clauses six contracts have or lack, asked of each contract alone."""
    texts = {row["id"]: row["text"] for row in map(json.loads, (data / "cuad_dev/corpus.jsonl").open())}
    chosen = [name for name in sorted(texts) if len(texts[name]) < 30_000][:6]
    pages = work / "contracts" / "pages"
    pages.mkdir(parents=True)
    for at, name in enumerate(chosen):
        (pages / f"contract-{at}.txt").write_text(texts[name])
    with pincite.create(pages.parent) as corpus:
        corpus.add(pages, access=["public"])
        for line in (data / "cuad_dev/span_queries.jsonl").open():
            row = json.loads(line)
            if row["doc"] in chosen:
                question = row["text"].split('": ', 1)[-1]
                document = f"pages/contract-{chosen.index(row['doc'])}"
                passages = corpus.ask(question, documents=[document]).passages
                patterns = tuple(re.escape(e) for e in row["excerpts"]) if row["answerable"] else ()
                yield Asked(set="contracts", id=row["id"], question=question, passages=passages, patterns=patterns)


SETS: dict[str, Callable[[Path, Path], Iterator[Asked]]] = {
    "lumen": lumen, "halvorsen": halvorsen, "policies": policies, "harbour": harbour, "ferry": ferry, "velden": velden,
    "tarnbeck": tarnbeck, "ashgrove": ashgrove, "xquad": xquad, "contracts": contracts,
}  # fmt: skip
