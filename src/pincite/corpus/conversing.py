"""
Conversations kept in a file: each question, and where its answer's citations stand; no text of documents.

What an earlier answer said is cut again from the documents, under the rights of whoever asks now, so that a file that
is copied, or kept over a change of access, shows nobody more than they may read.
"""

from __future__ import annotations

import json
import os
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from pincite.corpus.given import a_text
from pincite.corpus.looking import Looking
from pincite.corpus.threads import in_thread
from pincite.documents import ChunkId, Span
from pincite.errors import InputError, NotFound
from pincite.pipeline.receipt import cited_places
from pincite.questions import Turn

if TYPE_CHECKING:
    from pincite.answers import Answer
    from pincite.questions import Principal

__all__ = ["Conversing"]

_FORM: Final = 1
_KEPT: Final = 50
"""Latest turns that a file keeps."""


class Conversing(Looking):
    """The side of a corpus that goes on with what was asked before."""

    @property
    def last_conversation(self) -> Path:
        """The file of the conversation that the command line had last."""
        return self.state / "conversation.json"

    def read_conversation(self, file: str | Path, *, principal: Principal | None = None) -> tuple[Turn, ...]:
        """
        Return the turns of a conversation, oldest first, each with what it quoted as far as it may be read now.

        :param principal: Who asks now; ``None`` for the default reader.
        :returns: Empty where there is no such file.
        :raises InputError: If the file is no conversation.
        """
        return tuple(self._turn(row, principal) for row in _rows(Path(file)))

    def write_conversation(self, file: str | Path, answer: Answer, *, anew: bool = False) -> None:
        """
        Add an answer to the conversation in a file, which nobody but this user may read.

        :param anew: Begin a new conversation in its place.
        :raises InputError: If the file is there and is no conversation, or cannot be written.
        """
        path = Path(file)
        rows = [] if anew else _rows(path)
        rows.append({"question": answer.question, "trace_id": answer.trace_id, "citations": cited_places(answer)})
        _write(path, {"pincite": _FORM, "turns": rows[-_KEPT:]})

    async def aread_conversation(self, file: str | Path, *, principal: Principal | None = None) -> tuple[Turn, ...]:
        """Do what :meth:`read_conversation` does, in a thread."""
        return await in_thread(self.read_conversation, file, principal=principal)

    async def awrite_conversation(self, file: str | Path, answer: Answer, *, anew: bool = False) -> None:
        """Do what :meth:`write_conversation` does, in a thread."""
        await in_thread(self.write_conversation, file, answer, anew=anew)

    def _turn(self, row: dict[str, Any], principal: Principal | None) -> Turn:
        try:
            quotes = [self._quote(each, principal) for each in row["citations"]]
        except NotFound:
            return Turn(question=row["question"])
        chunks = tuple(dict.fromkeys(ChunkId(each["chunk"]) for each in row["citations"]))
        marked = (f"{quote} [{each['label']}]" for quote, each in zip(quotes, row["citations"], strict=True))
        return Turn(question=row["question"], answer=" ".join(marked), chunks=chunks)

    def _quote(self, stored: dict[str, Any], principal: Principal | None) -> str:
        revision = self.show(a_text(stored["document"], "document"), version=stored["version"], principal=principal)
        if revision.text_digest != stored["text"]:
            raise NotFound("citation", str(stored["label"]))
        return Span(*stored["span"]).cut(revision.text)


def _rows(path: Path) -> list[dict[str, Any]]:
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
        rows = data["turns"]
        for row in rows:
            if not isinstance(row["question"], str) or not all(_whole(each) for each in row["citations"]):
                raise ValueError("a turn without question or citations")
    except FileNotFoundError:
        return []
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise InputError(
            f"{path} is no conversation of Pincite ({error}): expected a file that --history wrote; name another",
            path=str(path),
        ) from error
    kept: list[dict[str, Any]] = rows
    return kept


def _whole(stored: dict[str, Any]) -> bool:
    start, end = stored["span"]
    return {"label", "document", "version", "chunk", "text"} <= set(stored) and 0 <= start <= end


def _write(path: Path, data: dict[str, Any]) -> None:
    """Write the file whole or not at all, for this user alone."""
    temporary = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    try:
        descriptor = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with open(descriptor, "w", encoding="utf-8") as out:
            json.dump(data, out, ensure_ascii=False, indent=1)
        temporary.replace(path)
    except OSError as error:
        with suppress(OSError):
            temporary.unlink(missing_ok=True)
        raise InputError(
            f"{path} cannot be written ({error.strerror}): free some space or allow writing there, or name another "
            "file with --history",
            path=str(path),
        ) from error
