"""Options that go on with what was asked before."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from pincite.cli.options import bundle
from pincite.cli.screen import note
from pincite.errors import InputError

if TYPE_CHECKING:
    from pincite.answers import Answer
    from pincite.corpus import Corpus
    from pincite.questions import Principal, Turn

__all__ = ["Talk", "conversation_options"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Talk:
    """Which conversation a question belongs to."""

    going_on: bool
    """Whether it goes on with the last one."""
    file: Path | None
    """The file that it is kept in; ``None`` for the corpus's own."""

    def __post_init__(self) -> None:
        if self.going_on and self.file is not None:
            raise click.UsageError("--continue goes on with the last conversation, --history with that of a file.")

    def earlier(self, corpus: Corpus, principal: Principal) -> tuple[Turn, ...]:
        """Return the earlier turns, as far as they may be read now."""
        if self.file is None and not self.going_on:
            return ()
        file = self.file or corpus.last_conversation
        if self.file is None and not file.exists():
            raise click.UsageError("there is no conversation to go on with: ask without --continue first.")
        return corpus.read_conversation(file, principal=principal)

    def keep(self, corpus: Corpus, answer: Answer) -> None:
        """
        Add the answer; without a file of its own, a new question begins a new conversation.

        Where that cannot be written, as on a full disk, a warning says so: the answer is there and is worth telling.
        """
        try:
            if self.file is not None:
                corpus.write_conversation(self.file, answer)
            elif corpus.config.trace.keep and corpus.config.trace.question:
                corpus.write_conversation(corpus.last_conversation, answer, anew=not self.going_on)
        except InputError as error:
            note(f"Warning: the conversation was not kept: {error}")


conversation_options: Final = bundle(
    Talk,
    "talk",
    click.option("--continue", "going_on", is_flag=True, help="Go on with the last conversation."),
    click.option(
        "--history",
        "file",
        metavar="FILE",
        type=click.Path(path_type=Path, dir_okay=False),
        help="Go on with the conversation in FILE, which is made if need be, and keep the answer in it.",
    ),
)
"""Adds ``--continue`` and ``--history``; the command gets ``talk``."""
