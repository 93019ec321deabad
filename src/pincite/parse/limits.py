"""What one call of a worker of the sandbox may use."""

from __future__ import annotations

from dataclasses import dataclass

from pincite.errors import ConfigError

__all__ = ["Limits"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """What one call may use."""

    memory_mb: int = 900
    """Address space in megabytes beyond what the bare interpreter has; at least 64."""
    cpu_s: int = 25
    """Seconds of processor time; at least 1."""
    wall_s: float = 25.0
    """Seconds on the clock, the start of a worker not counted; above 0."""

    def __post_init__(self) -> None:
        if self.memory_mb < 64 or self.cpu_s < 1 or self.wall_s <= 0:
            raise ConfigError(
                f"limits of {self.memory_mb} MB, {self.cpu_s} s of processor time and {self.wall_s} s: expected at "
                "least 64 MB, 1 s and more than 0 s"
            )
