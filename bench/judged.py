"""Collections with judgements, chunked, embedded and indexed by the project itself, for the benchmarks of retrieval."""

from __future__ import annotations

import re
import sys
from collections import defaultdict
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from pincite.chunk import ChunkSettings
from pincite.chunk import build as build_chunker
from pincite.documents import FIRST_DAY, LAST_DAY, DocumentId, Revision, TenantId
from pincite.embed import EmbedSettings, build_tokenizer
from pincite.embed import build as build_embedder
from pincite.errors import SourceError
from pincite.index import IndexSettings
from pincite.index import build as build_index
from pincite.models.places import cache_folder
from pincite.parse import ParseSettings
from pincite.parse import build as build_parser
from pincite.questions import Found, Permit
from pincite.retrieve import FusionSettings, RetrieveSettings
from pincite.retrieve import build as build_retriever
from pincite.testing.points import make_point, make_scope
from pincite.text.analyzer import Bm25Analyzer
from pincite.text.identifiers import find
from pincite.validity.intervals import Dated, intervals
from vectors import KeptEmbedder

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from collected import Asked, Collection, Document
    from pincite.documents import Chunk, ChunkId, RevisionKey
    from pincite.protocols import Retriever
    from pincite.questions import Hit, Scope, Scored

__all__ = ["Judged", "Legs"]

DEPTH = 100
"""Candidates of a leg."""
Legs = dict[str, "tuple[Scored, ...]"]


class Judged:
    """
    One collection, chunked, embedded and indexed.

    :param cache: Where vectors are kept.
    :param work: Gets the index.
    :param whole: Whether chunks get vectors of their own: only corpora larger than these are searched by them.
    """

    def __init__(
        self, collection: Collection, cache: Path, work: Path, *, embedder: str = "minilm", whole: bool = False
    ) -> None:
        self.collection = collection
        settings = EmbedSettings(name=embedder, threads=1)
        self.embedder = KeptEmbedder(build_embedder(settings, cache=cache_folder()), cache)
        self.analyzer = Bm25Analyzer()
        self.index = build_index(IndexSettings())(work / "index")
        self.revisions: dict[ChunkId, Revision] = {}
        self.chunks: dict[ChunkId, Chunk] = {}
        chunker = build_chunker(ChunkSettings(), tokenizer=build_tokenizer(settings, cache=cache_folder()))
        made = list(self._revisions())
        for _, revision in made:
            for chunk in chunker.chunk(revision):
                self.chunks[chunk.chunk_id], self.revisions[chunk.chunk_id] = chunk, revision
        self.collection = replace(collection, asked=tuple(map(self._judged, collection.asked)))
        self._whole = whole
        self.fusion = FusionSettings()
        """How the hybrid weighs its legs; may be set."""
        texts = sorted({t for c in self.chunks.values() for t in self._texts(c)})
        self._vectors = dict(zip(texts, self.embedder.embed(texts), strict=True))
        self._fill({revision.key: d for d, revision in made})

    def _revisions(self) -> Iterator[tuple[Document, Revision]]:
        """Yield each document with its revision; one that cannot be read is left out, as a sync does."""
        parser = build_parser(ParseSettings(timeout_s=600))  # whatever else the machine is busy with
        for d in self.collection.documents:
            try:
                parsed = parser.parse(d.text.encode(), path=f"{d.id}{d.suffix}")
            except SourceError as error:
                print(f"  left out: {error}", file=sys.stderr)
                continue
            yield d, Revision(
                tenant=TenantId("red"), document_id=DocumentId(d.id), version=d.version, topic=d.id, title=d.title,
                text=parsed.text, blocks=parsed.blocks, access=d.groups, source="bench", path=d.id,
                language=d.language, effective=d.effective, identifiers=find(parsed.text),
            )  # fmt: skip

    def _texts(self, chunk: Chunk) -> list[str]:
        """Return what is embedded of a chunk: what its own vector is of, then its units."""
        units = [unit.text for unit in chunk.units]
        return [chunk.indexed if self._whole else units[0], *units]

    def _judged(self, asked: Asked) -> Asked:
        """Return a question with the chunks that answer it, where that is told by excerpts or by a pattern."""
        chunks = self.chunks.values()
        if asked.pattern:
            found = frozenset(chunk.chunk_id for chunk in chunks if re.search(asked.pattern, chunk.text, re.IGNORECASE))
        elif asked.spans:
            found = frozenset(
                chunk.chunk_id
                for document, start, end in asked.spans
                for chunk in chunks
                if chunk.document_id == document and chunk.span.start < end and start < chunk.span.end
            )
        else:
            return asked
        return replace(asked, relevant=found)

    def _fill(self, homes: Mapping[RevisionKey, Document]) -> None:
        by_topic: defaultdict[str, list[Dated]] = defaultdict(list)
        for key, d in homes.items():
            by_topic[d.id].append(Dated(key=key, version=d.version, effective=d.effective))
        valid = {key: found for dated in by_topic.values() for key, found in intervals(dated).items()}
        points = []
        for chunk_id, chunk in self.chunks.items():
            key = self.revisions[chunk_id].key
            terms = self.analyzer.document(chunk.indexed, language=homes[key].language)
            vectors = np.array([self._vectors[text] for text in self._texts(chunk)])
            points.append(
                make_point(
                    chunk_id,
                    vector=vectors[0],
                    units=vectors[1:],
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
        scope, vector = self.scope(asked), self.embedder.embed_query(asked.text)
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

    def retriever(self, route: str) -> Retriever:
        """Return the retriever of a route, under the default settings."""
        return build_retriever(
            RetrieveSettings(route=route, fusion=self.fusion),
            index=self.index,
            embedder=lambda: self.embedder,
            analyzer=self.analyzer,
            lookup=None,  # no route that is asked for here looks keys up
        )

    def found(self, hits: Iterable[Hit], asked: Asked) -> tuple[Found, ...]:
        """Return hits with permits, as a reranker is given them."""
        scope = self.scope(asked)
        return tuple(
            Found(
                rank=at,
                hit=hit,
                permit=Permit(
                    scope=scope,
                    chunk=self.chunks[hit.chunk_id],
                    revision=self.revisions[hit.chunk_id],
                    in_force=True,
                ),
            )
            for at, hit in enumerate(hits, start=1)
        )

    def first(self, ranked: Iterable[ChunkId], asked: Asked, k: int) -> tuple[bool, ...]:
        """Return which of the first ``k`` that chunks are judged as answer, each counted once, at its best."""
        seen = list(dict.fromkeys(self.collection.key(self.chunks[each]) for each in ranked))[:k]
        return tuple(key in asked.relevant for key in seen)

    def ndcg(self, ranked: Iterable[ChunkId], asked: Asked) -> float:
        """Return nDCG@10; of what a pattern matches only the first counts."""
        right = self.first(ranked, asked, 10)
        if asked.pattern:
            return float(1 / np.log2(right.index(True) + 2)) if any(right) else 0.0
        gain = sum(1 / np.log2(at + 2) for at, each in enumerate(right) if each)
        return float(gain / sum(1 / np.log2(at + 2) for at in range(min(10, len(asked.relevant)))))

    def recall(self, ranked: Iterable[ChunkId], asked: Asked, k: int) -> float:
        """Return recall@k, as a share of what k can hold; of what a pattern matches one is all."""
        return min(1.0, sum(self.first(ranked, asked, k)) / (1 if asked.pattern else min(k, len(asked.relevant))))
