"""
Prints recall@10 of questions in one language over pages in another, for each leg, the hybrid and the blend.

``python bench/crosslingual.py [LANGUAGE …] [--asked en] [--embedder e5-small] [--pages 60] [--questions 150]``

Every corpus is a real one, of XQuAD's first pages in one language; questions are those of the same pages in the other.
``pincite models install e5-small`` first. The first run embeds every page (a minute a language on one core).
"""

from __future__ import annotations

import argparse
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Final

import numpy as np

import pincite
from judged import DATA, beir

if TYPE_CHECKING:
    from collections.abc import Sequence

    from judged import Asked, Document
    from pincite.corpus import Corpus

ROUTES: Final = ("lexical", "dense", "hybrid")
SETTINGS: Final = """
[corpus]
language = "{language}"

[[sources]]
name = "pages"
path = "pages"
access = ["public"]

[embed]
name = "{embedder}"
threads = 1

[rerank]
name = "{reranker}"
"""


def written(folder: Path, documents: Sequence[Document], embedder: str) -> None:
    """Write a corpus folder."""
    (folder / "pages").mkdir(parents=True)
    settings = SETTINGS.format(language=documents[0].language, embedder=embedder, reranker="none")
    (folder / "pincite.toml").write_text(settings)
    (folder / "blend.toml").write_text(settings.replace('"none"', '"blend"'))
    for document in documents:
        (folder / "pages" / f"{document.id}.md").write_text(f"# {document.title}\n\n{document.text}\n")


def recalls(corpus: Corpus, asked: Sequence[Asked], route: str) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    """Return for each question whether its page is among the first ten pages."""
    values = []
    for each in asked:
        hits = corpus.search(each.text, k=60, route=route)
        first = list(dict.fromkeys(hit.document.removeprefix("pages/") for hit in hits))[:10]
        values.append(float(bool(each.relevant & set(first))))
    return np.array(values)


def main() -> None:
    """Read the command line and print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("languages", nargs="*", default=["de", "zh", "ar", "ru"])
    parser.add_argument("--asked", default="en", help="language of the questions")
    parser.add_argument("--embedder", default="e5-small")
    parser.add_argument("--pages", type=int, default=60)
    parser.add_argument("--questions", type=int, default=150)
    given = parser.parse_args()
    folder = DATA / "xquad"
    sets = {n: beir(n, folder / n, "corpus.jsonl", "queries.jsonl", "qrels.tsv", n) for n in given.languages}
    english = beir(given.asked, folder / given.asked, "corpus.jsonl", "queries.jsonl", "qrels.tsv", given.asked)
    print(f"{given.asked} ->  {'  '.join(ROUTES)}  blend")
    for name, each in sets.items():
        documents = each.documents[: given.pages]
        ids = {document.id for document in documents}
        asked = [q for q in english.asked if q.relevant & ids][: given.questions]
        with tempfile.TemporaryDirectory() as work:
            written(Path(work), documents, given.embedder)
            with pincite.open(work) as corpus:
                corpus.sync()
                found = [recalls(corpus, asked, route) for route in ROUTES]
            with pincite.open(Path(work) / "blend.toml") as corpus:
                found.append(recalls(corpus, asked, "hybrid"))
        told = "  ".join(f"{values.mean():.3f}" for values in found)
        print(f"{name:4}   {told}  ({len(documents)} pages, {len(asked)} questions)", flush=True)


if __name__ == "__main__":
    main()
