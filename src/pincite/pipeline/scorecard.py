"""What a corpus holds, for whoever administers it: what usually goes wrong with such documents, and what to try."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from pincite.documents import BlockKind
from pincite.questions import PUBLIC
from pincite.text.tables import read_table

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from datetime import date

    from pincite.catalog import Catalog
    from pincite.documents import Block, Revision

__all__ = ["Scorecard", "scorecard"]

_CUT: Final = 500
_QUESTIONS: Final = 3
_LONGEST: Final = 60


@dataclass(frozen=True, slots=True, kw_only=True)
class Scorecard:
    """Counts over everything in the corpus, whoever may read it: not for readers."""

    n_documents: int = 0
    n_revisions: int = 0
    n_several_versions: int = 0
    """Topics with more than one revision."""
    readers: Mapping[str, int] = field(default_factory=dict)
    """Documents by who may read their latest revision, such as "public" or "legal, staff"; "nobody" where none may."""
    identifiers: Mapping[str, int] = field(default_factory=dict)
    """Distinct exact keys by kind."""
    n_tables: int = 0
    n_cut_tables: int = 0
    """Tables that pieces of 500 characters would split."""
    languages: Mapping[str, int] = field(default_factory=dict)
    """Revisions by language."""
    hidden: tuple[str, ...] = ()
    """Paths of files with text that a reader of the original does not see; it is never indexed."""
    questions: tuple[str, ...] = ()
    """Up to three questions to try."""


@dataclass(slots=True)
class _Tally:
    topics: Counter[tuple[str, str]] = field(default_factory=Counter)
    latest: dict[tuple[str, str], tuple[date, date]] = field(default_factory=dict)
    """The days of force of the revision that counts for a document: the one that is in force longest."""
    readers: dict[tuple[str, str], str] = field(default_factory=dict)
    keys: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    languages: Counter[str] = field(default_factory=Counter)
    hidden: list[str] = field(default_factory=list)
    n_tables: int = 0
    n_cut: int = 0


def scorecard(catalog: Catalog) -> Scorecard:
    """Return the counts over a corpus; reads every revision once."""
    tally = _Tally()
    offers: dict[tuple[str, str], tuple[bool, dict[str, str]]] = {}
    for state in catalog.all_revisions():
        its = state.revision
        document = (its.tenant, its.document_id)
        tally.topics[its.tenant, its.topic] += 1
        tally.languages[its.language] += 1
        if (place := (state.valid_to, state.valid_from)) >= tally.latest.get(document, place):
            tally.latest[document] = place
            tally.readers[document] = ", ".join(state.effective_groups) or "nobody"
            offers[document] = (
                PUBLIC not in state.effective_groups,
                dict(_offers(its)) if state.effective_groups else {},
            )
        for identifier in its.identifiers:
            tally.keys[identifier.kind].add(identifier.key)
        if any(block.hidden for block in its.blocks):
            tally.hidden.append(its.path)
        spans = [block.span for block in its.blocks if block.kind is BlockKind.TABLE]
        tally.n_tables += len(spans)
        tally.n_cut += sum(span.start // _CUT != max(span.start, span.end - 1) // _CUT for span in spans)
    return Scorecard(
        n_documents=len(tally.readers),
        n_revisions=sum(tally.topics.values()),
        n_several_versions=sum(n > 1 for n in tally.topics.values()),
        readers=dict(Counter(tally.readers.values()).most_common()),
        identifiers={kind: len(keys) for kind, keys in sorted(tally.keys.items())},
        n_tables=tally.n_tables,
        n_cut_tables=tally.n_cut,
        languages=dict(tally.languages.most_common()),
        hidden=tuple(sorted(set(tally.hidden))),
        questions=_chosen(offer for _, offer in sorted(offers.values(), key=lambda each: each[0])),
    )


def _offers(revision: Revision) -> Iterator[tuple[str, str]]:
    """Yield questions that a revision answers, one of each kind at most."""
    tables = (block for block in revision.blocks if block.kind is BlockKind.TABLE and block.indexable)
    asked = next((pair for block in tables for pair in _cells_to_ask(block, revision.text)), None)
    if asked:
        yield "table", f"In “{revision.title}”, what is the {asked[0]} for “{asked[1]}”?"
    key = next((each.key for each in revision.identifiers if each.exhaustive), None)
    if key:
        yield "identifier", f"What do the documents say about {key}?"
    headings = (block.title for block in revision.blocks if block.title and block.level > 1 and block.indexable)
    heading = next((title for title in headings if len(title) < _LONGEST), None)
    if heading:
        yield "heading", f"What does “{revision.title}” say about “{heading}”?"


def _cells_to_ask(table: Block, text: str) -> Iterator[tuple[str, str]]:
    """Yield the head of the second column and the first cell of each row whose second cell holds a number."""
    read = read_table(table, text)
    head = read.header[1] if len(read.header) > 1 else ""
    for row in read.rows if head else ():
        first, second, *_ = row.cells
        if 0 < len(first) < _LONGEST and any(char.isdigit() for char in second):
            yield head[0].lower() + head[1:] if head[1:2].islower() else head, first


def _chosen(offers: Iterable[dict[str, str]]) -> tuple[str, ...]:
    """Return questions of different kinds, each from another document where there are enough."""
    left = list(offers)
    chosen: list[str] = []
    for kind in ("table", "identifier", "heading", "heading", "table", "identifier"):
        at = next((at for at, offer in enumerate(left) if kind in offer), None)
        if at is not None and len(chosen) < _QUESTIONS:
            chosen.append(left.pop(at)[kind])
    return tuple(chosen)
