"""
Room on the disk, asked for before the index is opened or written.

The engine maps its files into memory, and where the disk cannot back a page of them the process dies at once.
"""

from __future__ import annotations

import shutil
from pathlib import Path
from stat import S_ISREG
from typing import TYPE_CHECKING, Final

from pincite.errors import StoreError
from pincite.lifecycle.folders import IndexFolders

if TYPE_CHECKING:
    from pincite.catalog import Catalog
    from pincite.documents import Generation

__all__ = ["has_room_again", "needed_to_open", "require_room", "require_room_again", "require_room_to_open"]

_HEADROOM: Final = 64 * 2**20
"""Bytes for the engine's segments and logs, which grow in steps, and for the catalog's own log."""
_VECTORS: Final = 6
"""Vectors of a point, its units among them, where they are not counted: more than most have."""
_BESIDE: Final = 512
"""Bytes that go with each vector: its share of terms, payload and text."""

_TO_OPEN: Final = 32 * 2**10
"""Bytes for the settings that the engine writes anew at each opening, and the folder that it writes them in first."""
_IN_MEMORY: Final = frozenset({"overlay", "ramfs", "tmpfs"})


def require_room(state: Path, *, n_vectors: int, dim: int) -> None:
    """
    See to it that points can be written.

    :param state: The state folder.
    :param n_vectors: Vectors of the points, from 0.
    :param dim: Dimensions of each.
    :raises StoreError: If the disk has less room than they need.
    """
    if n_vectors:
        _require(state, _HEADROOM + n_vectors * (4 * dim + _BESIDE), so="nothing was taken in")


def require_room_to_open(folder: Path) -> None:
    """
    See to it that the index in a folder can be opened, be it for reading alone.

    :raises StoreError: If the disk has less room than its files still need.
    """
    most = _TO_OPEN + _holes(folder)
    if shutil.disk_usage(folder).free < most:
        _require(folder, needed_to_open(folder))


def needed_to_open(folder: Path) -> int:
    """
    Return how many bytes the disk has yet to give for an index to be opened.

    The engine writes its settings anew at each opening. Files are made longer than what is in them, and it looks at
    every page of its payload indexes; its other long files wait until points come. A disk reads as zeros what was never
    written, and a file system in memory gives a page to it.
    """
    return _TO_OPEN + (_holes(folder) if _in_memory(folder) else 0)


def _holes(folder: Path) -> int:
    held = (file.stat() for file in folder.glob("segments/*/payload_index/**/*"))
    return sum(max(0, stat.st_size - stat.st_blocks * 512) for stat in held if S_ISREG(stat.st_mode))


def _in_memory(folder: Path) -> bool:
    """Tell whether a folder is in memory, or in layers of which the upper one may be."""
    try:
        mounts = Path("/proc/self/mountinfo").read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:  # of the systems without it none gives pages when it reads
        return False
    place = folder.resolve()
    over: list[tuple[int, int, str]] = []
    for mount in mounts:
        its, _, kind = mount.partition(" - ")
        point = Path(its.split(" ")[4].replace("\\040", " "))
        if place.is_relative_to(point):
            over.append((len(point.parts), len(over), kind.split(" ")[0]))
    return max(over, default=(0, 0, ""))[2] in _IN_MEMORY


def require_room_again(catalog: Catalog, generation: Generation) -> None:
    """
    See to it that the index can be written anew beside the one that stands.

    :param generation: What it is built as.
    :raises StoreError: If the disk has less room than that needs.
    """
    _require(catalog.state, _needed_again(catalog, generation))


def has_room_again(catalog: Catalog, generation: Generation) -> bool:
    """Tell the same."""
    return shutil.disk_usage(catalog.state).free >= _needed_again(catalog, generation)


def _needed_again(catalog: Catalog, generation: Generation) -> int:
    n_points = catalog.n_points(generation.id)
    if not n_points:
        return 0
    current = IndexFolders(catalog.state).current()
    there = 0 if current is None else sum(file.stat().st_blocks * 512 for file in current.rglob("*"))
    made = n_points * _VECTORS * (4 * generation.space.dim + _BESIDE)
    return _HEADROOM + (min(there, made) or made)


def _require(state: Path, needed: int, *, so: str = "nothing was written") -> None:
    free = shutil.disk_usage(state).free
    if free < needed:
        raise StoreError(
            f"disk full: {_shown(free)} free at {state}, about {_shown(needed, up=True)} needed; {so}: free some space "
            "and run the command again",
            path=str(state),
            free=free,
            needed=needed,
        )


def _shown(size: int, *, up: bool = False) -> str:
    unit, name = (2**20, "MB") if size >= 2**20 else (2**10, "KB")
    return f"{-(-size // unit) if up else size // unit} {name}"
