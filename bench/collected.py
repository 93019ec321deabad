"""Collections with judgements: the shared real ones, and examples/lumen."""

from __future__ import annotations

import csv
import gzip
import json
import re
from collections import defaultdict
from dataclasses import dataclass, field, replace
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pincite.documents import DocumentId
from pincite.parse import ParseSettings
from pincite.parse import build as build_parser
from pincite.testing.points import TODAY

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from pincite.documents import Chunk

__all__ = ["DATA", "ROOT", "Asked", "Collection", "Document", "beir", "lines", "load"]

ROOT = Path(__file__).resolve().parents[1]
DATA = ROOT.parent / "shared" / "data"


@dataclass(frozen=True, slots=True, kw_only=True)
class Document:
    """One document of a collection."""

    id: str
    title: str
    text: str
    version: str = ""
    effective: date | None = None
    groups: tuple[str, ...] = ("public",)
    language: str = "en"
    suffix: str = ".md"
    """Decides how the text is read."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """One judged question."""

    text: str
    relevant: frozenset[str]
    language: str = "en"
    groups: tuple[str, ...] = ()
    day: date = TODAY
    spans: tuple[tuple[str, int, int], ...] = ()
    """Document, first character and the one after the last of what answers it; every chunk that holds a part counts."""
    documents: tuple[DocumentId, ...] | None = None
    """Only these documents; ``None`` for all."""
    pattern: str = ""
    """A regular expression: what is shown first of all that it matches, in force for this asker, is the answer."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Collection:
    """Documents and judged questions."""

    name: str
    documents: tuple[Document, ...]
    asked: tuple[Asked, ...]
    key: Callable[[Chunk], str] = field(default=lambda chunk: chunk.document_id)
    """What a chunk is judged as."""


def lines(path: Path) -> Iterator[dict[str, Any]]:
    """Yield the objects of a JSONL file, packed or not."""
    with gzip.open(path, "rt") if path.suffix == ".gz" else path.open() as file:
        yield from map(json.loads, file)


def beir(name: str, folder: Path, corpus: str, queries: str, qrels: str, language: str) -> Collection:
    """Return a collection in the layout of BEIR."""
    relevant: defaultdict[str, set[str]] = defaultdict(set)
    with (folder / qrels).open() as file:
        for question, *_, document, grade in csv.reader(file, delimiter="\t"):
            if grade.isdigit() and int(grade):
                relevant[question].add(document)
    return Collection(
        name=name,
        documents=tuple(
            Document(id=d["id"], title=d["title"], text=d["text"], language=language) for d in lines(folder / corpus)
        ),
        asked=tuple(
            Asked(text=q["text"], relevant=frozenset(relevant[q["id"]]), language=language)
            for q in lines(folder / queries)
            if relevant[q["id"]]
        ),
    )


def lumen() -> Collection:
    """Return the tuning half of examples/lumen, judged by section, each question under its own scope."""
    folder, documents = ROOT / "examples" / "lumen", []
    parser = build_parser(ParseSettings())
    for path in sorted(p for name in ("orders", "policies", "staff") for p in (folder / name).glob("*.md")):
        meta = parser.parse(path.read_bytes(), path=path.name).metadata
        staff = path.parent.name == "staff" or path.stem == "O-48230"
        documents.append(
            Document(
                id=str(meta["id"]),
                title=str(meta["title"]),
                text=path.read_text(),
                version=str(meta.get("version", "")),
                effective=date.fromisoformat(str(meta["effective"])) if "effective" in meta else None,
                groups=("staff",) if staff else ("public",),
            )
        )
    asked = tuple(
        Asked(
            text=q["question"],
            relevant=frozenset(name.lower() for name in q["relevant"]),
            groups=tuple(q["principal"]["groups"]),
            day=date.fromisoformat(q["as_of"] or "2026-11-29"),
        )
        for q in lines(folder / "eval" / "queries.jsonl")
        if q["relevant"] and q["split"] == "tune"
    )
    return Collection(name="lumen", documents=tuple(documents), asked=asked, key=_of_section)


def _of_section(chunk: Chunk) -> str:
    return f"{chunk.document_id}#{chunk.section}".lower()


def excerpts(name: str, folder: Path, *, known: bool = False) -> Collection:
    """
    Return a collection of long texts whose questions are judged by excerpts.

    :param known: Whether each question says which document it is about, and is searched in that one alone.
    """
    asked = tuple(
        Asked(
            text=q["text"].partition('": ')[2] if known else q["text"],
            relevant=frozenset(),
            spans=tuple((q["doc"], start, end) for start, end in q["spans"]),
            documents=(DocumentId(q["doc"]),) if known else None,
        )
        for q in lines(folder / "span_queries.jsonl")
        if q["spans"]
    )
    documents = tuple(
        Document(id=d["id"], title=d.get("title", d["id"]).replace("_", " "), text=d["text"], suffix=".txt")
        for d in lines(folder / "corpus.jsonl")
    )
    return Collection(name=name, documents=documents, asked=asked, key=lambda chunk: chunk.chunk_id)


def policies() -> Collection:
    """
    Return every dated version of real policies, an organisation's for its own readers, and questions of ours.

    A question of a fact that changed is asked of today and of a day before the change.
    """
    folder, data = DATA / "versioned_policies", ROOT / "bench" / "data"
    documents = tuple(
        Document(
            id=d["doc"],
            title=d["doc"].rpartition("__")[2].replace("-", " "),
            text=(folder / d["file"]).read_text(),
            version=str(d["version"]),
            effective=date.fromisoformat(d["date"]),
            groups=(d["doc"].partition("/")[0],),
        )
        for d in lines(folder / "manifest.jsonl")
    )
    none: frozenset[str] = frozenset()
    plain = [q for q in lines(data / "policy_questions.jsonl") if q["answerable"]]
    asked = [Asked(text=q["question"], relevant=none, groups=(q["corpus"],), pattern=q["pattern"]) for q in plain]
    for fact in lines(data / "policy_facts.jsonl"):
        for words, day in ((fact["now"], TODAY), (fact["then"], date.fromisoformat(fact["day"]))):
            question = Asked(text=fact["question"], relevant=none, groups=("github-site-policy",), day=day)
            asked.append(replace(question, pattern=re.escape(words)))
    return Collection(name="policies", documents=documents, asked=tuple(asked), key=lambda chunk: chunk.chunk_id)


def load(name: str) -> Collection:
    """
    Return a collection by name.

    :param name: lumen, policies, scifact, xquad-XX for a language, chunking, cuad (across all contracts), cuad-known.
    """
    if name == "policies":
        return policies()
    if name == "lumen":
        return lumen()
    if name == "chunking":
        return excerpts(name, DATA / "chunking_evaluation")
    if name.startswith("cuad"):
        return excerpts(name, DATA / "cuad_dev", known=name == "cuad-known")
    if name == "scifact":
        return beir(name, DATA / name, "corpus.jsonl.gz", "queries_train.jsonl", "qrels_train.tsv", "en")
    folder, language = name.split("-")
    return beir(name, DATA / folder / language, "corpus.jsonl", "queries.jsonl", "qrels.tsv", language)
