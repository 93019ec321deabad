"""What a document is called beside its title: the words of its file's name and its id."""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import PurePosixPath
from typing import Final

__all__ = ["called"]

_WORD: Final = re.compile(r"[^\W\d_]+")
_JOINT: Final = re.compile(r"(?<=[^\W\d_])(?=[A-Z][a-z])|(?<=[a-z])(?=[A-Z])")
"""Where words are written as one: "EbixInc", "coBranding"."""
_SAYS_NOTHING: Final = re.compile(
    r"and|are|copy|corp|docs?|documents?|draft|excerpt|exhibit|files?|final|for|from|gmbh|inc|index|ltd|llc|new|old"
    r"|pages?|part|plc|readme|rev|revision|scan|scanned|signed|the|translation|untitled|version|with",
    re.IGNORECASE,
)
_SHORTEST: Final = 3
_MOST: Final = 8
"""Words, so that a name which is a whole sentence does not drown the text beside it."""


@lru_cache(maxsize=4096)
def called(*, title: str, path: str, document_id: str) -> tuple[str, ...]:
    """
    Return the words of a file's name and its id that its title lacks, in order, at most eight.

    The agreement with WhiteSmoke is often called so by its file alone: "WHITESMOKE,INC_2011-PROMOTION.pdf" with the
    title "Promotion agreement" gives "WHITESMOKE".

    :param path: Source name and path below it, with "/".
    :returns: Empty where the title says it all.
    """
    known = {word.casefold() for word in _WORD.findall(title)}
    found: dict[str, str] = {}
    for name in (PurePosixPath(path).stem, document_id.rpartition("/")[2]):
        for run in _WORD.findall(name):
            for word in _JOINT.split(run):
                plain = word.casefold()
                if len(word) >= _SHORTEST and plain not in known and not _SAYS_NOTHING.fullmatch(word):
                    found.setdefault(plain, word)
    return tuple(found.values())[:_MOST]
