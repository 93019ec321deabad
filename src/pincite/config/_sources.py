"""Writes sources into a settings file, leaving every other character of it as it is."""

from __future__ import annotations

import fcntl
import json
import os
import re
import tomllib
from contextlib import contextmanager
from datetime import date
from typing import TYPE_CHECKING, Any

from pincite.config._toml import convert, read
from pincite.errors import ConfigError
from pincite.ingest import SourceSettings

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

__all__ = ["append", "change", "locked", "registered", "withdraw", "write_whole"]

_HEADER = re.compile(r"\s*\[")
_SOURCES = re.compile(r"\s*\[\[\s*sources\s*\]\]")


def registered(file: Path) -> tuple[SourceSettings, ...]:
    """
    Return the sources that the file has now.

    :raises ConfigError: If it cannot be read, or a source in it cannot be used.
    """
    stated = read(file).get("sources", [])
    return convert(stated, tuple[SourceSettings, ...], key="sources", where=lambda _: str(file))


def append(file: Path, values: Mapping[str, object]) -> None:
    """
    Add a source at the end of the file.

    :param values: The source's keys that are not defaults.
    :raises ConfigError: If the file would not say what is meant, as with sources written in one line.
    """
    before = read(file)
    text = file.read_text(encoding="utf-8")
    lines = ["[[sources]]", *(f"{key} = {_literal(value)}" for key, value in values.items())]
    wanted = {**before, "sources": [*before.get("sources", []), _plain(values)]}
    _write(file, text.rstrip("\n") + "\n\n" + "\n".join(lines) + "\n", wanted)


def change(file: Path, name: str, values: Mapping[str, object]) -> None:
    """
    Set keys of the source called ``name``.

    :param values: The keys to set; a key that the source has is replaced in its line.
    :raises ConfigError: If no source has that name, or its lines cannot be changed safely.
    """
    before = read(file)
    names = [source.get("name") for source in before.get("sources", [])]
    if name not in names:
        raise ConfigError(f"{file}: there is no source {name!r}: add it first", file=str(file), source=name)
    place = names.index(name)
    lines = file.read_text(encoding="utf-8").splitlines()
    start = [at for at, line in enumerate(lines) if _SOURCES.match(line)][place : place + 1]
    if start:
        for key, value in values.items():
            _set(lines, start[0] + 1, key, value)
    sources = [{**source, **_plain(values)} if at == place else source for at, source in enumerate(before["sources"])]
    _write(file, "\n".join(lines) + "\n", {**before, "sources": sources})


def withdraw(file: Path, name: str, *, before: str) -> None:
    """
    Make the source called ``name`` stand as it did in an earlier text, gone where it was not there.

    :param before: The earlier text of the file; whatever else differs from it stays.
    :raises ConfigError: If its lines cannot be changed safely.
    """
    now, old = read(file), tomllib.loads(before)
    kept = next((source for source in old.get("sources", []) if source.get("name") == name), None)
    sources = []
    for source in now.get("sources", []):
        sources += [source] if source.get("name") != name else [kept] if kept else []
    lines = file.read_text(encoding="utf-8").splitlines()
    start, end = _table(lines, now, name)
    earlier = before.splitlines()
    first, last = _table(earlier, old, name)
    lines[start:end] = earlier[first:last]
    wanted = {**now, "sources": sources}
    if not sources and "sources" not in old:
        del wanted["sources"]
    _write(file, "\n".join(lines).rstrip("\n") + "\n", wanted)


def _table(lines: list[str], tables: Mapping[str, Any], name: str) -> tuple[int, int]:
    """Return the first line of a source's table and the one after its last, with the blank lines before it."""
    names = [source.get("name") for source in tables.get("sources", [])]
    heads = [at for at, line in enumerate(lines) if _SOURCES.match(line)]
    if name not in names or names.index(name) >= len(heads):
        return len(lines), len(lines)
    start = heads[names.index(name)]
    end = next((at for at in range(start + 1, len(lines)) if _HEADER.match(lines[at])), len(lines))
    while end > start + 1 and not re.match(r"\s*[^\s#]", lines[end - 1]):
        end -= 1  # what stands after the last key belongs to the table that follows
    while start and not lines[start - 1].strip():
        start -= 1
    return start, end


@contextmanager
def locked(state: Path) -> Iterator[None]:
    """
    Let one process at a time change the settings file, for as long as the block runs; the others wait.

    :param state: The state folder, which is made where there is none.
    """
    state.mkdir(mode=0o700, parents=True, exist_ok=True)
    with (state / "settings.lock").open("ab") as handle:
        fcntl.flock(handle, fcntl.LOCK_EX)  # the system gives it back when the file is closed, or the process ends
        yield


def _set(lines: list[str], start: int, key: str, value: object) -> None:
    """Set a key in the table whose first line is ``start``."""
    end = next((at for at in range(start, len(lines)) if _HEADER.match(lines[at])), len(lines))
    line = f"{key} = {_literal(value)}"
    for at in range(start, end):
        found = re.match(
            rf"\s*{key}\s*=\s*(?:\"[^\"\\]*\"|'[^']*'|\[[^\]#]*\]|[^\s#\"'\[]+)(?P<rest>\s*(?:#.*)?)$", lines[at]
        )
        if found:
            lines[at] = line + found["rest"]
            return
    last = max((at for at in range(start, end) if re.match(r"\s*[^\s#]", lines[at])), default=start - 1)
    lines.insert(last + 1, line)


def _write(file: Path, text: str, wanted: Mapping[str, Any]) -> None:
    """Write the text whole or not at all, after reading it back."""
    try:
        right = tomllib.loads(text) == wanted
    except tomllib.TOMLDecodeError:
        right = False
    if not right:
        raise ConfigError(
            f"{file}: its sources cannot be changed without disturbing it: write them by hand as [[sources]] tables",
            file=str(file),
        )
    write_whole(file, text)


def write_whole(file: Path, text: str) -> None:
    """Replace a file in one step; a crash leaves the old or the new one."""
    beside = file.with_name(f".{file.name}.{os.getpid()}")
    try:
        with beside.open("w", encoding="utf-8", newline="\n") as stream:
            stream.write(text)
            stream.flush()
            os.fsync(stream.fileno())
        if file.exists():
            beside.chmod(file.stat().st_mode & 0o7777)
        beside.replace(file)
    finally:
        beside.unlink(missing_ok=True)


def _plain(values: Mapping[str, object]) -> dict[str, object]:
    """Return the values as reading the file gives them."""
    return {key: list(value) if isinstance(value, tuple) else value for key, value in values.items()}


def _literal(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | date):
        return str(value)
    if isinstance(value, list | tuple):
        return "[" + ", ".join(_literal(item) for item in value) + "]"
    text = str(value)
    if "\\" in text and "'" not in text and text.isprintable():
        return f"'{text}'"  # a regular expression stays readable
    return json.dumps(text, ensure_ascii=False)
