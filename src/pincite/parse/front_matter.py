"""The YAML at the head of a Markdown file."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from pincite.errors import MetadataError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from yaml.nodes import Node

__all__ = ["FrontMatter", "split"]

_OPEN = re.compile(r"(?:[ \t]*\n)*---[ \t]*\n")
_CLOSE = re.compile(r"^(?:---|\.\.\.)[ \t]*(?:\n|\Z)", re.MULTILINE)
_KEY = re.compile(r"(?:[ \t]*(?:#.*)?\n)*[ \t]*[\"']?[A-Za-z_][\w .-]*[\"']?[ \t]*:(?:[ \t]|\n)")
_MOST_VALUES: Final = 10_000
"""More than any real front matter has; aliases that multiply stop here."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FrontMatter:
    """What stands before the text proper."""

    values: Mapping[str, object] = field(default_factory=dict)
    """As stated: texts, lists and mappings; "1.10" stays a text."""
    end: int = 0
    """Offset at which the text proper starts; 0 where there is no front matter."""
    n_lines: int = 0
    """How many lines it takes."""


def split(text: str, *, path: str) -> FrontMatter:
    """
    Return the front matter of a text.

    Blank lines may stand before it. A first line "---" that no line like "key:" follows is a rule in the text.

    :param path: Names the file in messages.
    :raises MetadataError: If it is never closed, is no YAML, or states a key twice; the message names the line.
    """
    opened = _OPEN.match(text)
    if not opened:
        return FrontMatter()
    first = text.count("\n", 0, opened.end())
    meant = _KEY.match(text, opened.end()) is not None
    closed = _CLOSE.search(text, opened.end())
    if not closed:
        if meant:
            raise _error(path, first, "front matter opens here and is never closed: expected a later line '---'")
        return FrontMatter()
    body = text[opened.end() : closed.start()]
    if not meant and body.strip():
        return FrontMatter()
    return FrontMatter(values=_read(body, path, first + 1), end=closed.end(), n_lines=text.count("\n", 0, closed.end()))


def _read(body: str, path: str, first: int) -> dict[str, object]:
    """Return the values of a body that starts in line ``first`` of the file."""
    import yaml  # imported here: plain text and HTML never need it

    try:
        node = yaml.compose(body, Loader=yaml.BaseLoader)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        line = (mark.line if mark else 0) + first
        cause = " ".join(part for part in (error.context, error.problem) if part)
        raise _error(
            path, line, f"front matter is no YAML: {cause}; put values that hold ':' or '{{' in quotes"
        ) from error
    except yaml.YAMLError as error:
        raise _error(path, first, f"front matter is no YAML: {' '.join(str(error).split())}") from error
    except RecursionError as error:
        raise _error(path, first, "front matter has lists in too many lists: expected a few; correct it") from error
    if node is None:
        return {}
    values = _value(node, path, [0], first)
    if not isinstance(values, dict):
        raise _error(path, first, "front matter is no mapping: expected lines like 'title: Refund policy'")
    return values


def _value(node: Node, path: str, seen: list[int], first: int) -> object:
    """Turn a node into texts, lists and mappings, counting them in ``seen[0]``."""
    from yaml.nodes import MappingNode, SequenceNode  # imported here: see ``_read``

    seen[0] += 1
    line = node.start_mark.line + first
    if seen[0] > _MOST_VALUES:
        raise _error(path, line, f"front matter has more than {_MOST_VALUES:,} values, aliases counted: shorten it")
    if isinstance(node, SequenceNode):
        return [_value(item, path, seen, first) for item in node.value]
    if not isinstance(node, MappingNode):
        return str(node.value)
    found: dict[str, object] = {}
    for key, item in node.value:
        name = str(_value(key, path, seen, first))
        if name in found:
            raise _error(path, key.start_mark.line + first, f"front matter states {name!r} twice: expected it once")
        found[name] = _value(item, path, seen, first)
    return found


def _error(path: str, line: int, cause: str) -> MetadataError:
    return MetadataError(f"{path}, line {line}: {cause}", path=path, line=line, cause=cause)
