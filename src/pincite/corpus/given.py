"""Checks what callers give: ids, lists of names and days."""

from __future__ import annotations

from datetime import date, datetime
from typing import TYPE_CHECKING

from pincite.errors import InputError
from pincite.questions import Turn, is_text

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pincite.answers import Answer

__all__ = ["a_day", "a_text", "names", "turns"]


def a_text(value: object, what: str) -> str:
    """
    Return a value that is a text.

    :param what: What it is, for the message: "document".
    :raises InputError: If it is none, or has a lone surrogate in it, which no stored name has.
    """
    if not isinstance(value, str):
        raise InputError(f"{what} is {value!r}: expected a text")
    if not is_text(value):
        raise InputError(
            f"{what} is {value!r}, which has a lone surrogate in it: expected Unicode text; decode it first"
        )
    return value


def names(values: Iterable[str], what: str) -> tuple[str, ...]:
    """
    Return the texts of a list.

    :param what: What they are, for the message: "documents".
    :raises InputError: If one text is given instead of a list, or something in it is no text.
    """
    if isinstance(values, str | bytes):
        raise InputError(f"{what} is the text {values!r}: pass a list: [{values!r}]")
    return tuple(a_text(value, f"one of {what}") for value in values)


def a_day(value: date | None, today: date) -> date:
    """
    Return the day that is meant.

    :param value: ``None`` for today.
    :raises InputError: If it is no day; a time of day is none.
    """
    if value is None:
        return today
    if not isinstance(value, date) or isinstance(value, datetime):
        raise InputError(f"as_of is {value!r}: expected a datetime.date, such as date(2025, 3, 1)")
    return value


def turns(values: Iterable[Turn | Answer]) -> tuple[Turn, ...]:
    """
    Return the turns of a conversation, oldest first.

    :param values: Turns, or earlier answers, which are turned into them.
    :raises InputError: If something in it is neither.
    """
    listed = tuple(values)
    if not listed:
        return ()
    from pincite.answers import Answer
    from pincite.pipeline.history import turn_of  # imported here, as above: most questions have no history

    made = tuple(turn_of(each) if isinstance(each, Answer) else each for each in listed)
    for each in made:
        if not isinstance(each, Turn):
            raise InputError(f"one of history is {each!r}: expected a Turn or an Answer", value=each)
        a_text(each.question, "a question of history")
    return made
