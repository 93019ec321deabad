"""The HTML library as a plain tree; the only file that touches ``selectolax``."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from selectolax.lexbor import LexborNode

__all__ = ["Element", "flattened", "tree"]

_TAG = re.compile(r"<!--|<(/?)([a-zA-Z][^\s/<>]*)([^<>]*)>")
_VOID: Final = frozenset(
    ("area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param", "source", "track", "wbr")
)
_IMPLIED: Final = frozenset(
    ("p", "li", "td", "th", "tr", "tbody", "thead", "tfoot", "dt", "dd", "option", "colgroup", "html", "head", "body")
)
"""Elements that are often not closed, so that counting them would see depth where there is none."""
_DROPPED: Final = frozenset(
    ("script", "style", "svg", "math", "object", "iframe", "canvas", "audio", "video", "map", "head")
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Element:
    """An element with its attributes, and its children: elements and texts in order."""

    tag: str
    attributes: Mapping[str, str] = field(default_factory=dict)
    children: tuple[Element | str, ...] = ()
    inner: frozenset[str] = frozenset()
    """Tags of all elements below this one."""

    def elements(self, *tags: str) -> Iterator[Element]:
        """Yield the elements of these tags below this one, in order; not those inside one that was yielded."""
        for child in self.children:
            if isinstance(child, Element):
                if child.tag in tags:
                    yield child
                elif not child.inner.isdisjoint(tags):
                    yield from child.elements(*tags)


def flattened(source: str, *, max_depth: int) -> str:
    """
    Return the source without the tags that nest deeper than ``max_depth``; their text stays.

    The library takes time that grows with the square of the depth: 60,000 nested elements keep it busy for half a
    minute.
    """
    if source.count("<") <= max_depth:
        return source
    kept: list[str] = []
    open_tags: list[str] = []
    at = 0
    for mark in _tags(source):
        name = mark[2].lower()
        if name in _VOID or name in _IMPLIED or mark[3].endswith("/"):
            continue
        drop = len(open_tags) + (not mark[1]) > max_depth
        if not mark[1]:
            open_tags.append(name)
        elif name in open_tags[-3:]:
            while open_tags.pop() != name:
                pass
        if drop:
            kept.append(source[at : mark.start()])
            at = mark.end()
    return " ".join([*kept, source[at:]])


def _tags(source: str) -> Iterator[re.Match[str]]:
    """Yield the tags that stand outside comments."""
    at = 0
    while mark := _TAG.search(source, at):
        at = mark.end()
        if mark[2]:
            yield mark
        elif (at := source.find("-->", at)) < 0:
            return


def tree(source: str, *, max_depth: int) -> tuple[Element, dict[str, str]]:
    """
    Return the body, and what the head says: "title", "lang", "style", "sheets" where it names others, named ``meta``.

    :param max_depth: See :func:`flattened`.
    """
    from selectolax.lexbor import LexborHTMLParser

    parser = LexborHTMLParser(flattened(source, max_depth=max_depth))
    body = parser.body
    facts = {f"meta:{m.attributes.get('name')}": m.attributes.get("content") or "" for m in parser.css("meta[name]")}
    facts["style"] = " ".join(style.text() for style in parser.css("style"))
    if "@import" in facts["style"] or parser.css_first('link[rel~="stylesheet"]'):
        facts["sheets"] = "fetched"
    if title := parser.css_first("title"):
        facts["title"] = " ".join(title.text().split())
    if root := parser.css_first("html"):
        facts["lang"] = root.attributes.get("lang") or ""
    return (_element(body) if body else Element(tag="body")), facts


def _element(node: LexborNode) -> Element:
    children: list[Element | str] = []
    child = node.child
    while child is not None:
        tag = child.tag or ""
        if tag == "-text":
            children.append(child.text_content or "")
        elif not tag.startswith(("-", "!", "_")) and tag not in _DROPPED:
            children.append(_element(child))
        child = child.next
    attributes = {name.lower(): value or "" for name, value in node.attributes.items()}
    below = [child for child in children if isinstance(child, Element)]
    inner = frozenset().union({child.tag for child in below}, *{child.inner for child in below})
    return Element(tag=(node.tag or "").lower(), attributes=attributes, children=tuple(children), inner=inner)
