"""The stage that checks each claim of a draft against the passages that it cites: settings and :func:`build`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from pincite.registry import builder

if TYPE_CHECKING:
    from collections.abc import Callable

    from pincite.attribute.judge import Judge
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
    judge: str = ""
    """
    Who judges what the checks let stand, so that it may be called supported: "claude", "openai:MODEL", "gguf" (as
    ``[generate]`` has them), "nli:FOLDER" (an NLI model as an ONNX graph), or "" for nobody.
    """


def build(settings: AttributeSettings, *, judge: Judge | None = None) -> Attributor:
    """
    Return the attributor that the settings name.

    :param judge: Judges what the attributor lets stand; ``None`` for nobody.
    :raises UnknownName: If nothing is registered under the name.
    """
    made: Callable[..., Any] = builder("attribute", settings.name, BUILDERS)
    attributor: Attributor = made(settings)
    if judge is None:
        return attributor
    from pincite.attribute.judge import Judged  # imported here: most corpora have no judge

    return Judged(checks=attributor, judge=judge)
