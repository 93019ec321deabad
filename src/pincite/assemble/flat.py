"""Passages that are the chunks themselves."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pincite.assemble.packing import pack, required

if TYPE_CHECKING:
    from pincite.assemble import AssembleSettings
    from pincite.protocols import Packed, Tokenizer
    from pincite.questions import Found, Query

__all__ = ["Flat", "build"]


class Flat:
    """
    Shows each chunk as it is.

    :param settings: The budget.
    :param tokenizer: Counts its tokens.
    """

    def __init__(self, settings: AssembleSettings, tokenizer: Tokenizer) -> None:
        self._settings = settings
        self._tokenizer = tokenizer

    def assemble(self, query: Query, found: tuple[Found, ...], *, k: int) -> Packed:
        """Return the chunks as passages."""
        required(k)
        return pack(
            found, k=k, settings=self._settings, tokenizer=self._tokenizer, widen=lambda permit: permit.chunk.span
        )


def build(settings: AssembleSettings, *, tokenizer: Tokenizer) -> Flat:
    """Return the assembler that widens nothing."""
    return Flat(settings, tokenizer)
