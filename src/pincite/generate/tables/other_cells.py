"""
Rows of a table that do not answer, though they are near: of another label than the one that is named, or with nothing
in the column that is asked for.

Whoever asks for the night rate of the Tern, where that cell is empty, is not told its day rate; nor the night rate of
the Gull. Only what a question names counts: where it names no column, the whole row may answer.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Final

from pincite.documents import BlockKind
from pincite.generate.reading.rows import GENERIC
from pincite.generate.tables.lookup import CLOCK, DAYS, Named, is_blank, stems_of
from pincite.generate.tables.named_things import rows_of_other_things, rows_of_things
from pincite.generate.tables.other_tables import of_other_kinds_of_tables, of_other_tables, told
from pincite.generate.tables.ranges import rows_out_of_range
from pincite.text.forms import pairs_of
from pincite.text.markup import plain
from pincite.text.numbers import quantities
from pincite.text.tables import read_table
from pincite.text.units import CURRENCIES

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pincite.answers import Passage
    from pincite.documents import Block, Part, Revision
    from pincite.generate.reading.asked import Ask
    from pincite.generate.reading.candidates import Candidate

__all__ = ["TableRows", "asked_labels", "of_other_cells", "tables_of"]

_PAIR: Final = 2
_CAPTION: Final = 8
"""Words of the longest line above a table that is read as what its rows are."""
_GROUP: Final = 4
"""Words of the longest heading of a group of rows; what is longer is a note."""


@dataclass(kw_only=True)
class TableRows:
    """The rows of one table among the candidates."""

    revision: Revision
    block: Block
    rows: tuple[Candidate, ...]
    _named: dict[Named, frozenset[str]] = field(default_factory=dict)

    @cached_property
    def at(self) -> int:
        """Place of the column of labels: the first that holds words in most rows."""
        n_columns = min((len(row.columns) for row in self.rows), default=0)
        if self._is_grid:
            return 0
        for at in range(n_columns):
            cells = [row.columns[at][1] for row in self.rows]
            if 2 * sum(any(map(str.isalpha, cell)) for cell in cells) >= len(cells):
                return at
        return 0

    @property
    def _is_grid(self) -> bool:
        """Whether it is of hours by things of one kind: rooms 1 to 3, or the days of a week."""
        told = [row.columns for row in self.rows if row.columns]
        heads = [set(stems_of(header, self.revision.language)) for header, _ in told[0][1:]] if told else []
        alike = len(heads) > 1 and (bool(set.intersection(*heads)) or all(head <= DAYS for head in heads))
        return alike and all(CLOCK.match(columns[0][1]) for columns in told)

    @cached_property
    def labels(self) -> tuple[str, ...]:
        """All labels of the table, those of rows that are not shown too."""
        if self.is_form:
            return tuple(label for label, _ in self.pairs)
        first = min((cell.column for part in self.block.parts for cell in part.cells), default=0) + self.at
        rows = (part for part in self.block.parts if not part.header and not _is_over_all(part))
        cells = (cell for part in rows for cell in part.cells if cell.column == first)
        groups = {row.group for row in self.rows}
        told = dict.fromkeys(plain(cell.span.cut(self.revision.text)) for cell in cells)
        return tuple(label for label in told if label not in groups)

    def named(self, named: Named) -> frozenset[str]:
        """Return the labels that a question names."""
        if named not in self._named:
            self._named[named] = named.labels(self.labels)
        return self._named[named]

    @cached_property
    def pairs(self) -> tuple[tuple[str, str], ...]:
        """All labels of a form with what is filled in, those of rows that are not shown too."""
        table = read_table(self.block, self.revision.text)
        groups = table.groups or ((0,) if self.is_pairs else ())
        return tuple(pair for row in table.rows for pair in pairs_of(groups, row.cells))

    @property
    def is_form(self) -> bool:
        """Whether it is a form of several labels side by side."""
        return any(row.pairs for row in self.rows)

    @property
    def is_pairs(self) -> bool:
        """Whether its rows are a label and a value each, under no header that says more than that."""
        over = (row.columns[0][0].casefold() for row in self.rows if row.columns)
        return all(len(row.columns) == _PAIR for row in self.rows) and GENERIC.issuperset(filter(None, over))

    @property
    def headers(self) -> frozenset[str]:
        """The headers of the rows but those over the labels."""
        return frozenset(header for row in self.rows for header, _ in row.columns[self.at + 1 :] if header)

    @property
    def kind(self) -> str:
        """What its labels are: the header over them."""
        return next((row.columns[self.at][0] for row in self.rows if len(row.columns) > self.at), "")

    @property
    def heading(self) -> str:
        """The heading that it stands under."""
        return self.rows[0].heading.rpartition(" > ")[2]

    @cached_property
    def caption(self) -> str:
        """The short line right above it; ``""`` where there is none."""
        before = [b for b in self.revision.blocks if b.indexable and b.span.end <= self.block.span.start][-1:]
        lines = [plain(b.span.cut(self.revision.text)) for b in before if b.kind is BlockKind.PARAGRAPH]
        return next((line for line in lines if len(line.split()) <= _CAPTION), "")

    def label(self, row: Candidate) -> str:
        """Return the label of a row."""
        return row.columns[self.at][1] if len(row.columns) > self.at else ""

    def columns(self, named: Named, row: Candidate) -> tuple[tuple[str, str], ...]:
        """Return the columns of a row that a question names and whose words it does not give itself."""
        own = row.columns[self.at :]
        label = self.label(row)
        places = named.columns([header for header, _ in own], label=label if named.says(label) else "")
        return tuple(own[at] for at in places if not named.gives(own[at][1]))

    def names_nobody(self, row: Candidate) -> bool:
        """Tell whether no cell of a row beside its label holds words without figures."""
        return not any(cell and not any(map(str.isdigit, cell)) for _, cell in row.columns[self.at + 1 :])

    def lacks(self, row: Candidate, header: str, cell: str) -> bool:
        """Tell whether a cell is empty, or holds what belongs into another column: its row has lost a cell."""
        if is_blank(cell):
            return True
        whole = [each for each in self.rows if each is not row and not is_blank(_last(each))]
        if not is_blank(_last(row)) or len(whole) < _PAIR:
            return False
        kinds = {
            _kind(value, self.revision.language) for each in whole for name, value in each.columns if name == header
        }
        return len(kinds) == 1 and "" not in kinds and _kind(cell, self.revision.language) not in kinds


def tables_of(found: Sequence[Candidate], passages: Sequence[Passage]) -> tuple[TableRows, ...]:
    """Return the tables whose rows are among the candidates."""
    rows: dict[tuple[str, str, int], list[Candidate]] = defaultdict(list)
    places: dict[tuple[str, str, int], tuple[Revision, Block]] = {}
    for candidate in found:
        if candidate.table is None:
            continue
        revision = passages[candidate.passage].permit.revision
        key = (revision.document_id, revision.version, candidate.table.start)
        rows[key].append(candidate)
        if key not in places:
            places[key] = revision, next(block for block in revision.blocks if block.span == candidate.table)
    return tuple(TableRows(revision=places[key][0], block=places[key][1], rows=tuple(own)) for key, own in rows.items())


def of_other_cells(
    part: Ask, tables: Sequence[TableRows], *, language: str, found: Sequence[Candidate] = ()
) -> frozenset[Candidate]:
    """
    Return the rows that are of another label than a part names, or empty where it asks; and what else says less of the
    question than a cell that is there and empty.

    :param tables: Those of all candidates (:func:`tables_of`).
    :param found: All candidates; those of tables alone where it is left out.
    """
    named = Named.of(part, language)
    barred: set[Candidate] = set()
    for table in tables:
        barred.update(_of_form(table, named) if table.is_form else _of_table(table, named))
        barred.update(rows_of_other_things(table, named))
        barred.update(rows_out_of_range(table, named))
    others = _beside_an_empty_cell(tables, found or [row for table in tables for row in table.rows], named)
    return frozenset(barred | others | of_other_kinds_of_tables(tables, named) | of_other_tables(part, tables, named))


def _of_form(table: TableRows, named: Named) -> Iterator[Candidate]:
    """Yield the rows of a form that fill in nothing behind a label which is asked for."""
    asked = asked_labels(table, named)
    empty = _is_empty_form(table, named)
    for row in table.rows if asked else ():
        if empty or not any(label in asked and not is_blank(value) for label, value in row.pairs):
            yield row


def asked_labels(table: TableRows, named: Named) -> frozenset[str]:
    """Return the labels of a form that a question names and does not fill in itself."""
    labels = table.named(named)
    asked = frozenset(label for label, value in table.pairs if label in labels and not named.gives(value))
    return frozenset(filter(named.goes_with, asked)) or asked


def _is_empty_form(table: TableRows, named: Named) -> bool:
    """Tell whether a form, or a table of labels and values, has nothing behind the label that is asked for."""
    first = named.first(asked_labels(table, named)) if table.is_form or table.is_pairs else ""
    return bool(first) and all(is_blank(value) for label, value in table.pairs if label == first)


def _of_table(table: TableRows, named: Named) -> Iterator[Candidate]:
    labels = table.named(named)
    names = any(map(named.as_name, labels))
    empty = _is_empty_form(table, named)
    groups = _named_groups(table, named, labels)
    for row in table.rows:
        columns = table.columns(named, row)
        own = table.label(row) in labels
        if empty or (groups and row.group not in groups):
            yield row
        elif own or not labels:
            if _is_silent(table, row, named, columns, own=own) or _is_of_a_part(table, row, named, labels):
                yield row
        elif (columns or names) and not named.compares:
            yield row


def _is_silent(
    table: TableRows, row: Candidate, named: Named, columns: Sequence[tuple[str, str]], *, own: bool
) -> bool:
    """
    Tell whether a row has nothing in any of the columns that are asked for, or words of nobody where it is asked who.

    :param own: Whether the question names the row; if not, it has to say all words of the headers.
    """
    if own and named.of_person and table.names_nobody(row):
        return True
    meant = own or all(named.whole(header) for header, _ in columns)
    return bool(columns) and meant and all(table.lacks(row, *column) for column in columns)


def _named_groups(table: TableRows, named: Named, labels: frozenset[str]) -> frozenset[str]:
    """Return the groups of rows that a question names, those with the label that it names where it names one."""
    groups = named.labels({row.group for row in table.rows if 0 < len(row.group.split()) <= _GROUP})
    rows = [row for row in table.rows if row.group in groups and (not labels or table.label(row) in labels)]
    return frozenset(row.group for row in rows)


def _is_of_a_part(table: TableRows, row: Candidate, named: Named, labels: frozenset[str]) -> bool:
    """
    Tell whether a row stands in a group of which a question names a part only: "Tents and gear" where it asks for
    tents; then nothing says which rows are tents.
    """
    if not row.group or len(row.group.split()) > _GROUP or labels:
        return False
    headers = {stem for header in table.headers for stem in stems_of(header, named.language)}
    own = set(stems_of(row.group, named.language)) - headers
    said = own & set(named.stems)
    return bool(said) and said != own and said.isdisjoint(stems_of(row.claim, named.language))


def _beside_an_empty_cell(tables: Sequence[TableRows], found: Sequence[Candidate], named: Named) -> set[Candidate]:
    """
    Return what says less of the question than a place does which is there and empty: an e-mail on another card does not
    stand for the one that a form leaves out, nor a sentence on weekends for the price of one.
    """
    asked = set(named.stems)
    wanted = [asked & told(row, named) for table in tables for row in _empty(table, named)]
    return {each for each in found if any(not said <= told(each, named) for said in wanted)} if wanted else set()


def _empty(table: TableRows, named: Named) -> list[Candidate]:
    """Return the rows of a table that have the very cell which is asked for, with nothing in it."""
    if _is_empty_form(table, named):
        first = named.first(asked_labels(table, named))
        return [row for row in table.rows if first in dict(row.pairs) or first == table.label(row)]
    labels = table.named(named)
    meant = [row for row in table.rows if table.label(row) in labels] if labels else rows_of_things(table, named)
    own = [(row, table.columns(named, row)) for row in meant]
    return [
        row for row, its in own if its and all(named.whole(name) and table.lacks(row, name, cell) for name, cell in its)
    ]


def _is_over_all(part: Part) -> bool:
    return len(part.cells) == 1 and part.cells[0].column_span > 1


def _last(row: Candidate) -> str:
    """Return the cell of the last column that has a header."""
    return next((cell for header, cell in reversed(row.columns) if header), "")


def _kind(cell: str, language: str) -> str:
    """Return the unit of a cell, one name for all money; ``""`` where it has none or several."""
    units = {"money" if each.unit in CURRENCIES else each.unit for each in quantities(cell, language=language)}
    return next(iter(units)) if len(units) == 1 else ""
