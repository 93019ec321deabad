"""Events, and the recorder that collects those of one question."""

from __future__ import annotations

import time
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal
from uuid import uuid4

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

__all__ = ["Event", "Recorder", "Trace"]

_OWN = ("title", "decided_by", "tokens_in", "tokens_out")
"""What a step may say of its event as a whole."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """One step."""

    kind: str
    """What sort of step: "scope", "route", "leg", "permit", "pack", "draft", "check", …"""
    stage: str
    """One of the ten stages, or "access"."""
    decided_by: Literal["code", "model"] = "code"
    title: str
    """One line for people; no text of documents."""
    detail: Mapping[str, Any] = field(default_factory=dict)
    """Ids, counts and scores for programs."""
    tokens_in: int = 0
    tokens_out: int = 0
    ms: float = 0.0
    """How long the step took, in milliseconds."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Trace:
    """Everything recorded of one question, with what is needed to look at it again under today's rights."""

    trace_id: str
    kind: str
    """"ask" or "search"."""
    at: str
    """When, as ISO 8601 in UTC."""
    facts: Mapping[str, Any] = field(default_factory=dict)
    """Principal, day, sequence, generation, passages and citations by id, status, reason."""
    events: tuple[Event, ...] = ()


@dataclass(slots=True)
class Recorder:
    """Collects the events of one question in order."""

    trace_id: str = field(default_factory=lambda: uuid4().hex[:16])
    events: list[Event] = field(default_factory=list)

    @contextmanager
    def step(self, kind: str, stage: str, title: str) -> Iterator[dict[str, Any]]:
        """
        Time a step and record it when it ends, also when it fails.

        Yields a dict; what the step puts in becomes the event's detail. "title", "decided_by", "tokens_in" and
        "tokens_out" put in become the event's own.
        """
        detail: dict[str, Any] = {}
        start = time.perf_counter()
        try:
            yield detail
        except BaseException as error:
            detail["failed"] = type(error).__name__
            raise
        finally:
            ms = (time.perf_counter() - start) * 1000
            own = {name: detail.pop(name) for name in _OWN if name in detail}
            self.events.append(Event(kind=kind, stage=stage, detail=detail, ms=ms, **{"title": title} | own))

    def timings_ms(self) -> dict[str, float]:
        """Return the time spent per stage so far, in milliseconds, to a tenth."""
        spent: dict[str, float] = {}
        for event in self.events:
            spent[event.stage] = spent.get(event.stage, 0.0) + event.ms
        return {stage: round(ms, 1) for stage, ms in spent.items()}
