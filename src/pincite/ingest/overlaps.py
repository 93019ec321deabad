"""Refuses sources that hold the same files and say different things about who may read them."""

from __future__ import annotations

import os
from itertools import combinations
from pathlib import Path, PurePath
from typing import TYPE_CHECKING

from pincite.errors import ConfigError
from pincite.ingest.glob import matches, normal

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pincite.ingest import SourceSettings

__all__ = ["require_apart"]


def require_apart(sources: Iterable[SourceSettings], *, base: Path) -> None:
    """
    Refuse two sources one of which holds files of the other, where their access or tenant differs.

    A file would be read under both, and whoever may read one of the two would read it.

    :param base: What relative paths are relative to.
    :raises ConfigError: If there are such; it says how to part them.
    """
    folders = [each for each in sources if each.kind == "folder"]
    for one, other in combinations(folders, 2):
        if _said(one) == _said(other):
            continue
        for outer, inner in ((one, other), (other, one)):
            below = _below(_place(outer, base), _place(inner, base))
            if below is not None and not _excludes(outer, below):
                raise ConfigError(_cause(outer, inner, below), name=outer.name, path=inner.path)


def _said(source: SourceSettings) -> tuple[object, ...]:
    access = [source.access] if isinstance(source.access, str) else source.access
    return None if access is None else frozenset(access), source.tenant


def _place(source: SourceSettings, base: Path) -> PurePath:
    return PurePath(os.path.realpath(base / Path(source.path).expanduser()))


def _below(outer: PurePath, inner: PurePath) -> str | None:
    """Return the path of one place below another, "" for the same; ``None`` where it is not below it."""
    if not inner.is_relative_to(outer):
        return None
    found = inner.relative_to(outer).as_posix()
    return "" if found == "." else found


def _excludes(outer: SourceSettings, below: str) -> bool:
    """Tell whether the outer source leaves a place below it out, by its own path or one above it."""
    parts = below.split("/")
    places = ["/".join(parts[: n + 1]) for n in range(len(parts))] if below else []
    return any(
        matches(normal(glob), each) or matches(normal(glob), f"{each}/*") for glob in outer.exclude for each in places
    )


def _cause(outer: SourceSettings, inner: SourceSettings, below: str) -> str:
    said = f"sources {outer.name!r} (access {_words(outer)}) and {inner.name!r} (access {_words(inner)})"
    if not below:
        return f"{said} hold the same files: expected one source for them; take one of the two out"
    return (
        f'{said} both hold {below!r}: expected each file in one of them; write exclude = ["{below}"] into source '
        f"{outer.name!r}, or, instead of source {inner.name!r}, a rule with the glob "
        f'"{outer.name}/{below}/**"'
    )


def _words(source: SourceSettings) -> str:
    access = [source.access] if isinstance(source.access, str) else source.access
    return "not stated" if access is None else ", ".join(access) or "nobody"
