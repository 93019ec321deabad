"""The stage that checks each claim of a draft against the passages that it cites: settings and :func:`build`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from pincite.registry import builder

if TYPE_CHECKING:
    from collections.abc import Callable

    from pincite.protocols import Attributor

__all__ = ["BUILDERS", "AttributeSettings", "build"]

BUILDERS: Final[dict[str, str]] = {"checks": "pincite.attribute.checks:build"}


@dataclass(frozen=True, slots=True, kw_only=True)
class AttributeSettings:
    """Which attributor checks, and what it may take as the same."""

    name: str = "checks"
    """"checks", or a name that an installed package registers."""
    synonyms: tuple[tuple[str, ...], ...] = ()
    """Groups of words that a claim may exchange for one another, beside the built-in ones."""


def build(settings: AttributeSettings) -> Attributor:
    """
    Return the attributor that the settings name.

    :raises UnknownName: If nothing is registered under the name.
    """
    made: Callable[..., Any] = builder("attribute", settings.name, BUILDERS)
    attributor: Attributor = made(settings)
    return attributor
