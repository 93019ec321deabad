"""Charts of Office documents: the numbers that they were drawn from, as a table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from pincite.parse.canonical import RowText

if TYPE_CHECKING:
    from pincite.parse.archive import Node

__all__ = ["chart_rows"]

_MOST_POINTS: Final = 5000


def chart_rows(root: Node) -> tuple[str, list[RowText], int]:
    """
    Return the title of a chart, a row for each category with the value of each series, and the number of columns.

    :param root: The chart's ``chartSpace``.
    """
    title = root.find("chart/title")
    words = " ".join("".join(t.text or "" for t in title.iter("t")).split()) if title is not None else ""
    series = list(root.iter("ser"))
    if not series:
        return words, [], 0
    names = [_first(each.find("tx")) for each in series]
    values = [_points(each.find("val")) or _points(each.find("yVal")) for each in series]
    labels = next((found for each in series if (found := _points(each.find("cat")) or _points(each.find("xVal")))), {})
    keys = sorted({key for each in (labels, *values) for key in each})[:_MOST_POINTS]
    rows = [_row([labels.get(key, ""), *(each.get(key, "") for each in values)]) for key in keys]
    head = RowText(cells=_row(["", *names]).cells, header=True)
    return words, [head, *rows] if rows else [], len(series) + 1


def _row(texts: list[str]) -> RowText:
    return RowText(cells=tuple((at, 1, 1, text.replace("|", "\\|")) for at, text in enumerate(texts)))


def _first(node: Node | None) -> str:
    return next(iter(_points(node).values()), "") if node is not None else ""


def _points(node: Node | None) -> dict[int, str]:
    """Return the values that are kept with a chart, by their place in it."""
    found: dict[int, str] = {}
    for point in node.iter("pt") if node is not None else ():
        value, at = point.find("v"), point.get("idx", "")
        if value is not None and value.text and at.isdecimal():
            found.setdefault(int(at), " ".join(value.text.split()))
    return found
