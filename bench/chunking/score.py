"""
Prints what each chunker finds: ``python bench/chunking/score.py [chunking_evaluation] [cuad_dev] …``.

Questions come with the exact characters that answer them. Each chunker cuts the same documents; the chunks are ranked
as by default (both legs, best unit, fused), and shown best first until a budget of tokens is used up, the last one cut
where the budget ends. So every chunker shows the same number of tokens, what it shows twice included.

- *recall*: characters of the answer that are shown, over all of the answer; mean over questions.
- *precision*: characters of the answer that are shown, over all that is shown.
- *IoU*: the same over all that is shown or answers; what is shown twice counts twice (the measure of Smith and
  Troynikov, "Evaluating Chunking Strategies for Retrieval", 2024).
- *tokens*, *twice*: tokens of all chunks over those of the documents, and the share of characters in two chunks or
  more: the cost of overlap. *embedded*: tokens that are embedded, over those of the documents.

``--section`` adds what the default assembler makes of the same ranking. Vectors are kept in ``--cache``.
"""

from __future__ import annotations

import argparse
import tempfile
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from statistics import mean
from typing import TYPE_CHECKING, Final

from legs import WAYS, Ranker, Vectors
from sets import DATA, NAMES, load

from pincite.assemble import AssembleSettings
from pincite.assemble import build as build_assembler
from pincite.chunk import BUILDERS, ChunkSettings, StructuralSettings
from pincite.chunk import build as build_chunker
from pincite.documents import Span
from pincite.embed import EmbedSettings, build_tokenizer
from pincite.embed import build as build_embedder
from pincite.models.places import cache_folder
from pincite.questions import Found, Hit, Permit, Query
from pincite.testing.points import make_scope

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from sets import Asked, Collection

    from pincite.documents import Chunk, Revision
    from pincite.protocols import Embedder, Tokenizer

_BUDGETS: Final = (400, 800, 1_600)
_SCOPE: Final = make_scope()
_ROW: Final = "{:22} {:>7} {:>7} {:>6} {:>8}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Scores:
    """Means over questions."""

    recall: float
    precision: float
    iou: float


def scored(asked: Asked, shown: Iterable[tuple[str, Span]]) -> Scores:
    """
    Return the scores of one question.

    :param shown: (document, span) of what is shown; what stands in two of them counts twice as shown, once as found.
    """
    pieces = list(shown)
    answer = {at for span in asked.spans for at in range(span.start, span.end)}
    there = {at for name, span in pieces if name == asked.document for at in range(span.start, span.end)}
    found, n_shown = len(answer & there), sum(len(span) for _, span in pieces)
    return Scores(
        recall=found / len(answer), precision=found / max(1, n_shown), iou=found / (len(answer) + n_shown - found)
    )


class Bench:
    """What all chunkers share in a run."""

    def __init__(self, collection: Collection, embedder: Embedder, tokenizer: Tokenizer, vectors: Vectors) -> None:
        self.collection = collection
        self.embedder = embedder
        self.tokenizer = tokenizer
        self.vectors = vectors
        self.revisions: dict[str, Revision] = {r.document_id: r for r in collection.revisions}
        self._counts: dict[str, int] = {}

    def chunks(self, settings: ChunkSettings) -> list[Chunk]:
        """Return the chunks of all documents."""
        chunker = build_chunker(settings, tokenizer=self.tokenizer, embedder=lambda: self.embedder)
        return [chunk for revision in self.collection.revisions for chunk in chunker.chunk(revision)]

    def count(self, texts: Sequence[str]) -> list[int]:
        """Return the tokens of texts."""
        new = [text for text in dict.fromkeys(texts) if text not in self._counts]
        self._counts |= dict(zip(new, self.tokenizer.count(new), strict=True))
        return [self._counts[text] for text in texts]

    def within(self, spans: Sequence[tuple[str, Span]], budget: int) -> list[tuple[str, Span]]:
        """Return the spans, best first, until the budget is used up; the last is cut in proportion to its tokens."""
        out: list[tuple[str, Span]] = []
        for name, span in spans:
            (n_tokens,) = self.count([span.cut(self.revisions[name].text)])
            if n_tokens >= budget:
                return [*out, (name, Span(span.start, span.start + round(len(span) * budget / max(1, n_tokens))))]
            out.append((name, span))
            budget -= n_tokens
        return out

    def widened(self, chunks: Sequence[Chunk], k: int) -> list[tuple[str, Span]]:
        """Return what the default assembler shows of a ranking."""
        settings = AssembleSettings(total_tokens=100_000)
        found = tuple(
            Found(
                rank=rank,
                hit=Hit(chunk_id=chunk.chunk_id, score=1 / rank),
                permit=Permit(scope=_SCOPE, chunk=chunk, revision=self.revisions[chunk.document_id], in_force=True),
                route="hybrid",
            )
            for rank, chunk in enumerate(chunks, start=1)
        )
        packed = build_assembler(settings, tokenizer=self.tokenizer).assemble(Query(text="q"), found, k=k)
        return [(p.permit.chunk.document_id, p.span) for p in packed.passages]


