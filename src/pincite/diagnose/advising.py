"""Measures what the ways of answering take on one corpus, and what of it is never retrieved."""

from __future__ import annotations

import time
from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from pincite.diagnose.advice import Advice, Means, Mode, Option, recommend
from pincite.pipeline.gathering import able
from pincite.pipeline.plans import leads, planned
from pincite.text.table_questions import table_asked

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from pincite.catalog import DocumentRow
    from pincite.corpus import Corpus
    from pincite.models.prices import Price
    from pincite.pipeline.mode import Able
    from pincite.pipeline.search import Request
    from pincite.questions import Scope

__all__ = ["Advised", "Placing", "Question", "advise"]

_SLOW_MS: Final = 60.0
"""Budget of the index alone for 95% of the questions; past it another place for it is worth its trouble."""
_TURNS: Final = 4
"""Turns that a model which leads a search is taken to need."""
_WRITTEN: Final = 300
"""Tokens that an answer is taken to have."""
_LISTED: Final = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """One question to advise on."""

    kind: str
    request: Request


@dataclass(frozen=True, slots=True, kw_only=True)
class Placing:
    """Where the index is best kept."""

    place: str
    """"embedded" or "server"."""
    why: str
    chunks: int
    p50_ms: float | None
    """Half of the questions took the index less; ``None`` where none were asked."""
    p95_ms: float | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Advised:
    """Everything that is advised on one corpus."""

    documents: int
    """Documents in force that the reader may read."""
    tokens: int
    """Tokens of all of them, about, rather too many."""
    window: int
    """Tokens of passages that the model takes at once."""
    fits: bool
    model: str
    """The configured model, or the one that prices are given for."""
    priced_as_of: str
    """Day of the price table."""
    kinds: tuple[Advice, ...]
    placing: Placing
    never_sources: tuple[str, ...]
    """Sources of which no question retrieved anything."""
    never_documents: tuple[str, ...]
    """Documents in force that no question retrieved; at most 20 are named."""
    n_never: int
    """How many these are."""
    n_questions: int


