"""
Drafts from a file instead of a model: for tests, demos and the replay of drafts that something else wrote.

Each line of the file is a JSON object::

    {"question": "What is the refund window?",
     "claims": [{"text": "It is 30 days.", "quotes": [{"label": 1, "text": "| Refund window | 30 days |"}]}],
     "missing": [], "reason": null}

A quote may name its place with ``"span": [start, end]`` too. Questions are compared without regard to case, white
space and the mark at the end; a question that the file does not hold is answered with ``evidence_insufficient``.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pincite.answers import Draft, DraftClaim, Quote, Reason
from pincite.documents import Span
from pincite.errors import ConfigError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pincite.answers import Passage
    from pincite.generate import GenerateSettings

__all__ = ["Scripted", "build"]


class Scripted:
    """
    Returns the draft that a file holds for a question.

    :param drafts: Drafts by folded question.
    :param file: The file's name, for messages.
    """

    def __init__(self, drafts: Mapping[str, Draft], *, file: str) -> None:
        self._drafts = dict(drafts)
        self._file = file

    @property
    def name(self) -> str:
        """Name in settings, answers and traces."""
        return f"scripted:{self._file}"

    def draft(self, question: str, passages: tuple[Passage, ...]) -> Draft:
        """Return the draft of the file, or an abstention where it holds none for the question."""
        found = self._drafts.get(_folded(question))
        if found is not None:
            return found
        return Draft(missing=(f"a line for {question!r} in {self._file}",), reason=Reason.EVIDENCE_INSUFFICIENT)


def build(settings: GenerateSettings, *, argument: str = "", similarity: object = None) -> Scripted:
    """
    Return the generator for the file that "scripted:FILE" or the settings name.

    :param argument: What follows "scripted:" in the name; "" for the file of the settings.
    :param similarity: Not used: nothing is compared.
    :raises ConfigError: If no file is named, it cannot be read, or a line of it is not a draft.
    """
    file = argument or settings.scripted.file
    if not file:
        raise ConfigError(
            f"generate.name is {settings.name!r}: expected a file, as in 'scripted:drafts.jsonl'", name=settings.name
        )
    try:
        lines = Path(file).read_text(encoding="utf-8").splitlines()
    except OSError as error:
        raise ConfigError(
            f"the drafts file {file!r} cannot be read ({error.strerror}): expected a JSONL file; check generate.name",
            file=file,
        ) from error
    drafts = [_draft(line, number, file) for number, line in enumerate(lines, 1) if line.strip()]
    return Scripted(dict(drafts), file=file)


def _draft(line: str, number: int, file: str) -> tuple[str, Draft]:
    try:
        row = json.loads(line)
        claims = tuple(
            DraftClaim(text=c["text"], quotes=tuple(map(_quote, c.get("quotes", ())))) for c in row.get("claims", ())
        )
        reason = Reason(row["reason"]) if row.get("reason") else None
        draft = Draft(
            claims=claims,
            missing=tuple(row.get("missing", ())),
            reason=reason or (None if claims else Reason.EVIDENCE_INSUFFICIENT),
        )
        return _folded(row["question"]), draft
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise ConfigError(
            f"line {number} of {file} is not a draft ({error!r}): "
            "expected an object with question, claims, missing, reason",
            file=file,
            line=number,
        ) from error


def _quote(row: dict[str, Any]) -> Quote:
    span = Span(*row["span"]) if row.get("span") else None
    return Quote(label=int(row["label"]), span=span, text=row.get("text", ""))


def _folded(question: str) -> str:
    return " ".join(question.casefold().split()).rstrip("?.! ")
