"""``pincite reembed``."""

from __future__ import annotations

from dataclasses import replace

import click

from pincite.cli.generations import margin_option, measure_of, print_migrated
from pincite.cli.group import command
from pincite.cli.options import json_option
from pincite.cli.progress import Meter
from pincite.cli.readiness import make_ready
from pincite.cli.screen import emit, plural, say
from pincite.cli.session import Session

__all__ = ["reembed"]


@command(
    "reembed",
    details="As pincite migrate does, with another embedder; [embed] in pincite.toml says so in the same step. The old "
    "vectors stay for --rollback until vacuum removes them. What a server runs behind a model's name can change: "
    "--weights gives it a label, and another label embeds all anew.",
    examples="""
    pincite reembed --embedder minilm
    pincite reembed --embedder openai --url http://127.0.0.1:11434/v1 --model bge-m3 --dim 1024
    pincite reembed --weights 2026-11
    pincite reembed --again
    """,
)
@click.option("--embedder", metavar="NAME", help="minilm, e5-small, openai, hash (the one in the settings).")
@click.option("--url", metavar="URL", help="Address of the server of openai.")
@click.option("--model", metavar="NAME", help="The model's name, as the server has it.")
@click.option("--dim", type=int, metavar="N", help="Dimensions of its vectors.")
@click.option("--weights", metavar="LABEL", help="A digest or label of what the server runs.")
@click.option("--query-prefix", metavar="TEXT", help="What goes in front of a question.")
@click.option("--text-prefix", metavar="TEXT", help="What goes in front of a document's text.")
@click.option("--again", is_flag=True, help="Embed all anew with the embedder that it has.")
@margin_option
@json_option
@click.pass_obj
def reembed(
    session: Session,
    embedder: str | None,
    url: str | None,
    model: str | None,
    dim: int | None,
    weights: str | None,
    query_prefix: str | None,
    text_prefix: str | None,
    again: bool,
    margin: float,
    as_json: bool,
) -> None:
    """Move the corpus to another embedder, while it answers."""
    given = {"url": url, "model": model, "dim": dim, "weights": weights}
    given |= {"query_prefix": query_prefix, "text_prefix": text_prefix}
    settings = {key: value for key, value in given.items() if value is not None}
    if again:
        _embed_again(session, stated=bool(embedder or settings), as_json=as_json)
        return
    with session.open() as corpus, Meter() as meter:
        if embedder is not None and embedder != "openai":
            make_ready(replace(corpus.config, embed=replace(corpus.config.embed, name=embedder)))
        done = corpus.reembed(embedder, measure=measure_of(corpus), margin=margin, progress=meter, **settings)
    print_migrated(done, as_json=as_json)


def _embed_again(session: Session, *, stated: bool, as_json: bool) -> None:
    if stated:
        raise click.UsageError("--again embeds with the embedder that the corpus has: leave out what states another")
    with session.open() as corpus, Meter() as meter:
        n_embedded = corpus.embed_again(progress=meter)
    if as_json:
        emit({"n_embedded": n_embedded})
    else:
        say(f"{plural(n_embedded, 'text')} embedded again, and the index built anew.")
