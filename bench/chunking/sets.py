"""The collections on which chunkers are compared: revisions, and questions with the spans that answer them."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from pincite.documents import DocumentId, Revision, Span, TenantId
from pincite.parse import ParseSettings
from pincite.parse import build as build_parser
from pincite.text.identifiers import find

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["DATA", "NAMES", "Asked", "Collection", "load", "revision_of"]

DATA: Final = Path(__file__).parents[2] / "../shared/data"
NAMES: Final = ("chunking_evaluation", "cuad_dev")


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """A question with the characters that answer it."""

    text: str
    document: str
    spans: tuple[Span, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Collection:
    """Documents and questions."""

    name: str
    revisions: tuple[Revision, ...]
    asked: tuple[Asked, ...]
    narrowed: bool
    """Whether each question is asked of its own document only."""


def revision_of(name: str, title: str, text: str) -> Revision:
    """Return a plain text as the default parser reads it; the canonical text is the text itself."""
    parsed = build_parser(ParseSettings()).parse(text.encode(), path=f"{name}.txt")
    if parsed.text != text:
        raise ValueError(f"{name}: the canonical text is not the text that spans count in")
    return Revision(
        tenant=TenantId("t"),
        document_id=DocumentId(name),
        version="",
        topic=name,
        title=title,
        text=text,
        blocks=parsed.blocks,
        access=("public",),
        source="bench",
        path=name,
        language="en",
        identifiers=find(text),
    )


def load(name: str, *, data: Path = DATA, most: int = 0, only: tuple[str, ...] = ()) -> Collection:
    """
    Return a collection.

    :param most: Only so many documents, in the order of the file; 0 for all.
    :param only: Only documents whose id begins with one of these; empty for all.
    :raises FileNotFoundError: If the data is not there.
    """
    lines = [d for d in _lines(data / name / "corpus.jsonl") if not only or d["id"].startswith(only)]
    documents = lines[:most] if most else lines
    held = {line["id"] for line in documents}
    narrowed = name == "cuad_dev"
    return Collection(
        name=name,
        revisions=tuple(revision_of(d["id"], "" if narrowed else d["title"], d["text"]) for d in documents),
        asked=tuple(
            Asked(
                text=q["text"].partition('": ')[2] if narrowed else q["text"],  # the document is named by ``documents``
                document=q["doc"],
                spans=tuple(Span(*span) for span in q["spans"]),
            )
            for q in _lines(data / name / "span_queries.jsonl")
            if q["doc"] in held and q["spans"]
        ),
        narrowed=narrowed,
    )


def _lines(path: Path) -> Iterator[dict[str, Any]]:
    with path.open() as file:
        for line in file:
            yield json.loads(line)
