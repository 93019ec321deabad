"""
The index folders of a corpus: one is current, others are being built or are left over.

``index/current`` is a file that names the current one, so that a rebuilt index takes over in one step.
"""

from __future__ import annotations

import shutil
from pathlib import Path
from uuid import uuid4

from pincite.catalog.originals import write_whole

__all__ = ["IndexFolders"]


class IndexFolders:
    """
    Names, makes and sweeps index folders; only the holder of the index uses it.

    :param state: The state folder.
    """

    def __init__(self, state: Path) -> None:
        self._root = state / "index"

    def current(self) -> Path | None:
        """Return the current folder, or ``None`` where there is none yet or it was lost."""
        try:
            name = (self._root / "current").read_text(encoding="utf-8").strip()
        except FileNotFoundError:
            return None
        folder = self._root / Path(name).name
        return folder if folder.is_dir() else None

    def fresh(self) -> Path:
        """Make and return an empty folder that is not current yet."""
        folder = self._root / uuid4().hex[:12]
        folder.mkdir(parents=True)
        return folder

    def switch(self, folder: Path) -> None:
        """Make a folder the current one, in one step."""
        write_whole(self._root / "current", folder.name.encode())

    def sweep(self) -> None:
        """Remove every folder that is not current."""
        keep = self.current()
        for folder in self._root.glob("*/"):
            if folder != keep:
                shutil.rmtree(folder, ignore_errors=True)
