"""The record of every step of one question or one ingest. It holds ids; text only where the settings say so."""

from __future__ import annotations

from pincite.trace.record import Event, Recorder, Trace
from pincite.trace.store import TraceSettings, TraceStore

__all__ = ["Event", "Recorder", "Trace", "TraceSettings", "TraceStore"]
