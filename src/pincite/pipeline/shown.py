"""What a reader sees of a record: one of their own rights, or none; in it, only what they may open now."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from pincite.trace import Event

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from pincite.questions import Principal
    from pincite.trace import Trace

__all__ = ["is_for", "only_what"]

_TELLING: Final = frozenset(
    {"status", "reason", "mode", "route", "generator", "prompt", "draft", "verdicts", "claims", "answer", "usage"}
    | {"timings_ms", "said"}
)
"""Facts that came of everything that was read: they tell of passages that are left out, if only by how many."""


def is_for(trace: Trace, looker: Principal) -> bool:
    """
    Tell whether whoever looks has all the rights that the question was asked with.

    Without them even what a search counted tells of pages: who has fewer rights is told that there is no such record.
    """
    facts = trace.facts
    return (
        facts.get("tenant") == str(looker.tenant)
        and facts.get("subject") in (None, looker.subject)
        and set(facts.get("groups", ())) <= set(looker.groups)
    )


def only_what(trace: Trace, readable: Callable[[str, str], bool]) -> Trace:
    """
    Return a record as if what may not be read now had not been there: whole where all passages, and all that was found
    and not shown, may be.

    :param readable: Tells of the id of a document and a version whether it may be read now; one that is gone may not.
    """
    passages, citations = (_left(trace.facts.get(part, ()), readable) for part in ("passages", "citations"))
    shown = len(passages) == len(trace.facts.get("passages", ())) and len(citations) == len(trace.facts["citations"])
    if shown and all(_readable_dropped(event, readable) for event in trace.events):
        return trace
    facts = {name: value for name, value in trace.facts.items() if name not in _TELLING}
    events = tuple(Event(kind=e.kind, stage=e.stage, title=e.kind) for e in trace.events)
    return replace(trace, facts={**facts, "passages": passages, "citations": citations}, events=events)


def _left(stated: Iterable[dict[str, Any]], readable: Callable[[str, str], bool]) -> list[dict[str, Any]]:
    return [each for each in stated if readable(each["document"], each["version"])]


def _readable_dropped(event: Event, readable: Callable[[str, str], bool]) -> bool:
    """Tell whether all that a step found and did not show may be read; a step that names chunks alone cannot say."""
    if not event.detail.get("dropped"):
        return True
    revisions = event.detail.get("dropped_from", ())
    return bool(revisions) and all(readable(document, version) for document, version in revisions)
