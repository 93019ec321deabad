"""Sets keys of one table of a settings file, leaving every other character of it as it is."""

from __future__ import annotations

import re
import tomllib
from contextlib import contextmanager
from typing import TYPE_CHECKING

from pincite.config._sources import write_whole
from pincite.config._toml import read
from pincite.errors import ConfigError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

__all__ = ["table_lines", "table_set", "with_table"]

_HEADER = re.compile(r"\s*\[")


def table_lines(name: str, values: Mapping[str, object]) -> str:
    """Return a table as one would write it, its lines joined by semicolons: for a message."""
    return "; ".join([f"[{name}]", *(f"{key} = {_literal(value)}" for key, value in values.items())])


def with_table(file: Path, name: str, values: Mapping[str, object]) -> str:
    """
    Return the text of a settings file with a table that has exactly these keys; nothing is written.

    :param name: The table's name; it has no tables of its own.
    :param values: Texts, numbers and truth values.
    :raises ConfigError: If the file cannot be changed without disturbing it; the error says what to write by hand.
    """
    before = read(file)
    lines = file.read_text(encoding="utf-8").splitlines()
    head = next((at for at, line in enumerate(lines) if re.match(rf"\s*\[\s*{name}\s*\]", line)), None)
    if head is None:
        lines = [*lines, "", f"[{name}]"] if lines else [f"[{name}]"]
        head = len(lines) - 1
    end = next((at for at in range(head + 1, len(lines)) if _HEADER.match(lines[at])), len(lines))
    body = _body(lines[head + 1 : end], values)
    text = "\n".join([*lines[: head + 1], *body, *lines[end:]]) + "\n"
    try:
        right = tomllib.loads(text) == {**before, name: dict(values)}
    except tomllib.TOMLDecodeError:
        right = False
    if not right:
        raise ConfigError(
            f"{file}: its table [{name}] cannot be changed without disturbing it: write it by hand as "
            f"{table_lines(name, values)}",
            file=str(file),
        )
    return text


@contextmanager
def table_set(file: Path, name: str, values: Mapping[str, object]) -> Iterator[None]:
    """
    Set a table of a settings file, and take that back where the block fails.

    :raises ConfigError: As :func:`with_table` raises it; nothing is written then.
    """
    before = file.read_text(encoding="utf-8")
    write_whole(file, with_table(file, name, values))
    try:
        yield
    except BaseException:
        write_whole(file, before)
        raise


def _body(lines: list[str], values: Mapping[str, object]) -> list[str]:
    """Return the lines of a table: keys that stay keep their place and comment, others go, new ones come first."""
    left = dict(values)
    kept = []
    for line in lines:
        found = re.match(r"\s*([A-Za-z0-9_-]+)\s*=", line)
        if found is None:
            kept.append(line)
        elif found[1] in left:
            comment = re.search(r"\s+#[^\"']*$", line)
            kept.append(f"{found[1]} = {_literal(left.pop(found[1]))}{comment[0] if comment else ''}")
    return [*(f"{key} = {_literal(value)}" for key, value in left.items()), *kept]


def _literal(value: object) -> str:
    import json

    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value) if isinstance(value, int | float) else json.dumps(str(value), ensure_ascii=False)
