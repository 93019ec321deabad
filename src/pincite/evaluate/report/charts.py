"""Charts as SVG: bars with intervals, a waterfall, histograms. Each says in words what it shows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from pincite.evaluate.report.markup import Markup, element

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pincite.evaluate.results import Interval

__all__ = ["Bar", "bars", "columns", "waterfall"]

_WIDTH: Final = 720
_LABEL: Final = 190
_ROW: Final = 26
_END: Final = 90
_HEIGHT: Final = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class Bar:
    """One bar: a share from 0 to 1 with its interval."""

    name: str
    value: float | None
    note: str = ""
    """What stands behind it, such as the number of questions."""
    interval: Interval | None = None
    second: bool = False
    """Whether it is of the second of two set-ups."""


def bars(title: str, rows: Sequence[Bar]) -> Markup:
    """Return horizontal bars from 0 to 1, a line over each for its interval."""
    height = _ROW * len(rows) + 24
    ticks = [_tick(share, height) for share in (0.0, 0.25, 0.5, 0.75, 1.0)]
    drawn = [mark for at, row in enumerate(rows) for mark in _bar(row, at * _ROW + 4)]
    said = "; ".join(f"{row.name} {_number(row.value)}" for row in rows)
    return _figure(title, said, height, [*ticks, *drawn])


def _tick(share: float, height: int) -> Markup:
    x = _at(share)
    return element(
        "g",
        element("line", x1=x, y1=0, x2=x, y2=height - 20, class_="tick"),
        element("text", f"{share:g}", x=x, y=height - 6, class_="axis", text_anchor="middle"),
    )


def _bar(row: Bar, y: int) -> list[Markup]:
    label = element("text", _short(row.name), x=_LABEL - 8, y=y + 13, text_anchor="end", class_="label")
    if row.value is None:
        return [label, element("text", "not measured", x=_LABEL + 6, y=y + 13, class_="axis")]
    kind = "bar second" if row.second else "bar"
    marks = [
        label,
        element("rect", x=_LABEL, y=y, width=max(1.0, _at(row.value) - _LABEL), height=17, rx=2, class_=kind),
        element("text", f"{_number(row.value)} {row.note}".strip(), x=_WIDTH - _END + 8, y=y + 13, class_="value"),
    ]
    if row.interval:
        low, high = _at(row.interval.low), _at(row.interval.high)
        marks.append(element("line", x1=low, y1=y + 8.5, x2=high, y2=y + 8.5, class_="whisker"))
        marks += [element("line", x1=x, y1=y + 4, x2=x, y2=y + 13, class_="whisker") for x in (low, high)]
    return marks


def waterfall(title: str, total: int, steps: Sequence[tuple[str, int]]) -> Markup:
    """
    Return how a total falls from step to step to what is left.

    :param total: What there is at first.
    :param steps: What is lost at each step, in order.
    """
    rows: list[Markup] = []
    left = total
    listed = [("all labels", total, total), *_steps(total, steps)]
    for at, (name, start, size) in enumerate(listed):
        left = start - size if at else left
        y = at * _ROW + 4
        rows += _piece(name, y, start, size, total, kept=at in (0, len(listed) - 1))
    said = "; ".join(f"{name} {size}" for name, _, size in listed)
    return _figure(title, said, _ROW * len(listed) + 8, rows)


def _steps(total: int, steps: Sequence[tuple[str, int]]) -> list[tuple[str, int, int]]:
    found, left = [], total
    for name, lost in steps:
        found.append((f"lost: {name}", left, lost))
        left -= lost
    return [*found, ("found", left, left)]


def _piece(name: str, y: int, start: int, size: int, total: int, *, kept: bool) -> list[Markup]:
    scale = (_WIDTH - _LABEL - _END) / max(1, total)
    x = _LABEL + (start - size) * scale
    return [
        element("text", name, x=_LABEL - 8, y=y + 13, text_anchor="end", class_="label"),
        element(
            "rect",
            x=round(x, 1),
            y=y,
            width=round(max(size * scale, 1 if size else 0), 1),
            height=17,
            rx=2,
            class_="bar" if kept else "lost",
        ),
        element("text", str(size), x=_WIDTH - _END + 8, y=y + 13, class_="value"),
    ]


def columns(title: str, groups: Sequence[tuple[str, Sequence[int]]], *, unit: str) -> Markup:
    """
    Return upright bars side by side: one group per name, one bar per set-up.

    :param unit: What is counted, for the description.
    """
    most = max((count for _, counts in groups for count in counts), default=0) or 1
    width = (_WIDTH - 40) / max(1, len(groups))
    marks: list[Markup] = []
    for at, (name, counts) in enumerate(groups):
        own = width * 0.8 / max(1, len(counts))
        for place, count in enumerate(counts):
            height = (_HEIGHT - 50) * count / most
            x, y = 30 + at * width + place * own, _HEIGHT - 30 - height
            kind = "bar second" if place else "bar"
            marks.append(
                element(
                    "rect", x=round(x, 1), y=round(y, 1), width=round(own - 2, 1), height=round(height, 1), class_=kind
                )
            )
            marks.append(
                element(
                    "text", str(count), x=round(x + own / 2, 1), y=round(y - 4, 1), class_="axis", text_anchor="middle"
                )
            )
        middle = 30 + at * width + width * 0.4
        marks.append(element("text", name, x=round(middle, 1), y=_HEIGHT - 12, class_="axis", text_anchor="middle"))
    said = "; ".join(f"{name}: {' and '.join(map(str, counts))} {unit}" for name, counts in groups)
    return _figure(title, said, _HEIGHT, marks)


def _figure(title: str, said: str, height: int, marks: Sequence[Markup]) -> Markup:
    picture = element(
        "svg",
        element("title", title),
        element("desc", said),
        *marks,
        viewBox=f"0 0 {_WIDTH} {height}",
        role="img",
        aria_label=f"{title}. {said}",
    )
    return element("figure", element("figcaption", title), picture)


def _at(share: float) -> float:
    return round(_LABEL + (_WIDTH - _LABEL - _END) * min(1.0, max(0.0, share)), 1)


def _number(value: float | None) -> str:
    return "not measured" if value is None else f"{value:.3f}"


def _short(name: str) -> str:
    return name if len(name) <= 28 else f"{name[:27]}…"
