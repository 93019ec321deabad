"""The YAML or TOML at the head of a Markdown file."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from pincite.errors import MetadataError
from pincite.parse.heads import behind_lines, head_lines, unread
from pincite.text.access_words import INVISIBLE, access_line, means_access

if TYPE_CHECKING:
    from collections.abc import Mapping

    from yaml.nodes import Node

__all__ = ["FrontMatter", "split"]

_SPACE: Final = rf"(?:[^\S\n]|[{INVISIBLE}])*"
_FENCE_START: Final = rf"[{INVISIBLE}]*[ ]{{0,3}}[{INVISIBLE}]*"
_OPEN = re.compile(
    rf"(?:{_SPACE}\n)*(?:%[A-Z]+[^\n]*\n)*{_FENCE_START}(---|\+\+\+){_SPACE}(?:(?i:(toml)|ya?ml|json){_SPACE})?\n"
    rf"(?:(?:%[A-Z]+[^\n]*\n)+---{_SPACE}\n)?"  # directives of YAML, and the start of its document
)
_CLOSE = re.compile(rf"^[{INVISIBLE}]*(?:---|\.\.\.){_SPACE}(?:\n|\Z)", re.MULTILINE)
_CLOSE_INDENTED = re.compile(rf"^{_FENCE_START}(?:---|\.\.\.){_SPACE}(?:\n|\Z)", re.MULTILINE)
_CLOSE_TOML = re.compile(rf"^{_FENCE_START}\+\+\+{_SPACE}(?:\n|\Z)", re.MULTILINE)
_KEY = re.compile(r"(?:[ \t]*(?:#.*)?\n)*[ \t]*[\"']?[A-Za-z_][\w .-]*[\"']?[ \t]*:(?:[ \t]|\n)")
_TOML_KEY = re.compile(r"(?:[ \t]*(?:#.*)?\n)*[ \t]*(?:[\w.\"'-]+[ \t]*=|\[)")
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
    Return the front matter of a text: YAML between "---" lines, or TOML between "+++" lines.

    Blank lines and characters that nobody sees may stand before it, and the name of its notation behind the first
    fence. A first line "---" that no mapping follows is a rule in the text.

    :param path: Names the file in messages.
    :raises MetadataError: If it is never closed, cannot be read, states a key twice, or if something that looks like a
        statement of access stands at the head and is not read; the message names the line.
    """
    opened = _OPEN.match(text)
    front = _between(text, opened, path) if opened else FrontMatter()
    if not any(key.isascii() and means_access(key) for key in front.values):  # a slip is told where keys are checked
        behind = behind_lines(text[front.end :]) if front.end else head_lines(text)
        if found := access_line(text[: front.end].splitlines() + behind):
            before = text[: max(0, text.find(found))]
            raise _error(path, before.count("\n") + 1, unread(found))
    return front


def _between(text: str, opened: re.Match[str], path: str) -> FrontMatter:
    """Return what stands between the fence that was opened and the next one, where that is front matter."""
    first = text.count("\n", 0, opened.end())
    plus = opened[1] == "+++"
    toml = bool(opened[2]) or (plus and opened[0].rstrip().endswith("+++"))
    meant = (_TOML_KEY if toml else _KEY).match(text, opened.end()) is not None
    closed = (_CLOSE_TOML if plus else _CLOSE).search(text, opened.end())
    if not (closed or plus) and opened[0].splitlines()[-1].startswith(" "):
        closed = _CLOSE_INDENTED.search(text, opened.end())
    if not closed:
        if meant:
            raise _error(
                path, first, f"front matter opens here and is never closed: expected a later line {opened[1]!r}"
            )
        return FrontMatter()
    body = text[opened.end() : closed.start()]
    if not meant and body.strip() and (toml or not _is_mapping(body)):
        return FrontMatter()
    values = _read_toml(body, path, first + 1) if toml else _read(body, path, first + 1)
    return FrontMatter(values=values, end=closed.end(), n_lines=text.count("\n", 0, closed.end()))


def _is_mapping(body: str) -> bool:
    """Tell whether a body that does not begin like "key:" is a mapping all the same, such as one in braces."""
    import yaml  # imported here: see ``_read``

    try:
        return isinstance(yaml.compose(body, Loader=yaml.BaseLoader), yaml.MappingNode)
    except (yaml.YAMLError, RecursionError):
        return False


def _read_toml(body: str, path: str, first: int) -> dict[str, object]:
    """Return the values of a TOML body that starts in line ``first``, as texts like those of YAML."""
    import tomllib  # imported here: few files have it

    try:
        found = tomllib.loads(body, parse_float=str)
    except (ValueError, RecursionError) as error:
        raise _error(path, first, f"front matter is no TOML: {' '.join(str(error).split())}; correct it") from error
    return {key: _as_text(value) for key, value in found.items()}


def _as_text(value: object) -> object:
    if isinstance(value, dict):
        return {key: _as_text(item) for key, item in value.items()}
    if isinstance(value, list):
        return [_as_text(item) for item in value]
    return str(value).lower() if isinstance(value, bool) else str(value)


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
    return _merged(found)


def _merged(values: dict[str, object]) -> dict[str, object]:
    """Return a mapping with what its key "<<" names merged in; its own keys go first, then the earlier ones."""
    if "<<" not in values:
        return values
    named = values.pop("<<")
    for base in named if isinstance(named, list) else [named]:
        if isinstance(base, dict):
            values = base | values
    return values


def _error(path: str, line: int, cause: str) -> MetadataError:
    return MetadataError(f"{path}, line {line}: {cause}", path=path, line=line, cause=cause)
