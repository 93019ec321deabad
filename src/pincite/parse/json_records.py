"""JSON and JSON Lines: records as tables where they are alike, else as lists of "key: value"."""

from __future__ import annotations

import json
import re
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final

from pincite.documents import BlockKind, Parsed, Place
from pincite.errors import Damaged
from pincite.parse.canonical import Canonical, ItemText, RowText
from pincite.parse.clauses import number_and_title
from pincite.parse.decode import decode
from pincite.parse.versions import format_digest

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pincite.parse import ParseSettings

__all__ = ["JsonParser", "build", "build_lines"]

_NAMES: Final = ("title", "name", "heading", "subject", "id")
"""Keys whose value is the heading of a record, the first that it has."""
_LONGEST_HEADING: Final = 120
_LONGEST_CELL: Final = 200
_MOST_COLUMNS: Final = 40
_ESCAPE = re.compile(
    r"\\(?:\\|u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2}|(?P<lone>u[dD][89a-fA-F][\da-fA-F]{2}))"
)
"""An escaped backslash, a letter that is written as a pair, or half of such a pair."""
_PROSE: Final = 300
"""Characters from which a text is a paragraph of its own."""


def build(settings: ParseSettings, *, passwords: tuple[str, ...] = ()) -> JsonParser:
    """Return the parser of JSON."""
    del settings, passwords
    return JsonParser(lines=False)


def build_lines(settings: ParseSettings, *, passwords: tuple[str, ...] = ()) -> JsonParser:
    """Return the parser of JSON Lines."""
    del settings, passwords
    return JsonParser(lines=True)


class JsonParser:
    """
    Reads JSON; numbers stand as they are written.

    :param lines: Whether each line is a record.
    """

    def __init__(self, *, lines: bool) -> None:
        self._lines = lines

    @cached_property
    def digest(self) -> str:
        """Digest of this parser's version."""
        return format_digest("jsonl" if self._lines else "json")

    def parse(self, data: bytes, *, path: str) -> Parsed:
        """
        Return the values as text.

        :raises Damaged: If it is no JSON, nested too deeply, or holds no text; the message names the line.
        """
        decoded = decode(data, path=path)
        text = _ESCAPE.sub(_paired, decoded.text) if "\\u" in decoded.text else decoded.text
        records = list(_records(text, path, lines=self._lines))
        writer = _Writer()
        try:
            writer.write(records)
        except RecursionError as error:
            raise _damaged(path, 1, "it is nested too deeply") from error
        canonical = writer.canonical
        if not any(c.isalnum() for c in canonical.text):
            raise _damaged(path, 1, "it holds no text")
        return Parsed(text=canonical.text, blocks=tuple(canonical.blocks), replaced=decoded.replaced)


def _paired(found: re.Match[str]) -> str:
    """Return an escape as it is, or the replacement character for half of a pair, which no text can hold."""
    return "\\ufffd" if found["lone"] else found.group()


def _records(text: str, path: str, *, lines: bool) -> Iterator[tuple[int | None, Any]]:
    """Yield (line, value) of the records."""
    if lines:
        for number, line in enumerate(text.split("\n"), 1):
            if line.strip():
                yield number, _loaded(line, path, number)
        return
    whole = _loaded(text, path, 1)
    if isinstance(whole, list):
        yield from ((None, each) for each in whole)
    else:
        yield 1, whole


def _loaded(text: str, path: str, line: int) -> Any:  # noqa: ANN401  # whatever JSON can say
    try:
        return json.loads(text, parse_int=str, parse_float=str, parse_constant=str)
    except json.JSONDecodeError as error:
        raise _damaged(path, line + error.lineno - 1, f"it is no JSON: {error.msg}") from error
    except RecursionError as error:
        raise _damaged(path, line, "it is nested too deeply") from error


def _damaged(path: str, line: int, cause: str) -> Damaged:
    return Damaged(
        f"{path}, line {line}: {cause}; expected JSON with texts in it; mend it or leave it out", path=path, line=line
    )


