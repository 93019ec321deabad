"""Which program recognises text in pictures: decided without loading it, since every sync asks."""

from __future__ import annotations

import re
import shutil
import subprocess
from functools import cache
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Final

from pincite.installed import version_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from pincite.parse import ParseSettings

__all__ = ["engine_of", "hint", "program", "recognition", "tesseract_version"]

_PROGRAM: Final = "tesseract"
_MAY_HOLD_PICTURES: Final = frozenset(("eml", "image", "msg", "pdf"))
"""Formats in which text may have to be recognised."""
_TESSERACT: Final = "apt-get install tesseract-ocr, brew install tesseract"
_EXTRA: Final = "pip install 'pincite[ocr]'"


def engine_of(wanted: str) -> str:
    """
    Return the name and version of the engine that a setting comes to, such as "tesseract 5.3.0".

    :param wanted: "auto", "tesseract", "rapidocr" or "none".
    :returns: ``""`` where it is not installed, or recognition is switched off.
    """
    tesseract = tesseract_version() if wanted in ("auto", "tesseract") else ""
    if tesseract:
        return f"tesseract {tesseract}"
    rapid = _rapidocr_version() if wanted in ("auto", "rapidocr") else ""
    return f"rapidocr {rapid}" if rapid else ""


def program() -> str:
    """Return the path of tesseract; ``""`` where it is not installed."""
    return shutil.which(_PROGRAM) or ""


def tesseract_version() -> str:
    """Return the version of the tesseract that is installed; ``""`` where none is."""
    place = program()
    return _asked(place) if place else ""


@cache
def _asked(place: str) -> str:
    try:
        done = subprocess.run([place, "--version"], capture_output=True, timeout=10, check=False, text=True)
    except (OSError, subprocess.TimeoutExpired):
        return ""
    found = re.search(r"tesseract v?([\w.-]+)", done.stdout + done.stderr)
    return found[1] if found else ""


def _rapidocr_version() -> str:
    try:
        return version_of("rapidocr")
    except ModuleNotFoundError:
        return ""


def hint(wanted: str) -> str:
    """
    Return what is missing and how to install it.

    :param wanted: As for :func:`engine_of`.
    """
    if wanted == "rapidocr":
        return f"rapidocr is not installed: install it ({_EXTRA}) and add the file again"
    other = f", or the engine inside Python ({_EXTRA})," if wanted == "auto" else ""
    return f"tesseract is not installed: install it ({_TESSERACT}){other} and add the file again"


def recognition(settings: ParseSettings, suffixes: dict[str, str]) -> Callable[[str], str]:
    """
    Return a function that gives what recognises text in a file, by its path: ``""`` where its format has no pictures.

    A file is read again when this changes: when an engine was installed, or another version of it.

    :param suffixes: Suffix in lower case → name of the format.
    """
    engine = engine_of(settings.ocr.engine)

    def of(path: str) -> str:
        suffix = PurePosixPath(path).suffix.lower()
        return engine if suffixes.get(suffix) in _MAY_HOLD_PICTURES else ""

    return of
