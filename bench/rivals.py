"""
The same questions through a plain Haystack pipeline with the same embedder, beside Pincite's defaults.

``pip install haystack-ai`` first (nothing else here needs it), then ``python bench/rivals.py [lumen] [scifact]``.

The pipeline is the one of Haystack's own tutorials: ``DocumentSplitter`` with its defaults, an in-memory store, BM25
and embedding retrievers, ``DocumentJoiner`` by reciprocal ranks. It knows nothing of versions or readers, as it is.

- *lumen*: recall@3 of pages in the version in force; the share of hits in force; hits that the asker may not read.
- *scifact*: nDCG@10 of abstracts, on the training claims.
"""

from __future__ import annotations

import argparse
import gzip
import json
import math
import shutil
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

import pincite
from pincite.config import load
from pincite.corpus import Corpus

ROOT = Path(__file__).resolve().parents[1]
Hits = list[tuple[str, str, float]]
"""Document, version and score, best first."""
Searcher = Callable[[str, int], Hits]


class Plain:
    """Haystack's hybrid pipeline over texts, each with what is known of it."""

    def __init__(self, texts: Iterable[tuple[str, dict[str, str]]], embed: Any) -> None:  # noqa: ANN401  # an embedder
        from haystack import Document
        from haystack.components.joiners import DocumentJoiner
        from haystack.components.preprocessors import DocumentSplitter
        from haystack.components.retrievers.in_memory import InMemoryBM25Retriever, InMemoryEmbeddingRetriever
        from haystack.document_stores.in_memory import InMemoryDocumentStore

        splitter = DocumentSplitter()
        splitter.warm_up()
        pieces = splitter.run(documents=[Document(content=text, meta=meta) for text, meta in texts])["documents"]
        vectors = embed.embed([piece.content for piece in pieces])
        pieces = [replace(p, embedding=vector.tolist()) for p, vector in zip(pieces, vectors, strict=True)]
        store = InMemoryDocumentStore(embedding_similarity_function="cosine")
        store.write_documents(pieces)
        self._embed = embed
        self._legs = InMemoryBM25Retriever(store), InMemoryEmbeddingRetriever(store)
        self._joiner = DocumentJoiner(join_mode="reciprocal_rank_fusion")

    def __call__(self, question: str, k: int) -> Hits:
        """Return the first pieces for a question."""
        lexical, dense = self._legs
        vector = self._embed.embed_query(question).tolist()
        legs = [
            lexical.run(query=question, top_k=100)["documents"],
            dense.run(query_embedding=vector, top_k=100)["documents"],
        ]
        joined = self._joiner.run(documents=legs, top_k=k)["documents"]
        return [(d.meta["id"], d.meta["version"], d.score or 0.0) for d in joined]


def lumen(work: Path) -> Iterator[str]:
    """Yield the lines of the table for the example shop."""
    folder = work / "lumen"
    shutil.copytree(ROOT / "examples/lumen", folder, ignore=shutil.ignore_patterns(".pincite*"))
    labels = [json.loads(line) for line in (folder / "eval/queries.jsonl").open()]
    with pincite.open(folder) as corpus:
        corpus.sync()
        rows = list(corpus.store.catalog.all_revisions())
        pages = [(r.revision.text, {"id": r.revision.document_id, "version": r.revision.version}) for r in rows]
        plain = Plain(pages, corpus.embedder())
        for name, search in (("Haystack, plain", lambda label: plain(label["question"], 3)), ("Pincite", None)):
            yield _lumen_line(name, corpus, labels, search or (lambda label: _ours(corpus, label)))


def _ours(corpus: Corpus, label: dict[str, Any]) -> Hits:
    who = pincite.Principal(tenant="lumen", groups=label["principal"]["groups"])
    found = corpus.search(label["question"], principal=who, k=3, as_of=_day(label))
    return [(f.permit.revision.document_id, f.permit.revision.version, f.hit.score) for f in found]


def _day(label: dict[str, Any]) -> date | None:
    return date.fromisoformat(label["as_of"]) if label["as_of"] else None


def _lumen_line(
    name: str, corpus: Corpus, labels: list[dict[str, Any]], search: Callable[[dict[str, Any]], Hits]
) -> str:
    recall, in_force, leaks, start = [], [], 0, time.process_time()
    for label in labels:
        who = pincite.Principal(tenant="lumen", groups=label["principal"]["groups"])
        readable = {(row.document_id, row.version) for row in corpus.documents(principal=who, as_of=_day(label))}
        everyone = pincite.Principal(tenant="lumen", groups=["staff"])
        live = {(row.document_id, row.version) for row in corpus.documents(principal=everyone, as_of=_day(label))}
        hits = [(document, version) for document, version, _ in search(label)]
        leaks += sum(hit not in readable and hit in live for hit in hits)
        in_force += [hit in live for hit in hits]
        wanted = {reference.partition("#")[0] for reference in label["relevant"]}
        if wanted:
            recall.append(len({d for d, v in hits if (d, v) in readable} & wanted) / len(wanted))
    ms = 1000 * (time.process_time() - start) / len(labels)
    return f"| lumen | {name} | {_mean(recall):.3f} | {_mean(in_force):.3f} | {leaks} | {ms:.1f} |"


def scifact(work: Path, data: Path) -> Iterator[str]:
    """Yield the line of the table for SciFact's training claims."""
    folder = data / "scifact"
    with gzip.open(folder / "corpus.jsonl.gz", "rt", encoding="utf-8") as file:
        rows = [json.loads(line) for line in file]
    claims = {row["id"]: row["text"] for row in map(json.loads, (folder / "queries_train.jsonl").open())}
    judged: dict[str, set[str]] = defaultdict(set)
    for line in (folder / "qrels_train.tsv").read_text().splitlines()[1:]:
        claim, document, grade = line.split("\t")
        if int(grade) > 0:
            judged[claim].add(document)
    texts = [(f"{r['title']}. {r['text']}", {"id": r["id"], "version": ""}) for r in rows]
    plain = Plain(texts, load(ROOT / "examples/lumen").build_embedder())
    start = time.process_time()
    scores = [_ndcg([document for document, _, _ in plain(claims[c], 30)], wanted) for c, wanted in judged.items()]
    ms = 1000 * (time.process_time() - start) / len(judged)
    yield f"| scifact ({len(judged)} claims) | Haystack, plain | nDCG@10 {_mean(scores):.3f} | | | {ms:.1f} |"
    del work


def _ndcg(ranked: list[str], wanted: set[str]) -> float:
    first = list(dict.fromkeys(ranked))[:10]
    gained = sum(1 / math.log2(at + 2) for at, document in enumerate(first) if document in wanted)
    return gained / sum(1 / math.log2(at + 2) for at in range(min(10, len(wanted))))


def _mean(values: list[Any]) -> float:
    return sum(values) / len(values) if values else float("nan")


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sets", nargs="*", default=["lumen", "scifact"], metavar="SET")
    parser.add_argument("--data", type=Path, default=ROOT / "../shared/data", help="the folder of real data")
    chosen = parser.parse_args()
    print("| set | set-up | recall@3 | in force | may not be read | ms CPU a question |\n|---|---|---|---|---|---|")
    with tempfile.TemporaryDirectory() as folder:
        for name in chosen.sets:
            lines = lumen(Path(folder)) if name == "lumen" else scifact(Path(folder), chosen.data)
            for line in lines:
                print(line, flush=True)


if __name__ == "__main__":
    main()
