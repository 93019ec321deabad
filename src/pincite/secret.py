"""A value from the environment that is shown nowhere."""

from __future__ import annotations

__all__ = ["Secret"]


class Secret:
    """
    A value that is shown nowhere.

    :param value: What it hides.
    """

    __slots__ = ("_value",)

    def __init__(self, value: str) -> None:
        self._value = value

    def reveal(self) -> str:
        """Return the value, for the one call that needs it."""
        return self._value

    def __repr__(self) -> str:
        return "(set)"
