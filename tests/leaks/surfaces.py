"""
Every door that a reader can ask through, and what may come out of it.

Each command of ``pincite`` and each public name of a corpus stands here: as a door that is tried, or among those that
only an administrator opens, with the reason. A test fails on one that stands nowhere, so that whatever is added joins.
"""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Callable, Iterator
from datetime import date
from pathlib import Path

from click.testing import CliRunner
from tests.leaks.world import READER

from pincite.answers import Answer
from pincite.cli.app import pincite
from pincite.corpus import Corpus
from pincite.errors import PinciteError
from pincite.pipeline.search import Request
from pincite.questions import Principal
from pincite.wire import answer_json, hit_json, revision_json

__all__ = ["ADMIN_CALLS", "ADMIN_COMMANDS", "CALLS", "COMMANDS", "Door", "call", "run"]

Door = Callable[["Corpus", str, str], object]
"""What a reader does with a corpus: the question and a document's id are given; returns all that they get."""

BEFORE = date(2019, 6, 1)
"""A day on which only retired versions were in force."""


def _ask(corpus: Corpus, question: str, document: str) -> object:
    me = corpus.principal(READER)
    return [answer_json(corpus.ask(question, principal=me, as_of=day)) for day in (None, BEFORE)]


def _follow_up(corpus: Corpus, question: str, document: str) -> object:
    me = corpus.principal(READER)
    first = corpus.ask(question, principal=me)
    return answer_json(corpus.ask("And what else does it say about that?", principal=me, history=(first,)))


def _stream(corpus: Corpus, question: str, document: str) -> object:
    steps = corpus.stream(question, principal=corpus.principal(READER))
    return [answer_json(value) if isinstance(value, Answer) else repr((name, value)) for name, value in steps]


def _astream(corpus: Corpus, question: str, document: str) -> object:
    async def collect() -> list[object]:
        steps = corpus.astream(question, principal=corpus.principal(READER))
        return [answer_json(v) if isinstance(v, Answer) else repr((n, v)) async for n, v in steps]

    return asyncio.run(collect())


def _search(corpus: Corpus, question: str, document: str) -> object:
    me = corpus.principal(READER)
    routes = (None, "lexical", "dense", "hybrid", "identifier")
    found = {route: corpus.search(question, principal=me, route=route) for route in routes}
    found["only"] = corpus.search(question, principal=me, documents=[document])
    return {str(route): [(repr(hit.score), hit_json(hit)) for hit in hits] for route, hits in found.items()}


def _table(corpus: Corpus, question: str, document: str) -> object:
    return repr(corpus.table(question, principal=corpus.principal(READER)))


def _trace(corpus: Corpus, question: str, document: str) -> object:
    me = corpus.principal(READER)
    answer = corpus.ask(question, principal=me)
    trace = corpus.trace(answer.trace_id, principal=me)
    cited = [repr(corpus.cited(trace, c.label, principal=me)) for c in answer.citations]
    return [repr(trace), cited, repr(corpus.replay(answer.trace_id, question=question, principal=me))]


def _receipt_of_another(corpus: Corpus, question: str, document: str) -> object:
    """Look at what was asked by somebody who may read more: unknown, by every name."""
    wider = corpus.ask(question, principal=Principal(tenant="red", groups=["staff", "board"])).trace_id
    me, told = corpus.principal(READER), []
    for look in (corpus.trace, corpus.replay, corpus.rebuilt_prompt, corpus.accept):
        given = {} if look == corpus.trace else {"question": question}
        try:
            told.append(repr(look(wider, principal=me, **given)))
        except PinciteError as error:
            told.append(str(error))
    return told


def _tried(corpus: Corpus, question: str, document: str) -> object:
    request = Request(question=question, principal=corpus.principal(READER), day=corpus.today())
    answer, recorder = corpus.tried(request, reads_day=True)
    return [answer_json(answer), repr(recorder.events)]


def _prompt(corpus: Corpus, question: str, document: str) -> object:
    me = corpus.principal(READER)
    answer = corpus.ask(question, principal=me)
    return repr(corpus.rebuilt_prompt(answer.trace_id, question=question, principal=me))


