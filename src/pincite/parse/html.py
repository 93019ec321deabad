"""HTML: the canonical text is Markdown-like text written from the page's elements."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Final

from pincite.documents import BlockKind, Parsed
from pincite.errors import Damaged
from pincite.parse import _lexbor
from pincite.parse._lexbor import Element
from pincite.parse.canonical import Canonical, ItemText
from pincite.parse.clauses import number_and_title, paragraph_number
from pincite.parse.decode import decode
from pincite.parse.hidden import HIDING_STYLE
from pincite.parse.html_tables import is_layout, rows_of
from pincite.parse.versions import format_digest

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pincite.parse import ParseSettings

__all__ = ["HtmlParser", "build"]

_INLINE_TAGS: Final = (
    "a abbr acronym b bdi bdo big cite code data del dfn em font i ins kbd label mark nobr q rp rt ruby s samp"
    " small span strike strong sub sup time tt u var wbr img br input button select textarea option"
)
_INLINE: Final = frozenset(_INLINE_TAGS.split())
_HEADINGS: Final = {f"h{level}": level for level in range(1, 7)}
_FURNITURE_TAGS: Final = frozenset({"nav", "footer", "header"})
_FURNITURE_ROLES: Final = frozenset({"navigation", "contentinfo", "banner", "search"})
_CONTENT_TAGS: Final = frozenset({"article", "main", "section", "blockquote"})
_UNSEEN_TAGS: Final = frozenset({"template", "noscript"})
_HIDING_RULE = re.compile(
    r"([.#][\w-]+)\s*\{[^{}]*(?:display\s*:\s*none|visibility\s*:\s*hidden)[^{}]*\}", re.IGNORECASE
)
_SPACE = re.compile(r"[ \t\n\r\f]+")
_CHARSET = re.compile(rb"<meta[^>]+charset\s*=\s*[\"']?\s*([\w.:-]+)", re.IGNORECASE)
_OWN_META: Final = "meta:pincite:"


def build(settings: ParseSettings, *, passwords: tuple[str, ...] = ()) -> HtmlParser:
    """Return the HTML parser; a page is never encrypted."""
    del passwords
    return HtmlParser(max_depth=settings.max_depth)


class HtmlParser:
    """
    Reads web pages: headings, paragraphs, lists, tables, code; navigation is furniture, what is switched off is hidden.

    :param max_depth: Elements nested deeper than this are unwrapped; no text is lost.
    """

    def __init__(self, *, max_depth: int = 100) -> None:
        self._max_depth = max_depth

    @cached_property
    def digest(self) -> str:
        """Digest of this parser's version, its setting and the library's version."""
        return format_digest("html", str(self._max_depth))

    def parse(self, data: bytes, *, path: str) -> Parsed:
        """
        Return the page's text and blocks; ``<meta name="pincite:version" content="3">`` and the like state metadata.

        :raises Damaged: If the bytes are empty or binary, or the page has no text.
        """
        stated = _CHARSET.search(data[:4096])
        decoded = decode(data, path=path, declared=stated[1].decode("ascii", "replace") if stated else None)
        body, facts = _lexbor.tree(decoded.text, max_depth=self._max_depth)
        writer = _Writer(frozenset(name.lower() for name in _HIDING_RULE.findall(facts["style"])))
        writer.walk(body, _Where())
        canonical = writer.canonical
        if not canonical.text.strip():
            raise Damaged(f"{path} is a page without text: expected text in its body; leave it out", path=path)
        heads = (b for b in canonical.blocks if b.kind is BlockKind.HEADING and b.level == 1 and b.indexable)
        top = next((f"{b.number or ''} {b.title}".strip() for b in heads), None)
        return Parsed(
            text=canonical.text,
            blocks=tuple(canonical.blocks),
            title=facts.get("title") or top,
            metadata={k.removeprefix(_OWN_META): v for k, v in facts.items() if k.startswith(_OWN_META)},
            language=facts.get("lang") or None,
            replaced=decoded.replaced,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class _Where:
    """What is around an element."""

    furniture: bool = False
    hidden: bool = False
    content: bool = False
    """Inside an article or section, where a header or footer is the content's own."""


