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
from pincite.parse.canonical import Canonical
from pincite.parse.clauses import number_and_title, paragraph_number
from pincite.parse.decode import decode
from pincite.parse.hidden import commands
from pincite.parse.html_lists import INLINE, definitions, folded, inline, items, one_line, raw, without_tables
from pincite.parse.html_styles import Around, Styles
from pincite.parse.html_tables import is_layout, rows_of
from pincite.parse.versions import format_digest

if TYPE_CHECKING:
    from pincite.parse import ParseSettings

__all__ = ["HtmlParser", "build"]

_HEADINGS: Final = {f"h{level}": level for level in range(1, 7)}
_FURNITURE_TAGS: Final = frozenset({"nav", "footer", "header"})
_FURNITURE_ROLES: Final = frozenset({"navigation", "contentinfo", "banner", "search"})
_CONTENT_TAGS: Final = frozenset({"article", "main", "section", "blockquote"})
_UNSEEN_TAGS: Final = frozenset({"template", "noscript"})
_WHOLE: Final = frozenset({*_HEADINGS, "ul", "ol", "menu", "dir", "dl", "table", "pre", "listing", "xmp", "figcaption"})
"""What is written in one piece, so that what is hidden in it has to be taken out first."""
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
        styles = Styles(facts["style"], fetched="sheets" in facts)
        writer = _Writer(styles)
        writer.walk(body, _Where(around=styles.around(body, Around())))
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


_PAPER: Final = Around()


@dataclass(frozen=True, slots=True, kw_only=True)
class _Where:
    """What is around an element."""

    furniture: bool = False
    hidden: bool = False
    content: bool = False
    """Inside an article or section, where a header or footer is the content's own."""
    around: Around = _PAPER

    @property
    def unseen(self) -> bool:
        """Whether words that stand here are not seen."""
        return self.hidden or self.around.unseen

    def like(self, outer: _Where) -> bool:
        """Tell whether words here and there make one paragraph."""
        return (self.furniture, self.content, self.unseen) == (outer.furniture, outer.content, outer.unseen)


