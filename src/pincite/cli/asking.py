"""Opens what a question is asked of: the corpus, or any folder with no set-up."""

from __future__ import annotations

from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from pincite.cli.screen import note

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from pincite.cli.options import Asker, Where
    from pincite.cli.session import Session
    from pincite.config import Config
    from pincite.corpus import Corpus
    from pincite.protocols import Embedder
    from pincite.questions import Principal

__all__ = ["in_option", "note_unfilled", "opened", "require_documents"]

F = TypeVar("F", bound="Callable[..., Any]")


def in_option(function: F) -> F:
    """Add ``--in``; the command gets ``folder``."""
    return click.option(
        "--in",
        "folder",
        metavar="DIR",
        type=click.Path(path_type=Path),
        help="Ask this folder with no set-up: everything in it may be read.",
    )(function)


@contextmanager
def opened(
    session: Session, folder: Path | None, asker: Asker, *, route: str | None
) -> Iterator[tuple[Corpus, Principal]]:
    """
    Open the corpus, or the folder as it is now, with whoever asks.

    :param folder: What ``--in`` names; ``None`` for the corpus.
    :param route: How is searched; ``None`` for the configured route.
    """
    if folder is None:
        config = session.settings()
        with _apart(config, route) as embedder, session.open_with(config, embedder=embedder) as corpus:
            yield corpus, asker.principal(corpus)
            note_unfilled(corpus)
        return
    if asker.stated or session.corpus_folder or session.settings_file:
        raise click.UsageError(
            "--in DIR asks a folder of which everything may be read: leave out --as, --tenant, --group, --corpus "
            "and --config."
        )
    from pincite.cli import throwaway

    with throwaway.opened(session, folder) as found:
        yield found


def note_unfilled(corpus: Corpus) -> None:
    """Say where a corpus has nothing to find because nothing was ever taken in."""
    if corpus.is_unfilled:
        note("Nothing was taken in yet: no sync was made, or the first one was cut off. Type pincite sync.")


@contextmanager
def _apart(config: Config, route: str | None) -> Iterator[Embedder | None]:
    """Let the model load in another process while this one opens the corpus, where that is possible."""
    embedder = config.build_embedder_apart(route)
    try:
        yield embedder
    finally:
        if embedder is not None:
            embedder.close()


def require_documents(corpus: Corpus, principal: Principal, where: Where) -> None:
    """
    Refuse ``--document`` with an id that is unknown among what may be read: nothing would match, for no told reason.

    :raises NotFound: If there is none of that id, or it may not be read.
    """
    for document in where.document:
        corpus.versions(document, principal=principal, as_of=where.as_of)
