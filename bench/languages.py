"""
Prints nDCG@10 of the lexical leg alone in each language of XQuAD, each alone and all in one corpus.

``python bench/languages.py [LANGUAGE …] [--folder DIR]``

Chunks, terms, language detection and index are the project's own; nothing is embedded. "alone" takes the language as
known; "detected" tells it from each document and each question; "together" puts the documents of all languages into one
corpus, tells languages in the same way, and counts only the document in the question's own language as right.
"""

from __future__ import annotations

import argparse
import tempfile
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from collected import DATA, beir
from pincite.chunk import ChunkSettings
from pincite.chunk import build as build_chunker
from pincite.documents import DocumentId, Revision, TenantId
from pincite.embed import EmbedSettings, build_tokenizer
from pincite.index import IndexSettings
from pincite.index import build as build_index
from pincite.models.places import cache_folder
from pincite.parse import ParseSettings
from pincite.parse import build as build_parser
from pincite.testing.points import make_point, make_scope
from pincite.text.analyzer import Bm25Analyzer
from pincite.text.languages import detect

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from collected import Asked, Document
    from pincite.documents import Chunk
    from pincite.protocols import Index


class Lexical:
    """Documents in an index without vectors."""

    def __init__(self, documents: Iterable[Document], folder: Path) -> None:
        self._analyzer = Bm25Analyzer()
        self._index: Index = build_index(IndexSettings())(folder)
        self._homes: dict[str, str] = {}
        points = []
        for document in documents:
            for chunk in chunks(document):
                terms = self._analyzer.document(chunk.indexed, language=document.language)
                self._homes[chunk.chunk_id] = document.id
                points.append(make_point(chunk.chunk_id, terms=dict(terms.items()), document=document.id))
        self._index.put(points)

    def ndcg(self, asked: Iterable[Asked]) -> float:
        """Return the mean nDCG@10 over questions."""
        return float(np.mean([self._one(each) for each in asked]))

    def _one(self, asked: Asked) -> float:
        terms = self._analyzer.query(asked.text, language=asked.language)
        found = self._index.lexical(terms, k=30, scope=make_scope()) if terms.indices else ()
        seen = list(dict.fromkeys(self._homes[each.chunk_id] for each in found))[:10]
        return float(sum(1 / np.log2(at + 2) for at, key in enumerate(seen) if key in asked.relevant))


_PARSER = build_parser(ParseSettings())
_CHUNKER = build_chunker(ChunkSettings(), tokenizer=build_tokenizer(EmbedSettings(threads=1), cache=cache_folder()))


def chunks(document: Document) -> tuple[Chunk, ...]:
    """Return the chunks of a document."""
    parsed = _PARSER.parse(document.text.encode(), path=f"{document.id}.md")
    revision = Revision(
        tenant=TenantId("red"), document_id=DocumentId(document.id), version="", topic=document.id,
        title=document.title, text=parsed.text, blocks=parsed.blocks, access=("public",), source="bench",
        path=document.id, language=document.language,
    )  # fmt: skip
    return _CHUNKER.chunk(revision)


def told(questions: Iterable[Asked]) -> list[Asked]:
    """Return the questions in the language that is told from them."""
    return [replace(each, language=detect(each.text)) for each in questions]


def missed(label: str, texts: Sequence[str], language: str) -> Iterator[str]:
    """Yield how many texts are told wrong, where any are."""
    wrong = [text for text in texts if detect(text) != language]
    if wrong:
        yield f"{len(wrong)} of {len(texts)} {label} told wrong"


def main() -> None:
    """Read the command line and print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("languages", nargs="*")
    parser.add_argument("--folder", type=Path, default=DATA / "xquad", help="a folder per language, BEIR inside")
    given = parser.parse_args()
    names = given.languages or sorted(path.name for path in given.folder.iterdir() if path.is_dir())
    sets = {n: beir(n, given.folder / n, "corpus.jsonl", "queries.jsonl", "qrels.tsv", n) for n in names}
    every = [replace(d, id=f"{n}:{d.id}", language=detect(d.text)) for n, each in sets.items() for d in each.documents]
    with tempfile.TemporaryDirectory() as work:
        together = Lexical(every, Path(work) / "together")
        print(f"{'':4} {'alone':>8} {'detected':>9} {'together':>9}")
        for name, each in sets.items():
            alone = Lexical(each.documents, Path(work) / f"{name}-alone")
            found = Lexical((replace(d, language=detect(d.text)) for d in each.documents), Path(work) / name)
            asked = told(each.asked)
            mixed = [replace(q, relevant=frozenset(f"{name}:{r}" for r in q.relevant)) for q in asked]
            wrong = missed("documents", [d.text for d in each.documents], name)
            notes = "; ".join((*wrong, *missed("questions", [q.text for q in each.asked], name)))
            print(
                f"{name:4} {alone.ndcg(each.asked):8.4f} {found.ndcg(asked):9.4f} {together.ndcg(mixed):9.4f}  {notes}"
            )


if __name__ == "__main__":
    main()
