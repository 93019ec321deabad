"""
Room on the disk, asked for before the index is written.

The engine maps its files into memory, and where the disk cannot back a page of them the process dies at once.
"""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING, Final

from pincite.errors import StoreError

if TYPE_CHECKING:
    from pathlib import Path

__all__ = ["require_room"]

_HEADROOM: Final = 64 * 2**20
"""Bytes for the engine's segments and logs, which grow in steps, and for the catalog's own log."""
_BESIDE: Final = 512
"""Bytes that go with each vector: its share of terms, payload and text."""


def require_room(state: Path, *, n_vectors: int, dim: int) -> None:
    """
    See to it that points can be written.

    :param state: The state folder.
    :param n_vectors: Vectors of the points, from 0.
    :param dim: Dimensions of each.
    :raises StoreError: If the disk has less room than they need.
    """
    if not n_vectors:
        return
    needed = _HEADROOM + n_vectors * (4 * dim + _BESIDE)
    free = shutil.disk_usage(state).free
    if free < needed:
        raise StoreError(
            f"disk full: {free // 2**20} MB free at {state}, about {-(-needed // 2**20)} MB needed; nothing was "
            "written: free some space and run the command again",
            path=str(state),
            free=free,
            needed=needed,
        )
