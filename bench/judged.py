"""Collections with judgements, chunked, embedded and indexed by the project itself, for the benchmarks of retrieval."""

from __future__ import annotations

import csv
import gzip
import json
from collections import defaultdict
from dataclasses import dataclass, field, replace
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from pincite.chunk import ChunkSettings
from pincite.chunk import build as build_chunker
from pincite.documents import FIRST_DAY, LAST_DAY, DocumentId, Revision, TenantId, digest
from pincite.embed import EmbedSettings, build_tokenizer
from pincite.embed import build as build_embedder
from pincite.index import IndexSettings
from pincite.index import build as build_index
from pincite.models.places import cache_folder
from pincite.parse import ParseSettings
from pincite.parse import build as build_parser
from pincite.testing.points import TODAY, make_point, make_scope
from pincite.text.analyzer import Bm25Analyzer
from pincite.text.identifiers import find
from pincite.validity.intervals import Dated, intervals

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from numpy.typing import NDArray

    from pincite.documents import Chunk, ChunkId, RevisionKey
    from pincite.questions import Scope, Scored

__all__ = ["Asked", "Collection", "Document", "Judged", "Legs", "load"]

ROOT = Path(__file__).resolve().parents[1]
DATA = ROOT.parent / "shared" / "data"
DEPTH = 100
"""Candidates of a leg."""
Legs = dict[str, "tuple[Scored, ...]"]


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
    key: Callable[[Chunk], str] = lambda chunk: f"{chunk.document_id}#{chunk.section}".lower()  # noqa: E731 - one line
    return Collection(name="lumen", documents=tuple(documents), asked=asked, key=key)


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


def load(name: str) -> Collection:
    """
    Return a collection by name.

    :param name: lumen, scifact, xquad-XX for a language, chunking, cuad (across all contracts), cuad-known.
    """
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


class Judged:
    """One collection, chunked, embedded and indexed."""

    def __init__(self, collection: Collection, cache: Path, work: Path) -> None:
        self.collection = collection
        settings = EmbedSettings(threads=1)
        self.embedder = build_embedder(settings, cache=cache_folder())
        self.analyzer = Bm25Analyzer()
        self.index = build_index(IndexSettings())(work / "index")
        self.revisions: dict[ChunkId, Revision] = {}
        self.chunks: dict[ChunkId, Chunk] = {}
        self._kept = cache / f"{collection.name.partition('-known')[0]}-{self.embedder.space.id}.npz"
        chunker = build_chunker(ChunkSettings(), tokenizer=build_tokenizer(settings, cache=cache_folder()))
        made = list(zip(collection.documents, self._revisions(), strict=True))
        for _, revision in made:
            for chunk in chunker.chunk(revision):
                self.chunks[chunk.chunk_id], self.revisions[chunk.chunk_id] = chunk, revision
        self.collection = replace(collection, asked=tuple(map(self._judged, collection.asked)))
        texts = {t for c in self.chunks.values() for t in (c.indexed, *(u.text for u in c.units))}
        self.vectors = self._embedded(texts | {a.text for a in collection.asked})
        self._fill({revision.key: d for d, revision in made})

    def _revisions(self) -> Iterator[Revision]:
        parser = build_parser(ParseSettings(timeout_s=600))  # whatever else the machine is busy with
        for d in self.collection.documents:
            parsed = parser.parse(d.text.encode(), path=f"{d.id}{d.suffix}")
            yield Revision(
                tenant=TenantId("red"), document_id=DocumentId(d.id), version=d.version, topic=d.id, title=d.title,
                text=parsed.text, blocks=parsed.blocks, access=d.groups, source="bench", path=d.id,
                language=d.language, effective=d.effective, identifiers=find(parsed.text),
            )  # fmt: skip

    def _judged(self, asked: Asked) -> Asked:
        """Return a question with the chunks that hold a part of what answers it, where that is told by excerpts."""
        if not asked.spans:
            return asked
        return replace(
            asked,
            relevant=frozenset(
                chunk.chunk_id
                for document, start, end in asked.spans
                for chunk in self.chunks.values()
                if chunk.document_id == document and chunk.span.start < end and start < chunk.span.end
            ),
        )

    def _embedded(self, texts: Iterable[str]) -> dict[str, NDArray[np.float32]]:
        """Return a vector for each text, embedding what the cache lacks."""
        known: dict[str, NDArray[np.float32]] = {}
        if self._kept.exists():
            with np.load(self._kept) as stored:
                known = dict(zip(stored["digests"].tolist(), stored["vectors"].astype(np.float32), strict=True))
        wanted = {digest("embedded", text): text for text in sorted(texts)}
        new = [key for key in wanted if key not in known]
        for start in range(0, len(new), 2_000):
            batch = new[start : start + 2_000]
            known |= dict(zip(batch, self.embedder.embed([wanted[key] for key in batch]), strict=True))
            print(f"  embedded {start + len(batch):,} of {len(new):,}", flush=True)
            self._kept.parent.mkdir(parents=True, exist_ok=True)
            np.savez(self._kept, digests=np.array(list(known)), vectors=np.array(list(known.values()), np.float16))
        return {text: known[key] for key, text in wanted.items()}

    def _fill(self, homes: Mapping[RevisionKey, Document]) -> None:
        by_topic: defaultdict[str, list[Dated]] = defaultdict(list)
        for key, d in homes.items():
            by_topic[d.id].append(Dated(key=key, version=d.version, effective=d.effective))
        valid = {key: found for dated in by_topic.values() for key, found in intervals(dated).items()}
        points = []
        for chunk_id, chunk in self.chunks.items():
            key = self.revisions[chunk_id].key
            terms = self.analyzer.document(chunk.indexed, language=homes[key].language)
            points.append(
                make_point(
                    chunk_id,
                    vector=self.vectors[chunk.indexed],
                    units=np.array([self.vectors[unit.text] for unit in chunk.units]),
                    terms=dict(terms.items()),
                    document=chunk.document_id,
                    revision=key,
                    groups=homes[key].groups,
                    valid=valid.get(key, (FIRST_DAY, LAST_DAY)),
                )
            )
        self.index.put(points)
        self.index.flush()

    def scope(self, asked: Asked) -> Scope:
        """Return the scope of a question."""
        return make_scope(groups=asked.groups, day=asked.day)

    def legs(self, asked: Asked) -> Legs:
        """Return every leg's first candidates, raw; "completed" scores what either leg found, as the hybrid does."""
        scope, vector = self.scope(asked), self.vectors[asked.text]
        terms = self.analyzer.query(asked.text, language=asked.language)
        only = asked.documents
        lexical = self.index.lexical(terms, k=DEPTH, scope=scope, documents=only) if terms.indices else ()
        units = self.index.units(vector, k=DEPTH, scope=scope, documents=only)
        both = tuple(sorted({scored.chunk_id for scored in (*units, *lexical)}))
        return {
            "lexical": lexical,
            "units": units,
            "chunk": self.index.dense(vector, k=DEPTH, scope=scope, documents=only),
            "completed": self.index.units(vector, k=len(both), scope=scope, among=both) if both else (),
        }

    def ndcg(self, ranked: Iterable[ChunkId], asked: Asked) -> float:
        """Return nDCG@10 of what the chunks are judged as, each counted once, at its best."""
        seen = list(dict.fromkeys(self.collection.key(self.chunks[each]) for each in ranked))[:10]
        gain = sum(1 / np.log2(at + 2) for at, key in enumerate(seen) if key in asked.relevant)
        return float(gain / sum(1 / np.log2(at + 2) for at in range(min(10, len(asked.relevant)))))
