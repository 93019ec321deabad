"""A question asked of every document that may be read: one row for each, and what code makes of all rows."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field, replace
from decimal import Decimal
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING, Any, Final

from pincite.answers import Draft, Passage
from pincite.documents import DocumentId
from pincite.pipeline.governing import stated_values
from pincite.pipeline.report import silent
from pincite.pipeline.search import govern_permits
from pincite.questions import Query
from pincite.text.table_questions import table_asked
from pincite.trace import Recorder
from pincite.validity.applies import applies

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pincite.answers import Citation
    from pincite.catalog import Catalog, DocumentRow
    from pincite.documents import ChunkId
    from pincite.generate.reading.values import Amount
    from pincite.generate.tables.cells import Cell, Cells
    from pincite.pipeline.report import Progress
    from pincite.pipeline.search import Request, Search
    from pincite.protocols import Attributed, Attributor
    from pincite.questions import Scope
    from pincite.text.table_questions import TableAsked

__all__ = ["NOT_FOUND", "Row", "Table", "Tables", "Total"]

NOT_FOUND: Final = "not found"
"""The verdict of a row whose document does not say it."""
_WHOLE: Final = 120
"""Chunks up to which a document is read whole; of a longer one as many are read as fit the question best."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """What one document says."""

    document: DocumentId
    title: str
    version: str
    source: str
    """Source name and path below it."""
    value: str
    """The amount, duration or day that is asked for, else the words that answer; ``""`` where nothing was found."""
    text: str = ""
    """The words that it rests on, without markup."""
    citations: tuple[int, ...] = ()
    """Labels of the table's citations."""
    verdict: str = NOT_FOUND
    """"quoted", "consistent" or "not found"."""
    amounts: tuple[Amount, ...] = ()
    """What is counted with."""

    @property
    def found(self) -> bool:
        """Whether the document says it."""
        return self.verdict != NOT_FOUND


