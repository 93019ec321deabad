"""
Fences around what models read: data of documents stands between tags whose names end in a mark that no document knows.

What could close a fence, open one, or pass for a turn of the conversation is defused; everything else stays verbatim,
so that quotes are found again.
"""

from __future__ import annotations

import re
import secrets
from hashlib import blake2b
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["defused", "fenced", "new_mark", "steady_mark"]

_KEY: Final = secrets.token_bytes(32)
"""Known to this process only."""
_CONTROL: Final = re.compile(
    r"<(?=\s*/?\s*(?:passage|earlier|question|tool|system|user|assistant|human|instruction|antml))"
    r"|<(?=\|)|(?<=\|)>|<<(?=\s*/?SYS)|\[(?=\s*/?INST\])|(?<=\n)(?=\s*(?:Human|Assistant|System|User)\s*:)",
    re.IGNORECASE,
)
_UNSEEN: Final = re.compile("[\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff\U000e0000-\U000e007f]")
"""Characters that nobody sees: zero widths, turns of direction, tags."""


def new_mark() -> str:
    """Return a mark for one request."""
    return secrets.token_hex(5)


def steady_mark(content: str) -> str:
    """Return a mark that stays the same for the same content in this process, so that a provider can cache it."""
    return blake2b(content.encode(), key=_KEY, digest_size=5).hexdigest()


def fenced(tag: str, text: str, *, mark: str, **facts: str) -> str:
    """
    Return a text between tags.

    :param mark: What the tags' names end in.
    :param facts: Attributes of the opening tag; empty ones are left out.
    """
    return f"<{tag}-{mark}{_attributes(facts)}>\n{defused(text, mark=mark)}\n</{tag}-{mark}>"


def defused(text: str, *, mark: str) -> str:
    """Return a text without anything that could pass for a fence or a turn, and without unseen characters."""
    text = _UNSEEN.sub("", text.replace(mark, "\u2026"))
    return _CONTROL.sub(
        lambda m: {"<": "\u2039", ">": "\u203a", "<<": "\u2039\u2039", "[": "("}.get(m[0], "\u2022 "), text
    )


def _attributes(facts: Mapping[str, str]) -> str:
    said = {name.replace("_", "-"): _flat(value) for name, value in facts.items() if value}
    return "".join(f' {name}="{value}"' for name, value in said.items())


def _flat(value: str) -> str:
    """Return a value on one line without quotes or angle brackets."""
    kept = _UNSEEN.sub("", " ".join(value.split())).translate(_QUOTES)
    return kept if len(kept) <= 200 else kept[:199] + "\u2026"


_QUOTES: Final = str.maketrans({'"': "\u201d", "<": "\u2039", ">": "\u203a"})
