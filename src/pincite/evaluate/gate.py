"""A condition on measures that decides an exit code, such as ``recall@3 >= 0.95 and leaks == 0``."""

from __future__ import annotations

import operator
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from pincite.errors import InputError, UnknownName

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

__all__ = ["Gate"]

_OPERATORS: Final[dict[str, Callable[[float, float], bool]]] = {
    ">=": operator.ge,
    "<=": operator.le,
    "==": operator.eq,
    "!=": operator.ne,
    ">": operator.gt,
    "<": operator.lt,
}
_TERM: Final = re.compile(r"\s*([A-Za-z_][\w@]*)\s*(>=|<=|==|!=|>|<)\s*(-?\d+(?:\.\d+)?)\s*")


@dataclass(frozen=True, slots=True)
class Gate:
    """
    Comparisons joined by ``and``; all must hold.

    :param text: Such as ``recall@3 >= 0.95 and leaks == 0``.
    """

    text: str

    def __post_init__(self) -> None:
        self._comparisons()

    @property
    def names(self) -> tuple[str, ...]:
        """The measures that it names, in order."""
        return tuple(name for name, _, _ in self._comparisons())

    def failures(self, values: Mapping[str, float | None]) -> tuple[str, ...]:
        """
        Return each comparison that does not hold, with the value measured; empty where the gate is passed.

        :param values: Measures by name; ``None`` where nothing could be measured, which fails.
        :raises UnknownName: If the gate names a measure that is not there.
        """
        failed = []
        for name, sign, bound in self._comparisons():
            if name not in values:
                raise UnknownName("measure", name, values)
            value = values[name]
            if value is None or not _OPERATORS[sign](value, float(bound)):
                failed.append(f"{name} is {'not measured' if value is None else f'{value:.4g}'}, wanted {sign} {bound}")
        return tuple(failed)

    def _comparisons(self) -> list[tuple[str, str, str]]:
        """Return name, operator and bound of each comparison."""
        found = []
        for term in re.split(r"\band\b", self.text):
            read = _TERM.fullmatch(term)
            if read is None:
                raise InputError(
                    f"cannot read {term.strip()!r} in the gate: expected NAME OPERATOR NUMBER, joined by 'and', "
                    f"such as 'recall@3 >= 0.95 and leaks == 0'",
                    gate=self.text,
                )
            found.append((read[1], read[2], read[3]))
        return found
