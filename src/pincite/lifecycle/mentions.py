"""Removes files of a state folder that name a document: traces, results of measurements, accepted answers."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Collection
    from pathlib import Path

__all__ = ["drop_measured", "drop_traces"]


def drop_traces(state: Path, names: Collection[str]) -> int:
    """Remove the traces that name one of some documents and chunks, and return how many those were."""
    (state / "conversation.json").unlink(missing_ok=True)  # it may repeat what was answered from it
    wanted = [f'"{name}"'.encode() for name in names]
    n_removed = 0
    for file in (state / "traces").glob("*"):
        data = file.read_bytes()
        if any(name in data for name in wanted):
            file.unlink(missing_ok=True)
            n_removed += 1
    return n_removed


def drop_measured(state: Path, documents: Collection[str]) -> None:
    """Remove results of measurements and accepted answers that name a document: they name its sections too."""
    wanted = [f'"{name}{end}'.encode() for name in documents for end in ('"', "#")]
    for file in (state / "results").glob("*"):
        data = file.read_bytes()
        if any(name in data for name in wanted):
            file.unlink(missing_ok=True)
    accepted = state / "accepted.jsonl"
    if accepted.is_file():
        lines = accepted.read_bytes().splitlines(keepends=True)
        kept = [line for line in lines if not any(name in line for name in wanted)]
        if len(kept) < len(lines):
            temporary = accepted.with_suffix(".new")
            temporary.write_bytes(b"".join(kept))
            temporary.chmod(0o600)
            temporary.replace(accepted)
