"""Tables in text files: CSV and TSV, whatever parts their columns and whatever they are encoded in."""

from __future__ import annotations

import csv
from functools import cached_property
from io import StringIO
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from pincite.documents import BlockKind, Parsed, Place
from pincite.errors import Damaged
from pincite.parse.canonical import Canonical, RowText
from pincite.parse.decode import decode
from pincite.parse.versions import format_digest
from pincite.parse.wide import side_by_side
from pincite.parse.word_tables import heads

if TYPE_CHECKING:
    from pincite.parse import ParseSettings

__all__ = ["CsvParser", "build", "build_tsv"]

_DELIMITERS: Final = ",;\t|"
_SAMPLE: Final = 65_536
_LONGEST_CELL: Final = 10_000_000


def build(settings: ParseSettings, *, passwords: tuple[str, ...] = ()) -> CsvParser:
    """Return the parser of tables whose columns are parted by commas or the like."""
    del settings, passwords
    return CsvParser()


def build_tsv(settings: ParseSettings, *, passwords: tuple[str, ...] = ()) -> CsvParser:
    """Return the parser of tables whose columns are parted by tabs."""
    del settings, passwords
    return CsvParser(delimiter="\t")


class CsvParser:
    """
    Reads a table; single cells above it are its title.

    :param delimiter: What parts the columns; ``None`` to find out.
    """

    def __init__(self, *, delimiter: str | None = None) -> None:
        self._delimiter = delimiter

    @cached_property
    def digest(self) -> str:
        """Digest of this parser's version."""
        return format_digest("tsv" if self._delimiter else "csv")

    def parse(self, data: bytes, *, path: str) -> Parsed:
        """
        Return the table as text, and its rows.

        :raises Damaged: If the bytes are empty or binary, or no table.
        """
        decoded = decode(data, path=path)
        rows = _rows(decoded.text, self._delimiter, path)
        width = max((len(cells) for _, cells in rows), default=0)
        canonical = Canonical()
        first = 0
        while width > 1 and first < len(rows) and sum(map(bool, rows[first][1])) == 1:
            line, cells = rows[first]
            canonical.place = Place(line=line)
            canonical.add(BlockKind.PARAGRAPH, " ".join(cells).strip())
            first += 1
        if rest := rows[first:]:
            even = all(after == at + 1 for (at, _), (after, _) in pairwise(rest))
            canonical.place = Place(line=rest[0][0] if even else None)  # else no line of a row could be told from it
            for part, n_columns in side_by_side(_written([cells for _, cells in rest]), width):
                canonical.table(part, width=n_columns)
        if not any(c.isalnum() for c in canonical.text):
            raise Damaged(f"{path} is a table without text: expected rows of cells; leave it out", path=path)
        return Parsed(text=canonical.text, blocks=tuple(canonical.blocks), replaced=decoded.replaced)


def _rows(text: str, delimiter: str | None, path: str) -> list[tuple[int, list[str]]]:
    """Return (line number, cells) of the rows that hold something."""
    csv.field_size_limit(_LONGEST_CELL)
    reader = csv.reader(StringIO(text, newline=""), delimiter=delimiter or _parted_by(text))
    found: list[tuple[int, list[str]]] = []
    line = 1
    try:
        for cells in reader:
            folded = [" ".join(cell.split()) for cell in cells]
            if any(folded):
                found.append((line, folded))
            line = reader.line_num + 1
    except csv.Error as error:
        raise Damaged(
            f"{path}, line {reader.line_num}: no table can be read: {error}; expected cells parted by one sign",
            path=path,
            line=reader.line_num,
        ) from error
    return found


def _parted_by(text: str) -> str:
    """Return the sign that parts columns: what the library finds, if it parts several lines alike."""
    sample = text[:_SAMPLE]
    lines = [line for line in sample.split("\n") if line.strip()][:50]
    try:
        found = csv.Sniffer().sniff(sample, _DELIMITERS).delimiter
    except csv.Error:
        found = ""
    counts = {sign: sorted(line.count(sign) for line in lines) for sign in _DELIMITERS}
    if found and counts.get(found, [0])[len(lines) // 2]:
        return found
    return max(_DELIMITERS, key=lambda sign: counts[sign][len(lines) // 2] if lines else 0)


def _written(rows: list[list[str]]) -> list[RowText]:
    texts = [
        RowText(cells=tuple((at, 1, 1, cell.replace("|", "\\|")) for at, cell in enumerate(cells))) for cells in rows
    ]
    return heads(texts)