class _Writer:
    def __init__(self) -> None:
        self.canonical = Canonical()

    def write(self, records: list[tuple[int | None, Any]]) -> None:
        """Write the records: one table where all are flat and alike."""
        values = [value for _, value in records]
        if records and (keys := _alike(values)):
            self.canonical.place = Place(line=records[0][0])
            self._table(values, keys)
            return
        for line, value in records:
            self.canonical.place = Place(line=line)
            self._record(value, 1)

    def _table(self, values: list[dict[str, Any]], keys: list[str]) -> None:
        head = RowText(cells=tuple((at, 1, 1, _cell(key)) for at, key in enumerate(keys)), header=True)
        rows = [
            RowText(cells=tuple((at, 1, 1, _cell(_flat(value.get(key)))) for at, key in enumerate(keys)))
            for value in values
        ]
        self.canonical.table([head, *rows], width=len(keys))

    def _record(self, value: Any, level: int) -> None:  # noqa: ANN401  # whatever JSON can say
        if not isinstance(value, dict):
            items = list(_items([value] if _is_flat(value) else value, 0))
            self._list(items)
            return
        named = next((key for key in _NAMES if isinstance(value.get(key), str) and value[key].strip()), None)
        if named and len(value[named]) <= _LONGEST_HEADING:
            self._heading(" ".join(value[named].split()), level)
            value = {key: each for key, each in value.items() if key != named}
        waiting: dict[str, Any] = {}
        for key, each in value.items():
            table = _alike(each) if isinstance(each, list) and len(each) > 1 else None
            prose = isinstance(each, str) and len(each) >= _PROSE
            if not table and not prose:
                waiting[key] = each
                continue
            self._list(list(_items(waiting, 0)))
            waiting = {}
            if table:
                self._paragraph(f"{key}:")
                self._table(each, table)
            else:
                self._paragraph(f"{key}: {each}")
        self._list(list(_items(waiting, 0)))

    def _heading(self, text: str, level: int) -> None:
        if not any(c.isalnum() for c in text):
            return
        number, title = number_and_title(text)
        self.canonical.heading(text, level=level, number=number, title=title, furniture=False, hidden=False)

    def _paragraph(self, text: str) -> None:
        lines = (" ".join(line.split()) for line in text.split("\n"))
        self.canonical.add(BlockKind.PARAGRAPH, "\n".join(line for line in lines if line))

    def _list(self, items: list[ItemText]) -> None:
        if any(any(c.isalnum() for c in item.text) for item in items):
            self.canonical.list_of(items)


def _items(value: Any, level: int) -> Iterator[ItemText]:  # noqa: ANN401  # whatever JSON can say
    """Yield "key: value" lines of an object or array, inner ones deeper."""
    pairs = value.items() if isinstance(value, dict) else ((None, each) for each in value)
    for key, each in pairs:
        name = f"{' '.join(key.split())}:" if key else ""
        if _is_flat(each):
            text = f"{name} {_flat(each)}".strip()
            if text and (_flat(each) or key):
                yield ItemText(text=text, level=level)
        elif each:
            if name:
                yield ItemText(text=name, level=level)
            yield from _items(each, level + 1 if name else level)


def _is_flat(value: Any) -> bool:  # noqa: ANN401  # whatever JSON can say
    if isinstance(value, list):
        return all(not isinstance(each, list | dict) and len(_flat(each)) < _LONGEST_CELL for each in value)
    return not isinstance(value, dict)


def _flat(value: Any) -> str:  # noqa: ANN401  # whatever JSON can say
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list):
        return ", ".join(filter(None, map(_flat, value)))
    return " ".join(str(value).split())


def _alike(values: Any) -> list[str] | None:  # noqa: ANN401  # whatever JSON can say
    """Return the keys of records that make a table: two or more, flat, short and with much the same keys."""
    if len(values) < 2 or not all(isinstance(value, dict) and value for value in values):
        return None
    keys = list(dict.fromkeys(key for value in values for key in value))
    n_filled = sum(len(value) for value in values)
    if len(keys) > _MOST_COLUMNS or n_filled * 2 < len(keys) * len(values):
        return None
    short = all(_is_flat(each) and len(_flat(each)) <= _LONGEST_CELL for value in values for each in value.values())
    return keys if short else None


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|")
