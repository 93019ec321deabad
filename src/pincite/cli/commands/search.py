"""``pincite search``."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from pincite.cli.asking import in_option, opened, require_documents
from pincite.cli.group import command
from pincite.cli.options import Asker, Where, asker_options, json_option, question_of, route_option, where_options
from pincite.cli.screen import emit, say
from pincite.cli.session import Session

if TYPE_CHECKING:
    from pathlib import Path

__all__ = ["search"]


@command(
    "search",
    details="Hits are never padded: where nothing matches, nothing comes. QUERY - is read from standard input.",
    examples="""
    pincite search "refund window"
    pincite search "override code" --as anna -k 3
    pincite search "refund window" --route lexical --json
    """,
)
@click.argument("query", nargs=-1, required=True)
@in_option
@asker_options
@where_options
@route_option
@click.option("-k", type=click.IntRange(min=1), default=10, metavar="N", show_default=True, help="Most hits.")
@json_option
@click.pass_obj
def search(
    session: Session,
    query: tuple[str, ...],
    folder: Path | None,
    asker: Asker,
    where: Where,
    route: str | None,
    k: int,
    as_json: bool,
) -> None:
    """Find passages, without an answer."""
    text = question_of(query)
    with opened(session, folder, asker, route=route) as (corpus, principal):
        require_documents(corpus, principal, where)
        hits = corpus.search(text, principal=principal, k=k, route=route, **where.narrowing())
        if as_json:
            from pincite.wire import hit_json

            for found in hits:
                emit(hit_json(found))
            return
        from pincite.cli.hits import hits_text

        say(hits_text(hits, text) or "No page that you may read matches.")