CALLS: dict[str, Door] = {
    "ask": _ask,
    "follow up": _follow_up,
    "stream": _stream,
    "astream": _astream,
    "search": _search,
    "table": _table,
    "trace": _trace,
    "tried": _tried,
    "rebuilt_prompt": _prompt,
    "receipt of another": _receipt_of_another,
    "last_answer": lambda c, q, d: repr(c.last_answer(principal=c.principal(READER))),
    "lookup": lambda c, q, d: [
        [hit_json(hit) for hit in c.lookup(key, principal=c.principal(READER))]
        for key in re.findall(r"CASE-\d+", q) or ["CASE-00000"]
    ],
    "documents": lambda c, q, d: [
        repr(c.documents(principal=c.principal(READER), as_of=day)) for day in (None, BEFORE)
    ],
    "versions": lambda c, q, d: repr(c.versions(d, principal=c.principal(READER))),
    "replaced": lambda c, q, d: repr(c.replaced(d, principal=c.principal(READER))),
    "show": lambda c, q, d: revision_json(c.show(d, principal=c.principal(READER))),
    "chunks": lambda c, q, d: repr(c.chunks(d, principal=c.principal(READER))),
    "changes": lambda c, q, d: repr(c.changes(date(2018, 1, 1), principal=c.principal(READER))),
}
"""Calls of a corpus by name; the ``a`` twins run the same in a thread, :func:`_astream` alone has a body of its own."""
OTHERS = {"cited", "replay", "aask", "asearch", "atable", "alookup", "adocuments", "aversions", "areplaced", "ashow"}
TRIED = OTHERS | {"achunks", "achanges", "areplay"}
"""Calls that a door above goes through."""
ADMIN_CALLS = {
    **dict.fromkeys(
        ("add", "aadd", "sync", "async_", "delete", "adelete", "purge", "apurge", "set_access", "aset_access",
         "clear_access", "aclear_access", "migrate", "amigrate", "reembed", "areembed", "rebuild", "arebuild",
         "vacuum", "avacuum", "backup", "abackup", "restore", "arestore", "create_snapshot", "acreate_snapshot",
         "embed_again", "aembed_again", "differing", "adiffering",
         "delete_snapshot", "adelete_snapshot", "restore_snapshot", "arestore_snapshot", "doctor", "adoctor"),
        "changes or examines the whole corpus: whoever can write its folder is its administrator",
    ),
    **dict.fromkeys(
        ("check_access", "access_matrix", "create_key", "change_key", "revoke_key", "keys", "validity_by_document",
         "sources", "snapshots", "store", "pipeline", "retriever", "embedder", "facts", "answers", "accepted"),
        "administration and tools: no scope applies, and no reader's door hands it on",
    ),
    **dict.fromkeys(
        ("accept", "read_conversation", "aread_conversation", "write_conversation", "awrite_conversation",
         "last_conversation", "drawn_pages", "write_page", "forget_pages", "writing_with", "close", "state", "today",
         "principal", "member", "identify", "settings_digest", "tell_outdated", "outdated", "config", "is_unfilled"),
        "gives back what it is given, or names of principals and settings; no text of documents",
    ),
}  # fmt: skip
"""Public names of a corpus that are no reader's door, with the reason."""

COMMANDS: dict[str, list[list[str]]] = {
    "ask": [["ask", "{q}"], ["ask", "{q}", "--json"], ["ask", "{q}", "--stream"], ["ask", "{q}", "--trace"]],
    "search": [["search", "{q}"], ["search", "{q}", "--json", "--route", "lexical"]],
    "table": [["table", "{q}", "--json"], ["table", "{q}", "--csv"]],
    "lookup": [["lookup", "{key}", "--json"]],
    "open": [["open", "1", "--terminal"]],
    "show": [["show", "{d}"], ["show", "{d}", "--json"], ["show", "{d}", "--chunks"], ["show", "{d}", "--blocks"]],
    "list": [["list"], ["list", "documents", "--json"], ["list", "versions", "{d}"]],
    "changes": [["changes", "--since", "2018-01-01"], ["changes", "--since", "2018-01-01", "{d}"]],
    "why": [["why", "{q}", "--expect", "{d}"], ["why", "{q}", "--expect", "{d}", "--json"]],
    "compare": [["compare", "{q}", "--config", "pincite.toml", "--config", "pincite.toml", "--json"]],
    "advise": [["advise", "--json"]],
    "trace show": [["trace", "show"], ["trace", "show", "--json"]],
    "trace replay": [["trace", "replay", "--question", "{q}"]],
    "trace accept": [["trace", "accept", "--question", "{q}", "--json"]],
    "eval retrieval": [["eval", "retrieval", "{labels}", "--answers", "--report", "{report}"]],
    "eval answers": [["eval", "answers", "{labels}", "--fresh", "--json"]],
}
"""Commands that answer a reader, with arguments; ``eval`` asks as the principal of its labels."""
ADMIN_COMMANDS = {
    **dict.fromkeys(
        ("init", "add", "sync", "delete", "doctor", "snapshot create", "snapshot list", "snapshot restore",
         "snapshot delete", "vacuum", "backup", "restore", "rebuild", "migrate", "reembed"),
        "changes or examines the whole corpus: whoever can write its folder is its administrator",
    ),
    **dict.fromkeys(
        ("access set", "access clear", "access check", "access matrix", "models list", "models install", "config show",
         "eval list", "eval diff", "eval judge", "eval sweep", "eval from-traces"),
        "administration: speaks of rules, settings and figures",
    ),
    **dict.fromkeys(
        ("access key create", "access key list", "access key revoke", "access key change", "access keys",
         "access key", "access whoami"),
        "administration of keys",
    ),
}  # fmt: skip
"""Commands that are no reader's door, with the reason."""


_UNNAMED = {"eval", "sync"}
"""Commands that ask as nobody: ``eval`` asks as the principals of its labels."""


def call(door: Door, corpus: Corpus, question: str, document: str) -> str:
    """Return what a door gives as text; an error is what it says."""
    try:
        return json.dumps(door(corpus, question, document), default=str, sort_keys=True)
    except PinciteError as error:
        return f"{type(error).__name__}: {error}"


def run(arguments: list[str], folder: Path, given: dict[str, str]) -> Iterator[str]:
    """Yield all that a command prints, and every file that it was told to write."""
    filled = [argument.format(**given) for argument in arguments]
    who = [] if filled[0] in _UNNAMED else ["--as", READER]
    result = CliRunner().invoke(pincite, ["--corpus", str(folder), *filled, *who], prog_name="pincite")
    yield result.output
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        yield repr(result.exception)
    report = Path(given["report"])
    if report.exists():
        yield report.read_text(encoding="utf-8")
        report.unlink()
