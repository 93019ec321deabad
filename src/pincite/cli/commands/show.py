"""``pincite show``."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from pincite.cli.group import command
from pincite.cli.options import DAY, Asker, asker_options, json_option
from pincite.cli.screen import emit, say
from pincite.cli.session import Session

if TYPE_CHECKING:
    from datetime import date

    from pincite.documents import Block, Chunk, Revision, Span

__all__ = ["show"]


@command(
    "show",
    details="Without --version, the version in force. A section has a number, a title, or a place from 1.",
    examples="""
    pincite show policies/refund
    pincite show policies/refund --version 2 --section Limits
    pincite show policies/refund --chunks
    """,
)
@click.argument("document")
@click.option("--version", metavar="V", help="This version (the one in force).")
@click.option("--section", metavar="N", help="Only this section.")
@click.option("--chunks", is_flag=True, help="What is retrieved: its chunks.")
@click.option("--blocks", is_flag=True, help="What the parser saw: its blocks.")
@asker_options
@click.option("--as-of", type=DAY, metavar="DATE", help="The version in force on that day (today).")
@json_option
@click.pass_obj
def show(
    session: Session,
    document: str,
    version: str | None,
    section: str | None,
    chunks: bool,
    blocks: bool,
    asker: Asker,
    as_of: date | None,
    as_json: bool,
) -> None:
    """Show what the corpus holds of a document."""
    if chunks and blocks:
        raise click.UsageError("--chunks and --blocks are two views: give one of them.")
    from pincite.cli.sections import section_span

    with session.open() as corpus:
        principal = asker.principal(corpus)
        revision = corpus.show(document, version=version, principal=principal, as_of=as_of)
        span = section_span(revision, section)
        if chunks:
            found = corpus.chunks(document, version=revision.version, principal=principal)
            _show_chunks([each for each in found if each.span.overlaps(span)], as_json=as_json)
        elif blocks:
            _show_blocks([each for each in revision.blocks if span.contains(each.span)], revision.text, as_json=as_json)
        else:
            _show_text(revision, span, as_json=as_json)


def _show_text(revision: Revision, span: Span, *, as_json: bool) -> None:
    from pincite.cli.documents import heading, marked_text, show_json

    text = span.cut(revision.text)
    if as_json:
        emit(show_json(revision, text))
        return
    say(heading(revision))
    say()
    say(marked_text(revision, span).strip("\n"))


def _show_chunks(chunks: list[Chunk], *, as_json: bool) -> None:
    from pincite.cli.documents import chunk_json, chunk_text

    for at, chunk in enumerate(chunks):
        if as_json:
            emit(chunk_json(chunk))
        else:
            say(("\n" if at else "") + chunk_text(chunk))


def _show_blocks(blocks: list[Block], text: str, *, as_json: bool) -> None:
    from pincite.cli.documents import block_json, block_text

    for block in blocks:
        if as_json:
            emit(block_json(block, text))
        else:
            say(block_text(block, text))
