"""The settings of a corpus with another embedder."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import TYPE_CHECKING, Any, cast

from pincite.errors import ConfigError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pincite.catalog.generations import MadeOf
    from pincite.config import Config
    from pincite.embed import EmbedSettings

__all__ = ["stated", "with_embedder", "with_settings_of"]


def with_settings_of(config: Config, told: MadeOf) -> Config:
    """Return the settings with the embedder of an earlier generation, as they were or as its parts tell of it."""
    from pincite.embed import EmbedSettings

    before: dict[str, Any] = dict(told.settings)
    for each in () if before else fields(EmbedSettings):
        value, default = told.parts.get(f"embed.{each.name}"), cast("str | int | float | bool", each.default)
        if value is not None:
            before[each.name] = value == "True" if isinstance(default, bool) else type(default)(value)
    found = EmbedSettings(**before) if before else config.embed
    if found != config.embed:
        _require_not_elsewhere(config)
    return replace(config, embed=found)


def with_embedder(config: Config, name: str | None, given: Mapping[str, str | int]) -> Config:
    """
    Return the settings with another embedder.

    :param name: Its name; ``None`` for the one that the settings name.
    :param given: Its settings.
    :raises ConfigError: If one is unknown or wrong, or is stated where it cannot be changed.
    """
    from pincite.embed import EmbedSettings

    known = {each.name for each in fields(EmbedSettings)}
    for key in given:
        if key not in known:
            raise ConfigError(f"embed has no setting {key!r}: expected one of {', '.join(sorted(known))}", key=key)
    _require_not_elsewhere(config)
    kept: dict[str, Any] = {}
    if name is None or name == config.embed.name:
        kept = stated(config.embed)
    return replace(config, embed=EmbedSettings(**{**kept, "name": name or config.embed.name, **given}))


def stated(settings: EmbedSettings) -> dict[str, Any]:
    """Return the settings that are not as built in, the name always."""
    found = {each.name: getattr(settings, each.name) for each in fields(settings)}
    return {
        key: value
        for key, value in found.items()
        if key == "name" or value != type(settings).__dataclass_fields__[key].default
    }


def _require_not_elsewhere(config: Config) -> None:
    from pincite.embed import EmbedSettings

    names = [each.name for each in fields(EmbedSettings)]
    elsewhere = [key for key in names if config.origin(f"embed.{key}") == "environment"]
    if elsewhere:
        variables = ", ".join(f"PINCITE_EMBED__{key.upper()}" for key in sorted(elsewhere))
        raise ConfigError(
            f"{variables} states the embedder and goes before the settings file: unset it, or set it to the new one "
            "and type pincite migrate",
            variables=variables,
        )