@dataclass(frozen=True, slots=True, kw_only=True)
class Total:
    """What code makes of the rows."""

    kind: str
    """"count", "sum", "minimum" or "maximum"."""
    value: Decimal
    unit: str
    """What it is in; ``""`` for a count and for bare numbers."""
    documents: tuple[DocumentId, ...]
    """The rows that it is made of; for a minimum or maximum those that have it."""
    written: str = ""
    """The unit as a source writes it: "working days"; ``""`` where it is money or none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """One row for each document, in order of id, with its evidence."""

    question: str
    noun: str
    """What the documents are called, in the plural."""
    rows: tuple[Row, ...]
    citations: tuple[Citation, ...] = ()
    totals: tuple[Total, ...] = ()
    asked: tuple[str, ...] = ()
    """Kinds of totals that the question asks for."""
    n_documents: int = 0
    """Documents in scope."""
    sequence: str = ""
    """Opaque name of the state that was read."""
    generation: str = ""
    trace_id: str = ""
    timings_ms: dict[str, float] = field(default_factory=dict)

    @property
    def coverage(self) -> str:
        """How many were read, and in how many it was found: "12 of 12 contracts read; found in 7, not found in 5"."""
        found = sum(row.found for row in self.rows)
        read = f"{len(self.rows):,} of {self.n_documents:,} {self.noun} read"
        return f"{read}; found in {found:,}, not found in {len(self.rows) - found:,}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Tables:
    """Makes tables; built once and used from any thread."""

    search: Search
    catalog: Catalog
    cells: Cells
    attributor: Attributor
    state: Any
    """Names the state that a scope reads, for readers."""

    def run(
        self,
        request: Request,
        *,
        sources: tuple[str, ...] | None = None,
        recorder: Recorder | None = None,
        progress: Progress = silent,
    ) -> Table:
        """
        Return the table for a question.

        Every document in scope has its row, listed from the catalog: none depends on what a search ranks first.

        :param request: The question; ``k`` is not used.
        :param sources: Names of sources, or patterns over name and path ("contracts/2024/*"); ``None`` for all.
        :param progress: Told how many documents were read.
        """
        recorder = recorder or Recorder()
        asked = table_asked(request.question, language=self.search.language(request.question))
        with self.search.lease() as lease:
            scope = self.search.scope(request.principal, lease, request.day)
            rows = [row for row in self.catalog.documents(scope) if _wanted(row, request, sources)]
            made = []
            with recorder.step("table", "generate", "read each document") as detail:
                for done, row in enumerate(rows):
                    progress("table", done, len(rows))
                    made.append(self._row(row, asked, request, scope))
                detail |= {"documents": len(rows), "found": sum(row.found for row, _ in made)}
            progress("table", len(rows), len(rows))
        numbered = tuple(_numbered(made))
        citations = tuple(citation for _, cited in numbered for citation in cited)
        table_rows = tuple(row for row, _ in numbered)
        return Table(
            question=request.question,
            noun=asked.noun,
            rows=table_rows,
            citations=citations,
            totals=tuple(_totals(table_rows)),
            asked=asked.wanted,
            n_documents=len(rows),
            sequence=self.state(scope),
            generation=scope.generation,
            trace_id=recorder.trace_id,
            timings_ms=dict(recorder.timings_ms()),
        )

    def _row(
        self, listed: DocumentRow, asked: TableAsked, request: Request, scope: Scope
    ) -> tuple[Row, tuple[Citation, ...]]:
        blank = Row(
            document=listed.document_id, title=listed.title, version=listed.version, source=listed.path, value=""
        )
        passages = self._passages(listed, asked, request, scope)
        cell = self.cells.read(asked, passages)
        if cell is None:
            return blank, ()
        checked = self.attributor.attribute(asked.text, Draft(claims=cell.claims), passages)
        return _checked(blank, cell, checked)

    def _passages(self, listed: DocumentRow, asked: TableAsked, request: Request, scope: Scope) -> tuple[Passage, ...]:
        """Return what is read of a document: all of it, or of a long one what fits the question best."""
        chunks = [each.chunk_id for each in self.catalog.chunks(scope, listed.document_id, listed.version)]
        if len(chunks) > _WHOLE:
            chunks = self._best(listed.document_id, asked, request, scope)
        held = self.catalog.permit(chunks, scope)  # what is left out of it is no step worth a record for each document
        permits = govern_permits(self.search, request, scope, held, recorder=Recorder())
        shown = sorted((permits[each] for each in chunks if each in permits), key=lambda permit: permit.chunk.span)
        return tuple(
            Passage(label=label, permit=permit, span=permit.chunk.span) for label, permit in enumerate(shown, start=1)
        )

    def _best(self, document: DocumentId, asked: TableAsked, request: Request, scope: Scope) -> list[ChunkId]:
        query = Query(
            text=asked.text,
            language=self.search.language(request.question),
            documents=(document,),
            applies_to=request.applies_to,
        )
        ranking = self.search.retriever(request.route).retrieve(query, k=_WHOLE, scope=scope)
        return [hit.chunk_id for hit in ranking]


def _wanted(row: DocumentRow, request: Request, sources: tuple[str, ...] | None) -> bool:
    if request.documents is not None and row.document_id not in request.documents:
        return False
    if sources is not None and not any(row.source == each or fnmatchcase(row.path, each) for each in sources):
        return False
    return request.applies_to is None or applies(row.applies_to, stated_values(request))


def _checked(blank: Row, cell: Cell, checked: Attributed) -> tuple[Row, tuple[Citation, ...]]:
    """Return the row with what stands of its claims; a value whose words do not stand is not found."""
    if len(checked.claims) < len(cell.claims):
        return blank, ()
    verdicts = {claim.verdict.value for claim in checked.claims}
    row = replace(
        blank,
        value=cell.value.text,
        text=" ".join(claim.text for claim in checked.claims),
        citations=tuple(dict.fromkeys(label for claim in checked.claims for label in claim.citations)),
        verdict="quoted" if verdicts == {"quoted"} else "consistent",
        amounts=cell.value.amounts,
    )
    return row, checked.citations


def _numbered(
    made: Sequence[tuple[Row, tuple[Citation, ...]]],
) -> Iterator[tuple[Row, tuple[Citation, ...]]]:
    """Yield rows and citations with labels that go on from row to row."""
    before = 0
    for row, citations in made:
        labels = tuple(label + before for label in row.citations)
        yield replace(row, citations=labels), tuple(replace(each, label=each.label + before) for each in citations)
        before += len(citations)


def _totals(rows: Sequence[Row]) -> Iterator[Total]:
    """
    Yield the count of rows with a value; sum, minimum and maximum of each unit that rows have, no sum where one of them
    gives a range.
    """
    found = [row for row in rows if row.found]
    yield Total(kind="count", value=Decimal(len(found)), unit="", documents=tuple(row.document for row in found))
    held: dict[str, list[tuple[Decimal, DocumentId]]] = defaultdict(list)
    written: dict[tuple[str, Decimal], str] = {}
    for row in found:
        for amount in row.amounts:
            for value in (amount.value,) if amount.to is None else (amount.value, amount.to):
                held[amount.unit].append((value, row.document))
                written.setdefault((amount.unit, value), amount.written)
    spread = {amount.unit for row in found for amount in row.amounts if amount.to is not None}
    for unit, pairs in sorted(held.items()):
        low, high = min(value for value, _ in pairs), max(value for value, _ in pairs)
        if unit not in spread:
            whole, all_of = sum((value for value, _ in pairs), Decimal()), _distinct(pairs, None)
            yield Total(kind="sum", value=whole, unit=unit, documents=all_of, written=written[unit, high])
        for kind, end in (("minimum", low), ("maximum", high)):
            documents = _distinct(pairs, end)
            yield Total(kind=kind, value=end, unit=unit, documents=documents, written=written[unit, end])


def _distinct(pairs: Sequence[tuple[Decimal, DocumentId]], value: Decimal | None) -> tuple[DocumentId, ...]:
    return tuple(dict.fromkeys(document for held, document in pairs if value is None or held == value))
