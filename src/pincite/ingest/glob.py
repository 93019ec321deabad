"""Path patterns in which ``*`` stays inside one folder and ``**`` crosses folders."""

from __future__ import annotations

import re
from functools import cache

from pincite.errors import ConfigError

__all__ = ["compiled", "depth", "matches"]

_SHOWN = 100
_TOKEN = re.compile(r"(?P<deep>(?:^|(?<=/))\*\*/)|(?P<rest>\*\*)|(?P<star>\*)|(?P<one>\?)|(?P<set>\[[!^]?\]?[^\]]*\])")


@cache
def compiled(glob: str) -> re.Pattern[str]:
    """
    Return the regular expression that a whole path must match.

    :raises ConfigError: If a set of characters in it runs backwards.
    """
    parts: list[str] = []
    end = 0
    for token in _TOKEN.finditer(glob):
        parts += [re.escape(glob[end : token.start()]), _translate(token)]
        end = token.end()
    try:
        return re.compile("".join([*parts, re.escape(glob[end:])]), re.DOTALL)
    except (re.error, OverflowError, RecursionError) as error:
        raise ConfigError(f"glob {glob[:_SHOWN]!r} cannot be used: {error}; correct it", glob=glob) from error


def _translate(token: re.Match[str]) -> str:
    match token.lastgroup:
        case "deep":
            return "(?:.*/)?"
        case "rest":
            return ".*"
        case "star":
            return "[^/]*"
        case "one":
            return "[^/]"
    body = re.sub(r"([\\\[&|~])", r"\\\1", token[0][1:-1])
    return f"[^/{body[1:]}]" if body[:1] in "!^" else f"[{body}]"


def matches(glob: str, path: str) -> bool:
    """Tell whether the whole of a path with "/" matches."""
    return compiled(glob).fullmatch(path) is not None


def depth(glob: str) -> int:
    """Return how many levels of folders a glob names; ``**`` is none."""
    return sum(part != "**" for part in glob.split("/"))
