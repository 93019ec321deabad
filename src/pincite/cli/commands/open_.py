"""``pincite open``."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

import click

from pincite.cli.asked import asker_of
from pincite.cli.asking import in_option
from pincite.cli.group import command
from pincite.cli.options import Asker, asker_options
from pincite.cli.screen import note, say
from pincite.cli.session import Session
from pincite.errors import InputError, Missing

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from pincite.corpus import Cited, Corpus
    from pincite.questions import Principal

__all__ = ["open_"]


@command(
    "open",
    details="The citation is looked up again under today's rights: as the principal that was named with --as, with the "
    "groups that it has now; what was asked with --tenant or --group needs them again. The page in the browser is "
    "for you alone, and is removed by the next open, add, sync, delete or change of access. Where no corpus here has "
    "answered yet, the folder that was last asked with ask --in is meant.",
    examples="""
    pincite open 1
    pincite open 2 --terminal
    pincite open 1 --group staff
    pincite open 1 --in ./docs
    """,
)
@click.argument("number", metavar="N", type=click.IntRange(min=1))
@click.option("--terminal", is_flag=True, help="Show it here, in its surroundings, instead of in the browser.")
@click.option("--of", "trace_id", metavar="ID", help="Of this answer (the last one); IDs are in ask --json.")
@in_option
@asker_options
@click.pass_obj
def open_(
    session: Session, number: int, terminal: bool, trace_id: str | None, folder: Path | None, asker: Asker
) -> None:
    """Open a citation of the last answer, its words highlighted."""
    with _opened(session, folder) as (corpus, owner):
        corpus.forget_pages()
        who = owner or (asker.principal(corpus) if asker.stated else None)
        trace = corpus.trace(trace_id, principal=who) if trace_id else corpus.last_answer(principal=who)
        if trace is None:
            raise InputError('there is no answer yet to open a citation of: begin with pincite ask "…"')
        cited = corpus.cited(trace, number, principal=who or asker_of(trace, corpus))
        if terminal:
            from pincite.cli.page import terminal_view

            say(terminal_view(cited))
        else:
            _browse(cited, corpus)


@contextmanager
def _opened(session: Session, folder: Path | None) -> Iterator[tuple[Corpus, Principal | None]]:
    """Open the corpus, or the folder that was asked with no set-up, together with its reader."""
    from pincite.cli import throwaway

    folder = folder or _asked(session)
    if folder is None:
        with session.open() as corpus:
            yield corpus, None
        return
    with throwaway.opened(session, folder) as found:
        yield found


def _asked(session: Session) -> Path | None:
    """Return the folder that was asked last with no set-up, where no corpus is named and none here has answered."""
    from pincite.cli import throwaway

    if session.corpus_folder or session.settings_file:
        return None
    try:
        with session.open() as corpus:
            answered = corpus.last_answer() is not None
    except Missing:
        answered = False
    return None if answered else throwaway.last()


def _browse(cited: Cited, corpus: Corpus) -> None:
    """Write the page into the state folder and open the browser; where none opens, say so."""
    import webbrowser

    from pincite.cli.page import page, place_line

    file = corpus.write_page(f"{cited.label}.html", page(cited, corpus.drawn_pages(cited)))
    say(place_line(cited))
    if not webbrowser.open(f"{file.as_uri()}#quote"):
        note("No browser could be opened here: open this file yourself, or use --terminal.")
    say(str(file))
