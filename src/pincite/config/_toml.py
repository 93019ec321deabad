"""Turns tables of a settings file into frozen settings, with errors that name the file, the key and the nearest key."""

from __future__ import annotations

import re
import tomllib
from dataclasses import fields, is_dataclass
from difflib import get_close_matches
from types import UnionType
from typing import TYPE_CHECKING, Any, TypeVar, Union, cast, get_args, get_origin, get_type_hints

import msgspec

from pincite.errors import ConfigError, PinciteError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping
    from pathlib import Path

__all__ = ["convert", "field_types", "kinds_of", "leaves", "read", "unknown_key", "value_from_text"]

T = TypeVar("T")
Where = "Callable[[str], str]"

_PLACE = re.compile(r" - at `\$(.*)`$")
_MOST_SHOWN = 200
_SECRET_WORDS = frozenset({"key", "token", "secret", "password"})


def read(file: Path) -> dict[str, Any]:
    """
    Return the tables of a TOML file.

    :raises ConfigError: If it cannot be read or is not TOML.
    """
    try:
        return tomllib.loads(file.read_bytes().decode("utf-8-sig"))
    except (ValueError, RecursionError) as error:  # numbers of thousands of digits, lists in thousands of lists
        raise ConfigError(f"{file}: not TOML: {error}; correct the file", file=str(file)) from error
    except OSError as error:
        why = (error.strerror or type(error).__name__).lower()
        raise ConfigError(f"{file}: cannot be read ({why}); make it readable", file=str(file)) from error


def field_types(kind: object) -> dict[str, Any]:
    """Return the fields of a settings class with their types; empty for anything else."""
    if not (isinstance(kind, type) and is_dataclass(kind)):
        return {}
    hints = get_type_hints(kind)
    return {field.name: hints[field.name] for field in fields(kind) if field.init}


def kinds_of(kind: object) -> tuple[object, ...]:
    """Return the members of a union, or the type itself."""
    return get_args(kind) if get_origin(kind) in (Union, UnionType) else (kind,)


def unknown_key(key: str, known: Iterable[str], *, where: str) -> ConfigError:
    """
    Return the error for a key that means nothing.

    :param key: The whole path of the key, with points.
    :param known: Names that may stand in its place.
    :param where: The file or variable that has it.
    """
    table, _, name = key.rpartition(".")
    names = sorted(known)
    near = get_close_matches(name, names, n=1)
    secret = _SECRET_WORDS & set(name.lower().split("_"))
    hint = f"; did you mean {near[0]!r}?" if near else ""
    if secret:
        hint = "; secrets come from the environment only"
    inside = f" in [{table}]" if table else ""
    message = f"{where}: unknown key {name!r}{inside}: expected one of {', '.join(names) or '(none)'}{hint}"
    return ConfigError(message, key=key, known=names, where=where)


def convert(data: object, kind: type[T], *, key: str, where: Callable[[str], str]) -> T:
    """
    Return ``data`` as settings of a class.

    :param key: Path of ``data`` in the file, with points.
    :param where: Gives for a key's path the file or variable that states it.
    :raises ConfigError: If a key is unknown, a value of the wrong type, or the settings refuse a value.
    """
    _refuse_unknown(data, kind, key, where)
    if get_origin(kind) is dict and isinstance(data, dict):  # each by itself: of a table in it only "[...]" is told
        each = get_args(kind)[1]
        tables = {name: convert(value, each, key=f"{key}.{name}", where=where) for name, value in data.items()}
        return cast("T", tables)
    try:
        return msgspec.convert(data, kind)
    except msgspec.ValidationError as error:
        raise _translated(error, data, key, where) from error


def _refuse_unknown(data: object, kind: object, key: str, where: Callable[[str], str]) -> None:
    for each in kinds_of(kind):
        known = field_types(each)
        if known and isinstance(data, dict):
            for name, value in data.items():
                if name not in known:
                    raise unknown_key(f"{key}.{name}", known, where=where(f"{key}.{name}"))
                _refuse_unknown(value, known[name], f"{key}.{name}", where)
        elif get_origin(each) is dict and isinstance(data, dict):
            for name, value in data.items():
                _refuse_unknown(value, get_args(each)[1], f"{key}.{name}", where)
        elif get_origin(each) is tuple and isinstance(data, list):
            for place, value in enumerate(data, start=1):
                _refuse_unknown(value, get_args(each)[0], f"{key}[{place}]", where)


def _translated(error: msgspec.ValidationError, data: object, key: str, where: Callable[[str], str]) -> ConfigError:
    words = str(error)
    found = _PLACE.search(words)
    steps = _steps(found[1]) if found else []
    path = key + "".join(f"[{step + 1}]" if isinstance(step, int) else f".{step}" for step in steps)
    if isinstance(error.__cause__, PinciteError):
        return ConfigError(f"{where(path)}: {path}: {error.__cause__}", key=path, **error.__cause__.facts)
    value = _at(data, steps)
    what = words[: found.start()] if found else words
    what = what.replace("`", "").replace("Object missing required field", "there is no")
    expected = re.fullmatch(r"Expected (.*), got \w+", what)
    if expected:
        what = f"expected {expected[1]}, got {_shown(value)}"
    return ConfigError(f"{where(path)}: {path}: {what}; correct it", key=path, value=value)


def _shown(value: object) -> str:
    try:
        text = repr(value)
    except (ValueError, RecursionError):
        return f"a {type(value).__name__} too large to show"
    return text if len(text) <= _MOST_SHOWN else f"{text[:_MOST_SHOWN]}…"


def _steps(path: str) -> list[str | int]:
    return [int(place) if place else name for name, place in re.findall(r"\.([^.\[]+)|\[(\d+)\]", path)]


def _at(data: Any, steps: list[str | int]) -> object:  # noqa: ANN401 - tables as tomllib gives them
    for step in steps:
        if step == "...":
            return data
        try:
            data = data[step]
        except (KeyError, IndexError, TypeError):
            return data
    return data


def value_from_text(text: str, kind: object) -> object:
    """
    Return the value that a variable's text stands for.

    :param text: For a field of text the text itself; else as in TOML; a list of names may be written "a,b".
    :param kind: The type of the field.
    """
    kinds = kinds_of(kind)
    if str in kinds:
        return text
    try:
        return tomllib.loads(f"value = {text}")["value"]
    except tomllib.TOMLDecodeError:
        if any(get_origin(each) is tuple for each in kinds):
            return [part.strip() for part in text.split(",") if part.strip()]
        return text


def leaves(value: object, key: str = "") -> Mapping[str, object]:
    """
    Return every value inside tables and settings by its key, with points; an item of a list of tables by its name.

    :param key: Path of ``value`` itself.
    """
    items: dict[str, object]
    if is_dataclass(value) and not isinstance(value, type):
        items = {field.name: getattr(value, field.name) for field in fields(value)}
    elif isinstance(value, dict):
        items = value
    elif (
        isinstance(value, list | tuple)
        and value
        and all(isinstance(each, dict) or is_dataclass(each) for each in value)
    ):
        items = {_name(each, place): each for place, each in enumerate(value, start=1)}
    else:
        return {key: value}
    found: dict[str, object] = {}
    for name, each in items.items():
        found |= leaves(each, f"{key}.{name}" if key else str(name))
    return found


def _name(item: object, place: int) -> str:
    name = item.get("name") if isinstance(item, dict) else getattr(item, "name", None)
    return str(name or place)
