"""
Regular expressions that settings state, matched within a limit of time.

One can be written that tries more ways than a text has atoms, and it is noticed only when the text comes that it cannot
match. What cannot do that, which is what nearly everybody writes, is matched by ``re``; the rest by a library that
gives up in time.
"""

from __future__ import annotations

import re
from functools import cached_property, partial
from time import perf_counter
from typing import TYPE_CHECKING, Final, Protocol

from pincite.errors import ConfigError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

__all__ = ["LIMIT_S", "Compiled", "Found", "Within", "is_harmless"]

LIMIT_S: Final = 2.0
"""Seconds that one pattern may take for one text, and as many again for every megabyte of it."""
_SHOWN: Final = 200
_WAYS: Final = 1_000
"""Ways of matching at one place up to which a pattern is harmless."""
_TOKEN: Final = re.compile(
    r"\\.|\[\^?\]?(?:\\.|[^\]\\])*\]|\(\?|(?P<endless>[*+]|\{\d*,\}|\)\{)|\{(?P<low>\d*)(?P<to>,?)(?P<high>\d*)\}|(?P<two>[?|])",
    re.DOTALL,
)


class Found(Protocol):
    """What was found; as ``re`` gives it."""

    def span(self, group: str | int = 0, /) -> tuple[int, int]:
        """Return where a group stands."""
        ...

    def start(self) -> int:
        """Return where it begins."""
        ...

    def groupdict(self) -> Mapping[str, str | None]:
        """Return the named groups, ``None`` for those that matched nothing."""
        ...


class _Limited(Protocol):
    """A pattern of the library that gives up in time, as far as it is used here."""

    def search(self, string: str, pos: int, *, timeout: float) -> Found | None: ...

    def match(self, string: str, pos: int, *, timeout: float) -> Found | None: ...


class _Look(Protocol):
    """Looks for a pattern from a place on, or at it."""

    def __call__(self, string: str, pos: int, *, timeout: float) -> Found | None: ...


class Compiled:
    """
    A pattern, ready to be matched.

    :param pattern: As it is stated, for messages.
    :param source: What is matched; ``None`` for the pattern itself.
    :param flags: As ``re`` has them.
    :param trusted: Whether it is one of our own, which are written to take no time.
    :raises ConfigError: If it is no regular expression.
    """

    def __init__(self, pattern: str, *, source: str | None = None, flags: int = 0, trusted: bool = False) -> None:
        self.pattern = pattern
        self.is_limited = not (trusted or is_harmless(pattern))
        """Whether it is matched within the limit of time; the others take next to none."""
        self._source = pattern if source is None else source
        try:
            self.plain = re.compile(self._source, flags)
            """As ``re`` matches it."""
        except (re.error, OverflowError, RecursionError) as error:
            raise ConfigError(
                f"pattern {pattern[:_SHOWN]!r} is not a regular expression: {error}; correct it", pattern=pattern
            ) from error

    @cached_property
    def limited(self) -> _Limited:
        """As the library matches it that gives up in time."""
        import regex  # imported here: hardly any corpus needs it

        try:
            compiled: _Limited = regex.compile(self._source, self.plain.flags & ~re.UNICODE)
        except regex.error as error:
            raise ConfigError(
                f"pattern {self.pattern[:_SHOWN]!r} cannot be matched within a limit of time: {error}; write it more "
                "plainly",
                pattern=self.pattern,
            ) from error
        return compiled


class Within:
    """
    One text in which a pattern is looked for, within the limit of time.

    :param compiled: The pattern.
    :param text: The text.
    :param of: What states the pattern, for messages: "identifier kind 'ticket'".
    """

    def __init__(self, compiled: Compiled, text: str, *, of: str) -> None:
        self.search: Callable[[int], Found | None] = partial(compiled.plain.search, text)
        """Returns the first match from a place on; :raises ConfigError: where that takes too long."""
        self.match: Callable[[int], Found | None] = partial(compiled.plain.match, text)
        """Returns the match that begins at a place; :raises ConfigError: where that takes too long."""
        if compiled.is_limited:
            self._left_s = LIMIT_S * (1 + len(text) / 1e6)
            self.search = partial(self._within, compiled, compiled.limited.search, text, of)
            self.match = partial(self._within, compiled, compiled.limited.match, text, of)

    def _within(self, compiled: Compiled, look: _Look, text: str, of: str, at: int) -> Found | None:
        started = perf_counter()
        try:
            found = look(text, at, timeout=max(self._left_s, 0.001))
        except TimeoutError as error:
            raise ConfigError(
                f"the pattern {compiled.pattern[:_SHOWN]!r} of {of} takes longer than {LIMIT_S:g} s for {text[:40]!r}, "
                "since it can match in too many ways: write it without a repeat inside a repeat",
                pattern=compiled.pattern,
            ) from error
        self._left_s -= perf_counter() - started
        return found


def is_harmless(pattern: str) -> bool:
    """Tell whether a pattern has few ways of matching at one place: nothing endless, and no group that repeats."""
    ways = 1
    for token in _TOKEN.finditer(pattern):
        if token["endless"]:
            return False
        if token["two"]:
            ways *= 2
        elif token["to"]:
            ways *= int(token["high"]) - int(token["low"] or 0) + 1
    return ways <= _WAYS
