"""
The index folders of a corpus: one is current, others are being built or are left over.

``index/current`` is a file that names the current one, so that a rebuilt index takes over in one step.
"""

from __future__ import annotations

import re
import shutil
from typing import TYPE_CHECKING
from uuid import uuid4

from pincite.catalog.originals import write_whole

if TYPE_CHECKING:
    from pathlib import Path

__all__ = ["IndexFolders"]

_NAME = re.compile(r"[0-9a-f]{12}")


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
        except (FileNotFoundError, UnicodeDecodeError):
            return None
        folder = self._root / name
        return folder if _NAME.fullmatch(name) and folder.is_dir() else None

    def fresh(self) -> Path:
        """Make and return an empty folder that is not current yet."""
        folder = self._root / uuid4().hex[:12]
        folder.mkdir(parents=True)
        return folder

    def switch(self, folder: Path) -> None:
        """Make a folder the current one, in one step."""
        write_whole(self._root / "current", folder.name.encode())

    def forsake(self) -> None:
        """Let no folder be the current one, so that the next opening fills a new one."""
        (self._root / "current").unlink(missing_ok=True)

    def sweep(self) -> None:
        """Remove every folder that is not current."""
        keep = self.current()
        for folder in self._root.glob("*/"):
            if folder != keep:
                shutil.rmtree(folder, ignore_errors=True)
