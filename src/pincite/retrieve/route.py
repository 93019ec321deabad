"""
Decides by code how one question is searched, and says why.

The keys of a question decide. A key is what the question is *about* unless it only serves as a likeness or an exception
("orders like O-48214", "other than O-48214"). What is looked up for a key that the question is about:

=============================== ============================================================================
an exhaustive key               the documents about it, else the chunks in which it stands
the same, nowhere in scope      nothing; the key is reported as absent
a range of such keys            the same for every key between its ends
a part number with documents    all documents in which it stands, searched whole
about it
a key of another kind           an open search in which the chunks that carry it come first; inside one document
                                where the question names it ("clause 7.2 of the Atlas agreement")
a code ("IL-6")                 an open search in which the chunks that carry it score higher
any of these, not found         an open search
=============================== ============================================================================

A question that asks for more than its keys can tell ("my order O-48214 arrived broken, how long do I have to return
it?") is searched twice, inside what the keys came to and openly without them, and the two take turns.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final

from pincite.questions import Ranking
from pincite.retrieve.dense import Dense
from pincite.retrieve.hybrid import Hybrid
from pincite.retrieve.identifier import Exact, Targets, absent, gathered, locate, narrowed, targets
from pincite.retrieve.lexical import Lexical, searchable
from pincite.retrieve.shape import Shape, asks_for_a_rule, rest, shape

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from pincite.documents import ChunkId, DocumentId, Identifier
    from pincite.protocols import Analyzer, Embedder, Index, Located, Lookup
    from pincite.questions import Hit, Query, Scope
    from pincite.retrieve import RetrieveSettings
    from pincite.retrieve.keys import Range

__all__ = ["Auto", "Plan", "build", "by_turns", "decide", "is_subject"]

_RESOLVING: Final = frozenset({"part"})
"""Kinds of which a found key names the documents to search, although the corpus is no authority on them."""
_LOOSE: Final = frozenset({"code", "reference"})
"""Kinds that are written about rather than looked up: a found key raises its chunks but does not put them first."""
_REFERENCE: Final = "reference"
"""The kind of a key where it is only spoken of: "subject to Section 7.2"."""
_ASIDE = re.compile(
    r"\b(?:such\s+as|similar\s+to|unlike|other\s+than|rather\s+than|instead\s+of|except(?:\s+for)?|apart\s+from|besides"
    r"|(?:one|ones|those|orders?|something|anything|others|just|exactly|much)\s+like)"
    r"(?:\s+(?:my|your|our|the|this|that))?(?:\s+[^\W\d_]+)?(?:\s+(?:number|no\.|nr\.|\#))?\s*[\"'(\[#]*$",
    re.IGNORECASE,
)
_LOOK_BACK: Final = 60
_BEYOND: Final = 2
"""Words that stand elsewhere and not where the keys are from which a question asks for more than its keys."""
_OPEN: Final = {
    Shape.KEY: "the question names an exact key",
    Shape.PHRASE: "the question names no exact key; it quotes a phrase",
    Shape.AGGREGATE: "the question names no exact key; it asks about all of something",
    Shape.KEYWORDS: "the question names no exact key; it is a few words",
    Shape.QUESTION: "the question names no exact key",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """How one question is searched."""

    route: str
    """"identifier" or "hybrid"."""
    reason: str
    targets: Targets = field(default_factory=Targets)
    """For the identifier route: what is returned."""
    favoured: Mapping[ChunkId, float] = field(default_factory=dict)
    """For the hybrid route: chunks that score higher, by which share of the best possible score."""
    absent: tuple[str, ...] = ()
    within: tuple[DocumentId, ...] | None = None
    """For the hybrid route: the documents that the question names, which alone are searched; ``None`` for all."""


def decide(
    query: Query, located: tuple[Located, ...], *, most: int, bonus: float, spread: tuple[Range, ...] = ()
) -> Plan:
    """
    Return how a question with keys is searched.

    :param query: The question.
    :param located: Where its keys stand in scope, whatever documents the question is narrowed to.
    :param most: Keys in more chunks than this tell too little to favour them.
    :param bonus: What a code adds to the score of its chunks, as a share of the best possible one.
    :param spread: The ranges among the keys.
    """
    about = tuple(each for each in query.identifiers if is_subject(each, query.text))
    if not about:
        return Plan(route="hybrid", reason="the question names no exact key that it is about")
    here = narrowed(located, query)
    for each in spread:
        if each.exhaustive and (plan := _ranged(query, each, here)):
            return plan
    missing = absent(query, about, located)
    exact = targets((each for each in about if each.exhaustive), here)
    if exact.carrying:
        return Plan(route="identifier", reason=_found(exact, missing), targets=exact, absent=missing)
    if any(each.exhaustive for each in about):
        return Plan(route="identifier", reason=_not_found(about, missing), absent=missing)
    return _resolved(about, here) or _inside(query, about, here) or _favoured(about, here, most=most, bonus=bonus)


def is_subject(key: Identifier, text: str) -> bool:
    """Tell whether a question is about a key that stands in it, and does not name it as a likeness or an exception."""
    return not _ASIDE.search(text[max(0, key.span.start - _LOOK_BACK) : key.span.start])


def _resolved(about: tuple[Identifier, ...], here: tuple[Located, ...]) -> Plan | None:
    """Return the plan to search the documents of part numbers, or ``None`` where no document is about one."""
    parts = {each.key for each in about if each.kind in _RESOLVING}
    described = {each.key for each in here if each.subject and each.key in parts}
    named = [each for each in here if each.key in described]
    if not named:
        return None
    inside = Targets(
        documents=tuple(dict.fromkeys(each.document_id for each in named)),
        carrying=tuple(dict.fromkeys(each.chunk_id for each in named)),
    )
    reason = f"{_listed(each.key for each in named)} names {_count(len(inside.documents), 'document')} to search"
    return Plan(route="identifier", reason=reason, targets=inside)


def _ranged(query: Query, spread: Range, here: tuple[Located, ...]) -> Plan:
    """Return the plan for all keys from one to another: those that are there; where none is, the range is absent."""
    written = spread.span.cut(query.text)
    others = tuple(each for each in query.identifiers if each.exhaustive and not spread.span.contains(each.span))
    wanted = {*spread.keys, *(each.key for each in others)}
    mine = tuple(each for each in here if each.key in wanted)
    n_there = len({each.key for each in mine} & set(spread.keys))
    missing = (*(() if n_there else (written,)), *absent(query, others, mine))
    reason = f"the question is about {written}: {n_there} of {len(spread.keys)} keys are in scope"
    return Plan(route="identifier", reason=reason, targets=gathered(wanted, mine), absent=missing)


def _inside(query: Query, about: tuple[Identifier, ...], here: tuple[Located, ...]) -> Plan | None:
    """Return the plan to look keys up in the documents that the question names, or ``None`` where it names none."""
    from pincite.retrieve.naming import named  # imported here: most questions have no key

    keys = {each.key for each in about if each.kind not in _LOOSE}
    titles = {each.document_id: each.title for each in here if each.key in keys}
    if len(titles) < 2:
        return None
    documents = named(rest(query, ((each.span.start, each.span.end) for each in about)), titles)
    if not documents or len(documents) == len(titles):
        return None
    chunks = {each.chunk_id: 1.0 for each in _original(here) if each.key in keys and each.document_id in documents}
    reason = f"{_listed(each.key for each in about)} is looked up in {_listed(documents)}, which the question names"
    return Plan(route="hybrid", reason=reason, favoured=chunks, within=documents)


def _original(here: tuple[Located, ...]) -> tuple[Located, ...]:
    """Return where keys stand themselves; where a key is only referred to, the places that refer to it."""
    own = {each.key for each in here if each.kind != _REFERENCE}
    return tuple(each for each in here if each.kind != _REFERENCE or each.key not in own)


def _favoured(about: tuple[Identifier, ...], here: tuple[Located, ...], *, most: int, bonus: float) -> Plan:
    keys = _listed(each.key for each in about)
    first = 1.0 + bonus  # before all others, those too that only name the key and are raised for it
    shares = {each.key: bonus if each.kind in _LOOSE else first for each in about}
    chunks: dict[ChunkId, float] = {}
    for each in here:
        if each.key in shares:
            share = bonus if each.kind in _LOOSE else shares[each.key]  # where a clause begins, not where it is named
            chunks[each.chunk_id] = max(share, chunks.get(each.chunk_id, 0.0))
    if not chunks:
        return Plan(route="hybrid", reason=f"{keys} stands nowhere in scope and may still be written about")
    if len(chunks) > most and first in chunks.values():  # a clause that very many speak of
        chunks = {chunk: share for chunk, share in chunks.items() if share == first}
    if len(chunks) > most:
        return Plan(route="hybrid", reason=f"{keys} stands in {len(chunks)} chunks: too many to tell them apart")
    how = "put first" if first in chunks.values() else "raised"
    reason = f"{keys} stands in {_count(len(chunks), 'chunk')}, {how} in an open search"
    return Plan(route="hybrid", reason=reason, favoured=chunks)


def _found(exact: Targets, missing: tuple[str, ...]) -> str:
    about = f"{_count(len(exact.documents), 'document')} about the keys" if exact.documents else ""
    stands = f"{_count(len({e.chunk_id for e in exact.mentions}), 'chunk')} with a key" if exact.mentions else ""
    lacking = f"; {_listed(missing)} is not in scope" if missing else ""
    return f"the question is about exact keys: {' and '.join(filter(None, (about, stands)))}{lacking}"


def _not_found(about: tuple[Identifier, ...], missing: tuple[str, ...]) -> str:
    if missing:
        return f"the question is about {_listed(missing)}, which is not in scope"
    keys = _listed(each.key for each in about if each.exhaustive)
    return f"the question is about {keys}, which stands in none of the documents that it is narrowed to"


def _listed(keys: Iterable[str]) -> str:
    return " and ".join(dict.fromkeys(keys))


def _count(n: int, noun: str) -> str:
    return f"{n} {noun}" if n == 1 else f"{n} {noun}s"


class Auto:
    """
    Looks the question's keys up, decides, and searches.

    :param lookup: Finds exact keys inside a scope.
    :param hybrid: The open search.
    :param exact: The search for keys.
    :param most: Keys in more chunks than this are not favoured.
    :param bonus: What a code adds to the score of its chunks, as a share of the best possible one.
    """

    name = "auto"

    def __init__(self, lookup: Lookup, hybrid: Hybrid, exact: Exact, *, most: int, bonus: float) -> None:
        self._lookup = lookup
        self._hybrid = hybrid
        self._exact = exact
        self._most = most
        self._bonus = bonus

    def retrieve(self, query: Query, *, k: int, scope: Scope) -> Ranking:
        """Decide on the route and take it; the ranking names it and the reason."""
        if not searchable(query, k=k):
            return Ranking(route="hybrid", reason="nothing was asked for")
        plan = self.plan(query, scope=scope)
        if plan.route != "identifier":
            inside = query if plan.within is None else replace(query, documents=plan.within)
            hits = self._hybrid.search(inside, k=k, scope=scope, favoured=plan.favoured)
            return Ranking(hits=hits, route=plan.route, reason=plan.reason)
        hits = self._exact.find(query, plan.targets, k=k, scope=scope)
        beyond = self._beyond(query, plan.targets, scope=scope)
        if beyond is None:
            return Ranking(hits=hits, route=plan.route, reason=plan.reason, absent=plan.absent)
        hits = by_turns(hits, self._hybrid.search(beyond, k=k, scope=scope))[:k]
        reason = f"{plan.reason}; it asks for more than they say, which is searched openly by turns"
        return Ranking(hits=hits, route=plan.route, reason=reason, absent=plan.absent)

    def plan(self, query: Query, *, scope: Scope) -> Plan:
        """Return how the question would be searched, without searching."""
        if not query.identifiers:
            return Plan(route="hybrid", reason=_OPEN[shape(query)])
        from pincite.retrieve.keys import parents, ranges  # imported here: most questions have no key

        spread = ranges(query)
        located = locate(self._lookup, query.identifiers, scope=scope, more=[k for each in spread for k in each.keys])
        there = {each.key for each in located}
        for key in query.identifiers:
            above = next((up for up in parents(key) if key.key not in there and self._holds(up, scope)), None)
            if above is not None:  # "7.2(a)" is not told apart in every document: then 7.2 holds it
                identifiers = tuple(replace(i, key=above) if i is key else i for i in query.identifiers)
                return self.plan(replace(query, identifiers=identifiers), scope=scope)
        return decide(query, located, most=self._most, bonus=self._bonus, spread=spread)

    def _holds(self, key: str, scope: Scope) -> bool:
        return bool(self._lookup.lookup((key,), scope=scope))

    def _beyond(self, query: Query, found: Targets, *, scope: Scope) -> Query | None:
        """Return the question without its keys where it asks for what stands elsewhere; else ``None``."""
        if not found.carrying:
            return None
        text = rest(query, ((each.span.start, each.span.end) for each in query.identifiers))
        open_query = replace(query, text=text, identifiers=())
        homes = tuple(dict.fromkeys((*found.documents, *(each.document_id for each in found.mentions))))
        n_terms, n_elsewhere = self._hybrid.beyond(open_query, homes, scope=scope)
        if n_elsewhere >= (1 if asks_for_a_rule(text) else _BEYOND) and 2 * n_elsewhere >= n_terms:
            return open_query
        return None


def by_turns(first: tuple[Hit, ...], second: tuple[Hit, ...]) -> tuple[Hit, ...]:
    """
    Return both rankings' hits, one of each by turns and each chunk once; scores never rise.

    :param first: Best first; its best is the best of all.
    :param second: Best first.
    """
    longest = max(len(first), len(second))
    turns = (side[at] for at in range(longest) for side in (first, second) if at < len(side))
    found: dict[ChunkId, Hit] = {}
    score = float("inf")
    for hit in turns:
        if hit.chunk_id not in found:
            score = min(score, hit.score)
            found[hit.chunk_id] = replace(hit, score=score)
    return tuple(found.values())


def build(
    settings: RetrieveSettings,
    *,
    index: Index,
    embedder: Callable[[], Embedder],
    analyzer: Analyzer,
    lookup: Lookup,
) -> Auto:
    """Return the retriever that decides by the question."""
    hybrid = Hybrid(Lexical(index, analyzer, settings), Dense(index, embedder, settings), settings)
    return Auto(lookup, hybrid, Exact(lookup, hybrid), most=settings.candidates, bonus=settings.key_bonus)
