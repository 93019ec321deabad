"""The rules of ``pincite.toml``: which apply to a path, and what each says about it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, cached_property
from typing import TYPE_CHECKING

from pincite.ingest.glob import composed, depth, matches, normal
from pincite.text.patterns import Compiled, Within

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pincite.ingest import RuleSettings

__all__ = ["Rules", "named_groups"]


@dataclass(frozen=True, kw_only=True)
class Rules:
    """Rules in the order in which they go before one another."""

    settings: tuple[RuleSettings, ...]
    """As they stand in the file."""

    @cached_property
    def _nearest_first(self) -> tuple[RuleSettings, ...]:
        """A pattern is deepest; of equally deep ones the later in the file goes first."""
        placed = enumerate(self.settings)
        ordered = sorted(
            placed, key=lambda each: (bool(each[1].pattern), depth(normal(each[1].glob)), each[0]), reverse=True
        )
        return tuple(rule for _, rule in ordered)

    def values(self, path: str) -> Iterator[tuple[str, dict[str, object]]]:
        """
        Yield ``(which rule, what it says)`` of each rule that matches, the nearest first.

        :param path: Source name and path below it, with "/".
        """
        for rule in self._nearest_first:
            if rule.pattern:
                groups = named_groups(rule.pattern, path)
                if groups is not None:
                    yield f"pattern {rule.pattern}", {**rule.stated(), **groups}
            elif matches(normal(rule.glob), path):
                yield rule.glob, rule.stated()


def named_groups(pattern: str, path: str) -> dict[str, object] | None:
    """
    Return what a pattern's named groups found in a path, or ``None`` where it does not match or is empty.

    :raises ConfigError: If the pattern takes too long for this path.
    """
    match = Within(_compiled(pattern), path, of="the settings").search(0) if pattern else None
    if pattern and match is None and not (pattern + path).isascii():
        match = Within(_compiled(composed(pattern)), composed(path), of="the settings").search(0)
    if match is None:
        return None
    return {name: value for name, value in match.groupdict().items() if value is not None}


@cache
def _compiled(pattern: str) -> Compiled:
    return Compiled(pattern)
