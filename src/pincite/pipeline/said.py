"""The words of an answer in its record: kept where the settings say so, shown to those who may read them now."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from pincite.documents import ChunkId

if TYPE_CHECKING:
    from pincite.answers import Answer
    from pincite.trace import Trace

__all__ = ["chunks_of", "with_words", "without_words"]


def with_words(trace: Trace, answer: Answer) -> Trace:
    """Return the record with the answer's text, its quotes and what is missing."""
    said = {
        "text": answer.text,
        "quotes": [{"label": citation.label, "quote": citation.quote} for citation in answer.citations],
        "missing": list(answer.missing),
        "warnings": list(answer.warnings),
    }
    return replace(trace, facts={**trace.facts, "said": said})


def without_words(trace: Trace) -> Trace:
    """Return the record without them."""
    return replace(trace, facts={name: value for name, value in trace.facts.items() if name != "said"})


def chunks_of(trace: Trace) -> list[ChunkId]:
    """Return every chunk that the answer was made from, cited or only shown: a model may have used any of them."""
    stated = [*trace.facts.get("passages", ()), *trace.facts.get("citations", ())]
    return list(dict.fromkeys(ChunkId(each["chunk"]) for each in stated))
