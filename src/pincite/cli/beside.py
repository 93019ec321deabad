"""Two settings files over one corpus folder: what is told where the second would build its state in another way."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from pincite.errors import ConfigError, GenerationMismatch, SpaceMismatch

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

__all__ = ["own_state"]


@contextmanager
def own_state(file: Path) -> Iterator[None]:
    """
    Say of a settings file that is measured beside another how to give it a corpus of its own, where it needs one.

    :param file: The settings file.
    :raises ConfigError: If the state that it names was built under other settings.
    """
    try:
        yield
    except (GenerationMismatch, SpaceMismatch) as error:
        differing: Any = error.facts.get("differing") or {}
        told = "; ".join(f"{name} {old} -> {new}" for name, (old, new) in differing.items())
        path = error.facts.get("path", ".pincite")
        raise ConfigError(
            f"{file.name} would build {path} in another way than it was built{f' ({told})' if told else ''}: to "
            f'compare the two, give {file.name} a state of its own, such as state = ".pincite-{file.stem}" under '
            "[corpus]",
            file=str(file),
            path=path,
        ) from error
