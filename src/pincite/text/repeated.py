"""
Header rows that nothing marks: in the middle of a table, where tables are joined and exports write the header anew, and
under the first row, where one name stands over several columns.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

__all__ = ["lower_header", "repeated_headers"]

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


def lower_header(header: Mapping[int, str], rows: Sequence[Mapping[int, str]]) -> dict[int, int]:
    """
    Return how many columns the names reach over that the first row below a header divides; empty where it is no header.

    Such a row has words only in columns whose name in the header comes twice or leaves the next ones empty, a word of
    its own in each of these, and nothing in the first column. Where the header is empty, figures have to follow.

    :param header: Words of the header, by column.
    :param rows: Words of the rows below it, by column.
    :returns: By the column in which a name stands.
    """
    lower = _named(rows[0]) if len(rows) > 1 else {}
    if len(lower) < 2 or 0 in lower or not all(map(_is_name, lower.values())):
        return {}
    named = _named(header)
    divided = [run for run in _runs(named, 1 + max(*named, *lower)) if not lower.keys().isdisjoint(run)]
    if not all(len({lower.get(column, "") for column in run} - {""}) == len(run) > 1 for run in divided):
        return {}
    figures = any(_FIGURE.fullmatch(row.get(column, "")) for row in rows[1:] for column in lower)
    if not figures and any(column not in named for run in divided for column in run):
        return {}
    starts = ([column for column in run if column in named] for run in divided)
    return {at: n for run, own in zip(divided, starts, strict=True) for at, n in _reach(run, own)}


def _runs(named: Mapping[int, str], width: int) -> list[list[int]]:
    """Return the columns side by side that have one name, with those without a name behind it."""
    runs: list[list[int]] = []
    for column in range(width):
        if runs and named.get(column, "") in ("", named.get(runs[-1][0], "")):
            runs[-1].append(column)
        else:
            runs.append([column])
    return [run for run in runs if run[0] in named]


def _reach(run: Sequence[int], starts: Sequence[int]) -> Iterator[tuple[int, int]]:
    for at, after in zip(starts, (*starts[1:], run[-1] + 1), strict=True):
        yield at, after - at


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
