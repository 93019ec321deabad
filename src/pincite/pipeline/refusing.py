"""Which check around the generator left a question without an answer: noted in the trace, told to whoever asks why."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Final

from pincite.answers import Reason

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pincite.answers import Answer
    from pincite.trace import Event, Recorder

__all__ = ["Check", "note_reason", "note_refusal", "refusals_of"]

_KIND: Final = "refuse"


class Check(StrEnum):
    """What refused; nothing of it tells what is hidden from what is not there."""

    KEY = "key"
    DOCUMENT = "named document"
    CLAUSE = "clause"
    STEP = "step"
    VERSION = "named version"
    TIME = "named time"
    VALUE = "applies to"
    AGE = "age"

    @property
    def said(self) -> str:
        """What it found, in one sentence without its stop."""
        return _SAID[self]


_SAID: Final = {
    Check.KEY: "a key or code that the question is about stands nowhere in what was found",
    Check.DOCUMENT: "a document that the question names is not among those that may be read, or is another one",
    Check.CLAUSE: "the clause that is asked for is in no document that the question can mean, or in several",
    Check.STEP: "what was found for a part of the question is not about what the part before it names",
    Check.VERSION: "what was found is not of the version that the question names, and does not speak of it",
    Check.TIME: "what was found was not in force at the time that the question names, and does not speak of it",
    Check.VALUE: "what was found differs by what it applies to, and the question does not say which is meant",
    Check.AGE: "what was found is too old to prove how something stands now",
}
_BY_REASON: Final = {Reason.NEEDS_APPLIES_TO: Check.VALUE, Reason.STALE_ONLY: Check.AGE}


def note_refusal(recorder: Recorder | None, check: Check) -> None:
    """
    Note that a check left a question, or a part of it, without an answer.

    :param recorder: ``None`` where nothing is recorded.
    """
    if recorder is not None:
        with recorder.step(_KIND, "generate", f"refused by the check {check.value!r}") as detail:
            detail |= {"check": check.value}


def note_reason(recorder: Recorder, answer: Answer) -> None:
    """Note what governs as what refused, where that is the reason that an answer gives for saying nothing."""
    if not answer.claims and answer.reason in _BY_REASON:
        note_refusal(recorder, _BY_REASON[answer.reason])


def refusals_of(events: Iterable[Event]) -> tuple[Check, ...]:
    """Return the checks that refused on the way to an answer, each once, in order."""
    return tuple(dict.fromkeys(Check(event.detail["check"]) for event in events if event.kind == _KIND))
