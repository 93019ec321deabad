"""What rows say, on tables with header rows and cells that reach over several."""

from __future__ import annotations

from pincite.chunk.tables import row_texts
from pincite.documents import Block, BlockKind, Cell, Part, Span


def table(*rows: tuple[str, bool, tuple[tuple[str, int, int, int], ...]]) -> tuple[Block, str]:
    """Make a table of rows: the row's text, whether it is a header, and (cell, column, rows, columns) each."""
    text, parts = "", []
    for said, header, cells in rows:
        at = len(text)
        made = tuple(
            Cell(
                span=Span(at + said.index(cell), at + said.index(cell) + len(cell)),
                column=column,
                row_span=down,
                column_span=right,
            )
            for cell, column, down, right in cells
        )
        parts.append(Part(span=Span(at, at + len(said)), cells=made, header=header))
        text += f"{said}\n"
    return Block(kind=BlockKind.TABLE, span=Span(0, len(text) - 1), parts=tuple(parts)), text


def said(*rows: tuple[str, bool, tuple[tuple[str, int, int, int], ...]]) -> list[str]:
    return [words for _, words in row_texts(*table(*rows))]


def test_a_header_over_two_columns_counts_in_both_and_the_rows_below_follow_it() -> None:
    found = said(
        ("Region 2025", True, (("Region", 0, 2, 1), ("2025", 1, 1, 2))),
        ("Q1 Q2", True, (("Q1", 1, 1, 1), ("Q2", 2, 1, 1))),
        ("North 5 7", False, (("North", 0, 1, 1), ("5", 1, 1, 1), ("7", 2, 1, 1))),
    )
    assert found == ["Region: North; 2025 Q1: 5; 2025 Q2: 7"]


def test_a_cell_over_two_rows_counts_in_both() -> None:
    found = said(
        ("Region Month", True, (("Region", 0, 1, 1), ("Month", 1, 1, 1))),
        ("North May", False, (("North", 0, 2, 1), ("May", 1, 1, 1))),
        ("June", False, (("June", 1, 1, 1),)),
        ("July", False, (("July", 1, 1, 1),)),
    )
    assert found == ["Region: North; Month: May", "Region: North; Month: June", "Month: July"]


def test_a_table_without_header_gives_its_cells() -> None:
    assert said(("North 5", False, (("North", 0, 1, 1), ("5", 1, 1, 1)))) == ["North; 5"]


def test_a_row_without_cells_gives_its_text() -> None:
    assert said(("no cells here", False, ())) == ["no cells here"]


def test_a_header_farther_down_counts_for_the_rows_below_it_alone() -> None:
    found = said(
        ("Ferry Adult Child", True, (("Ferry", 0, 1, 1), ("Adult", 1, 1, 1), ("Child", 2, 1, 1))),
        ("Tern 5 3", False, (("Tern", 0, 1, 1), ("5", 1, 1, 1), ("3", 2, 1, 1))),
        ("Ferry Child Adult", True, (("Ferry", 0, 1, 1), ("Child", 1, 1, 1), ("Adult", 2, 1, 1))),
        ("Gull 2 4", False, (("Gull", 0, 1, 1), ("2", 1, 1, 1), ("4", 2, 1, 1))),
    )
    assert found == ["Ferry: Tern; Adult: 5; Child: 3", "Ferry: Gull; Child: 2; Adult: 4"]
