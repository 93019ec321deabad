"""
Finds rules that state access and match no file.

Such a rule closes nothing, in silence. Where another way to write it matches files, it was meant for them.
"""

from __future__ import annotations

from dataclasses import dataclass
from difflib import get_close_matches
from typing import TYPE_CHECKING

from pincite.errors import ConfigError
from pincite.ingest.glob import composed, matches, normal
from pincite.ingest.rules import named_groups

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator

    from pincite.ingest import RuleSettings, SourceSettings

__all__ = ["Unmatched", "require_matching", "unmatched"]

_WILD = "*?["


@dataclass(frozen=True, slots=True, kw_only=True)
class Unmatched:
    """A rule that states access and matches no file."""

    rule: str
    """Its glob or pattern."""
    meant: str = ""
    """The glob that it was meant to be; ``""`` where that is not certain."""
    n_files: int = 0
    """How many files that one matches."""
    nearest: str = ""
    """The folder with files whose path is most like the rule's; ``""`` where none is like it."""

    def words(self) -> str:
        """Return what is wrong and what to do, in one line."""
        cause = f"rule {self.rule!r} states access and matches no file, so it closes nothing"
        if self.meant:
            files = f"{self.n_files:,} file{'' if self.n_files == 1 else 's'}"
            return f"{cause}: {self.meant!r} would match {files}; correct the rule, or take it out"
        near = f"; the nearest folder with files is {self.nearest!r}" if self.nearest else ""
        return f'{cause}: expected a source\'s name, "/" and a path below it{near}'


def unmatched(
    rules: Iterable[RuleSettings], paths: Collection[str], sources: Iterable[SourceSettings]
) -> tuple[Unmatched, ...]:
    """
    Return the rules that state access and match none of the paths, in order.

    :param paths: Those of all files that the sources hold: source name and path below it.
    :param sources: All that are registered.
    """
    known = tuple(sources)
    found = []
    for rule in rules:
        if rule.access is None and "(?P<access>" not in rule.pattern:
            continue
        if rule.pattern:
            if not any(named_groups(rule.pattern, path) is not None for path in paths):
                found.append(Unmatched(rule=rule.pattern))
        elif not any(matches(normal(rule.glob), path) for path in paths):
            found.append(_explained(rule.glob, paths, known))
    return tuple(found)


def require_matching(found: Iterable[Unmatched]) -> None:
    """
    Refuse a rule where it is certain which files it was meant for.

    :raises ConfigError: If there is one.
    """
    for each in found:
        if each.meant:
            raise ConfigError(f"pincite.toml: {each.words()}", glob=each.rule, meant=each.meant)


def _explained(glob: str, paths: Collection[str], sources: tuple[SourceSettings, ...]) -> Unmatched:
    plain = [composed(path) for path in paths]
    for written in _otherwise(normal(glob), sources):
        matched = [path for path in plain if matches(written.casefold(), path.casefold())]
        if matched:
            return Unmatched(rule=glob, meant=_in_the_case_of(matched[0], written), n_files=len(matched))
    folders = {path.rpartition("/")[0] for path in plain}
    literal = "/".join(part for part in normal(glob).split("/") if not set(part) & set(_WILD))
    return Unmatched(rule=glob, nearest=next(iter(get_close_matches(literal, folders, n=1, cutoff=0.6)), ""))


def _otherwise(glob: str, sources: tuple[SourceSettings, ...]) -> Iterator[str]:
    """Yield other ways to write a glob that mean the same place, the most alike first."""
    cleaned = normal(composed(glob).replace("\\", "/").lstrip("/"))
    starts = [cleaned]
    for source in sources:
        place = normal(composed(source.path).replace("\\", "/")).removesuffix("**").strip("/")
        if place and cleaned.startswith(f"{place}/"):
            starts.append(f"{source.name}/{cleaned[len(place) + 1 :]}")
    first = cleaned.partition("/")[0].casefold()
    if not (set(first) & set(_WILD) or first in {source.name.casefold() for source in sources}):
        starts += [f"{source.name}/{cleaned}" for source in sources]
    for start in starts:
        yield start
        if not set(start.rpartition("/")[2]) & set(_WILD):
            yield f"{start}/**"


def _in_the_case_of(path: str, glob: str) -> str:
    """Return a glob with its first parts in the case of a path that it matches, up to the first that differs."""
    names, parts = path.split("/"), glob.split("/")
    for at, (name, part) in enumerate(zip(names, parts, strict=False)):
        if part.casefold() != name.casefold():
            break
        parts[at] = name
    return "/".join(parts)
