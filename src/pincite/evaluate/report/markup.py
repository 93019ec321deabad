"""HTML and SVG by elements: whatever is not an element itself is text, and is escaped."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["Markup", "element", "joined", "table"]

_VOID: Final = frozenset({"meta", "br", "hr", "rect", "line", "circle"})


class Markup(str):
    """Text that is markup already."""

    __slots__ = ()


def element(tag: str, *content: object, **attributes: object) -> Markup:
    """
    Return an element.

    :param content: Elements, and anything else as text; ``None`` is left out.
    :param attributes: Names with "_" for "-", and "_" at their end where Python has the word for itself; ``None`` is
        left out.
    """
    stated = "".join(
        f' {name.rstrip("_").replace("_", "-")}="{escape(str(value), quote=True)}"'
        for name, value in attributes.items()
        if value is not None
    )
    if tag in _VOID and not content:
        return Markup(f"<{tag}{stated}/>")
    return Markup(f"<{tag}{stated}>{joined(content)}</{tag}>")


def joined(content: Iterable[object]) -> Markup:
    """Return elements and texts one after the other."""
    return Markup("".join(each if isinstance(each, Markup) else _text(each) for each in content if each is not None))


def _text(value: object) -> str:
    """Return a value as text; characters that a page must not have are shown as what they are."""
    shown = "".join(c if c >= " " or c in "\n\t" else f"\\x{ord(c):02x}" for c in str(value))
    return escape(shown.encode("utf-8", "backslashreplace").decode(), quote=True)


def table(caption: str, header: Iterable[object], rows: Iterable[Iterable[object]], *, numbers: int = 0) -> Markup:
    """
    Return a table whose first column names its rows.

    :param caption: What it shows.
    :param numbers: From which column on, counted from 0, cells are numbers; 0 for none.
    """
    names = list(header)
    heads = [element("th", name, scope="col", class_=_aligned(at, numbers)) for at, name in enumerate(names)]
    head = element("tr", *heads)
    body = []
    for row in rows:
        first, *rest = row
        cells = [element("td", cell, class_=_aligned(at, numbers)) for at, cell in enumerate(rest, start=1)]
        body.append(element("tr", element("th", first, scope="row"), *cells))
    shown = element("table", element("caption", caption), element("thead", head), element("tbody", *body))
    return element("div", shown, class_="wide", tabindex="0", role="region", aria_label=caption)


def _aligned(column: int, numbers: int) -> str | None:
    return "number" if numbers and column >= numbers else None
