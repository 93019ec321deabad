"""Finds the metadata key that a foreign key was meant to be: ``versoin`` is ``version`` with two letters swapped."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from pincite.ingest import KEYS

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["slips"]

_SHORTEST: Final = 4
"""Keys of fewer letters are near too many words."""
_LONG: Final = 7
"""From so many letters two slips still leave a key known."""


def slips(keys: Iterable[str]) -> tuple[tuple[str, str], ...]:
    """
    Return the foreign keys that are near a key which Pincite reads, each with that key.

    One letter may be wrong, missing, too many or swapped with the next, in a key of seven letters or more two; case,
    dashes and spaces do not count.
    """
    found = []
    for key in keys:
        meant = _meant(key) if key not in KEYS else None
        if meant is not None:
            found.append((key, meant))
    return tuple(found)


def _meant(key: str) -> str | None:
    plain = "_".join(key.lower().replace("-", " ").replace("_", " ").split())
    if plain in KEYS:
        return plain
    near = [
        (n, known)
        for known in KEYS
        if len(known) >= _SHORTEST and (n := _slips(plain, known)) <= (2 if len(known) >= _LONG else 1)
    ]
    return min(near)[1] if near else None


def _slips(word: str, known: str) -> int:
    """Return how many letters are wrong, missing, too many or swapped with the next."""
    if abs(len(word) - len(known)) > 2:
        return len(known)
    before: list[int] = []
    last = list(range(len(known) + 1))
    for i, letter in enumerate(word, start=1):
        row = [i]
        for j, other in enumerate(known, start=1):
            least = min(last[j] + 1, row[j - 1] + 1, last[j - 1] + (letter != other))
            if i > 1 and j > 1 and letter == known[j - 2] and word[i - 2] == other:
                least = min(least, before[j - 2] + 1)
            row.append(least)
        before, last = last, row
    return last[-1]
