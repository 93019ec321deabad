"""Where installed models lie."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["cache_folder"]


def cache_folder(environment: Mapping[str, str] = os.environ) -> Path:
    """
    Return the folder for installed models: ``PINCITE_CACHE``, else the user's cache folder of this system.

    :param environment: Variables to look in.
    """
    stated = environment.get("PINCITE_CACHE")
    if stated:
        return Path(stated).expanduser()
    import platformdirs  # imported here: not needed where the variable is set

    return Path(platformdirs.user_cache_dir("pincite", appauthor=False))
