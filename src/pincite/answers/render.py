"""Writes an answer out: with ``[n]`` markers, and in the plain form of the command line."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from pincite.answers import Reason
from pincite.documents import UNSURE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pincite.answers import Answer, Citation, Claim

__all__ = ["marked", "open_line", "plain_answer", "source_line", "titled", "unforged"]

_AROUND = r"[\s,;\u2013\u2014\u200b-\u200f\u2060\ufeff-]"
_FORGED = re.compile(rf"[\[\uff3b]({_AROUND}*\d(?:\d|{_AROUND})*)[\]\uff3d]")
"""Bare numbers in square brackets, the wide ones of East Asian text too, as no text but a marker may have them."""


def marked(claims: Sequence[Claim]) -> str:
    """
    Return the claims as one text, each with its markers before its end mark, as in "The window is 30 days [1]".

    :returns: ``""`` for no claims.
    """
    return " ".join(_with(claim.text, " ".join(f"[{label}]" for label in claim.citations)) for claim in claims)


def plain_answer(answer: Answer) -> str:
    """
    Return an answer as the command line prints it: the sentences with document, version and marker, what is missing,
    and one line per source.

    Where there are no claims the answer's own text stands first.
    """
    by_label = {citation.label: citation for citation in answer.citations}
    sentences = " ".join(_with(claim.text, _named(claim, by_label)) for claim in answer.claims)
    missing = "\n".join(open_line(answer, what) for what in answer.missing)
    sources = "\n".join(source_line(citation) for citation in answer.citations)
    return "\n\n".join(part for part in (sentences or answer.text, missing, sources) if part)


def open_line(answer: Answer, what: str) -> str:
    """Return one line for something that an answer leaves open: what was not found, or what it asks back."""
    asks_back = answer.reason is Reason.NEEDS_APPLIES_TO and what == answer.missing[0]
    return f"Please say {what}" if asks_back else f"Not found: {what}"


def unforged(text: str) -> str:
    """Return a text of a document with round brackets around bare numbers, so that ``[1]`` is always a marker."""
    return _FORGED.sub(r"(\1)", text)


def source_line(citation: Citation) -> str:
    """
    Return one line for a source: ``[1] Refund policy, v3, Limits: "| Refund window | 30 days |"
    policies/refund-v3.md``.
    """
    where = ", ".join(part for part in (titled(citation), _section(citation), _page(citation)) if part)
    quote = re.sub(r"\s+", " ", citation.quote).strip()
    return f'[{citation.label}] {unforged(where)}: "{quote}"{_unsure(citation)}  {citation.source}'


def _unsure(citation: Citation) -> str:
    """Return a mark for text that was recognised in a picture with little certainty."""
    if citation.confidence is None or citation.confidence >= UNSURE:
        return ""
    return f" (recognised in a picture, {citation.confidence:.0%} certain: check it)"


def titled(citation: Citation) -> str:
    """Return title and version: "Refund policy, v3"; the title alone where no version is stated."""
    if not citation.version:
        return citation.title
    numbered = re.match(r"\d{1,3}(?:\.\d+)*$", citation.version)
    return f"{citation.title}, {'v' if numbered else ''}{citation.version}"


def _section(citation: Citation) -> str:
    return "" if citation.section == citation.title else citation.section


def _page(citation: Citation) -> str:
    return f"p. {citation.place.page}" if citation.place.page else ""


def _named(claim: Claim, by_label: dict[int, Citation]) -> str:
    """Return markers with the document in front, named once for the markers that follow one another."""
    parts: list[str] = []
    last = ""
    for label in claim.citations:
        name = unforged(titled(by_label[label]))
        parts.append(f"[{label}]" if name == last else f"({name}) [{label}]")
        last = name
    return " ".join(parts)


def _with(sentence: str, marks: str) -> str:
    """Put marks before the end mark of a sentence; a closing quotation or bracket stays before them."""
    sentence = unforged(sentence)
    if not marks:
        return sentence
    end = re.search(r"[.!?…。]$", sentence)
    return f"{sentence[: end.start()]} {marks}{end[0]}" if end else f"{sentence} {marks}."
