"""
Results kept in the corpus, one file each, so that what changed between two of them can be told.

They hold questions, ids, ranks and figures, and headings as the names of sections; texts of documents and of answers
are never kept.
"""

from __future__ import annotations

import os
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

import msgspec

from pincite.answers import Loss
from pincite.errors import NotFound, Torn
from pincite.evaluate.results import Outcome, Result

if TYPE_CHECKING:
    from pathlib import Path

__all__ = ["ResultStore", "result_data", "wordless"]

_FOLDER: Final = "results"
_QUOTING: Final = frozenset({Loss.NOT_INGESTED, Loss.PARSE, Loss.CHUNK, Loss.CITATION})
"""Losses whose evidence quotes the document."""


class ResultStore:
    """
    The results of one corpus.

    :param state: The corpus's state folder.
    """

    def __init__(self, state: Path) -> None:
        self._folder = state / _FOLDER

    def save(self, result: Result) -> str:
        """Keep a result, without the texts of its answers, and return its id."""
        self._folder.mkdir(parents=True, exist_ok=True)
        path = self._folder / f"{result.id}.json"
        temporary = path.with_suffix(f".{os.getpid()}.tmp")
        with os.fdopen(os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
            file.write(msgspec.json.encode(result_data(result)))
        temporary.replace(path)
        return result.id

    def get(self, name: str) -> Result:
        """
        Return a result.

        :param name: Its id or the beginning of it; "last" for the newest, "last-1" for the one before, and so on.
        :raises NotFound: If there is none, or several begin so.
        :raises Torn: If its file is damaged.
        """
        files = self._files()
        if name == "last" or name.startswith("last-"):
            back = name.removeprefix("last").removeprefix("-") or "0"
            found = files[-1 - int(back) :][:1] if back.isdecimal() and int(back) < len(files) else []
        else:
            found = [file for file in files if name and file.stem.startswith(name)]
        if len(found) != 1:
            raise NotFound("result", name)
        return _read(found[0])

    def all(self) -> tuple[Result, ...]:
        """Return every result, the oldest first; damaged files are passed over."""
        found = []
        for file in self._files():
            try:
                found.append(_read(file))
            except Torn:
                continue
        return tuple(found)

    def _files(self) -> list[Path]:
        files = self._folder.glob("*.json") if self._folder.is_dir() else ()
        return [path for _, _, path in sorted((file.stat().st_mtime_ns, file.name, file) for file in files)]


def result_data(result: Result) -> Any:  # noqa: ANN401  # whatever JSON can say
    """Return a result as JSON has it, without the texts of answers and without what quotes documents."""
    plain = replace(result, outcomes=tuple(map(wordless, result.outcomes)))
    return {"id": result.id, **msgspec.to_builtins(plain)}


def wordless(outcome: Outcome) -> Outcome:
    """Return an outcome without words of documents: the answer, and the evidence of losses that quotes them."""
    losses = tuple(replace(r, evidence="") if r.loss in _QUOTING else r for r in outcome.losses)
    return replace(outcome, text="", losses=losses)


def _read(file: Path) -> Result:
    try:
        return msgspec.json.decode(file.read_bytes(), type=Result, strict=False)
    except (msgspec.MsgspecError, OSError) as error:
        raise Torn(f"the result {file} is damaged ({error}): remove the file", path=str(file)) from error
