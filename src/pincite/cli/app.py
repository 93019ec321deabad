"""The list of all commands, and what ``pincite`` alone says."""

from __future__ import annotations

from typing import Final

import click

from pincite.cli.group import Entry, LazyGroup
from pincite.cli.screen import say

__all__ = ["COMMANDS", "GUIDE", "pincite"]

GUIDE: Final = """\
Pincite answers questions from your own documents. Every sentence is pinned to the
passage that it comes from; what is not there is said to be missing.

Ask a folder, with no set-up at all:

  pincite ask --in ./docs "What is the refund window?"

Or keep a corpus, with versions and with who may read what:

  pincite init                               write a commented pincite.toml here
  pincite add ./policies --access public     read a folder; say who may read it
  pincite ask "What is the refund window?"   a cited answer; then: pincite open 1

pincite --help lists every command; pincite COMMAND --help has examples.
"""

_START: Final = "Start"
_ASK: Final = "Ask"
_LOOK: Final = "Look"
_KEEP: Final = "Keep"
_MEASURE: Final = "Measure"


def _entry(section: str, module: str, summary: str) -> Entry:
    return Entry(target=f"pincite.cli.commands.{module}:{module}", summary=summary, section=section)


COMMANDS: Final = {
    "init": _entry(_START, "init", "Write a commented pincite.toml."),
    "add": _entry(_START, "add", "Add files and folders to the corpus and read them."),
    "sync": _entry(_START, "sync", "Read every source again; what is gone is deleted."),
    "ask": _entry(_ASK, "ask", "Answer a question, every sentence cited."),
    "open": _entry(_ASK, "open_", "Open a citation of the last answer, its words highlighted."),
    "search": _entry(_ASK, "search", "Find passages, without an answer."),
    "table": _entry(_ASK, "table", "Ask every document the same question: one row for each."),
    "lookup": _entry(_ASK, "lookup", "Find the passages that hold an exact key."),
    "show": _entry(_LOOK, "show", "Show what the corpus holds of a document."),
    "list": _entry(_LOOK, "list_", "List documents, sources, versions, snapshots or principals."),
    "changes": _entry(_LOOK, "changes", "Show what changed between two days, section by section."),
    "access": _entry(_KEEP, "access", "Say or see who may read a document."),
    "delete": _entry(_KEEP, "delete", "Delete a document, or one version of it."),
    "doctor": _entry(_KEEP, "doctor", "Look for what is wrong with the corpus."),
    "snapshot": _entry(_KEEP, "snapshot", "Name states of the corpus, and go back to one."),
    "vacuum": _entry(_KEEP, "vacuum", "Remove what no reader and no snapshot needs, and compact."),
    "backup": _entry(_KEEP, "backup", "Write the corpus into one file."),
    "restore": _entry(_KEEP, "restore", "Make the corpus what a backup says."),
    "rebuild": _entry(_KEEP, "rebuild", "Build the index anew from the catalog."),
    "migrate": _entry(_KEEP, "migrate", "Rebuild the corpus as its settings say now, while it answers."),
    "reembed": _entry(_KEEP, "reembed", "Move the corpus to another embedder, while it answers."),
    "models": _entry(_KEEP, "models", "List or install local models."),
    "config": _entry(_KEEP, "config", "Show the settings in force."),
    "eval": _entry(_MEASURE, "eval_", "Measure retrieval and answers with labelled questions."),
    "why": _entry(_MEASURE, "why", "Name the stage at which an expected passage was lost."),
    "compare": _entry(_MEASURE, "compare", "Show two settings side by side on one question, and where they part."),
    "advise": _entry(_MEASURE, "advise", "Say how each kind of question is best answered, with the numbers."),
    "trace": _entry(_MEASURE, "trace", "Show, replay or accept an earlier answer."),
}
"""Every command by name, in the order of the help."""


@click.command(
    "pincite",
    cls=LazyGroup,
    entries=COMMANDS,
    invoke_without_command=True,
    context_settings={"max_content_width": 110},
)
@click.version_option(package_name="pincite", prog_name="pincite")
@click.pass_context
def pincite(ctx: click.Context) -> None:
    """Answers from your own documents, every sentence pinned to the passage that supports it."""
    if ctx.invoked_subcommand is None:
        say(GUIDE.rstrip())
