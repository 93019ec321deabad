"""The words of a page's elements, and its lists: of bullets, of numbers, of terms."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from pincite.parse._lexbor import Element
from pincite.parse.canonical import ItemText

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["INLINE", "definitions", "folded", "inline", "items", "one_line", "raw", "without_tables"]

_INLINE_TAGS: Final = (
    "a abbr acronym b bdi bdo big cite code data del dfn em font i ins kbd label mark nobr q rp rt ruby s samp"
    " small span strike strong sub sup time tt u var wbr img br input button select textarea option"
)
INLINE: Final = frozenset(_INLINE_TAGS.split())
"""Elements that stand in a line."""
_DIGITS: Final = 9
"""A number with more digits numbers nothing."""
_SPACE = re.compile(r"[ \t\n\r\f]+")


def raw(element: Element) -> str:
    """Return the text of an element as it stands, with its spaces and line ends."""
    return "".join(
        child if isinstance(child, str) else "\n" if child.tag == "br" else raw(child) for child in element.children
    )


def inline(element: Element) -> str:
    """Return the text of an element, a vertical tab for a line break, and a space around what is no inline content."""
    if element.tag == "br":
        return "\v"
    if element.tag == "img":
        words = element.attributes.get("alt", "").strip()
        return f"![{words}]()" if words else ""
    inner = "".join(child if isinstance(child, str) else inline(child) for child in element.children)
    return inner if element.tag in INLINE else f" {inner} "


def folded(text: str) -> str:
    """Fold white space as browsers do and take out soft hyphens; a vertical tab becomes a line end."""
    lines = (_SPACE.sub(" ", line).strip() for line in text.replace("\u00ad", "").split("\v"))
    return "\n".join(line for line in lines if line).strip()


def one_line(element: Element) -> str:
    """Return the text of an element in one line."""
    return folded(inline(element)).replace("\n", " ")


def without_tables(element: Element) -> Element:
    """Return an element without the tables in it."""
    if "table" not in element.inner:
        return element
    kept = (c if isinstance(c, str) else without_tables(c) for c in element.children)
    return replace(element, children=tuple(c for c in kept if isinstance(c, str) or c.tag != "table"))


def items(element: Element, level: int, rest: list[Element]) -> Iterator[ItemText]:
    """Yield the items of a list and of the lists in it; tables and code of items are put into ``rest``."""
    at = int(start) if (start := element.attributes.get("start", "1")).isdecimal() else 1
    for child in element.children:
        if isinstance(child, str):
            if text := folded(child).replace("\n", " "):
                yield ItemText(text=text, level=level)
            continue
        own, lists = _parted(child, rest)
        if text := one_line(own):
            stated = child.attributes.get("value", "")
            at = int(stated) if stated.isdecimal() and len(stated) < _DIGITS else at
            yield ItemText(text=text, level=level, mark=f"{at}." if element.tag == "ol" else "-")
            at += 1
        for inner in lists:
            yield from items(inner, level + 1, rest)


def _parted(item: Element, rest: list[Element]) -> tuple[Element, list[Element]]:
    """Return an item without the lists in it, and those lists."""
    if item.tag in ("ul", "ol", "menu", "dir"):
        return Element(tag="li"), [item]
    kept: list[Element | str] = []
    lists: list[Element] = []
    for child in item.children:
        if isinstance(child, str):
            kept.append(child)
        elif child.tag in ("table", "pre"):
            rest.append(child)
        elif child.tag in ("ul", "ol", "menu", "dir") or any(child.elements("ul", "ol", "table", "pre")):
            inner, deeper = _parted(child, rest)
            kept.append(inner)
            lists.extend(deeper)
        else:
            kept.append(child)
    return replace(item, children=tuple(kept)), lists


def definitions(element: Element) -> Iterator[ItemText]:
    """Yield one item for each term with its definitions: "term: definition"."""
    terms: list[str] = []
    said: list[str] = []
    for is_term, text in _said(element):
        if is_term and said:
            yield _definition(terms, said)
            terms, said = [], []
        (terms if is_term else said).append(text)
    if terms or said:
        yield _definition(terms, said)


def _said(element: Element) -> Iterator[tuple[bool, str]]:
    """Yield (is a term, text) for what stands in a definition list, wrapped in other elements or not."""
    for child in element.children:
        if isinstance(child, Element) and child.tag not in ("dt", "dd") and not child.inner.isdisjoint(("dt", "dd")):
            yield from _said(child)
        elif text := folded(child).replace("\n", " ") if isinstance(child, str) else one_line(child):
            yield isinstance(child, Element) and child.tag == "dt", text


def _definition(terms: list[str], said: list[str]) -> ItemText:
    head = ", ".join(terms)
    return ItemText(text=f"{head}{'' if head.endswith(':') or not said or not head else ':'} {' '.join(said)}".strip())
