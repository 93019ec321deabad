"""
Finds what stands at the head of a text and could be a statement about it that no reader of front matter knows.

Only the head counts: a page may say "access: see page 3" further down.
"""

from __future__ import annotations

import re
from itertools import takewhile
from typing import Final

from pincite.text.access_words import seen

__all__ = ["behind_lines", "head_lines", "unread"]

_HEAD: Final = 65_536
"""Characters in which a head is looked for."""
_FENCE: Final = re.compile(r"-{2,}|\+{2,}|;{3,}|[\u2010-\u2015\u2212]+|\.{3}")
_OPENING: Final = re.compile(r"(?:-{3,}|\+{3,}|;{3,})\s*(?:[A-Za-z]\w{0,15}|#.*|[!&{\[].*|[\"']?[\w-]+[\"']?\s*[:=].*)")
"""A fence that has the name of a notation, a comment or the first value in its own line."""
_FIELD: Final = re.compile(r"(?:#\+|[:{\"']|//\s*)?\s*[\"']?[^\W\d_][\w .-]{0,40}[\"']?\s*[:=].*")
_ASIDE: Final = re.compile(r"\s*(?:<!--.*?-->|%[A-Z]+[^\n]*\n|\{/\*.*?\*/\})", re.DOTALL)
_LONGEST_VALUE: Final = 100


def unread(line: str) -> str:
    """Return the cause for a message: a line looks like a statement of access and does not count as one."""
    shown = line if len(line) <= 80 else f"{line[:79]}…"
    return (
        f"{shown!r} looks like a statement of access that is not read: expected 'access: [GROUP]' between two lines "
        "'---' at the very head, or a sidecar; nobody reads the file until it is corrected"
    )


def behind_lines(text: str) -> list[str]:
    """Return the lines right behind front matter that may belong to it: fences, fields, and a head of their own."""
    return list(takewhile(_is_of_it, text[:_HEAD].splitlines())) + head_lines(text)


def head_lines(text: str) -> list[str]:
    """
    Return the lines at the head of a text that may state something about it.

    They are comments before anything else, what stands between fences of any kind, or a first paragraph all of whose
    lines are like "key: value".
    """
    head = text[:_HEAD]
    asides: list[str] = []
    while found := _ASIDE.match(head):
        asides += [line.strip(" <>!-{}/*") for line in found[0].splitlines()]
        head = head[found.end() :]
    return asides + (_fenced(head) or _fields(head))


def _fenced(text: str) -> list[str]:
    """Return the lines between two fences of any kind at the head of a text, and fields right behind them."""
    lines = [line for line in text[:_HEAD].splitlines() if seen(line).strip()]
    first = seen(lines[0]).strip() if lines else ""
    opens = _OPENING.fullmatch(first)
    if not (opens or _FENCE.fullmatch(first)):
        return []
    own = lines[:1] if opens else []
    inner = list(takewhile(lambda line: not _FENCE.fullmatch(seen(line).strip()), lines[1:]))
    if len(inner) == len(lines) - 1:  # never closed: what stands together with the fence
        whole = text[:_HEAD].lstrip().splitlines()[1:]
        return own + list(takewhile(lambda line: seen(line).strip(), whole))
    return own + inner + list(takewhile(_is_of_it, lines[len(inner) + 2 :]))


def _is_of_it(line: str) -> bool:
    plain = seen(line).strip()
    return bool(_FENCE.fullmatch(plain) or _OPENING.fullmatch(plain) or _is_field(plain))


def _is_field(line: str) -> bool:
    return bool(_FIELD.fullmatch(line)) and len(line) <= _LONGEST_VALUE and not line.endswith((".", "!", "?"))


def _fields(head: str) -> list[str]:
    lines = [seen(line) for line in head.splitlines()]
    while lines and not lines[0].strip():
        del lines[0]
    first = list(takewhile(str.strip, lines))
    own = [line.strip() for line in first if line.strip() not in ("{", "}")]
    return own if all(map(_is_field, own)) else []