class _Writer:
    """Walks elements and writes blocks; runs of inline content between blocks become paragraphs."""

    def __init__(self, hiding: frozenset[str]) -> None:
        self.canonical = Canonical()
        self._hiding = hiding
        self._run: list[str] = []

    def walk(self, element: Element, where: _Where) -> None:
        """Write the children of an element."""
        for child in element.children:
            if isinstance(child, str):
                self._run.append(child)
                continue
            inner = self._inside(child, where)
            if child.tag in _INLINE and inner == where and not self._has_blocks(child):
                self._run.append(_inline(child))
            else:
                self._flush(where)
                self._block(child, inner)
        self._flush(where)

    def _inside(self, element: Element, where: _Where) -> _Where:
        """Return what is around the children of an element."""
        hidden = where.hidden or self._is_hidden(element)
        role = element.attributes.get("role", "")
        chrome = (
            element.tag == "nav" or (element.tag in _FURNITURE_TAGS and not where.content) or role in _FURNITURE_ROLES
        )
        content = where.content or element.tag in _CONTENT_TAGS
        return replace(where, hidden=hidden, furniture=where.furniture or chrome, content=content)

    def _is_hidden(self, element: Element) -> bool:
        given = element.attributes
        if element.tag in _UNSEEN_TAGS or "hidden" in given or HIDING_STYLE.search(given.get("style", "")):
            return True
        if not self._hiding:
            return False
        names = {f".{name.lower()}" for name in given.get("class", "").split()} | {f"#{given.get('id', '').lower()}"}
        return not names.isdisjoint(self._hiding)

    def _has_blocks(self, element: Element) -> bool:
        """Tell whether an inline element holds what is no inline content, or what is hidden."""
        if not element.inner <= _INLINE:
            return True
        below = (child for child in element.children if isinstance(child, Element))
        return any(self._is_hidden(child) or self._has_blocks(child) for child in below)

    def _flush(self, where: _Where) -> None:
        text = _folded("".join(self._run))
        self._run.clear()
        if any(c.isalnum() for c in text):
            self._paragraph(text, where)

    def _paragraph(self, text: str, where: _Where) -> None:
        number = paragraph_number(text)
        self.canonical.add(BlockKind.PARAGRAPH, text, furniture=where.furniture, hidden=where.hidden, number=number)

    def _block(self, element: Element, where: _Where) -> None:
        tag = element.tag
        if tag in _HEADINGS:
            self._heading(element, where)
        elif tag in ("ul", "ol", "menu", "dir"):
            self._list(element, where)
        elif tag == "dl":
            self.canonical.list_of(_definitions(element), furniture=where.furniture, hidden=where.hidden)
        elif tag == "table" and not is_layout(element):
            self._table(element, where)
        elif tag in ("pre", "listing", "xmp"):
            self._code(element, where)
        elif tag == "figcaption":
            self._one(BlockKind.FIGURE, element, where)
        elif tag == "img":
            self._run.append(_inline(element))
        else:
            self.walk(element, where)

    def _one(self, kind: BlockKind, element: Element, where: _Where) -> None:
        if text := _one_line(element):
            self.canonical.add(kind, text, furniture=where.furniture, hidden=where.hidden)

    def _heading(self, element: Element, where: _Where) -> None:
        text = _one_line(element)
        if not any(c.isalnum() for c in text):
            return
        number, title = number_and_title(text)
        level = _HEADINGS[element.tag]
        furniture = where.furniture and level > 1  # the page's own title often stands in its header
        self.canonical.heading(text, level=level, number=number, title=title, furniture=furniture, hidden=where.hidden)

    def _list(self, element: Element, where: _Where) -> None:
        rest: list[Element] = []
        items = list(_items(element, 0, rest))
        if items:
            self.canonical.list_of(items, furniture=where.furniture, hidden=where.hidden)
        for inner in rest:
            self._block(inner, where)

    def _table(self, element: Element, where: _Where) -> None:
        for caption in element.elements("caption"):
            self._one(BlockKind.PARAGRAPH, caption, where)
        rows, width = rows_of(element, lambda cell: _one_line(_without_tables(cell)))
        if rows:
            self.canonical.table(rows, width=width, furniture=where.furniture, hidden=where.hidden)
        for inner in (
            table for child in element.children if isinstance(child, Element) for table in child.elements("table")
        ):
            self._block(inner, where)

    def _code(self, element: Element, where: _Where) -> None:
        text = _raw(element).strip("\n").rstrip()
        if text.strip():
            fence = "`" * max(3, 1 + max((len(run) for run in re.findall(r"`+", text)), default=0))
            code = f"{fence}\n{text}\n{fence}"
            self.canonical.add(BlockKind.CODE, code, furniture=where.furniture, hidden=where.hidden)


def _raw(element: Element) -> str:
    return "".join(
        child if isinstance(child, str) else "\n" if child.tag == "br" else _raw(child) for child in element.children
    )


def _inline(element: Element) -> str:
    """Return the text of an element, a vertical tab for a line break, and a space around what is no inline content."""
    if element.tag == "br":
        return "\v"
    if element.tag == "img":
        words = element.attributes.get("alt", "").strip()
        return f"![{words}]()" if words else ""
    inner = "".join(child if isinstance(child, str) else _inline(child) for child in element.children)
    return inner if element.tag in _INLINE else f" {inner} "


def _folded(text: str) -> str:
    """Fold white space as browsers do and take out soft hyphens; a vertical tab becomes a line end."""
    lines = (_SPACE.sub(" ", line).strip() for line in text.replace("\u00ad", "").split("\v"))
    return "\n".join(line for line in lines if line).strip()


def _one_line(element: Element) -> str:
    return _folded(_inline(element)).replace("\n", " ")


def _without_tables(element: Element) -> Element:
    if "table" not in element.inner:
        return element
    kept = (c if isinstance(c, str) else _without_tables(c) for c in element.children)
    return replace(element, children=tuple(c for c in kept if isinstance(c, str) or c.tag != "table"))


def _items(element: Element, level: int, rest: list[Element]) -> Iterator[ItemText]:
    """Yield the items of a list and of the lists in it; tables and code of items are put into ``rest``."""
    at = int(start) if (start := element.attributes.get("start", "1")).isdecimal() else 1
    for child in element.children:
        if isinstance(child, str):
            if text := _folded(child).replace("\n", " "):
                yield ItemText(text=text, level=level)
            continue
        own, lists = _parted(child, rest)
        if text := _one_line(own):
            yield ItemText(text=text, level=level, mark=f"{at}." if element.tag == "ol" else "-")
            at += 1
        for inner in lists:
            yield from _items(inner, level + 1, rest)


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


def _definitions(element: Element) -> Iterator[ItemText]:
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
        elif text := _folded(child).replace("\n", " ") if isinstance(child, str) else _one_line(child):
            yield isinstance(child, Element) and child.tag == "dt", text


def _definition(terms: list[str], said: list[str]) -> ItemText:
    head = ", ".join(terms)
    return ItemText(text=f"{head}{'' if head.endswith(':') or not said or not head else ':'} {' '.join(said)}".strip())
