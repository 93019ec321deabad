"""
Decides what is true of one document from everything that speaks about it.

The nearest statement goes first, key by key: sidecar, front matter, the deepest rule, the flags of ``add``, the source.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Any

from pincite.access import Level, Rule, decide
from pincite.documents import Metadata
from pincite.errors import MetadataError
from pincite.ingest import KEYS
from pincite.ingest.rules import named_groups
from pincite.ingest.values import checked, refuse_near_access, require_known

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from pincite.ingest import SourceSettings
    from pincite.ingest.rules import Rules

__all__ = ["Statements", "default_id", "default_title", "own_words", "read_sidecar", "resolve"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Statements:
    """Everything that speaks about one document."""

    path: str
    """Source name and path below it, with "/"."""
    source: SourceSettings
    rules: Rules
    tenant: str
    """The tenant that the source is fixed to."""
    front: Mapping[str, object]
    """Front matter as stated; empty where there is none."""
    sidecar: bytes | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class _Layer:
    level: Level
    where: str
    values: dict[str, object]


def resolve(stated: Statements, *, before: str = "", stated_again: bool = False) -> Metadata:
    """
    Return the metadata of one document; ``access`` is ``None`` where no rule speaks about it.

    :param before: The words of the rule that decided access at the last sync; ``""`` for a new document.
    :param stated_again: Whether the administrator has just stated access anew for its source.
    :raises MetadataError: If a value cannot be true, a sidecar has an unknown key, or another tenant is named.
    """
    layers = tuple(_layers(stated))
    values: dict[str, Any] = {}
    for layer in reversed(layers):
        values |= layer.values
    _hold_tenant(layers, stated)
    rules = [Rule(level=layer.level, where=layer.where, groups=_access(layer)) for layer in layers]
    nearest = next((rule for rule in rules if rule.groups is not None), None)
    decided = decide([nearest] if nearest else [], before=before, stated_again=stated_again)
    values["access"] = None if decided.level is Level.NOWHERE else decided.groups
    values["tenant"] = stated.tenant
    extra = {key: value for key, value in stated.front.items() if key not in KEYS}
    return Metadata(**values, extra=extra, access_rule=decided.words)


def own_words(stated: Statements) -> frozenset[str]:
    """
    Return the keys that a file states of itself, in its front matter or its sidecar; whoever writes it writes these.

    :raises MetadataError: If its sidecar cannot be read.
    """
    sidecar = read_sidecar(stated.sidecar, path=stated.path) if stated.sidecar is not None else {}
    return frozenset(KEYS).intersection([*stated.front, *sidecar])


def _layers(stated: Statements) -> Iterator[_Layer]:
    """Yield what is said about the document, the nearest first."""
    name = stated.path.rpartition("/")[2]
    if stated.sidecar is not None:
        yield _layer(Level.SIDECAR, name, read_sidecar(stated.sidecar, path=stated.path), f"sidecar of {stated.path}")
    refuse_near_access(stated.front, where=f"front matter of {stated.path}")
    yield _layer(Level.FRONT_MATTER, name, stated.front, f"front matter of {stated.path}")
    for where, values in stated.rules.values(stated.path):
        yield _layer(Level.FOLDER_RULE, where, values, f"rule {where!r} on {stated.path}")
    flags = named_groups(stated.source.pattern, stated.path) or {}
    yield _layer(Level.ADD_FLAG, f"--pattern of {stated.source.name}", flags, f"--pattern on {stated.path}")
    yield _layer(Level.SOURCE, stated.source.name, stated.source.stated(), f"source {stated.source.name!r}")


def _layer(level: Level, where: str, values: Mapping[str, object], words: str) -> _Layer:
    return _Layer(level=level, where=where, values=checked(values, where=words))


def _access(layer: _Layer) -> tuple[str, ...] | None:
    found = layer.values.get("access")
    return found if isinstance(found, tuple) else None


def _hold_tenant(layers: tuple[_Layer, ...], stated: Statements) -> None:
    for layer in layers:
        tenant = layer.values.get("tenant", stated.tenant)
        if tenant != stated.tenant:
            raise MetadataError(
                f"{stated.path}: {layer.level.words} says tenant {tenant!r}: expected {stated.tenant!r}, the tenant of "
                f"its source {stated.source.name!r}; take the key out, or register a source for that tenant",
                path=stated.path,
                tenant=tenant,
            )


def read_sidecar(data: bytes, *, path: str) -> dict[str, object]:
    """
    Return what a sidecar states.

    :param path: Path of the document that it stands beside, for messages.
    :raises MetadataError: If it is not TOML, or has an unknown key.
    """
    try:
        values = tomllib.loads(data.decode("utf-8-sig"))
    except (ValueError, RecursionError) as error:  # numbers of thousands of digits, lists in thousands of lists
        raise MetadataError(f"sidecar of {path}: not TOML: {error}; correct it", path=path) from error
    require_known(values, where=f"sidecar of {path}")
    return values


def default_id(path: str) -> str:
    """Return the id of a document that states none: its path without the suffix."""
    return str(PurePosixPath(path).with_suffix(""))


def default_title(path: str) -> str:
    """Return the title of a document that has none: its file name without the suffix."""
    return PurePosixPath(path).stem
