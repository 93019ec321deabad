"""``pincite ask``."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import click

from pincite.cli.asking import in_option, opened, require_documents
from pincite.cli.conversations import Talk, conversation_options
from pincite.cli.group import command
from pincite.cli.options import Asker, Where, asker_options, json_option, question_of, route_option, where_options
from pincite.cli.screen import emit, note, say
from pincite.cli.session import Session

if TYPE_CHECKING:
    from pathlib import Path

    from pincite.answers import Answer
    from pincite.corpus import Corpus

__all__ = ["ask"]


@command(
    "ask",
    details="The answer cites its passages by number; pincite open N shows one. Where what may be read does not "
    "answer, it says so and why, and the exit code is 0. QUESTION - is read from standard input.",
    examples="""
    pincite ask "What is the refund window?"
    pincite ask --in ./docs "What is the refund window?"
    pincite ask "What is the refund window?" --as anna --as-of 2024-06-30
    pincite ask --continue "And for opened earbuds?"
    echo "Where is order O-48214?" | pincite ask - --json
    """,
)
@click.argument("question", nargs=-1, required=True)
@in_option
@asker_options
@where_options
@route_option
@click.option("--mode", type=click.Choice(["auto", "search", "whole", "model-led"]), help="How to answer (auto).")
@click.option(
    "-k", type=click.IntRange(min=1), default=5, metavar="N", show_default=True, help="Passages to answer from."
)
@conversation_options
@click.option("--strict", is_flag=True, help="Fail where a claim is not borne out, instead of dropping it.")
@json_option
@click.option("--stream", is_flag=True, help="Print each claim as soon as it stands; with --json, each step.")
@click.option("--trace", "with_trace", is_flag=True, help="Show the steps too, on standard error; with --json, inside.")
@click.pass_obj
def ask(
    session: Session,
    question: tuple[str, ...],
    folder: Path | None,
    asker: Asker,
    where: Where,
    route: str | None,
    mode: str | None,
    k: int,
    talk: Talk,
    strict: bool,
    as_json: bool,
    stream: bool,
    with_trace: bool,
) -> None:
    """Answer a question, every sentence cited."""
    text = question_of(question)
    with opened(session, folder, asker, route=route) as (corpus, principal):
        require_documents(corpus, principal, where)
        _tell_who_writes(corpus)
        how: dict[str, Any] = {"k": k, "route": route, "mode": mode, "strict": strict, **where.narrowing()}
        steps = corpus.stream(text, principal=principal, history=talk.earlier(corpus, principal), **how)
        answer = _last(steps, as_json=as_json) if stream else _last(steps)
        talk.keep(corpus, answer)
        if as_json:
            _emit(corpus, answer, stream=stream, with_trace=with_trace)
            return
        _say(answer, stream=stream)
        _tell_of_changes(text)
        if with_trace:
            _note_trace(corpus, answer)


def _tell_who_writes(corpus: Corpus) -> None:
    """Say that passages leave the machine, where nobody asked for it but a key that is set."""
    from pincite.generate import chosen

    config = corpus.config
    if config.generate.name == "auto" and chosen(config.generate, config.secrets) == "claude":
        note(
            f"Claude ({config.generate.claude.model}) writes, since ANTHROPIC_API_KEY is set: passages are sent to it. "
            'With generate.name = "extractive" nothing leaves this machine.'
        )


def _tell_of_changes(text: str) -> None:
    """Name the command that lists changes to whoever asks what changed."""
    if not re.search(r"\bwhat(?:'s| has| have| is)?\s+(?:changed|new|different)\b", text, re.IGNORECASE):
        return
    from pincite.text.dates import dates  # imported here: few questions ask it

    day = next((each.value.isoformat() for each in dates(text)), "DATE")
    note(f"To list what is different since a day: pincite changes --since {day}")


def _last(steps: Any, *, as_json: bool | None = None) -> Answer:  # noqa: ANN401 - names and values of many kinds
    """
    Return the answer that the steps end in.

    :param as_json: Print each step on the way, as JSON or plainly; ``None`` to print nothing.
    """
    answer: Answer
    for name, value in steps:
        if name == "answer":
            answer = value
        elif as_json:
            emit(_step_json(name, value))
        elif as_json is False and name == "claim":
            from pincite.cli.answers import claim_line

            say(claim_line(value))
    return answer


def _step_json(name: str, value: Any) -> dict[str, Any]:  # noqa: ANN401 - what a step brings
    if name == "claim":
        return {"event": name, "text": value.text, "citations": list(value.citations), "verdict": value.verdict.value}
    if name == "passage":
        from pincite.wire import passage_json

        return {"event": name, **passage_json(value)}
    return {"event": name, name: str(value)}


def _say(answer: Answer, *, stream: bool) -> None:
    from pincite.cli.answers import answer_text, rest_text

    if stream and answer.claims:
        say()
        say(rest_text(answer))
    else:
        say(answer_text(answer))


def _emit(corpus: Corpus, answer: Answer, *, stream: bool, with_trace: bool) -> None:
    from pincite.wire import answer_json

    shape = ({"event": "answer"} if stream else {}) | answer_json(answer)
    if with_trace:
        from pincite.cli.answers import event_json

        shape["trace"] = [event_json(event) for event in corpus.trace(answer.trace_id).events]
    emit(shape)


def _note_trace(corpus: Corpus, answer: Answer) -> None:
    from pincite.cli.answers import events_text

    note("")
    note(events_text(corpus.trace(answer.trace_id).events))
