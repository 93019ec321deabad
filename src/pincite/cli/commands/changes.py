"""``pincite changes``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from pincite.cli.group import command
from pincite.cli.options import DAY, Asker, asker_options, json_option
from pincite.cli.screen import emit, say
from pincite.cli.session import Session

if TYPE_CHECKING:
    from datetime import date

    from pincite.pipeline.changes import Changes, DocumentChange, Edit, Replacement, Words

__all__ = ["changes"]


@command(
    "changes",
    details="Compares the versions in force on two days, sentence by sentence, and ends with how many documents were "
    "compared. What only moved is left out.",
    examples="""
    pincite changes --since 2024-01-01
    pincite changes --since 2024-01-01 --until 2024-12-31 refund-policy --as anna --json
    """,
)
@click.argument("documents", nargs=-1, metavar="[DOCUMENT]...")
@click.option("--since", type=DAY, metavar="DATE", required=True, help="The first day, as 2024-06-30.")
@click.option("--until", type=DAY, metavar="DATE", help="The second day (today).")
@asker_options
@json_option
@click.pass_obj
def changes(
    session: Session, documents: tuple[str, ...], since: date, until: date | None, asker: Asker, as_json: bool
) -> None:
    """Show what changed between two days, section by section."""
    with session.open() as corpus:
        found = corpus.changes(since, until=until, documents=documents or None, principal=asker.principal(corpus))
    if as_json:
        for each in found.documents:
            emit(_document_json(each))
        emit(_coverage_json(found))
        return
    for each in found.documents:
        say(_document_text(each))
        say()
    say(f"{found.coverage} ({found.since} to {found.until}).")


def _document_text(change: DocumentChange) -> str:
    if change.by is not None:
        return "\n".join([_replaced_line(change, change.by), *_edits_text(change.edits)])
    versions = " to ".join(f"version {v}" for v in (change.old_version, change.new_version) if v)
    day = f", in force since {change.since}" if change.since else ""
    lines = [f"{change.document} ({change.title}): {change.kind}{f', {versions}' if versions else ''}{day}"]
    return "\n".join([*lines, *_edits_text(change.edits)])


def _replaced_line(change: DocumentChange, by: Replacement) -> str:
    part = f"{by.section} of {change.document}" if by.section else change.document
    only = f" for {', '.join(by.applies_to)}" if by.applies_to else ""
    return f"{part} ({change.title}): replaced{only} by {by.document} {by.version}".rstrip() + f" since {by.since}"


def _edits_text(edits: tuple[Edit, ...]) -> list[str]:
    lines: list[str] = []
    section: tuple[str, ...] | None = None
    for edit in edits:
        if edit.path != section:
            section = edit.path
            lines.append(f"  {' > '.join(section) or '(before the first heading)'}")
        lines += _edit_lines(edit)
    return lines


def _edit_lines(edit: Edit) -> list[str]:
    marked = (("-", edit.old), ("+", edit.new))
    return [f"    {sign} {' '.join(words.text.split())}" for sign, words in marked if words is not None]


def _document_json(change: DocumentChange) -> dict[str, Any]:
    return {
        "document": change.document,
        "title": change.title,
        "kind": change.kind,
        "old_version": change.old_version,
        "new_version": change.new_version,
        "since": change.since.isoformat() if change.since else None,
        "by": _by_json(change.by),
        "edits": [
            {"section": e.section, "path": list(e.path), "old": _words_json(e.old), "new": _words_json(e.new)}
            for e in change.edits
        ],
    }


def _by_json(by: Replacement | None) -> dict[str, Any] | None:
    if by is None:
        return None
    from pincite.cli.documents import replaced_json

    return replaced_json([by])[0]


def _words_json(words: Words | None) -> dict[str, Any] | None:
    return None if words is None else {"text": words.text, "span": [words.span.start, words.span.end]}


def _coverage_json(found: Changes) -> dict[str, Any]:
    return {
        "coverage": found.coverage,
        "compared": found.compared,
        "total": found.total,
        "since": found.since.isoformat(),
        "until": found.until.isoformat(),
    }
