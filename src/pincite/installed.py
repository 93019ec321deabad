"""Versions of installed packages, without ``importlib.metadata``: that costs a cold question a tenth of a second."""

from __future__ import annotations

import re
import sys
from functools import cache
from pathlib import Path

__all__ = ["version_of"]

_SUFFIX = ".dist-info"


def version_of(distribution: str) -> str:
    """
    Return the version of an installed distribution.

    The names of ``NAME-VERSION.dist-info`` folders on the path say it (the binary distribution format of the Python
    packaging specifications); what is installed in another way is asked of ``importlib.metadata``.

    :raises ModuleNotFoundError: If it is not installed.
    """
    found = _versions().get(_folded(distribution))
    if found is not None:
        return found
    from importlib.metadata import version  # imported here: slow, and hardly ever needed

    return version(distribution)


@cache
def _versions() -> dict[str, str]:
    found: dict[str, str] = {}
    for folder in map(Path, sys.path):
        try:
            names = [entry.name for entry in folder.iterdir() if entry.name.endswith(_SUFFIX)]
        except OSError:
            continue
        for name in names:
            distribution, _, version = name.removesuffix(_SUFFIX).partition("-")
            found.setdefault(_folded(distribution), version)
    return found


def _folded(name: str) -> str:
    return re.sub(r"[-_.]+", "_", name).lower()
