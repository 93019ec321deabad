"""Workbooks: a section for each sheet, a table for each region of cells, with the range that it stands in."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from pincite.documents import BlockKind, Parsed, Place
from pincite.parse.archive import Archive
from pincite.parse.canonical import Canonical
from pincite.parse.charts import chart_rows
from pincite.parse.clauses import number_and_title
from pincite.parse.regions import Region, bounded, parted, region_rows, regions
from pincite.parse.versions import format_digest
from pincite.parse.wide import side_by_side
from pincite.parse.workbook import Sheet, Workbook, range_name

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pincite.parse import ParseSettings

__all__ = ["XlsxParser", "build"]


def build(settings: ParseSettings, *, passwords: tuple[str, ...] = ()) -> XlsxParser:
    """Return the parser of workbooks."""
    del settings
    return XlsxParser(passwords=passwords)


class XlsxParser:
    """
    Reads Excel workbooks of 2007 and later: the values that were stored last, as they are shown.

    :param passwords: Tried in order on an encrypted one.
    """

    def __init__(self, *, passwords: tuple[str, ...] = ()) -> None:
        self._passwords = passwords

    @cached_property
    def digest(self) -> str:
        """Digest of this parser's version."""
        return format_digest("xlsx")

    def parse(self, data: bytes, *, path: str) -> Parsed:
        """
        Return the text and blocks of all sheets.

        :raises Damaged: If it is no workbook, broken, or has no filled cell.
        :raises TooLarge: If it holds more cells than are read, or would unpack to more than a workbook does.
        :raises PasswordNeeded: If it is encrypted and no password opens it.
        """
        archive = Archive(data, path=path, passwords=self._passwords)
        canonical = Canonical()
        for sheet in Workbook(archive).sheets():
            drawn = list(_drawn(archive, sheet))
            if sheet.cells or drawn:
                _write(sheet, drawn, canonical)
        if not any(block.kind is not BlockKind.HEADING for block in canonical.blocks):
            raise archive.damaged("no cell of it holds anything")
        return Parsed(
            text=canonical.text,
            blocks=tuple(canonical.blocks),
            title=archive.properties.get("title"),
            metadata=archive.stated,
            language=archive.properties.get("language"),
        )


def _write(sheet: Sheet, drawn: list[tuple[str, bool]], canonical: Canonical) -> None:
    canonical.place = Place(sheet=sheet.name)
    number, title = number_and_title(sheet.name)
    canonical.heading(sheet.name, level=1, number=number, title=title, furniture=False, hidden=sheet.hidden)
    for region in regions(sheet.cells, sheet):
        seen, unseen = region.cells - sheet.unseen, region.cells & sheet.unseen
        if seen:
            _region(bounded(seen), sheet, canonical, hidden=sheet.hidden)
        if unseen:
            _region(bounded(unseen), sheet, canonical, hidden=True)
    canonical.place = Place(sheet=sheet.name)
    for words, hidden in drawn:
        canonical.add(BlockKind.PARAGRAPH, words, hidden=hidden or sheet.hidden)


def _region(region: Region, sheet: Sheet, canonical: Canonical, *, hidden: bool) -> None:
    above, table, below = parted(region, sheet)
    for line in above:
        _line(line, sheet, canonical, hidden=hidden)
    if table is not None:
        canonical.place = _place(table, sheet)
        rows, width = region_rows(table, sheet)
        for part, n_columns in side_by_side(rows, width):
            canonical.table(part, width=n_columns, hidden=hidden)
    for line in below:
        _line(line, sheet, canonical, hidden=hidden)


def _line(region: Region, sheet: Sheet, canonical: Canonical, *, hidden: bool) -> None:
    canonical.place = _place(region, sheet)
    for cell in sorted(region.cells):
        canonical.add(BlockKind.PARAGRAPH, sheet.cells[cell], hidden=hidden)


def _place(region: Region, sheet: Sheet) -> Place:
    return Place(sheet=sheet.name, cells=range_name(region.top, region.left, region.bottom, region.right))


def _drawn(archive: Archive, sheet: Sheet) -> Iterator[tuple[str, bool]]:
    """Yield (words, hidden) of a sheet's text boxes, and of the notes on its cells, which show on demand only."""
    for relation in archive.relations(sheet.part).values():
        if relation.target not in archive or relation.kind not in ("drawing", "comments"):
            continue
        root = archive.xml(relation.target)
        for inner in archive.relations(relation.target).values():
            if (
                inner.kind == "chart"
                and inner.target in archive
                and (title := chart_rows(archive.xml(inner.target))[0])
            ):
                yield title, False  # its numbers stand in cells
        hidden = relation.kind == "comments"
        for node in root.iter("comment" if hidden else "txBody"):
            for paragraph in [node] if hidden else node.iter("p"):
                words = " ".join("".join(t.text or "" for t in paragraph.iter("t")).split())
                if any(c.isalnum() for c in words):
                    yield words, hidden
