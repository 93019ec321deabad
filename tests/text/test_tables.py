"""Tables read by column, whatever cells are missing and however far some reach."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from pincite.documents import Block, BlockKind, Cell, Part, Span
from pincite.testing.passages import revision_of
from pincite.text.tables import headers_over, read_table

if TYPE_CHECKING:
    from typing import SupportsIndex

TEXT = "Zone Fee\nHarbour 4\n2\nTown 6\n"


def cell(word: str, column: int, *, row_span: int = 1) -> Cell:
    at = TEXT.index(word)
    return Cell(span=Span(at, at + len(word)), column=column, row_span=row_span)


def row(line: str, *cells: Cell, header: bool = False) -> Part:
    at = TEXT.index(line)
    return Part(span=Span(at, at + len(line)), cells=cells, header=header)


def table(*parts: Part) -> Block:
    return Block(kind=BlockKind.TABLE, span=Span(0, len(TEXT)), parts=parts)


FEES = table(
    row("Zone Fee", cell("Zone", 3), cell("Fee", 5), header=True),
    row("Harbour 4", cell("Harbour", 3, row_span=2), cell("4", 5)),
    row("2", cell("2", 5)),
    row("Town 6", cell("Town", 3), cell("6", 5)),
)


def test_columns_are_those_that_hold_a_word_whatever_their_numbers() -> None:
    found = read_table(FEES, TEXT)
    assert found.header == ("Zone", "Fee")
    assert [each.cells for each in found.rows] == [("Harbour", "4"), ("Harbour", "2"), ("Town", "6")]


def test_a_cell_that_reaches_down_is_told_of_the_rows_below_only() -> None:
    found = read_table(FEES, TEXT)
    assert [[span.cut(TEXT) for span in each.above] for each in found.rows] == [[], ["Harbour"], []]


def test_rows_outside_a_span_are_left_out_and_still_reach_into_it() -> None:
    found = read_table(FEES, TEXT, within=Span(TEXT.index("2"), TEXT.index("2") + 1))
    assert [each.cells for each in found.rows] == [("Harbour", "2")]


def test_a_missing_corner_moves_no_header() -> None:
    corner = table(row("Zone Fee", cell("Fee", 1), header=True), row("Town 6", cell("Town", 0), cell("6", 1)))
    found = read_table(corner, TEXT)
    assert (found.header, found.rows[0].cells) == (("", "Fee"), ("Town", "6"))


def test_a_title_over_the_whole_table_heads_no_column() -> None:
    title = row("Zone Fee", replace(cell("Zone Fee", 0), column_span=2), header=True)
    heads = row("Harbour 4", cell("Harbour", 0), cell("4", 1), header=True)
    assert read_table(table(title, heads, row("2", cell("2", 1))), TEXT).header == ("Harbour", "4")


def test_dots_that_lead_to_the_next_column_are_no_words() -> None:
    text = "All ages ............ 5"
    line = Part(span=Span(0, 23), cells=(Cell(span=Span(0, 21), column=0), Cell(span=Span(22, 23), column=1)))
    block = Block(kind=BlockKind.TABLE, span=Span(0, 23), parts=(line,))
    assert read_table(block, text).rows[0].cells == ("All ages", "5")


def test_a_block_without_cells_is_an_empty_table() -> None:
    found = read_table(table(row("Town 6")), TEXT)
    assert (found.header, found.rows) == ((), ())


AGAIN = "Ferry Adult Child\nTern 5 3\nFerry Child Adult\nGull 2 4\nNight\nOwl 1 9\nany age\n"


def words(line: str, *columns: int) -> tuple[Cell, ...]:
    start = AGAIN.index(line)
    at = [start + line.index(word) for word in line.split()]
    spans = [Span(here, here + len(word)) for here, word in zip(at, line.split(), strict=True)]
    return tuple(Cell(span=span, column=column) for span, column in zip(spans, columns, strict=True))


def again(line: str, *cells: Cell, header: bool = False) -> Part:
    at = AGAIN.index(line)
    return Part(span=Span(at, at + len(line)), cells=cells, header=header)


NIGHT = Cell(span=Span(AGAIN.index("Night"), AGAIN.index("Night") + 5), column=0, column_span=3)
ANY_AGE = Cell(span=Span(AGAIN.index("any age"), AGAIN.index("any age") + 7), column=1, column_span=2)
SECTIONS = Block(
    kind=BlockKind.TABLE,
    span=Span(0, len(AGAIN)),
    parts=(
        again("Ferry Adult Child", *words("Ferry Adult Child", 0, 1, 2), header=True),
        again("Tern 5 3", *words("Tern 5 3", 0, 1, 2)),
        again("Ferry Child Adult", *words("Ferry Child Adult", 0, 1, 2), header=True),
        again("Gull 2 4", *words("Gull 2 4", 0, 1, 2)),
        again("Night", NIGHT, header=True),
        again("Owl 1 9", *words("Owl 1 9", 0, 1, 2)),
        again("any age", ANY_AGE),
    ),
)


def test_rows_stand_under_the_header_that_is_nearest_above() -> None:
    heads = [each.header for each in read_table(SECTIONS, AGAIN).rows]
    assert heads[:3] == [("Ferry", "Adult", "Child"), ("Ferry", "Child", "Adult"), ("Ferry", "Child", "Adult")]


def test_a_header_farther_down_says_nothing_of_the_rows_above_it() -> None:
    assert read_table(SECTIONS, AGAIN).header == ("Ferry", "Adult", "Child")


def test_a_row_of_one_cell_over_the_table_is_the_group_of_those_below_it() -> None:
    assert [each.group for each in read_table(SECTIONS, AGAIN).rows] == ["", "", "Night", "Night"]


def test_a_cell_over_two_columns_stands_under_both_headers() -> None:
    (last,) = read_table(SECTIONS, AGAIN, within=SECTIONS.parts[-1].span).rows
    assert (last.header, last.cells) == (("Ferry", "Child, Adult", ""), ("", "any age", ""))


@pytest.mark.parametrize(
    ("line", "heads"),
    [
        ("Tern 5 3", ["Ferry Adult Child"]),
        ("Gull 2 4", ["Ferry Child Adult"]),
        ("Owl 1 9", ["Ferry Child Adult", "Night"]),
        ("Tern 5 3\nFerry Child Adult\nGull 2 4", ["Ferry Adult Child", "Ferry Child Adult"]),
    ],
)
def test_the_header_rows_over_rows_are_those_nearest_above_them(line: str, heads: list[str]) -> None:
    at = AGAIN.index(line)
    assert [part.span.cut(AGAIN) for part in headers_over(SECTIONS, Span(at, at + len(line)))] == heads


def markdown_table(markdown: str) -> tuple[Block, str]:
    revision = revision_of(markdown)
    return next(block for block in revision.blocks if block.kind is BlockKind.TABLE), revision.text


def test_a_part_of_a_table_is_read_like_the_whole() -> None:
    block, text = markdown_table(
        "| Zone | Fare |\n|---|---|\n| Weekdays | |\n| A | 2 |\n| B | 3 |\n| Weekends | |\n| A | 1 |\n| B | 2 |\n"
    )
    whole = read_table(block, text).rows
    assert [each.group for each in whole] == ["Weekdays"] * 3 + ["Weekends"] * 3
    assert [read_table(block, text, within=each.part.span).rows for each in whole if each.cells[1:] != ("",)] == [
        (each,) for each in whole if each.cells[1:] != ("",)
    ]


class Counted(str):
    """A text that counts how often something is cut out of it."""

    cuts = 0

    def __getitem__(self, at: SupportsIndex | slice) -> str:
        self.cuts += 1
        return super().__getitem__(at)


def test_one_row_of_a_long_table_is_read_without_the_words_of_the_others() -> None:
    block, text = markdown_table("| Part | Price |\n|---|---|\n" + "".join(f"| P{n} | {n} |\n" for n in range(300)))
    counted = Counted(text)
    assert len(read_table(block, counted, within=block.parts[200].span).rows) == 1
    assert counted.cuts < 30
