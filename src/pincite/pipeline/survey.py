"""Compares what sources hold now with what was known of them, by cheap marks."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from pincite.documents import digest
from pincite.errors import SourceError
from pincite.pipeline.drafts import Unread

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable

    from pincite.catalog import FileRow
    from pincite.ingest import SourceSettings
    from pincite.ingest.rules import Rules
    from pincite.protocols import Source
    from pincite.text.identifiers import IdentifierKind

__all__ = ["Registered", "Survey", "kinds_mark", "mark", "survey"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Registered:
    """A source and what it was registered with."""

    settings: SourceSettings
    source: Source


@dataclass(slots=True, kw_only=True)
class Survey:
    """What is to be read, and what is not there any more."""

    unread: list[Unread] = field(default_factory=list)
    kept: list[FileRow] = field(default_factory=list)
    """Files that are as they were, and files of sources that cannot be listed now."""
    missing: list[FileRow] = field(default_factory=list)
    """Files that the listing no longer has."""
    failed: dict[str, SourceError] = field(default_factory=dict)
    """Sources that cannot be listed, by name."""

    def paths(self) -> set[str]:
        """Return the paths of all files that the sources hold."""
        return {each.path for each in self.unread} | {row.path for row in self.kept}


def mark(settings: SourceSettings, rules: Rules, *, more: Iterable[str]) -> str:
    """
    Return a digest of the settings that decide what a source's files become.

    :param more: Whatever else decides it: the parser's digest, the corpus's tenant and language, identifier kinds.
    """
    own = (str(settings.stated()), settings.pattern)
    return digest("mark", *own, *(str(rule) for rule in rules.settings), *more)[:16]


def kinds_mark(kinds: Iterable[IdentifierKind]) -> str:
    """Return a digest of identifier kinds."""
    return digest("kinds", *(str(kind) for kind in kinds))


def survey(
    sources: Iterable[Registered],
    *,
    known: Callable[[str], dict[str, FileRow]],
    marks: Callable[[SourceSettings], str],
    recognises: Callable[[str], str],
    stated_again: Collection[str] = (),
    all_files: bool = False,
) -> Survey:
    """
    List every source.

    :param known: Gives what became of each file of a source, by path.
    :param marks: Gives the digest of the settings that decide what a source's files become.
    :param recognises: Gives what recognises text in the pictures of a file, by its path; ``""`` where it has none.
    :param stated_again: Names of sources whose access the administrator has just stated anew.
    :param all_files: Whether every file is to be read, also one that did not change.
    """
    found = Survey()
    for registered in sources:
        name = registered.settings.name
        rows = known(name)
        try:
            items = list(registered.source.items())
        except SourceError as error:
            found.failed[name] = error
            found.kept += rows.values()
            continue
        suffix = f"|{marks(registered.settings)}"
        again = name in stated_again
        for item in items:
            row = rows.pop(item.path, None)
            engine = recognises(item.path)
            stamp = item.stamp + suffix + (f"~{engine}" if engine else "")
            if row is not None and row.stamp == stamp and not row.error and not (again or all_files):
                found.kept.append(row)
                continue
            its = registered.settings
            found.unread.append(
                Unread(source=its, item=item, stamp=stamp, known=row, stated_again=again, whatever=all_files)
            )
        found.missing += rows.values()
    return found
