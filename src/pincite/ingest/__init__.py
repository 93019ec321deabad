"""
The places documents come from, and what is stated about each document.

A source lists what it holds (:mod:`pincite.ingest.folder`); metadata is resolved from a sidecar, front matter, the
rules of ``pincite.toml`` and the source itself (:mod:`pincite.ingest.metadata`).
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date
from difflib import get_close_matches
from typing import TYPE_CHECKING, Final

from pincite.errors import ConfigError
from pincite.ingest.glob import compiled
from pincite.registry import builder

if TYPE_CHECKING:
    from pathlib import Path

    from pincite.protocols import Source

__all__ = ["BUILDERS", "KEYS", "RuleSettings", "SourceSettings", "Stated", "build"]

BUILDERS: Final = {"folder": "pincite.ingest.folder:build"}

KEYS: Final = (
    "id",
    "title",
    "topic",
    "version",
    "effective",
    "expires",
    "tenant",
    "access",
    "applies_to",
    "authority",
    "supersedes",
    "max_age",
    "language",
)
"""Every key that means something in front matter, sidecars, rules and sources."""


_SHOWN: Final = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class Stated:
    """What a rule or a source says about its documents; ``None`` where it says nothing."""

    id: str | None = None
    """The document's id, unique in its tenant."""
    title: str | None = None
    topic: str | None = None
    """What documents that replace one another share; the id where nothing is stated."""
    version: str | int | None = None
    """Such as "3", "1.10" or "C"; a number with a point needs quotes."""
    effective: date | None = None
    """First day of force, as YYYY-MM-DD."""
    expires: date | None = None
    """First day on which it is no longer in force, as YYYY-MM-DD."""
    tenant: str | None = None
    access: tuple[str, ...] | str | None = None
    """Groups that may read, and subjects as "user:NAME"; an empty list means nobody."""
    applies_to: tuple[str, ...] | str | None = None
    """Products, regions or other things that the document speaks about."""
    authority: str | None = None
    supersedes: tuple[str, ...] | str | None = None
    """What it replaces, for ``applies_to`` only: "ID", "ID#Section", or one row as "ID#Section/Label"."""
    max_age: int | str | None = None
    """How long after its date what it says may be taken for the present, such as "7 days"; nothing for ever."""
    language: str | None = None
    """BCP 47 code, such as "en" or "pt-BR"."""

    def stated(self) -> dict[str, object]:
        """Return the metadata keys that are stated here, with their values."""
        values = {key: getattr(self, key) for key in KEYS}
        return {key: value for key, value in values.items() if value is not None}


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleSettings(Stated):
    """
    Values for the documents whose path matches.

    The path is the source's name, "/" and the path below the source. Exactly one of ``glob`` and ``pattern`` is given.
    """

    glob: str = ""
    """``*`` and ``?`` stay inside one folder, ``**`` crosses folders: "policies/eu/**"."""
    pattern: str = ""
    """A regular expression searched in the path; its named groups are metadata keys."""

    def __post_init__(self) -> None:
        if bool(self.glob) == bool(self.pattern):
            raise ConfigError(
                f"a rule needs either glob or pattern, got glob = {self.glob!r} and pattern = {self.pattern!r}",
                glob=self.glob,
                pattern=self.pattern,
            )
        compiled(self.glob)
        _check_pattern(self.pattern)


@dataclass(frozen=True, slots=True, kw_only=True)
class SourceSettings(Stated):
    """A registered source: where it is, and what it says about all its documents."""

    name: str
    """Unique in a corpus, without "/"; the first part of every path and of default ids."""
    path: str
    """A file or folder; relative to the corpus folder."""
    kind: str = "folder"
    """What reads it: "folder" (files too)."""
    pattern: str = ""
    """As in a rule, for this source only; searched in the source's name, "/" and the path below it."""
    exclude: tuple[str, ...] = ()
    """Globs of what is left out, compared with the path below the source."""

    def __post_init__(self) -> None:
        if not self.name.strip() or "/" in self.name or self.name != self.name.strip():
            raise ConfigError(f'a source\'s name is a word without "/", got {self.name!r}: change name', name=self.name)
        if not self.path.strip():
            raise ConfigError(f"source {self.name!r} has no path: name a file or folder", name=self.name)
        for glob in self.exclude:
            compiled(glob)
        _check_pattern(self.pattern)


def _check_pattern(pattern: str) -> None:
    """Refuse a pattern that is no regular expression or whose named groups are no metadata keys."""
    try:
        names = list(re.compile(pattern).groupindex)
    except (re.error, OverflowError, RecursionError) as error:
        raise ConfigError(
            f"pattern {pattern[:_SHOWN]!r} is not a regular expression: {error}; correct it", pattern=pattern
        ) from error
    for name in names:
        if name not in KEYS:
            near = get_close_matches(name, KEYS, n=1)
            hint = f"; did you mean {near[0]!r}?" if near else ""
            raise ConfigError(
                f"pattern {pattern!r} names a group {name!r}: expected one of {', '.join(KEYS)}{hint}", pattern=pattern
            )
    if pattern and not names:
        raise ConfigError(
            f"pattern {pattern!r} has no named group: write (?P<version>…) around what it should give", pattern=pattern
        )


def build(settings: SourceSettings, *, base: Path, state: Path, max_bytes: int) -> Source:
    """
    Return the source that settings describe; whether it is there is found out when it is listed.

    :param base: What a relative path is relative to: the corpus folder.
    :param state: The corpus's state folder, which is never a source of documents.
    :param max_bytes: Larger files are refused without being read.
    :raises UnknownName: If no source of that kind is known.
    """
    source: Source = builder("ingest", settings.kind, BUILDERS)(settings, base=base, state=state, max_bytes=max_bytes)
    return source
