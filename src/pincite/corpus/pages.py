"""
Pages for the browser that were written of citations.

A page holds the whole text of a document, so it is for its user alone, and it lasts until the next command that may
take that text away.
"""

from __future__ import annotations

import os
import shutil
from contextlib import suppress
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

__all__ = ["forget_pages", "write_page"]


def write_page(state: Path, name: str, page: str) -> Path:
    """
    Write a page in place of every earlier one and return its file, which nobody but this user may read.

    :param state: The folder of the corpus's state.
    :param name: Of the file, such as "1.html".
    """
    forget_pages(state)
    folder = state / "pages"
    folder.mkdir(mode=0o700, parents=True)
    file = folder / name
    descriptor = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with open(descriptor, "w", encoding="utf-8", errors="backslashreplace") as out:
        out.write(page)
    return file


def forget_pages(state: Path) -> None:
    """Remove every page that was written."""
    with suppress(FileNotFoundError):
        shutil.rmtree(state / "pages")
