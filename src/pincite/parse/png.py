"""Writes pictures as PNG (ISO/IEC 15948), which needs no library."""

from __future__ import annotations

import struct
import zlib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["png"]


def png(picture: NDArray[np.uint8]) -> bytes:
    """
    Return a picture as the bytes of a PNG file.

    *Shape:* ``picture`` (height, width) in grey, or (height, width, 3) in red, green and blue
    """
    height, width = picture.shape[:2]
    colour = 2 if picture.ndim == 3 else 0
    rows = b"".join(b"\0" + row.tobytes() for row in picture)
    head = struct.pack(">IIBBBBB", width, height, 8, colour, 0, 0, 0)
    parts = ((b"IHDR", head), (b"IDAT", zlib.compress(rows, 6)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(name, body) for name, body in parts)


def _chunk(name: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))
