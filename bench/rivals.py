"""
The same questions through plain pipelines of Haystack and LlamaIndex with the same embedder, beside Pincite's defaults.

In an environment of its own, which nothing else here needs::

    python -m venv rivals
    rivals/bin/pip install -e '.[eval]' haystack-ai llama-index-core bm25s
    rivals/bin/pip install --no-deps llama-index-retrievers-bm25
    rivals/bin/python bench/rivals.py [lumen] [contracts] [halvorsen] [scifact] [--only haystack]

The retriever's package asks for an older PyStemmer than Pincite does; it runs with both.

- *Haystack*, as its tutorials have it: ``DocumentSplitter`` with its defaults, a store in memory, BM25 and embedding
  retrievers, ``DocumentJoiner`` by reciprocal ranks.
- *LlamaIndex*, as its documentation has it: ``SentenceSplitter`` with its defaults, ``VectorStoreIndex``,
  ``BM25Retriever``, ``QueryFusionRetriever`` by reciprocal ranks, no other wordings.

As they are they know nothing of versions and readers: they search every revision. A hit answers a label where it lies
in the section that the label names, in the version in force, and may be read by whoever asks; further hits there count
as any other. Haystack and LlamaIndex get the text as Pincite read it. SciFact is judged by abstracts. The last column
is Pincite's nDCG@10 less the rival's, question by question, with the 95% bootstrap interval.
"""

from __future__ import annotations

import argparse
import math
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np

import pincite
from collected import Asked, load
from judged import Judged
from pincite.corpus import Corpus
from pincite.documents import Revision, Span
from pincite.embed import EmbedSettings
from pincite.embed import build as build_embedder
from pincite.evaluate import Labelled, load_labels
from pincite.evaluate.asking import gained, principal_of
from pincite.models.places import cache_folder
from table import EXAMPLES, difference, example, ordered
from vectors import KeptEmbedder

RIVALS = ("haystack", "llamaindex")
DEPTH = 100


@dataclass(frozen=True, slots=True, kw_only=True)
class Piece:
    """What a rival shows: a stretch of a text."""

    id: int
    """Number of the text."""
    span: Span


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One system's line of the table."""

    cells: str
    ndcg: list[float]
    """Of each question that has an answer."""


Search = Callable[[str, int], list[Piece]]


def haystack(texts: Sequence[str], embed: KeptEmbedder) -> Search:
    """Return Haystack's hybrid search over texts."""
    from haystack import Document
    from haystack.components.joiners import DocumentJoiner
    from haystack.components.preprocessors import DocumentSplitter
    from haystack.components.retrievers.in_memory import InMemoryBM25Retriever, InMemoryEmbeddingRetriever
    from haystack.document_stores.in_memory import InMemoryDocumentStore

    whole = [Document(content=text, meta={"number": number}) for number, text in enumerate(texts)]
    pieces = DocumentSplitter().run(documents=whole)["documents"]
    vectors = embed.embed([piece.content for piece in pieces])
    store = InMemoryDocumentStore(embedding_similarity_function="cosine")
    store.write_documents([replace(p, embedding=v.tolist()) for p, v in zip(pieces, vectors, strict=True)])
    lexical, dense = InMemoryBM25Retriever(store), InMemoryEmbeddingRetriever(store)
    joiner = DocumentJoiner(join_mode="reciprocal_rank_fusion")

    def search(question: str, k: int) -> list[Piece]:
        legs = [
            lexical.run(query=question, top_k=DEPTH)["documents"],
            dense.run(query_embedding=embed.embed_query(question).tolist(), top_k=DEPTH)["documents"],
        ]
        found = joiner.run(documents=legs, top_k=k)["documents"]
        return [_piece(d.meta["number"], d.meta["split_idx_start"], d.content) for d in found]

    return search


