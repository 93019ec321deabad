"""Charts as rows of bars: shares with intervals, a waterfall, counts. Each says in words what it shows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from pincite.evaluate.report.markup import Markup, element, joined

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pincite.evaluate.results import Interval

__all__ = ["Bar", "bars", "counts", "waterfall"]

_TICKS: Final = (0, 0.25, 0.5, 0.75, 1)


@dataclass(frozen=True, slots=True, kw_only=True)
class Bar:
    """One bar: a share from 0 to 1 with its interval."""

    name: str
    """``""`` for one that stands under another of the same name."""
    value: float | None
    note: str = ""
    """What stands behind it, such as the number of questions."""
    interval: Interval | None = None
    second: bool = False
    """Whether it is of the second of two set-ups."""


def bars(title: str, rows: Sequence[Bar]) -> Markup:
    """Return bars from 0 to 1, a line over each for its interval."""
    said = "; ".join(f"{row.name} {_number(row.value)}".strip() for row in rows)
    ticks = [element("span", f"{share:g}", style=_from(share)) for share in _TICKS]
    axis = _row("", element("span", *ticks, class_="ticks"), "", kind="axis")
    return _figure(title, said, [*map(_bar, rows), axis])


def _bar(row: Bar) -> Markup:
    if row.value is None:
        return _row(row.name, element("span", "not measured", class_="track none"), "")
    marks = [_piece(0.0, row.value, "bar second" if row.second else "bar")]
    if row.interval:
        marks.append(_piece(row.interval.low, row.interval.high, "whisker"))
    return _row(row.name, element("span", *marks, class_="track scale"), f"{_number(row.value)} {row.note}".strip())


def waterfall(title: str, total: int, steps: Sequence[tuple[str, int]]) -> Markup:
    """
    Return how a total falls from step to step to what is left.

    :param total: What there is at first.
    :param steps: What is lost at each step, in order.
    """
    listed = [("all labels", total, total), *_steps(total, steps)]
    whole, rows = max(1, total), []
    for at, (name, start, size) in enumerate(listed):
        kind = "bar" if at in (0, len(listed) - 1) else "lost"
        drawn = _piece((start - size) / whole, start / whole, kind)
        rows.append(_row(name, element("span", drawn, class_="track"), size))
    return _figure(title, "; ".join(f"{name} {size}" for name, _, size in listed), rows)


def _steps(total: int, steps: Sequence[tuple[str, int]]) -> list[tuple[str, int, int]]:
    found, left = [], total
    for name, lost in steps:
        found.append((f"lost: {name}", left, lost))
        left -= lost
    return [*found, ("found", left, left)]


def counts(title: str, groups: Sequence[tuple[str, Sequence[int]]]) -> Markup:
    """Return how many there are of each name: one bar per set-up, the longest as long as there is room."""
    most = max((count for _, own in groups for count in own), default=0) or 1
    rows = []
    for name, own in groups:
        for place, count in enumerate(own):
            piece = _piece(0.0, count / most, "bar second" if place else "bar")
            rows.append(_row("" if place else name, element("span", piece, class_="track"), count))
    said = "; ".join(f"{name} {' and '.join(map(str, own))}" for name, own in groups)
    return _figure(title, said, rows)


def _row(name: str, drawn: Markup, value: object, *, kind: str = "row") -> Markup:
    label = element("span", name, class_="label") if name else element("span", class_="label none")
    return element("div", label, drawn, element("span", value, class_="value"), class_=kind)


def _piece(start: float, end: float, kind: str) -> Markup:
    low, high = (min(1.0, max(0.0, share)) for share in (start, end))
    if kind.startswith("bar") and low == high:
        return Markup("")  # a line at nothing would look like something
    return element("span", class_=kind, style=f"{_from(low)};width:{100 * (high - low):.1f}%")


def _from(share: float) -> str:
    return f"left:{100 * share:.1f}%"


def _figure(title: str, said: str, rows: Sequence[Markup]) -> Markup:
    chart = element("div", joined(rows), class_="chart", role="img", aria_label=f"{title}. {said}")
    return element("figure", element("figcaption", title), chart)


def _number(value: float | None) -> str:
    return "not measured" if value is None else f"{value:.3f}"
