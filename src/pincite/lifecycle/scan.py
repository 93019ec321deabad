"""
Looks for pieces of text in all bytes of a folder.

Every piece is looked for at every byte: the first eight bytes at each place are looked up in a table, and what passes
is compared. That costs some ten seconds per gigabyte, however many pieces there are.
"""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator
    from collections.abc import Sequence as Items
    from pathlib import Path

    from numpy.typing import NDArray

__all__ = ["Scan", "pieces_of", "scan"]

_WORD: Final = 8
_SHORTEST: Final = 12
"""Bytes of a piece below which it says nothing about where it came from."""
_LONGEST: Final = 48
"""Bytes of a piece that are compared at most."""
_BLOCK: Final = 1 << 22
_TABLE_BITS: Final = 20
_SPREAD: Final = np.uint64(0x9E3779B97F4A7C15)
_SHIFT: Final = np.uint64(64 - _TABLE_BITS)


@dataclass(frozen=True, slots=True, kw_only=True)
class Scan:
    """What a look through all bytes of a folder found."""

    n_pieces: int
    """Pieces that were looked for."""
    n_files: int
    n_bytes: int
    found: tuple[tuple[str, bytes], ...]
    """File, relative to the folder, and piece; each pair once."""


def pieces_of(texts: Iterable[str], raw: Iterable[bytes] = ()) -> frozenset[bytes]:
    """
    Return what to look for: every line of the texts, and stretches of files that are not text.

    :param texts: As they are held.
    :param raw: Files as they came, compressed or not; a stretch of every 4,096 bytes is taken.
    """
    found = set()
    for text in texts:
        for line in re.findall(r"[^\n]+", text):
            piece = line.strip().encode()[:_LONGEST]
            if len(piece) >= _SHORTEST:
                found.add(piece)
    for data in raw:
        for start in range(0, len(data), 4096):
            piece = data[start : start + _LONGEST]
            if len(piece) >= _SHORTEST and len(set(piece)) > 4:
                found.add(piece)
    return frozenset(found)


def scan(folder: Path, pieces: Collection[bytes], *, also: Items[Path] = ()) -> Scan:
    """
    Look for pieces in every file below a folder.

    :param pieces: Each at least 8 bytes, and not all of them zero.
    :param also: Other folders to look through.
    """
    table, starts = _prepared(pieces)
    found: dict[tuple[str, bytes], None] = {}
    n_files = n_bytes = 0
    for file in (file for each in (folder, *also) for file in sorted(each.rglob("*"))):
        if not file.is_file():
            continue
        n_files += 1
        name = os.path.relpath(file, folder)
        for block, fresh in _blocks(file):
            n_bytes += fresh
            for piece in _found(block, table, starts) if starts else ():
                found[name, piece] = None
    return Scan(n_pieces=len(pieces), n_files=n_files, n_bytes=n_bytes, found=tuple(found))


def _prepared(pieces: Collection[bytes]) -> tuple[NDArray[np.bool_], dict[bytes, list[bytes]]]:
    table = np.zeros(1 << _TABLE_BITS, dtype=bool)
    starts: dict[bytes, list[bytes]] = {}
    for piece in pieces:
        starts.setdefault(piece[:_WORD], []).append(piece)
    for start in starts:
        table[_slots(np.frombuffer(start, dtype="<u8"))] = True
    return table, starts


def _slots(words: NDArray[np.uint64]) -> NDArray[np.intp]:
    return ((words * _SPREAD) >> _SHIFT).astype(np.intp)


def _blocks(file: Path) -> Iterator[tuple[bytes, int]]:
    """Yield a file in blocks that overlap by the longest piece, and how many bytes of each are new."""
    tail = b""
    try:
        with file.open("rb") as data:
            while fresh := data.read(_BLOCK):
                told = tail.strip(b"\0") or fresh.strip(b"\0")  # the engine keeps large files of mostly nothing
                yield (tail + fresh if told else b""), len(fresh)
                tail = (tail + fresh)[-(_LONGEST - 1) :]
    except FileNotFoundError:  # it was replaced meanwhile
        return


def _found(block: bytes, table: NDArray[np.bool_], starts: dict[bytes, list[bytes]]) -> Iterator[bytes]:
    for offset in range(_WORD):
        whole = (len(block) - offset) // _WORD
        if whole <= 0:
            continue
        words = np.frombuffer(block, dtype="<u8", count=whole, offset=offset)
        for at in np.flatnonzero(table[_slots(words)]).tolist():
            place = offset + at * _WORD
            for piece in starts.get(block[place : place + _WORD], ()):
                if block.startswith(piece, place):
                    yield piece
