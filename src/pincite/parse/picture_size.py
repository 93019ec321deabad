"""The size that a picture says it has, read before anything unpacks it."""

from __future__ import annotations

import re
import struct
from itertools import islice
from typing import TYPE_CHECKING, Final

from pincite.errors import Damaged, TooLarge

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

__all__ = ["require_size", "sizes"]

_LONGEST_SIDE: Final = 32_767
"""Pixels of a side that tesseract takes."""
_MOST_PIXELS: Final = 100_000_000
"""A sheet of A3 at 600 dots per inch has 70 million; unpacked in colour each takes four bytes."""
_MOST_PAGES: Final = 1_000
_PNM: Final = re.compile(rb"P[1-6](?:\s+(?:#[^\n]*\n)?)+(\d+)(?:\s+(?:#[^\n]*\n)?)+(\d+)")
_FRAMES: Final = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
"""Marks of a JPEG's segments that hold its size."""


def require_size(data: bytes, *, path: str) -> None:
    """
    Return where a picture is one that can be unpacked in the memory that there is.

    :raises Damaged: If it is no picture, or does not say how large it is.
    :raises TooLarge: If a side or all of it has too many pixels.
    """
    found = tuple(islice(sizes(data), _MOST_PAGES))
    if not found or min(map(min, found)) < 1:
        raise Damaged(
            f"{path} is no picture that can be opened: expected a whole PNG, JPEG, TIFF, BMP, WebP or GIF; save it "
            "anew, or leave it out",
            path=path,
        )
    width, height = max(found, key=lambda size: (max(size) > _LONGEST_SIDE, size[0] * size[1]))
    if max(width, height) > _LONGEST_SIDE or width * height > _MOST_PIXELS:
        raise TooLarge(
            f"{path} is a picture of {width:,} by {height:,} pixels: expected at most {_LONGEST_SIDE:,} on a side and "
            f"{_MOST_PIXELS:,} in all; save it smaller or in parts",
            path=path,
            size=(width, height),
            limit=_MOST_PIXELS,
        )


def sizes(data: bytes) -> Iterator[tuple[int, int]]:
    """
    Yield (width, height) in pixels of each picture in a file, as its head says.

    :param data: A whole file, or more of its beginning than its head.
    :returns: Nothing where the bytes are no picture of a kind that is known, or end inside the head.
    """
    for mark, read in _READERS.items():
        if data.startswith(mark):
            try:
                yield from read(data)
            except (struct.error, IndexError):
                return
            return
    if found := _PNM.match(data[:1000]):
        yield int(found[1][:12]), int(found[2][:12])


def _png(data: bytes) -> Iterator[tuple[int, int]]:
    yield struct.unpack_from(">II", data, 16)


def _gif(data: bytes) -> Iterator[tuple[int, int]]:
    yield struct.unpack_from("<HH", data, 6)


def _bmp(data: bytes) -> Iterator[tuple[int, int]]:
    if struct.unpack_from("<I", data, 14)[0] == 12:
        yield struct.unpack_from("<HH", data, 18)
    else:
        width, height = struct.unpack_from("<ii", data, 18)
        yield abs(width), abs(height)


def _jpeg(data: bytes) -> Iterator[tuple[int, int]]:
    at = 2
    while data[at] == 0xFF:
        mark = data[at + 1]
        if mark in _FRAMES:
            height, width = struct.unpack_from(">HH", data, at + 5)
            yield width, height
            return
        at += 1 if mark == 0xFF else 2 + struct.unpack_from(">H", data, at + 2)[0]


def _webp(data: bytes) -> Iterator[tuple[int, int]]:
    kind = data[12:16]
    if kind == b"VP8X":
        wide, high = (int.from_bytes(data[at : at + 3], "little") + 1 for at in (24, 27))
        yield wide, high
    elif kind == b"VP8L":
        bits = struct.unpack_from("<I", data, 21)[0]
        yield (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1
    elif kind == b"VP8 ":
        width, height = struct.unpack_from("<HH", data, 26)
        yield width & 0x3FFF, height & 0x3FFF


def _tiff(data: bytes) -> Iterator[tuple[int, int]]:
    order = "<" if data.startswith(b"II") else ">"
    at = struct.unpack_from(f"{order}I", data, 4)[0]
    seen: set[int] = set()
    while at and at not in seen:
        seen.add(at)
        count = struct.unpack_from(f"{order}H", data, at)[0]
        found = {}
        for entry in range(at + 2, at + 2 + 12 * count, 12):
            tag, kind = struct.unpack_from(f"{order}HH", data, entry)
            found[tag] = struct.unpack_from(f"{order}{'H' if kind == 3 else 'I'}", data, entry + 8)[0]
        yield found.get(256, 0), found.get(257, 0)
        at = struct.unpack_from(f"{order}I", data, at + 2 + 12 * count)[0]


_READERS: Final[dict[bytes, Callable[[bytes], Iterator[tuple[int, int]]]]] = {
    b"\x89PNG\r\n\x1a\n": _png,
    b"GIF8": _gif,
    b"BM": _bmp,
    b"\xff\xd8\xff": _jpeg,
    b"RIFF": _webp,
    b"II*\0": _tiff,
    b"MM\0*": _tiff,
}