def cost(bench: Bench, chunks: Sequence[Chunk]) -> str:
    """Return the columns on what a chunker costs."""
    whole = sum(bench.count([r.text for r in bench.collection.revisions]))
    times: Counter[tuple[str, int]] = Counter()
    for chunk in chunks:
        times.update((chunk.document_id, at) for at in range(chunk.span.start, chunk.span.end))
    twice = sum(n > 1 for n in times.values()) / max(1, len(times))
    texts = {unit.text for chunk in chunks for unit in chunk.units} | {chunk.indexed for chunk in chunks}
    tokens = sum(bench.count([chunk.text for chunk in chunks])) / whole
    return f"{len(chunks):>7} {tokens:>7.3f} {twice:>6.3f} {sum(bench.count(sorted(texts))) / whole:>8.2f}"


def measure(bench: Bench, name: str, settings: ChunkSettings, *, way: str, wide: bool) -> str:
    """Return a line of the table."""
    chunks = bench.chunks(settings)
    bench.vectors.of([asked.text for asked in bench.collection.asked])  # all at once
    ranker = Ranker(chunks, bench.vectors)
    line = f"{name:22} {cost(bench, chunks)}"
    rankings = [
        ranker.ranked(a.text, way=way, document=a.document if bench.collection.narrowed else None)[:60]
        for a in bench.collection.asked
    ]
    for budget in _BUDGETS:
        found = []
        for asked, ranking in zip(bench.collection.asked, rankings, strict=True):
            shown = bench.widened(ranking, 12) if wide else [(c.document_id, c.span) for c in ranking]
            found.append(scored(asked, bench.within(shown, budget)))
        recall, precision, iou = (mean(getattr(one, what) for one in found) for what in ("recall", "precision", "iou"))
        line += f"   {recall:.3f} {precision:.3f} {iou:.4f}"
    return line


def main() -> None:
    """Print a table for each collection."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sets", nargs="*", default=list(NAMES), metavar="SET", help=f"{', '.join(NAMES)} (both)")
    parser.add_argument("--chunker", action="append", choices=sorted(BUILDERS), help="only this one; may be repeated")
    parser.add_argument("--way", choices=WAYS, default="hybrid", help="how chunks are ranked (hybrid)")
    target = StructuralSettings().target_tokens
    parser.add_argument("--target", type=int, default=target, help=f"structural.target_tokens ({target})")
    parser.add_argument("--documents", type=int, default=30, help="documents of each set, 0 for all (30)")
    parser.add_argument("--only", action="append", help="only documents whose name begins so; may be repeated")
    parser.add_argument("--section", action="store_true", help="also what the assembler makes of structural's ranking")
    parser.add_argument("--cache", type=Path, default=Path(tempfile.gettempdir()) / "pincite-bench")
    parser.add_argument("--data", type=Path, default=DATA)
    options = parser.parse_args()
    settings = EmbedSettings(threads=1)
    embedder = build_embedder(settings, cache=cache_folder())
    vectors = Vectors(embedder, options.cache)
    tokenizer = build_tokenizer(settings, cache=cache_folder())
    for name in options.sets:
        bench = Bench(
            load(name, data=options.data, most=options.documents, only=tuple(options.only or ())),
            embedder,
            tokenizer,
            vectors,
        )
        print(f"\n{name}: {len(bench.collection.revisions)} documents, {len(bench.collection.asked)} questions, "
              f"ranked by {options.way}")  # fmt: skip
        budgets = "".join(f"   {f'{budget} tokens':^19}" for budget in _BUDGETS)
        print(f"{'':22} {'':31}{budgets}")
        columns = "   recall  prec.    IoU" * len(_BUDGETS)
        print(f"{_ROW.format('chunker', 'chunks', 'tokens', 'twice', 'embedded')}{columns}", flush=True)
        for chosen in options.chunker or ("structural", *(n for n in BUILDERS if n != "structural")):
            made = ChunkSettings(name=chosen, structural=StructuralSettings(target_tokens=options.target))
            print(measure(bench, chosen, made, way=options.way, wide=False), flush=True)
            if chosen == "structural" and options.section:
                print(measure(bench, "structural + section", made, way=options.way, wide=True), flush=True)


if __name__ == "__main__":
    main()
