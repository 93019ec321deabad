"""
Reads what models write into drafts: JSON of the answer's schema, also while it is being written; sentences with
markers; sentences with a provider's own citations.

A label that was not shown, or words that only look like a citation, never become a citation of something else.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from pincite.answers import Draft, DraftClaim, Quote, Reason
from pincite.errors import BadModelOutput
from pincite.text.markers import read_markers
from pincite.text.sentences import sentences

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from pincite.answers import Passage, Usage

__all__ = ["Claims", "prose_claims", "read_draft", "read_prose", "structured_claim"]

_MISSING: Final = re.compile(r"(?:^|\n)\s*(?:[*_]{1,2})?(?:missing|not found)\s*:(?:[*_]{1,2})?\s*(.*)", re.IGNORECASE)
_FENCED: Final = re.compile(r"^\s*```(?:json)?\s*(.*?)\s*(?:```)?\s*$", re.DOTALL)
_NUMBER: Final = re.compile(r"\d{1,4}")
_MARKER: Final = re.compile(r"\[\s*\d{1,4}\s*\]")


@dataclass(slots=True)
class Claims:
    """
    Finds the claims in a JSON reply while it is being written, each as soon as it is whole.

    :param shown: Labels of the passages that were shown.
    """

    shown: frozenset[int]
    _text: str = ""
    _at: int = -1

    def add(self, piece: str) -> Iterator[DraftClaim]:
        """Take a piece of the reply in; yield the claims that it completes."""
        self._text += piece
        if self._at < 0:
            opened = re.search(r'"claims"\s*:\s*\[', self._text)
            if opened is None:
                return
            self._at = opened.end()
        while (found := _whole_object(self._text, self._at)) is not None:
            row, self._at = found
            yield structured_claim(row, self.shown)


def _whole_object(text: str, at: int) -> tuple[Any, int] | None:
    start = re.compile(r"[\s,]*").match(text, at)
    begin = start.end() if start else at
    if not text.startswith("{", begin):
        return None
    try:
        return json.JSONDecoder().raw_decode(text, begin)
    except ValueError:
        return None


def read_draft(text: str, *, shown: frozenset[int], usage: Usage) -> Draft:
    """
    Return the draft that a JSON reply states.

    :param shown: Labels of the passages that were shown.
    :raises BadModelOutput: If it is not of the form that was asked for.
    """
    rows, missing = _checked(_object(text))
    claims = tuple(structured_claim(row, shown) for row in rows)
    return _draft(claims, missing, usage)


def structured_claim(row: Any, shown: frozenset[int]) -> DraftClaim:  # noqa: ANN401 - what a model wrote
    """
    Return one claim of a JSON reply.

    Markers inside the sentence count only where they say what the citations say; where they say something else nobody
    knows what was meant, and the claim cites nothing.

    :raises BadModelOutput: If it is not of the form that was asked for.
    """
    if not isinstance(row, dict) or not isinstance(row.get("text"), str):
        raise _unformed(f"a claim is {_shown(row)}: expected an object with text and citations")
    cited = row.get("citations", [])
    if not isinstance(cited, list):
        raise _unformed(f"citations are {_shown(cited)}: expected a list")
    quotes = tuple(_quote(each) for each in cited)
    marked = read_markers(row["text"], shown)
    stated = {quote.label for quote in quotes}
    if marked.refused or (stated and not set(marked.labels) <= stated):
        return DraftClaim(text=marked.text, quotes=())
    return DraftClaim(text=marked.text, quotes=quotes or tuple(Quote(label=label) for label in marked.labels))


def _quote(row: Any) -> Quote:  # noqa: ANN401 - what a model wrote
    if isinstance(row, dict):
        words = row.get("quote", "")
        return Quote(label=_label(row.get("passage")), text=words.strip() if isinstance(words, str) else "")
    return Quote(label=_label(row))


def _label(value: Any) -> int:  # noqa: ANN401 - as above
    """Return a label that may be written as a number or as words with one number in them; 0, which is none, else."""
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    found = _NUMBER.findall(value) if isinstance(value, str) else []
    return int(found[0]) if len(found) == 1 else 0


def _object(text: str) -> Any:  # noqa: ANN401 - what a model wrote
    fenced = _FENCED.match(text)
    body = fenced[1] if fenced else text
    start = body.find("{")
    try:
        return json.JSONDecoder().raw_decode(body, max(start, 0))[0]
    except ValueError as error:
        raise _unformed(f"the reply is no JSON ({error}): {_shown(text)}") from error


def _checked(reply: Any) -> tuple[list[Any], tuple[str, ...]]:  # noqa: ANN401 - as above
    if not isinstance(reply, dict) or not isinstance(reply.get("claims"), list):
        raise _unformed(f"the reply is {_shown(reply)}: expected an object with claims and missing")
    missing = reply.get("missing", [])
    if not isinstance(missing, list):
        raise _unformed(f"missing is {_shown(missing)}: expected a list of texts")
    return reply["claims"], tuple(
        read_markers(each, ()).text for each in missing if isinstance(each, str) and each.strip()
    )


def read_prose(text: str, *, passages: tuple[Passage, ...], usage: Usage) -> Draft:
    """Return the draft that sentences with markers state; a sentence without any cites nothing."""
    body, missing = _without_missing(text)
    return _draft(tuple(prose_claims(body, passages)), missing, usage)


def prose_claims(text: str, passages: tuple[Passage, ...]) -> Iterator[DraftClaim]:
    """
    Yield the sentences with the passages that their markers name.

    A marker that a cited passage itself has in its text may be the passage's own, so that it is refused.
    """
    shown = frozenset(passage.label for passage in passages)
    own = {marker for passage in passages for marker in _MARKER.findall(passage.text)}
    for sentence in _sentences(text):
        marked = read_markers(sentence, shown)
        doubtful = marked.refused or any(marker in sentence for marker in own)
        if marked.text:
            labels = () if doubtful else marked.labels
            yield DraftClaim(text=marked.text, quotes=tuple(Quote(label=label) for label in labels))


def _without_missing(text: str) -> tuple[str, tuple[str, ...]]:
    found = _MISSING.search(text)
    if found is None:
        return text, ()
    words = read_markers(found[1], ()).text.strip()
    return text[: found.start()], (words,) if words else ()


def _sentences(text: str) -> Iterable[str]:
    """Return the sentences, a marker that stands after an end mark with the sentence before it."""
    whole: list[str] = []
    for span in sentences(text, language="en"):
        piece = span.cut(text).strip()
        lead = re.match(r"(?:[\[\u3010(<][^\]\u3011)>]{1,40}[\]\u3011)>]\s*)+", piece)
        if lead and whole and re.search(r"\d", lead[0]):
            whole[-1] += " " + lead[0].strip()
            piece = piece[lead.end() :].strip()
        if re.sub(r"\W", "", piece):
            whole.append(re.sub(r"^(?:[-*\u2022]|\d+[.)])\s+", "", piece))
    return whole


def _draft(claims: tuple[DraftClaim, ...], missing: tuple[str, ...], usage: Usage) -> Draft:
    said = tuple(claim for claim in claims if claim.text.strip())
    reason = None if said else Reason.EVIDENCE_INSUFFICIENT
    return Draft(claims=said, missing=missing, reason=reason, usage=usage)


def _unformed(what: str) -> BadModelOutput:
    return BadModelOutput(f"the model did not write what was asked for: {what}; ask again, or set another model")


def _shown(value: object) -> str:
    words = repr(value)
    return words if len(words) <= 80 else words[:79] + "\u2026"
