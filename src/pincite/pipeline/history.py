"""Earlier turns of a conversation, under the rights of now."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from pincite.questions import Turn

if TYPE_CHECKING:
    from pincite.answers import Answer
    from pincite.protocols import Permits
    from pincite.questions import Scope

__all__ = ["KEPT_TURNS", "readable", "turn_of"]

KEPT_TURNS: Final = 6
"""Latest turns that are looked at."""


def turn_of(answer: Answer) -> Turn:
    """Return the turn that an answer was, with the chunks that it rests on."""
    return Turn(
        question=answer.question,
        answer=answer.text if answer.claims else "",
        chunks=tuple(dict.fromkeys(citation.chunk_id for citation in answer.citations)),
    )


def readable(history: tuple[Turn, ...], scope: Scope, permits: Permits) -> tuple[Turn, ...]:
    """
    Return the latest turns, each without its answer where the reader may not read now all that it rests on.

    An answer that says nothing of what it rests on may quote anything, so that it is left out too.
    """
    turns = history[-KEPT_TURNS:]
    asked = list(dict.fromkeys(chunk for turn in turns for chunk in turn.chunks))
    held = permits.permit(asked, scope) if asked else {}
    return tuple(
        turn if turn.chunks and all(chunk in held for chunk in turn.chunks) else replace(turn, answer="", chunks=())
        for turn in turns
    )
