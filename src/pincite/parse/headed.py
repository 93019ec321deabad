"""Reads what stands at the head of formats that have front matter only by the habit of some of their users."""

from __future__ import annotations

import re
from dataclasses import replace
from html import unescape
from typing import TYPE_CHECKING, Final

from pincite.errors import MetadataError
from pincite.parse.decode import decode
from pincite.parse.front_matter import FrontMatter, split
from pincite.parse.heads import head_lines, unread
from pincite.text.access_words import access_line, means_access

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from pincite.documents import Parsed
    from pincite.protocols import Parser

__all__ = ["HEADED", "parse_headed", "stated_at_head"]

HEADED: Final = frozenset({"asciidoc", "html", "plain", "rst"})
"""Formats of text whose head is looked at; Markdown's own parser does so itself."""
_ALWAYS: Final = frozenset({"asciidoc", "html"})
"""Those in which front matter is usual; in the others lines between rules are text unless they state access."""
_ATTRIBUTE: Final = re.compile(r":([^:\n]+):[ \t]+(\S.*)")
_ASIDE: Final = ("//", ":")
_META: Final = re.compile(r"<meta\b((?:\"[^\"]*\"|'[^']*'|[^>])*)>?", re.IGNORECASE)
_PAIR: Final = re.compile(r"([^\s\"'>/=]+)\s*=\s*(?:\"([^\"]*)\"|'([^']*)'|([^\s\"'>]+))")
_NAMING: Final = frozenset({"name", "property", "itemprop", "http-equiv", "id"})
"""Attributes that tell what a "meta" is about, in the ways of HTML, RDFa and microdata."""
_PREFIX: Final = re.compile(r"\s*(?:.*[:.]|pincite\W?)", re.DOTALL | re.IGNORECASE)
_HEAD: Final = 65_536


def parse_headed(parser: Parser, format_name: str, data: bytes, *, path: str) -> Parsed:
    """
    Return what a parser makes of a file, with the front matter that stands before it.

    :param format_name: One of :data:`HEADED`.
    :raises MetadataError: If something at the head looks like a statement of access and cannot be read.
    """
    parsed = parser.parse(data, path=path)
    if "access" in parsed.metadata:
        return parsed
    decoded = decode(data, path=path)
    if format_name == "asciidoc" and (stated := _attributes(decoded.text, path)):
        return replace(parsed, metadata={**parsed.metadata, **stated})
    front = _front(decoded.text, path)
    if format_name == "html" and "access" not in front.values:
        _refuse_meta(decoded.text, path)
    if not front.end or not (format_name in _ALWAYS or any(map(means_access, front.values))):
        return parsed
    below = parser.parse(("\n" * front.n_lines + decoded.text[front.end :]).encode(), path=path)
    language = front.values.get("language")
    return replace(
        below,
        metadata={**below.metadata, **front.values},
        language=str(language) if language else below.language,
        replaced=decoded.replaced,
    )


def stated_at_head(format_name: str, text: str, *, path: str) -> Mapping[str, object]:
    """
    Return what the head of a text states, as :func:`parse_headed` finds it, without reading what stands below.

    :param format_name: "asciidoc" or "plain", whose own parsers find no more.
    :raises MetadataError: As :func:`parse_headed`.
    """
    if format_name == "asciidoc" and (stated := _attributes(text, path)):
        return stated
    front = _front(text, path)
    return front.values if format_name in _ALWAYS or any(map(means_access, front.values)) else {}


def _front(text: str, path: str) -> FrontMatter:
    """Return the front matter of a text; one that cannot be read is text here, unless it states access."""
    try:
        return split(text, path=path)
    except MetadataError:
        if access_line(head_lines(text)):
            raise
        return FrontMatter()


def _attributes(text: str, path: str) -> dict[str, object]:
    """
    Return the access that an attribute in the header of an AsciiDoc document states; empty where none does.

    :raises MetadataError: If an attribute is "access" misspelt.
    """
    for at, line in enumerate(_header(text), 1):
        found = _ATTRIBUTE.fullmatch(line)
        if found and found[1] == "access":
            return {"access": found[2].strip("[] ")}
        if found and means_access(found[1]):
            raise MetadataError(f"{path}, line {at}: {unread(line)}", path=path, line=at)
    return {}


def _header(text: str) -> Iterator[str]:
    """Yield the lines up to the first paragraph after the title that is not made of attributes and comments."""
    n_gaps = 0
    for line in text[:_HEAD].splitlines():
        n_gaps += not line.strip()
        if n_gaps and line.strip() and not line.startswith(_ASIDE):
            return
        yield line.rstrip()


def _refuse_meta(text: str, path: str) -> None:
    """Refuse a page whose own "meta" names access in another way than "pincite:access"."""
    for tag in _META.finditer(text[:_HEAD]):
        for key, *quoted in _PAIR.findall(tag[1]):
            name = " ".join(unescape("".join(quoted)).split())
            if key.lower() in _NAMING and means_access(_PREFIX.sub("", name, count=1)):
                line = text.count("\n", 0, tag.start()) + 1
                raise MetadataError(
                    f'{path}, line {line}: <meta {key.lower()}="{name}"> looks like a statement of access that is not '
                    'read: expected <meta name="pincite:access" content="GROUP">; nobody reads the file until it is '
                    "corrected",
                    path=path,
                    line=line,
                )
