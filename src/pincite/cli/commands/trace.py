"""``pincite trace``."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING

import click

from pincite.cli.group import group
from pincite.cli.options import Asker, asker_options, json_option
from pincite.cli.screen import emit, note, say
from pincite.cli.session import Session
from pincite.errors import InputError

if TYPE_CHECKING:
    from pincite.corpus import Corpus
    from pincite.corpus.replaying import Rebuilt, Replayed
    from pincite.questions import Principal
    from pincite.trace import Trace

__all__ = ["trace"]


@group("trace")
def trace() -> None:
    """Show, replay or accept an earlier answer."""


@trace.command(
    "show",
    details="Without ID, the last answer. A receipt holds ids, spans, digests and counts, and the question; no text of "
    "documents. One that was asked with rights that you do not have is unknown to you, and what you may not read any "
    "more is left out. IDs are in ask --json. With trace.text = true the answer's words are kept too, and shown to an "
    "asker who may read now all that they rest on.",
    examples="""
    pincite trace show
    pincite trace show 4f1d9c0a77b3e215 --json
    pincite trace show --as anna
    """,
)
@click.argument("trace_id", metavar="[ID]", required=False)
@asker_options
@json_option
@click.pass_obj
def _show(session: Session, trace_id: str | None, asker: Asker, as_json: bool) -> None:
    """Show the receipt of one answer: what was read, shown, drafted and checked, and how long it took."""
    from pincite.cli.receipts import receipt_text

    with session.open() as corpus:
        found = _found(corpus, trace_id, asker)
        found = corpus.trace(found.trace_id, principal=_looker(corpus, found, asker))
    if as_json:
        emit(asdict(found))
        return
    if said := found.facts.get("said"):
        say(str(said["text"]))
        say()
    say(receipt_text(found))


@trace.command(
    "replay",
    details="It reads the state that was read then, as far as it is still kept, under the rights that the asker has "
    "now: as the principal that was named with --as; what was asked with --tenant or --group needs them again. A "
    "generator that uses a model is asked again, at its price; --prompt only rebuilds what it was sent. The exit code "
    "is 1 where something differs.",
    examples="""
    pincite trace replay
    pincite trace replay 4f1d9c0a77b3e215 --group staff
    pincite trace replay --prompt
    """,
)
@click.argument("trace_id", metavar="[ID]", required=False)
@click.option("--question", metavar="TEXT", help="The question as it was asked, where the receipt does not keep it.")
@click.option("--prompt", is_flag=True, help="Only rebuild and print the prompt that the model was sent.")
@asker_options
@json_option
@click.pass_obj
def _replay(
    session: Session, trace_id: str | None, question: str | None, prompt: bool, asker: Asker, as_json: bool
) -> None:
    """Make an earlier answer again, and tell what differs."""
    from pincite.cli.receipts import replay_json, replay_text

    with session.open() as corpus:
        found = _found(corpus, trace_id, asker)
        principal = _looker(corpus, found, asker)
        if prompt:
            _print_prompt(corpus.rebuilt_prompt(found.trace_id, question=question, principal=principal), as_json)
            return
        again: Replayed = corpus.replay(found.trace_id, question=question, principal=principal)
        if as_json:
            emit(replay_json(again))
        else:
            say(replay_text(again))
    if not again.same:
        click.get_current_context().exit(1)


@trace.command(
    "accept",
    details="Without ID, the last answer. Its question becomes a labelled question that wants the sections which the "
    "answer cites: pincite eval from-traces writes them down.",
    examples="""
    pincite trace accept
    pincite trace accept 4f1d9c0a77b3e215 --kind numeric
    """,
)
@click.argument("trace_id", metavar="[ID]", required=False)
@click.option("--kind", metavar="KIND", help="Kind of the question, such as numeric (lookup, or unanswerable).")
@click.option(
    "--question", metavar="TEXT", help="The question, where the receipt does not keep it; a follow-up in full."
)
@asker_options
@json_option
@click.pass_obj
def _accept(
    session: Session, trace_id: str | None, kind: str | None, question: str | None, asker: Asker, as_json: bool
) -> None:
    """Keep that an earlier answer is right, for measuring."""
    with session.open() as corpus:
        found = _found(corpus, trace_id, asker)
        principal = _looker(corpus, found, asker)
        made = corpus.accept(found.trace_id, question=question, kind=kind, principal=principal)
    if as_json:
        emit(asdict(made))
    else:
        wants = ", ".join(made.cites) or "an abstention"
        say(f"Accepted {made.id} as {made.kind}: {made.question!r} wants {wants}.")


def _found(corpus: Corpus, trace_id: str | None, asker: Asker) -> Trace:
    """Return what is looked at; whoever names themselves finds only what they may look at."""
    who = asker.principal(corpus) if asker.stated else None
    found = corpus.trace(trace_id, principal=who) if trace_id else corpus.last_answer(principal=who)
    if found is None:
        raise InputError('there is no answer yet to look at: begin with pincite ask "…"')
    return found


def _looker(corpus: Corpus, found: Trace, asker: Asker) -> Principal:
    from pincite.cli.asked import asker_of

    return asker.principal(corpus) if asker.stated else asker_of(found, corpus)


def _print_prompt(found: Rebuilt | None, as_json: bool) -> None:
    if found is None:
        raise InputError(
            "no model was asked for this answer, or earlier turns went into its prompt: nothing to rebuild"
        )
    if as_json:
        emit(asdict(found))
        return
    say(f"{found.system}\n\n{found.text}")
    missing = (
        f"; passages {', '.join(map(str, found.missing))} are gone or may not be read now" if found.missing else ""
    )
    same = "the recorded one, byte for byte" if found.same else f"not the recorded one{missing}"
    note(f"Template {found.template}, digest {found.digest}: {same}.")
