"""
One table among the candidates of a question: its labels, headers and rows, those that no passage shows too.

A form is read label by label, a grid of hours by its hours, any other table by its first column of words.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Final

from pincite.documents import BlockKind
from pincite.generate.reading.rows import GENERIC
from pincite.generate.tables.lookup import CLOCK, DAYS, Named, is_blank, stems_of
from pincite.text.forms import pairs_of
from pincite.text.markup import plain
from pincite.text.numbers import quantities
from pincite.text.tables import read_table
from pincite.text.units import CURRENCIES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pincite.answers import Passage
    from pincite.documents import Block, Part, Revision
    from pincite.generate.reading.candidates import Candidate

__all__ = ["TableRows", "tables_of"]

_PAIR: Final = 2
_CAPTION: Final = 8
"""Words of the longest line above a table that is read as what its rows are."""


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
        if not is_blank(_last(row)) or len(self._whole) < _PAIR:
            return False
        kinds = self._kinds.get(header, set())
        return len(kinds) == 1 and "" not in kinds and _kind(cell, self.revision.language) not in kinds

    @cached_property
    def _whole(self) -> tuple[Candidate, ...]:
        """The rows that have something in their last column: none of these has lost a cell."""
        return tuple(row for row in self.rows if not is_blank(_last(row)))

    @cached_property
    def _kinds(self) -> dict[str, set[str]]:
        """The units of what whole rows have under each header."""
        found: dict[str, set[str]] = defaultdict(set)
        for row in self._whole:
            for header, cell in row.columns:
                found[header].add(_kind(cell, self.revision.language))
        return found


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


def _is_over_all(part: Part) -> bool:
    return len(part.cells) == 1 and part.cells[0].column_span > 1


def _last(row: Candidate) -> str:
    """Return the cell of the last column that has a header."""
    return next((cell for header, cell in reversed(row.columns) if header), "")


def _kind(cell: str, language: str) -> str:
    """Return the unit of a cell, one name for all money; ``""`` where it has none or several."""
    units = {"money" if each.unit in CURRENCIES else each.unit for each in quantities(cell, language=language)}
    return next(iter(units)) if len(units) == 1 else ""