def llamaindex(texts: Sequence[str], embed: KeptEmbedder) -> Search:
    """Return LlamaIndex's hybrid search over texts."""
    from llama_index.core import Document, VectorStoreIndex
    from llama_index.core.embeddings import BaseEmbedding
    from llama_index.core.llms import MockLLM
    from llama_index.core.node_parser import SentenceSplitter
    from llama_index.core.retrievers import QueryFusionRetriever
    from llama_index.retrievers.bm25 import BM25Retriever

    class Same(BaseEmbedding):
        """Our embedder in its clothes."""

        def _get_text_embedding(self, text: str) -> list[float]:
            return self._get_text_embeddings([text])[0]

        def _get_text_embeddings(self, texts: list[str]) -> list[list[float]]:
            return [vector.tolist() for vector in embed.embed(texts)]

        def _get_query_embedding(self, query: str) -> list[float]:
            return [float(value) for value in embed.embed_query(query)]

        async def _aget_query_embedding(self, query: str) -> list[float]:
            return self._get_query_embedding(query)

    whole = [Document(text=text, metadata={"number": number}) for number, text in enumerate(texts)]
    hidden = ["number"]  # it is ours, and no part of the text
    for each in whole:
        each.excluded_embed_metadata_keys = each.excluded_llm_metadata_keys = hidden
    nodes = SentenceSplitter().get_nodes_from_documents(whole)
    vectors = VectorStoreIndex(nodes, embed_model=Same(embed_batch_size=256))
    legs = [
        vectors.as_retriever(similarity_top_k=DEPTH),
        BM25Retriever.from_defaults(nodes=nodes, similarity_top_k=min(DEPTH, len(nodes))),
    ]
    fused = QueryFusionRetriever(
        legs, llm=MockLLM(), mode="reciprocal_rerank", num_queries=1, use_async=False, similarity_top_k=DEPTH
    )

    def search(question: str, k: int) -> list[Piece]:
        found = [each.node for each in fused.retrieve(question)[:k]]
        return [_piece(node.metadata["number"], node.start_char_idx or 0, node.text) for node in found]

    return search


def _piece(number: int, start: int, text: str) -> Piece:
    return Piece(id=number, span=Span(start, start + len(text)))


MAKERS: dict[str, Callable[[Sequence[str], KeptEmbedder], Search]] = {"haystack": haystack, "llamaindex": llamaindex}


def shop(name: str, only: Sequence[str], embed: KeptEmbedder) -> Iterator[str]:
    """Yield the lines of the table for an example."""
    with example(name) as folder, pincite.open(folder) as corpus:
        labels = [each for each in load_labels(folder / "eval" / "queries.jsonl") if each.question]
        revisions = [state.revision for state in corpus.store.catalog.all_revisions()]
        ours = _shop_row(name, "Pincite", corpus, labels, lambda label: _ours(corpus, label))
        for rival in only:
            search = MAKERS[rival]([revision.text for revision in revisions], embed)
            found = partial(_shown, search, revisions=revisions)
            yield _beside(_shop_row(name, rival, corpus, labels, found), ours)
        yield f"| {ours.cells} | |"


def _beside(rival: Row, ours: Row) -> str:
    """Return a rival's line, which ends in what ours is above it."""
    return f"| {rival.cells} | {difference(np.array(ours.ndcg) - np.array(rival.ndcg))} |"


def _shown(search: Search, label: Labelled, *, revisions: Sequence[Revision]) -> list[Any]:
    """Return a rival's first ten as labels look at hits."""
    found = []
    for piece in search(label.question, 10):
        chunk = SimpleNamespace(span=piece.span)
        permit = SimpleNamespace(revision=revisions[piece.id], chunk=chunk)
        found.append(SimpleNamespace(document=revisions[piece.id].document_id, permit=permit))
    return found


def _ours(corpus: Corpus, label: Labelled) -> list[Any]:
    who = principal_of(corpus, label)
    return list(corpus.search(label.question, principal=who, k=10, as_of=label.as_of, applies_to=label.applies_to))