def advise(
    corpus: Corpus,
    questions: Sequence[Question],
    *,
    reader: Request,
    scores: Mapping[str, tuple[str, float]] | None = None,
    k: int = 5,
    progress: Callable[[int], object] | None = None,
) -> Advised:
    """
    Return how each kind of question is best answered, with the numbers behind it. No model is called.

    :param questions: Questions of the kinds that are asked; empty to advise on the size of the corpus alone.
    :param reader: A request of whoever reads, for how much may be read; its question does not matter.
    :param scores: Name and value of a measure per kind, where one was measured.
    :param k: Passages of an answer, at least 1.
    :param progress: Called with the number of questions done.
    """
    fixed = _Fixed.of(corpus, reader, k)
    seen = []
    for done, question in enumerate(questions, start=1):
        seen.append(_asked(corpus, question, k))
        if progress:
            progress(done)
    kinds: dict[str, list[_Seen]] = defaultdict(list)
    for each in seen:
        kinds[each.kind].append(each)
    groups = sorted(kinds.items()) or [("any question", [])]
    advice = tuple(recommend(_means(kind, own, fixed, (scores or {}).get(kind))) for kind, own in groups)
    never, n_never = _never_documents(fixed.rows, seen)
    return Advised(
        documents=len(fixed.rows),
        tokens=fixed.tokens,
        window=fixed.window,
        fits=fixed.tokens <= fixed.window,
        model=fixed.model,
        priced_as_of=fixed.as_of,
        kinds=advice,
        placing=_placing(fixed.chunks, seen),
        never_sources=_never_sources(fixed.rows, seen),
        never_documents=never,
        n_never=n_never,
        n_questions=len(seen),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class _Seen:
    """What one question showed."""

    kind: str
    key: bool
    computed: bool
    hop: bool
    tokens: int
    """Of the passages that an answer is made from."""
    ms: float
    index_ms: float
    documents: frozenset[str]
    sources: frozenset[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Fixed:
    """What does not depend on the question."""

    rows: tuple[DocumentRow, ...]
    """What the reader may read: nothing else is spoken of, not even counted."""
    chunks: int
    """Of these documents."""
    tokens: int
    window: int
    able: Able
    model: str
    price: Price | None
    as_of: str
    instructions: int
    """Tokens of the instructions of a prompt."""
    passages: int
    """Tokens of the passages of an answer, where no question says it."""

    @classmethod
    def of(cls, corpus: Corpus, reader: Request, k: int) -> _Fixed:
        from pincite.models.prices import AS_OF, price_of

        can = able(corpus.pipeline.generator)
        with corpus.pipeline.search.lease() as lease:
            scope = corpus.pipeline.search.scope(reader.principal, lease, reader.day)
            rows = corpus.store.catalog.documents(scope)
            chunks = corpus.store.index.count(scope=scope)
            size = corpus.pipeline.gathering.whole.size(reader, scope)
        settings: Any = corpus.config.generate
        generator: Any = corpus.pipeline.generator
        model = str(getattr(generator, "model", "") or settings.claude.model)
        return cls(
            rows=tuple(rows),
            chunks=chunks,
            tokens=size.tokens,
            window=can.window if can.writes else 100_000,
            able=can,
            model=model,
            price=getattr(generator, "price", None) or price_of(model, getattr(settings, "prices", None) or {}),
            as_of=AS_OF,
            instructions=_instructions(corpus),
            passages=min(k * corpus.config.assemble.passage_tokens, corpus.config.assemble.total_tokens),
        )


def _instructions(corpus: Corpus) -> int:
    from pincite.generate.prompt import Form, instructions

    text = instructions(corpus.config.name, form=Form.STRUCTURED, sentences=5)
    return corpus.config.build_tokenizer().count([text])[0]


def _asked(corpus: Corpus, question: Question, k: int) -> _Seen:
    pipeline, request = corpus.pipeline, question.request
    start = time.perf_counter()
    searched = pipeline.search.run(request)
    packed = pipeline.assembler.assemble(searched.query, searched.found, k=k)
    ms = (time.perf_counter() - start) * 1000
    tables = table_asked(request.question, language=searched.query.language)
    shown = [each.permit.revision for each in searched.found[:k]]
    return _Seen(
        kind=question.kind,
        key=bool(pipeline.search.keys(request.question)),
        computed=tables.noun != "documents" or "document" in request.question.casefold(),
        hop=leads(planned(request.question)),
        tokens=sum(corpus.config.build_tokenizer().count([p.text for p in packed.passages])),
        ms=ms,
        index_ms=_index_ms(corpus, request.question, searched.scope),
        documents=frozenset(str(r.document_id) for r in shown),
        sources=frozenset(r.source for r in shown),
    )


def _index_ms(corpus: Corpus, question: str, scope: Scope) -> float:
    """Return how long the index alone takes, the question being embedded, but for what a busy machine lets it wait."""
    index, candidates = corpus.store.index, corpus.config.retrieve.candidates
    vector = corpus.embedder().embed_query(question)
    terms = corpus.config.build_analyzer().query(question, language="en")
    start, worked = time.perf_counter(), time.process_time()
    if terms.indices:
        index.lexical(terms, k=candidates, scope=scope)
    index.units(vector, k=candidates, scope=scope)
    return min(time.perf_counter() - start, time.process_time() - worked) * 1000


def _means(kind: str, seen: Sequence[_Seen], fixed: _Fixed, score: tuple[str, float] | None) -> Means:
    n = max(1, len(seen))
    return Means(
        kind=kind,
        n=len(seen),
        keys=sum(each.key for each in seen) / n,
        computed=sum(each.computed for each in seen) / n,
        hops=sum(each.hop for each in seen) / n,
        options=_options(seen, fixed),
        score=score,
        writes=fixed.able.writes,
        leads=fixed.able.leads,
    )


def _options(seen: Sequence[_Seen], fixed: _Fixed) -> tuple[Option, ...]:
    passages = round(sum(each.tokens for each in seen) / len(seen)) if seen else fixed.passages
    times = sorted(each.ms for each in seen)
    p50, p95 = _share(times, 0.5), _share(times, 0.95)
    one = fixed.instructions + passages
    led = [fixed.instructions + turn * passages for turn in range(1, _TURNS + 1)]
    return (
        Option(
            mode=Mode.LOOKUP,
            possible=any(each.key for each in seen),
            tokens=0,
            price=0.0,
            cached_price=0.0,
            cacheable=0.0,
            p50_ms=p50,
            p95_ms=p95,
            note="by code",
        ),
        Option(
            mode=Mode.COMPUTED,
            possible=any(each.computed for each in seen),
            tokens=0,
            price=0.0,
            cached_price=0.0,
            cacheable=0.0,
            note=f"by code, {len(fixed.rows)} documents",
        ),
        _priced(Mode.SEARCH, one, fixed.instructions, fixed, p50_ms=p50, p95_ms=p95),
        _priced(
            Mode.WHOLE,
            fixed.instructions + fixed.tokens,
            fixed.instructions + fixed.tokens,
            fixed,
            possible=fixed.tokens <= fixed.window,
        ),
        _priced(
            Mode.LED,
            sum(led),
            sum(led[:-1]) + fixed.instructions,
            fixed,
            possible=fixed.able.leads,
            p50_ms=None if p50 is None else p50 * _TURNS,
            p95_ms=None if p95 is None else p95 * _TURNS,
            note=f"estimated for {_TURNS} turns",
        ),
    )


def _priced(
    mode: Mode,
    tokens: int,
    repeated: int,
    fixed: _Fixed,
    *,
    possible: bool = True,
    p50_ms: float | None = None,
    p95_ms: float | None = None,
    note: str = "",
) -> Option:
    """
    Return an option with its prices.

    :param repeated: How many of the tokens are the same as in an earlier call.
    """
    price = fixed.price
    fresh = tokens - repeated
    return Option(
        mode=mode,
        possible=possible,
        tokens=tokens,
        price=price.cost(fresh=tokens, output=_WRITTEN) if price else None,
        cached_price=price.cost(fresh=fresh, read=repeated, output=_WRITTEN) if price else None,
        cacheable=repeated / tokens if tokens else 0.0,
        p50_ms=p50_ms,
        p95_ms=p95_ms,
        note=note,
    )


def _placing(chunks: int, seen: Sequence[_Seen]) -> Placing:
    times = sorted(each.index_ms for each in seen)
    p50, p95 = _share(times, 0.5), _share(times, 0.95)
    if p95 is None:
        return Placing(
            place="embedded", why="nothing was measured: give questions", chunks=chunks, p50_ms=p50, p95_ms=p95
        )
    slow = p95 > _SLOW_MS
    why = (
        f"the index alone takes {p95:.1f} ms for 95% of the questions over {chunks:,} chunks, "
        f"{'past' if slow else 'within'} the budget of {_SLOW_MS:.0f} ms"
    )
    more = "" if slow else "; move to a server when that falls short, or when several machines write or answer"
    return Placing(place="server" if slow else "embedded", why=why + more, chunks=chunks, p50_ms=p50, p95_ms=p95)


def _never_sources(rows: Sequence[DocumentRow], seen: Sequence[_Seen]) -> tuple[str, ...]:
    if not seen:
        return ()
    met = frozenset[str]().union(*(each.sources for each in seen))
    return tuple(sorted({row.source for row in rows} - met))


def _never_documents(rows: Sequence[DocumentRow], seen: Sequence[_Seen]) -> tuple[tuple[str, ...], int]:
    if not seen:
        return (), 0
    met = frozenset[str]().union(*(each.documents for each in seen))
    never = sorted({str(row.document_id) for row in rows} - met)
    return tuple(never[:_LISTED]), len(never)


def _share(ordered: Sequence[float], share: float) -> float | None:
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else None
