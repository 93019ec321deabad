"""Writes compound files ([MS-CFB], version 3), as Outlook's mails are: streams below the root and nothing else."""

from __future__ import annotations

import struct
from typing import Final

__all__ = ["compound"]

_SECTOR: Final = 512
_MINI: Final = 64
_CUTOFF: Final = 4096
"""Bytes from which a stream has sectors of its own."""
_FREE, _END, _FAT = 0xFFFF_FFFF, 0xFFFF_FFFE, 0xFFFF_FFFD


def compound(streams: dict[str, bytes]) -> bytes:
    """
    Return a file of some streams.

    :param streams: Name, at most 31 characters, → content, at least one byte.
    """
    names = sorted(streams, key=lambda name: (len(name), name.upper()))
    mini, mini_fat, starts = _packed([streams[name] for name in names if len(streams[name]) < _CUTOFF], _MINI)
    small = iter(starts)
    large = [streams[name] for name in names if len(streams[name]) >= _CUTOFF]
    tables = [mini, struct.pack(f"<{len(mini_fat)}I", *mini_fat)] if mini else []
    n_directory = -(-(len(names) + 1) * 128 // _SECTOR)
    body, fat, starts = _packed([*large, *tables, bytes(n_directory * _SECTOR)], _SECTOR)
    own = iter(starts)
    first = [next(own) if len(streams[name]) >= _CUTOFF else next(small) for name in names]
    mini_at, mini_fat_at = (next(own), next(own)) if mini else (_END, _END)
    directory_at = next(own)
    entries = [_entry("Root Entry", 5, child=1, start=mini_at, size=len(mini))]
    for at, name in enumerate(names, start=1):
        entries.append(
            _entry(name, 2, right=at + 1 if at < len(names) else _FREE, start=first[at - 1], size=len(streams[name]))
        )
    directory = b"".join(entries).ljust(n_directory * _SECTOR, b"\0")
    body = body[: directory_at * _SECTOR] + directory
    n_fat = 1
    while (len(fat) + n_fat) * 4 > n_fat * _SECTOR:
        n_fat += 1
    if n_fat > 109:
        raise ValueError(f"{len(body):,} bytes need {n_fat} tables of sectors: expected at most 109")
    fat_at = len(fat)
    whole = [*fat, *[_FAT] * n_fat]
    whole += [_FREE] * (n_fat * _SECTOR // 4 - len(whole))
    head = _head(n_fat, fat_at, directory_at, mini_fat_at, -(-len(mini_fat) * 4 // _SECTOR))
    return head + body + struct.pack(f"<{len(whole)}I", *whole)


def _packed(parts: list[bytes], size: int) -> tuple[bytes, list[int], list[int]]:
    """Return parts one behind the other in sectors, the chains of these, and the first sector of each part."""
    out, chains, starts = bytearray(), list[int](), list[int]()
    for part in parts:
        n_sectors = -(-len(part) // size)
        starts.append(len(chains))
        chains += [*range(len(chains) + 1, len(chains) + n_sectors), _END]
        out += part.ljust(n_sectors * size, b"\0")
    return bytes(out), chains, starts


def _entry(name: str, kind: int, *, right: int = _FREE, child: int = _FREE, start: int, size: int) -> bytes:
    wide = (name + "\0").encode("utf-16-le")
    links = struct.pack("<HBBIII", len(wide), kind, 1, _FREE, right, child)
    return wide.ljust(64, b"\0") + links + bytes(36) + struct.pack("<IQ", start, size)


def _head(n_fat: int, fat_at: int, directory_at: int, mini_fat_at: int, n_mini_fat: int) -> bytes:
    head = bytes.fromhex("D0CF11E0A1B11AE1") + bytes(16) + struct.pack("<HHHHH6x", 0x3E, 3, 0xFFFE, 9, 6)
    head += struct.pack("<IIIIIIIII", 0, n_fat, directory_at, 0, _CUTOFF, mini_fat_at, n_mini_fat, _END, 0)
    tables = [*range(fat_at, fat_at + n_fat), *[_FREE] * (109 - n_fat)]
    return head + struct.pack("<109I", *tables)
