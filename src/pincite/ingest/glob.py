"""Path patterns in which ``*`` stays inside one folder and ``**`` crosses folders."""

from __future__ import annotations

import re
from functools import cache

__all__ = ["compiled", "depth", "matches"]

_TOKEN = re.compile(r"(?P<deep>(?:^|(?<=/))\*\*/)|(?P<rest>\*\*)|(?P<star>\*)|(?P<one>\?)|(?P<set>\[[!^]?\]?[^\]]*\])")


@cache
def compiled(glob: str) -> re.Pattern[str]:
    """Return the regular expression that a whole path must match."""
    parts: list[str] = []
    end = 0
    for token in _TOKEN.finditer(glob):
        parts += [re.escape(glob[end : token.start()]), _translate(token)]
        end = token.end()
    return re.compile("".join([*parts, re.escape(glob[end:])]), re.DOTALL)


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
    body = token[0][1:-1].replace("\\", "\\\\")
    return f"[^/{body[1:]}]" if body[:1] in "!^" else f"[{body}]"


def matches(glob: str, path: str) -> bool:
    """Tell whether the whole of a path with "/" matches."""
    return compiled(glob).fullmatch(path) is not None


def depth(glob: str) -> int:
    """Return how many levels of folders a glob names; ``**`` is none."""
    return sum(part != "**" for part in glob.split("/"))
