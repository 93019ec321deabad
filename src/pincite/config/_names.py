"""Checks that the implementations which settings name are there, when they are read and not at their first use."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

from pincite.errors import ConfigError, UnknownName
from pincite.registry import require

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

__all__ = ["require_names"]

_NAMED: Final[dict[str, tuple[str, ...]]] = {
    "chunk": ("name",),
    "embed": ("name",),
    "index": ("name",),
    "retrieve": ("route",),
    "rerank": ("name",),
    "assemble": ("name",),
    "generate": ("name",),
    "attribute": ("name",),
}
"""The keys of each stage that name an implementation of it."""
_DECIDED: Final = {"generate": frozenset({"auto"})}
"""Names that stand for one that is decided later."""


def require_names(settings: Mapping[str, Any], *, where: Callable[[str], str]) -> None:
    """
    Refuse a name that neither a stage nor an installed package knows; no implementation is imported.

    :param settings: The settings of the stages that are stated, by stage.
    :param where: Gives for a key's path the file or variable that states it.
    :raises ConfigError: If there is one; it names the file, the key and the nearest name.
    """
    for stage in settings.keys() & _NAMED.keys():
        for key in _NAMED[stage]:
            name, path = getattr(settings[stage], key).partition(":")[0], f"{stage}.{key}"
            if name in _DECIDED.get(stage, ()):
                continue
            try:
                require(stage, name, import_module(f"pincite.{stage}").BUILDERS)
            except UnknownName as error:
                raise ConfigError(f"{where(path)}: {path}: {error}", key=path, **error.facts) from error
