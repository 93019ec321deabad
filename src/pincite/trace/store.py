"""Traces on disk: one small JSON file each, the oldest removed past a limit."""

from __future__ import annotations

import json
import os
import re
from contextlib import suppress
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from pincite.errors import ConfigError, NotFound, StoreError, Torn
from pincite.trace.record import Event, Trace

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

__all__ = ["TraceSettings", "TraceStore"]

_ID = 16
"""Letters of a trace's id."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TraceSettings:
    """What traces keep."""

    question: bool = True
    """Whether traces keep the question as it was asked, so that it can be replayed; otherwise only its digest."""
    text: bool = False
    """Whether they keep what repeats words of the question too. Texts of documents are never in a trace."""
    keep: int = 1000
    """How many traces are kept, newest first; 0 keeps none."""

    def __post_init__(self) -> None:
        if self.keep < 0:
            raise ConfigError(f"trace.keep is {self.keep}: expected 0 or more", key="trace.keep", value=self.keep)


class TraceStore:
    """
    The traces of one corpus.

    :param folder: Where the files stand; made on the first write.
    """

    def __init__(self, folder: Path, settings: TraceSettings | None = None) -> None:
        self._folder = folder
        self._settings = settings or TraceSettings()

    def save(self, trace: Trace) -> None:
        """
        Write a trace whole or not at all, and remove the oldest past the limit.

        :raises StoreError: If it cannot be written, as where the disk is full.
        """
        if not self._settings.keep:
            return
        path = self._folder / f"{trace.trace_id}.json"
        temporary = path.with_suffix(f".{os.getpid()}.tmp")
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            descriptor = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)  # for this user alone
            with open(descriptor, "w", encoding="utf-8") as file:
                file.write(json.dumps(asdict(trace), ensure_ascii=False, default=str))
            temporary.replace(path)
        except OSError as error:
            with suppress(OSError):
                temporary.unlink(missing_ok=True)
            raise StoreError(
                f"the record of the answer could not be written to {self._folder} "
                f"({os.strerror(error.errno or 0).lower()}): free some space or allow writing there, or answer without "
                "a record: [trace] keep = 0",
                path=str(self._folder),
            ) from error
        self._prune()

    def get(self, trace_id: str) -> Trace:
        """
        Return one trace.

        :raises NotFound: If there is none of that id.
        :raises Torn: If its file is damaged.
        """
        path = self._folder / f"{trace_id}.json"
        if not re.fullmatch(r"[0-9a-f]{1,32}", trace_id) or not path.is_file():
            raise NotFound("trace", trace_id)
        return _read(path)

    def latest(self, kind: str) -> Trace | None:
        """
        Return the newest trace of a kind; ``None`` where there is none.

        :raises Torn: If a newer file is damaged: it may be that very trace.
        """
        return next(self.all(kind), None)

    def all(self, kind: str, *, whole: bool = True) -> Iterator[Trace]:
        """
        Yield every trace of a kind, the newest first.

        :param whole: Whether a damaged file is an error: what it held is not known, and nothing older stands in for it.
        :raises Torn: At a damaged file, unless those are passed over.
        """
        for path in reversed(self._files()):
            try:
                trace = _read(path)
            except FileNotFoundError:  # another process may have removed it in the meantime
                continue
            except Torn:
                if whole:
                    raise
                continue
            if trace.kind == kind:
                yield trace

    def _files(self) -> list[Path]:
        """Return the files of all traces, the oldest first; what else stands in the folder is none of them."""
        dated = []
        for path in self._folder.glob(f"{'[0-9a-f]' * _ID}.json") if self._folder.is_dir() else ():
            with suppress(FileNotFoundError):  # as above
                dated.append((path.stat().st_mtime_ns, path.name, path))
        return [path for _, _, path in sorted(dated)]

    def _prune(self) -> None:
        files = self._files()
        if len(files) <= self._settings.keep + self._settings.keep // 10:
            return
        for path in files[: -self._settings.keep]:
            path.unlink(missing_ok=True)


def _read(path: Path) -> Trace:
    try:
        raw: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
        events = tuple(Event(**event) for event in raw.pop("events", ()))
        return Trace(**raw, events=events)
    except (ValueError, TypeError, AttributeError, KeyError) as error:
        raise Torn(f"the trace {path} is damaged ({error}): remove the file", path=str(path)) from error
