"""Settings from variables: ``PINCITE_RETRIEVE__ROUTE`` stands for ``route`` in ``[retrieve]``."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final, get_args, get_origin

from pincite.config._settings import Secret
from pincite.config._toml import field_types, kinds_of, unknown_key, value_from_text
from pincite.errors import ConfigError

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

__all__ = ["overlay", "secrets"]

_PREFIX: Final = "PINCITE_"
_SECRET: Final = re.compile(
    r"PINCITE_(?!.*__).*(?:KEY|TOKEN|SECRET|PASSWORD)|(?:ANTHROPIC|COHERE|JINA|OPENAI|VOYAGE)_API_KEY"
)


def secrets(env: Mapping[str, str]) -> dict[str, Secret]:
    """Return the secrets of Pincite and of the model providers among the variables, by name."""
    return {name: Secret(value) for name, value in sorted(env.items()) if value and _SECRET.fullmatch(name)}


def overlay(
    tables: dict[str, Any], kinds: Mapping[str, object], env: Mapping[str, str], *, names: Iterable[str]
) -> dict[str, str]:
    """
    Put the variables' values into the tables.

    :param tables: What the file says; changed in place.
    :param kinds: The type of each section that is stated anywhere.
    :param names: Every section that there is.
    :returns: The name of the variable for each key that one states.
    :raises ConfigError: If a variable names no setting.
    """
    stated: dict[str, str] = {}
    for variable in sorted(env):
        if variable.startswith(_PREFIX) and "__" in variable:
            steps = variable.removeprefix(_PREFIX).lower().split("__")
            stated[".".join(steps)] = variable
            if steps[0] not in kinds:
                raise unknown_key(steps[0], names, where=variable)
            kind = _kind(kinds, steps, variable)
            _put(tables, steps, value_from_text(env[variable], kind), variable)
    return stated


def _kind(kinds: Mapping[str, object], steps: list[str], variable: str) -> object:
    """Return the type of the setting that the steps lead to."""
    kind = kinds[steps[0]]
    for at, step in enumerate(steps[1:], start=1):
        kind = _member(kind, step, ".".join(steps[: at + 1]), variable)
    return kind


def _member(kind: object, step: str, key: str, variable: str) -> object:
    for each in kinds_of(kind):
        if get_origin(each) is dict:
            return get_args(each)[1]
        known = field_types(each)
        if step in known:
            return known[step]
        if known:
            raise unknown_key(key, known, where=variable)
    raise ConfigError(f"{variable}: {key} is not set by a variable: write it in the file", key=key, where=variable)


def _put(tables: dict[str, Any], steps: list[str], value: object, variable: str) -> None:
    for step in steps[:-1]:
        tables = tables.setdefault(step, {})
        if not isinstance(tables, dict):
            raise ConfigError(f"{variable}: {step} is no table in the file: correct it there", where=variable)
    tables[steps[-1]] = value
