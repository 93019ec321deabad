"""``pincite advise``."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from pincite.cli.group import command
from pincite.cli.measuring import FILE, select
from pincite.cli.options import Asker, asker_options, json_option
from pincite.cli.progress import Meter
from pincite.cli.screen import emit, note, plural, say
from pincite.cli.session import Session

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from pincite.corpus import Corpus
    from pincite.diagnose import Advised, Question
    from pincite.diagnose.advice import Advice
    from pincite.questions import Principal

__all__ = ["advise"]

_NAMED = 8


@command(
    "advise",
    details="QUESTIONS is JSONL: one labelled question a line. Without it, the questions of the answers that are kept. "
    "Searches are run, no model is called. Scores are those of the last pincite eval answers and eval retrieval. "
    "Prices are those of the configured model, or of the one that would be used with a key.",
    examples="""
    pincite advise eval/queries.jsonl
    pincite advise --as staff
    pincite advise eval/queries.jsonl --json
    """,
)
@click.argument("questions", type=FILE, required=False)
@click.option(
    "-k", type=click.IntRange(min=1), default=5, metavar="N", show_default=True, help="Passages of an answer."
)
@click.option("--split", metavar="NAME", help="Only questions of this split.")
@asker_options
@json_option
@click.pass_obj
def advise(session: Session, questions: Path | None, k: int, split: str | None, asker: Asker, as_json: bool) -> None:
    """Say how each kind of question is best answered, with the numbers."""
    from pincite.diagnose import advise as run
    from pincite.pipeline.search import Request

    with session.open() as corpus, Meter() as meter:
        principal = asker.principal(corpus)
        asked = _of_file(corpus, questions, split, k) if questions else _of_answers(corpus, principal, k)
        if not asked:
            note("There are no questions yet: this advises on the size of the corpus alone. Give a file of questions.")
        found = run(
            corpus,
            asked,
            reader=Request(question="everything", principal=principal, day=corpus.today()),
            scores=_scores(corpus),
            k=k,
            progress=lambda done: meter("ask", done, len(asked)),
        )
    if as_json:
        _emit(found)
    else:
        say(_text(found))


def _of_file(corpus: Corpus, file: Path, split: str | None, k: int) -> list[Question]:
    from pincite.diagnose import Question
    from pincite.evaluate.asking import request_of

    return [Question(kind=each.kind, request=request_of(corpus, each, k=k)) for each in select(file, split)]


def _of_answers(corpus: Corpus, principal: Principal, k: int) -> list[Question]:
    """Return the questions that were asked and are kept, as this reader would ask them."""
    from pincite.diagnose import Question
    from pincite.pipeline.search import Request

    kept = (trace.facts for trace in corpus.answers() if trace.facts.get("question_kept"))
    texts = dict.fromkeys(str(facts["question"]) for facts in kept)
    return [
        Question(kind="asked", request=Request(question=text, principal=principal, k=k, day=corpus.today()))
        for text in texts
    ]


def _scores(corpus: Corpus) -> dict[str, tuple[str, float]]:
    """Return what the last results say per kind: right answers, else recall."""
    from pincite.evaluate import ResultStore

    found: dict[str, tuple[str, float]] = {}
    results = sorted(ResultStore(corpus.state).all(), key=lambda result: result.measured == "answers")
    for each in (each for result in results for each in result.slices if each.by == "kind"):
        name = "correct" if each.values.get("correct") is not None else _recall(each.values)
        value = each.values.get(name)
        if value is not None:
            found[each.name] = (name, value)
    return found


def _recall(values: Iterable[str]) -> str:
    return next((name for name in values if name.startswith("recall@")), "")


def _text(found: Advised) -> str:
    from pincite.cli.layout import columns

    reads = f"{plural(found.documents, 'document')} in force may be read, about {found.tokens:,} tokens"
    fits = f"{'fit' if found.fits else 'do not fit'} the {found.window:,} tokens that the model takes at once"
    lines = [
        f"{reads}: they {fits}.",
        f"Prices are those of {found.model}, in US dollars, as of {found.priced_as_of}.",
        "",
    ]
    rows = [
        (a.means.kind, a.means.n, a.mode.value, _score(a), f"{a.means.keys:.0%}", f"{a.means.computed:.0%}", a.why)
        for a in found.kinds
    ]
    lines += [
        columns(("KIND", "N", "ANSWER BY", "SCORE", "KEYS", "COMPUTED", "BECAUSE"), rows, right=frozenset({1, 4, 5}))
    ]
    lines += ["", _options_text(found)]
    place = found.placing
    lines += ["", f"Index: {place.place}; {place.why}.", *_never(found)]
    return "\n".join(lines)


def _score(advice: Advice) -> str:
    score = advice.means.score
    return f"{score[0]} {score[1]:.2f}" if score else "-"


def _options_text(found: Advised) -> str:
    from pincite.cli.layout import columns

    rows = [
        (
            a.means.kind,
            f"{o.mode.value}{' *' if o.mode is a.mode else ''}",
            "yes" if o.possible else "no",
            f"{o.tokens:,}",
            _money(o.price),
            _money(o.cached_price),
            f"{o.cacheable:.0%}",
            _ms(o.p50_ms),
            _ms(o.p95_ms),
            o.note,
        )
        for a in found.kinds
        for o in a.means.options
    ]
    header = ("KIND", "WAY", "POSSIBLE", "TOKENS IN", "PRICE", "CACHED", "CACHEABLE", "P50 MS", "P95 MS", "")
    return columns(header, rows, right=frozenset(range(3, 9)))


def _money(price: float | None) -> str:
    return "-" if price is None else f"${price:.4f}"


def _ms(value: float | None) -> str:
    return "-" if value is None else f"{value:.1f}"


def _never(found: Advised) -> list[str]:
    if not found.n_questions:
        return []
    sources = ", ".join(found.never_sources) or "none"
    lines = [f"Sources of which {plural(found.n_questions, 'question')} retrieved nothing: {sources}."]
    if found.n_never:
        named = ", ".join(found.never_documents[:_NAMED])
        more = f" and {found.n_never - _NAMED} more" if found.n_never > _NAMED else ""
        lines.append(f"Documents in force that none retrieved: {named}{more}.")
    return lines


def _emit(found: Advised) -> None:
    from dataclasses import asdict

    whole = asdict(found)
    for advice in whole.pop("kinds"):
        means = advice["means"]
        emit({"kind": means["kind"], "answer_by": advice["mode"].value, "why": advice["why"], **means})
    emit(whole)
