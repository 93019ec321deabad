"""Header rows in the middle of a table: tables are joined, and exports write the header anew every so many rows."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

__all__ = ["repeated_headers"]

_FIGURE: Final = re.compile(r"[\s$\u20ac\u00a3\u00a5(+-]*\d[\d\s.,:/%)-]*")
_YEAR: Final = re.compile(r"(?:19|20)\d\d")
_LONGEST: Final = 80
"""Characters of the longest name of a column."""
_MARKS: Final = " \t*_`"


def repeated_headers(header: Sequence[Mapping[int, str]], rows: Iterable[Mapping[int, str]]) -> frozenset[int]:
    """
    Return which rows of a table are headers though nothing marks them.

    Such a row repeats a row of the header, in its order or another; or the names of single columns, each in its own;
    or it begins with the name of the first column and goes on with names of others, where two tables are joined.

    :param header: Words of the header rows that the table opens with, by column; without any no row repeats them.
    :param rows: Words of the rows below it, by column.
    :returns: Numbers of the rows, from 0.
    """
    heads = [named for row in header if len(named := _named(row)) > 1]
    if not heads:
        return frozenset()
    by_column: dict[int, set[str]] = {}
    for head in heads:
        for column, words in head.items():
            by_column.setdefault(column, set()).add(words)
    wholes = [sorted(head.values()) for head in heads]
    return frozenset(at for at, row in enumerate(rows) if _repeats(row, by_column, wholes))


def _repeats(row: Mapping[int, str], by_column: Mapping[int, set[str]], wholes: Sequence[Sequence[str]]) -> bool:
    known = {words for names in by_column.values() for words in names}
    first = row.get(0, "").strip(_MARKS).casefold()
    if first and first not in known:
        return False  # nearly every row
    named = _named(row)
    if len(named) < 2:
        return False
    if sorted(named.values()) in wholes or all(words in by_column.get(at, ()) for at, words in named.items()):
        return True
    begins = first in by_column.get(0, ()) and len(set(named.values())) == len(named)
    return begins and all(map(_is_name, named.values()))


def _named(row: Mapping[int, str]) -> dict[int, str]:
    return {column: folded for column, words in row.items() if (folded := words.strip(_MARKS).casefold())}


def _is_name(words: str) -> bool:
    return len(words) <= _LONGEST and (not _FIGURE.fullmatch(words) or _YEAR.fullmatch(words) is not None)
