"""
Finds an implementation by its name in settings.

A registry is a dict per stage from name to ``"module:builder"``, imported on first use. Others join through entry
points of the group ``pincite.<stage>``, such as ``pincite.embed``.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from pincite.errors import UnknownName

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

__all__ = ["builder", "require"]


def builder(stage: str, name: str, known: Mapping[str, str]) -> Callable[..., Any]:
    """
    Return the builder registered under ``name``.

    :param stage: The stage's folder, for messages and entry points.
    :param known: Names and ``"module:builder"`` strings of this stage.
    :raises UnknownName: If neither the stage nor an installed package knows the name.
    """
    target = known.get(name) or _from_entry_points(stage, name, known)
    module, _, attribute = target.partition(":")
    found: Callable[..., Any] = getattr(import_module(module), attribute)
    return found


def require(stage: str, name: str, known: Mapping[str, str]) -> None:
    """
    Refuse a name that :func:`builder` would not find; nothing is imported.

    :raises UnknownName: If neither the stage nor an installed package knows the name.
    """
    if name not in known:
        _from_entry_points(stage, name, known)


def _from_entry_points(stage: str, name: str, known: Mapping[str, str]) -> str:
    from importlib.metadata import entry_points  # imported here: costs 20 ms that built-in names need not pay

    outside = {point.name: point.value for point in entry_points(group=f"pincite.{stage}")}
    if name not in outside:
        raise UnknownName(stage, name, {*known, *outside})
    return outside[name]
