"""A table too wide for any chunk is read as tables side by side, each with the columns that name its rows."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from pincite.documents import Parsed
from pincite.parse.csv_rows import CsvParser
from pincite.testing.desk import PUBLIC_DOCS, Desk

SITES = ("Ashford", "Brill", "Corby")
N = 300


def value(site: int, sensor: int) -> int:
    return 1000 * (site + 1) + sensor


def written(*labels: str, n: int = N) -> str:
    """Return a table whose last label column names the sites; the others say the same in every row."""
    head = [*labels, *(f"Sensor {at}" for at in range(1, n + 1))]
    same = ["North"] * (len(labels) - 1)
    rows = [[*same, site, *(str(value(row, s)) for s in range(1, n + 1))] for row, site in enumerate(SITES)]
    return "\n".join(map(",".join, [head, *rows]))


def wide(*labels: str, n: int = N) -> Parsed:
    return CsvParser().parse(written(*labels, n=n).encode(), path="wide.csv")


def test_every_table_has_a_header_and_the_column_that_names_its_rows() -> None:
    found = wide("Site")
    assert len(found.blocks) > 5
    for block in found.blocks:
        head, *rows = block.parts
        assert head.header
        assert head.cells[0].span.cut(found.text) == "Site"
        assert [row.cells[0].span.cut(found.text) for row in rows] == list(SITES)


def test_no_cell_is_lost_and_each_stands_under_its_own_header() -> None:
    found = wide("Site")
    told = {
        (row.cells[0].span.cut(found.text), name.span.cut(found.text)): cell.span.cut(found.text)
        for block in found.blocks
        for row in block.parts[1:]
        for name, cell in zip(block.parts[0].cells[1:], row.cells[1:], strict=True)
    }
    assert told == {(s, f"Sensor {n}"): str(value(at, n)) for at, s in enumerate(SITES) for n in range(1, N + 1)}


def test_no_row_with_its_header_is_longer_than_a_chunk_holds() -> None:
    found = wide("Site")
    assert max(len(b.parts[0].span) + max(len(row.span) for row in b.parts[1:]) for b in found.blocks) < 900


def test_as_many_columns_as_it_takes_to_tell_rows_apart_stand_in_each() -> None:
    found = wide("Region", "Site")
    assert {block.parts[0].cells[1].span.cut(found.text) for block in found.blocks} == {"Site"}


@pytest.mark.parametrize("n", [5, 23])
def test_a_table_of_some_columns_stays_whole(n: int) -> None:
    assert len(wide("Site", n=n).blocks) == 1


def test_rows_of_a_wide_table_can_be_asked_about(new_desk: Callable[..., Desk]) -> None:
    desk = new_desk(f"{PUBLIC_DOCS}[generate.extractive]\nthreshold = 0.05\n")
    desk.write("docs/wide.csv", written("Site"))
    desk.sync()
    assert "sensor 250 3250" in desk.corpus.ask("What is Sensor 250 of Corby?").text