class _Writer:
    """Walks elements and writes blocks; runs of inline content between blocks become paragraphs."""

    def __init__(self, styles: Styles) -> None:
        self.canonical = Canonical()
        self._styles = styles
        self._run: list[str] = []

    def walk(self, element: Element, where: _Where) -> None:
        """Write the children of an element."""
        for child in element.children:
            if isinstance(child, str):
                self._run.append(child)
                continue
            inner = self._inside(child, where)
            if child.tag in INLINE and inner.like(where) and not self._has_blocks(child, inner):
                self._run.append(inline(child))
            else:
                self._flush(where)
                whole = child.tag in _WHOLE and not (child.tag == "table" and is_layout(child))
                (self._whole if whole else self._block)(child, inner)
        self._flush(where)

    def _inside(self, element: Element, where: _Where) -> _Where:
        """Return what is around the children of an element."""
        hidden = where.hidden or self._is_hidden(element)
        role = element.attributes.get("role", "")
        chrome = (
            element.tag == "nav" or (element.tag in _FURNITURE_TAGS and not where.content) or role in _FURNITURE_ROLES
        )
        return _Where(
            hidden=hidden,
            furniture=where.furniture or chrome,
            content=where.content or element.tag in _CONTENT_TAGS,
            around=self._styles.around(element, where.around),
        )

    def _is_hidden(self, element: Element) -> bool:
        if element.tag in _UNSEEN_TAGS or "hidden" in element.attributes:
            return True
        if element.tag == "img":
            return commands(element.attributes.get("alt", ""))
        return self._styles.hides(element)

    def _has_blocks(self, element: Element, where: _Where) -> bool:
        """Tell whether an inline element holds what is no inline content, or what is seen where it is not."""
        if not element.inner <= INLINE:
            return True
        for child in element.children:
            if isinstance(child, Element):
                inner = self._inside(child, where)
                if inner.unseen != where.unseen or self._has_blocks(child, inner):
                    return True
        return False

    def _seen(self, element: Element, where: _Where, gone: list[Element]) -> Element:
        """
        Return an element without the words in it that are not seen; those are put into ``gone``.

        :param where: What is around its children.
        """
        kept: list[Element | str] = []
        n_gone = len(gone)
        for child in element.children:
            if not isinstance(child, str):
                inner = self._inside(child, where)
                if inner.hidden:
                    gone.append(child)
                else:
                    kept.append(self._seen(child, inner, gone))
            elif where.around.unseen and child.strip():
                gone.append(Element(tag="p", children=(child,)))
            else:
                kept.append(child)
        return replace(element, children=tuple(kept)) if len(gone) > n_gone else element

    def _flush(self, where: _Where) -> None:
        text = folded("".join(self._run))
        self._run.clear()
        if any(c.isalnum() for c in text):
            self._paragraph(text, where)

    def _paragraph(self, text: str, where: _Where) -> None:
        number = paragraph_number(text)
        self.canonical.add(BlockKind.PARAGRAPH, text, furniture=where.furniture, hidden=where.unseen, number=number)

    def _whole(self, element: Element, where: _Where) -> None:
        """Write what is written in one piece, and behind it what is hidden in it."""
        gone: list[Element] = []
        self._block(element if where.hidden else self._seen(element, where, gone), where)
        for each in gone:
            self._hidden(each, where)

    def _hidden(self, element: Element, where: _Where) -> None:
        """Write an element that is not seen, whatever it is made of."""
        self._run.append(inline(element))
        self._flush(replace(where, hidden=True))

    def _block(self, element: Element, where: _Where) -> None:
        tag = element.tag
        if tag in _HEADINGS:
            self._heading(element, where)
        elif tag in ("ul", "ol", "menu", "dir"):
            self._list(element, where)
        elif tag == "dl":
            self.canonical.list_of(definitions(element), furniture=where.furniture, hidden=where.hidden)
        elif tag == "table" and not is_layout(element):
            self._table(element, where)
        elif tag in ("pre", "listing", "xmp"):
            self._code(element, where)
        elif tag == "figcaption":
            self._one(BlockKind.FIGURE, element, where)
        elif tag == "img":
            self._run.append(inline(element))
            self._flush(where)
        else:
            self.walk(element, where)

    def _one(self, kind: BlockKind, element: Element, where: _Where) -> None:
        if text := one_line(element):
            self.canonical.add(kind, text, furniture=where.furniture, hidden=where.hidden)

    def _heading(self, element: Element, where: _Where) -> None:
        text = one_line(element)
        if not any(c.isalnum() for c in text):
            return
        number, title = number_and_title(text)
        level = _HEADINGS[element.tag]
        furniture = where.furniture and level > 1  # the page's own title often stands in its header
        self.canonical.heading(text, level=level, number=number, title=title, furniture=furniture, hidden=where.hidden)

    def _list(self, element: Element, where: _Where) -> None:
        rest: list[Element] = []
        listed = list(items(element, 0, rest))
        if listed:
            self.canonical.list_of(listed, furniture=where.furniture, hidden=where.hidden)
        for inner in rest:
            self._block(inner, where)

    def _table(self, element: Element, where: _Where) -> None:
        for caption in element.elements("caption"):
            self._one(BlockKind.PARAGRAPH, caption, where)
        rows, width = rows_of(element, lambda cell: one_line(without_tables(cell)))
        if rows:
            self.canonical.table(rows, width=width, furniture=where.furniture, hidden=where.hidden)
        for inner in (
            table for child in element.children if isinstance(child, Element) for table in child.elements("table")
        ):
            self._block(inner, where)

    def _code(self, element: Element, where: _Where) -> None:
        text = raw(element).strip("\n").rstrip()
        if text.strip():
            fence = "`" * max(3, 1 + max((len(run) for run in re.findall(r"`+", text)), default=0))
            code = f"{fence}\n{text}\n{fence}"
            self.canonical.add(BlockKind.CODE, code, furniture=where.furniture, hidden=where.hidden)
