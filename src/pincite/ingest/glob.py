"""
Path patterns in which ``*`` stays inside one folder and ``**`` crosses folders.

A glob becomes a regular expression that never tries a wildcard twice where that cannot help: each takes the first place
at which what follows it, up to the next wildcard, fits. Only the last one may go on to a later place. So a glob of many
stars costs what a glob of few does.
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache
from typing import Final

from pincite.errors import ConfigError

__all__ = ["compiled", "composed", "depth", "matches", "normal"]

_SHOWN = 100
_TOKEN = re.compile(r"(?P<deep>(?:^|(?<=/))\*\*/)|(?P<rest>\*\*)|(?P<star>\*)|(?P<one>\?)|(?P<set>\[[!^]?\]?[^\]]*\])")
_FIRST: Final = {"deep": "(?:.*?/)??", "rest": ".*?", "star": "[^/]*?"}
_LAST: Final = {"deep": "(?:.*/)?", "rest": ".*", "star": "[^/]*"}


@cache
def compiled(glob: str) -> re.Pattern[str]:
    """
    Return the regular expression that a whole path must match.

    :raises ConfigError: If a set of characters in it runs backwards.
    """
    pieces: list[tuple[str, str]] = [("", "")]
    end = 0
    for token in _TOKEN.finditer(glob):
        pieces[-1] = (pieces[-1][0], pieces[-1][1] + re.escape(glob[end : token.start()]))
        if token.lastgroup in _LAST:
            pieces.append((str(token.lastgroup), ""))
        else:
            pieces[-1] = (pieces[-1][0], pieces[-1][1] + _one_character(token[0]))
        end = token.end()
    pieces[-1] = (pieces[-1][0], pieces[-1][1] + re.escape(glob[end:]))
    try:
        return re.compile(_joined(pieces), re.DOTALL)
    except (re.error, OverflowError, RecursionError) as error:
        raise ConfigError(f"glob {glob[:_SHOWN]!r} cannot be used: {error}; correct it", glob=glob) from error


def _joined(pieces: list[tuple[str, str]]) -> str:
    """Join pieces, each a wildcard and what follows it; those from one that crosses folders to the next are a block."""
    blocks: list[list[tuple[str, str]]] = []
    for wild, after in pieces:
        if wild != "star":
            blocks.append([])
        blocks[-1].append((wild, after))
    *former, last = (_block(block, last=at == len(blocks) - 1) for at, block in enumerate(blocks))
    return "".join(f"(?>{each})" for each in former) + last


def _block(pieces: list[tuple[str, str]], *, last: bool) -> str:
    """Return a block that takes the first place at which it fits; the last one goes on to where the path ends."""
    (wild, after), *stars = pieces
    head = (_LAST if last else _FIRST).get(wild, "") + after
    inner = "".join(f"(?>{_FIRST[wild]}{after})" for wild, after in (stars[:-1] if last else stars))
    return head + inner + "".join(_LAST[wild] + after for wild, after in stars[-1:] if last)


def _one_character(token: str) -> str:
    if token == "?":
        return "[^/]"
    body = re.sub(r"([\\\[&|~])", r"\\\1", token[1:-1])
    return f"[^/{body[1:]}]" if body[:1] in "!^" else f"[{body}]"


def matches(glob: str, path: str) -> bool:
    """Tell whether the whole of a path with "/" matches; letters with marks are one, in one piece or in two."""
    return compiled(composed(glob)).fullmatch(composed(path)) is not None


def composed(text: str) -> str:
    """Return a text whose letters with marks are in one piece (NFC): file systems and editors differ in that."""
    return text if text.isascii() else unicodedata.normalize("NFC", text)


def normal(glob: str) -> str:
    """Return a glob without "./" at its front, and with everything below for a "/" at its end."""
    while glob.startswith("./"):
        glob = glob[2:].lstrip("/")
    return f"{glob}**" if glob.endswith("/") else glob


def depth(glob: str) -> int:
    """Return how many levels of folders a glob names; ``**`` is none."""
    return sum(part != "**" for part in glob.split("/"))
