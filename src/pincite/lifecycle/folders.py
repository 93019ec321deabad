"""
The index folders of a corpus: one is current, others are being built or are left over.

``index/current`` is a file that names the current one, so that a rebuilt index takes over in one step. A generation
that is being built beside it has a file ``index/of-GENERATION``, which may be written by a process without the hold.
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
    Names, makes and sweeps index folders; only the holder of the index changes which is current.

    :param state: The state folder.
    """

    def __init__(self, state: Path) -> None:
        self._root = state / "index"

    def current(self) -> Path | None:
        """Return the current folder, or ``None`` where there is none yet or it was lost."""
        return self._named("current")

    def building(self, generation: str) -> Path | None:
        """Return the folder in which a generation is being built, or ``None`` where there is none."""
        return self._named(f"of-{generation}")

    def fresh(self) -> Path:
        """Make and return an empty folder that is not current yet."""
        folder = self._root / uuid4().hex[:12]
        folder.mkdir(parents=True)
        return folder

    def fresh_for(self, generation: str) -> Path:
        """Make and return an empty folder in which a generation is to be built, in place of the one that there was."""
        self.abandon(generation)
        folder = self._root / uuid4().hex[:12]
        self._root.mkdir(parents=True, exist_ok=True)
        write_whole(self._root / f"of-{generation}", folder.name.encode())  # first, so that nobody sweeps it away
        folder.mkdir()
        return folder

    def abandon(self, generation: str) -> None:
        """Remove the folder in which a generation is being built, where there is one."""
        folder = self.building(generation)
        (self._root / f"of-{generation}").unlink(missing_ok=True)
        if folder is not None:
            shutil.rmtree(folder, ignore_errors=True)

    def adopt(self, generation: str) -> None:
        """Make the folder in which a generation was built the current one, where that has not been done yet."""
        folder = self.building(generation)
        if folder is not None:
            self.switch(folder)
        (self._root / f"of-{generation}").unlink(missing_ok=True)

    def switch(self, folder: Path) -> None:
        """Make a folder the current one, in one step."""
        write_whole(self._root / "current", folder.name.encode())

    def forsake(self) -> None:
        """Let no folder be the current one, so that the next opening fills a new one."""
        (self._root / "current").unlink(missing_ok=True)

    def sweep(self) -> None:
        """Remove every folder that is neither current nor being built."""
        marks = ["current", *(mark.name for mark in self._root.glob("of-*"))]
        keep = {folder.name for mark in marks if (folder := self._pointed(mark)) is not None}
        for folder in self._root.glob("*/"):
            if folder.name.split(".")[0] not in keep:
                shutil.rmtree(folder, ignore_errors=True)

    def _named(self, mark: str) -> Path | None:
        folder = self._pointed(mark)
        return folder if folder is not None and folder.is_dir() else None

    def _pointed(self, mark: str) -> Path | None:
        try:
            name = (self._root / mark).read_text(encoding="utf-8").strip()
        except (FileNotFoundError, UnicodeDecodeError):
            return None
        return self._root / name if _NAME.fullmatch(name) else None