def _shop_row(
    name: str, system: str, corpus: Corpus, labels: Iterable[Labelled], search: Callable[[Labelled], list[Any]]
) -> Row:
    ndcg, recall, in_force, shown, spent = [], [], [], [], 0.0
    leaks = n = 0
    every = {
        (s.revision.tenant, s.revision.document_id, s.revision.version): s for s in corpus.store.catalog.all_revisions()
    }
    for label in labels:
        who, day = principal_of(corpus, label), label.as_of or corpus.today()
        readable = {(row.document_id, row.version) for row in corpus.documents(principal=who, as_of=label.as_of)}
        start = time.process_time()
        hits = search(label)
        spent, n = spent + time.process_time() - start, n + 1
        keys = [(h.permit.revision.tenant, h.document, h.permit.revision.version) for h in hits]
        mine = [key[0] == who.tenant and key[1:] in readable for key in keys]
        live = [every[key].valid_from <= day < every[key].valid_to for key in keys]
        leaks += sum(now and not own for now, own in zip(live[:3], mine[:3], strict=True))
        in_force += live[:3]
        shown.append(sum(len(hit.permit.chunk.span) for hit in hits[:3]))
        if label.relevant and label.answerable:
            met = gained(tuple(h if own else _NOTHING for h, own in zip(hits, mine, strict=True)), label.relevant)
            ndcg.append(_ndcg([each is not None for each in met], len(label.relevant)))
            recall.append(sum(each is not None for each in met[:3]) / len(label.relevant))
    cells = f"{_mean(ndcg):.3f} | {_mean(recall):.3f} | {_mean(shown):,.0f} | {_mean(in_force):.3f} | {leaks}"
    cells = f"{name} ({len(ndcg)} of {n}) | {system} | {cells} | {1000 * spent / n:.1f}"
    return Row(cells=cells, ndcg=ndcg)


_NOTHING: Any = SimpleNamespace(document="")
"""Stands where a hit is that the asker may not read or that is not in force: it meets no label."""


def scifact(only: Sequence[str], embed: KeptEmbedder, cache: Path) -> Iterator[str]:
    """Yield the lines of the table for SciFact's training claims."""
    collection = load("scifact")
    ids = [document.id for document in collection.documents]
    with tempfile.TemporaryDirectory() as work:
        bench = Judged(collection, cache, Path(work))
        chunks = [dict(ordered(bench, asked))["hybrid + blend"] for asked in bench.collection.asked]
        named = [[bench.chunks[chunk].document_id for chunk in each] for each in chunks]
        bench.index.close()
    ours = _scifact_row("Pincite", named, collection.asked)
    for rival in only:
        search = MAKERS[rival]([f"{d.title}. {d.text}" for d in collection.documents], embed)
        found = [[ids[piece.id] for piece in search(asked.text, 30)] for asked in collection.asked]
        yield _beside(_scifact_row(rival, found, collection.asked), ours)
    yield f"| {ours.cells} | |"


def _scifact_row(system: str, found: Sequence[Sequence[str]], asked: Sequence[Asked]) -> Row:
    pairs = [(list(dict.fromkeys(ids)), each.relevant) for ids, each in zip(found, asked, strict=True)]
    ndcg = [_ndcg([document in right for document in ids[:10]], len(right)) for ids, right in pairs]
    recall = [len(right & set(ids[:3])) / min(3, len(right)) for ids, right in pairs]
    cells = f"scifact ({len(ndcg)}) | {system} | {_mean(ndcg):.3f} | {_mean(recall):.3f} | | | |"
    return Row(cells=cells, ndcg=ndcg)


def _ndcg(right: Sequence[bool], n_wanted: int) -> float:
    gain = sum(1 / math.log2(at + 2) for at, each in enumerate(right[:10]) if each)
    return gain / sum(1 / math.log2(at + 2) for at in range(min(10, n_wanted)))


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values) if values else float("nan")


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sets", nargs="*", default=["lumen", "contracts", "scifact"], metavar="SET")
    parser.add_argument("--only", nargs="*", default=RIVALS, choices=RIVALS, help="which of the two")
    parser.add_argument("--cache", type=Path, default=cache_folder() / "bench", help="where vectors are kept")
    chosen = parser.parse_args()
    embed = KeptEmbedder(build_embedder(EmbedSettings(threads=1), cache=cache_folder()), chosen.cache)
    print("| set | set-up | nDCG@10 | recall@3 | characters | in force | not to be read | ms | Pincite over it |")
    print("|" + "---|" * 9)
    for name in chosen.sets:
        lines = shop(name, chosen.only, embed) if name in EXAMPLES else scifact(chosen.only, embed, chosen.cache)
        for line in lines:
            print(line, flush=True)


if __name__ == "__main__":
    main()
