from __future__ import annotations

import struct
import zlib

import pytest

from pincite.errors import Damaged, TooLarge
from pincite.parse.picture_size import require_size, sizes


def png(width: int, height: int, body: bytes = b"") -> bytes:
    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    chunks = ((b"IHDR", head), (b"IDAT", zlib.compress(body)), (b"IEND", b""))
    packed = (
        struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data)) for name, data in chunks
    )
    return b"\x89PNG\r\n\x1a\n" + b"".join(packed)


def tiff(*pages: tuple[int, int], back_to: int = 0) -> bytes:
    found = b"II*\0" + struct.pack("<I", 8)
    for at, (width, height) in enumerate(pages):
        entries = struct.pack("<HHII", 256, 4, 1, width) + struct.pack("<HHII", 257, 3, 1, height)
        following = len(found) + 2 + len(entries) + 4 if at + 1 < len(pages) else back_to
        found += struct.pack("<H", 2) + entries + struct.pack("<I", following)
    return found


@pytest.mark.parametrize(
    ("data", "size"),
    [
        (png(640, 480), (640, 480)),
        (b"GIF89a" + struct.pack("<HH", 640, 480), (640, 480)),
        (b"BM" + bytes(12) + struct.pack("<Iii", 40, 640, -480), (640, 480)),
        (b"\xff\xd8\xff\xe0\0\x04ab\xff\xc2\0\x0b\x08" + struct.pack(">HH", 480, 640), (640, 480)),
        (b"RIFF\0\0\0\0WEBPVP8X" + bytes(8) + b"\x7f\x02\0\xdf\x01\0", (640, 480)),
        (b"RIFF\0\0\0\0WEBPVP8L" + bytes(4) + b"\x2f" + struct.pack("<I", 639 | 479 << 14), (640, 480)),
        (tiff((640, 480)), (640, 480)),
        (b"P5\n# scanned\n640 480\n255\n", (640, 480)),
    ],
)
def test_the_size_stands_in_the_head_of_every_kind(data: bytes, size: tuple[int, int]) -> None:
    assert list(sizes(data)) == [size]


@pytest.mark.parametrize(("width", "height"), [(50_000, 50_000), (2**31 - 1, 2**31 - 1), (12_000, 9_000), (40_000, 1)])
def test_a_picture_of_too_many_pixels_is_too_large_before_it_is_unpacked(width: int, height: int) -> None:
    with pytest.raises(TooLarge, match=rf"a\.png is a picture of {width:,} by {height:,} pixels: expected") as caught:
        require_size(png(width, height), path="a.png")
    assert caught.value.facts["size"] == (width, height)


def test_any_page_of_a_tiff_may_be_the_one_that_is_too_large() -> None:
    with pytest.raises(TooLarge):
        require_size(tiff((100, 100), (20_000, 20_000)), path="a.tif")


def test_pages_of_a_tiff_that_go_in_a_circle_are_read_once() -> None:
    assert list(sizes(tiff((10, 10), (20, 20), back_to=8))) == [(10, 10), (20, 20)]


@pytest.mark.parametrize(
    "data", [b"", b"/etc/hostname\n", b"\x89PNG\r\n\x1a\n", png(0, 10), b"\xff\xd8\xff\xe0" + bytes(50)]
)
def test_what_is_no_picture_is_damaged_and_never_a_list_of_files_for_the_engine(data: bytes) -> None:
    with pytest.raises(Damaged, match=r"a\.png is no picture that can be opened"):
        require_size(data, path="a.png")
