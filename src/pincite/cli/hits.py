"""Hits as people read them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from pincite.cli.layout import excerpt, indented, versioned
from pincite.cli.screen import bold
from pincite.text.markup import plain

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pincite.questions import Found

__all__ = ["hit_text", "hits_text"]


def hits_text(hits: Iterable[Found], question: str) -> str:
    """Return hits, best first, each with an excerpt; ``""`` for none."""
    return "\n\n".join(hit_text(found, question) for found in hits)


def hit_text(found: Found, question: str) -> str:
    """Return one hit: where it stands, an excerpt with the question's words in bold, how it was found."""
    revision = found.permit.revision
    old = "" if found.permit.in_force else ", not in force"
    section = f" > {found.section}" if found.section and found.section != found.title else ""
    head = f"{found.rank}. {bold(versioned(found.title, found.version))}{old}{section}"
    legs = ", ".join(f"{name} {signal.rank}" for name, signal in sorted(found.hit.signals.items()))
    words = re.findall(r"\w[\w-]*", question)
    return "\n".join(
        (
            f"{head}  {revision.path}",
            indented(excerpt(_readable(found), words)),
            indented(f"score {found.score:.4f}{f' ({legs})' if legs else ''}  {found.document}"),
        )
    )


def _readable(found: Found) -> str:
    """Return a hit's text without markup and without its own heading; rows and items stand apart."""
    lines = [(plain(line), bool(re.match(r"\s*(?:[|*+-]|\d+[.)])", line))) for line in found.text.splitlines()]
    said = [(words, row) for words, row in lines if words and words != found.section]
    parts = [f"{' · ' if row and at else ' '}{words}" for at, (words, row) in enumerate(said)]
    return "".join(parts).strip()
