"""``pincite lookup``."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Final

import click

from pincite.cli.asking import note_unfilled
from pincite.cli.group import command
from pincite.cli.options import DAY, Asker, asker_options, json_option, question_of
from pincite.cli.screen import emit, say
from pincite.cli.session import Session

if TYPE_CHECKING:
    from datetime import date

    from pincite.corpus import Corpus

__all__ = ["FORMS", "lookup"]

FORMS: Final = {
    "order": "O-48214 (order)",
    "clause": "clause 7.2",
    "part": "HX44071 (part)",
    "code": "E-204 (code: letters, a dash, digits)",
}
"""How a key of each built-in kind is written, by an example."""


@command(
    "lookup",
    details="Order ids, clause and part numbers, codes. Case and kind of dash do not matter; a near miss is no hit.",
    examples="""
    pincite lookup O-48214
    pincite lookup "clause 7.2" --as anna --json
    """,
)
@click.argument("identifier", nargs=-1, required=True)
@asker_options
@click.option("--as-of", type=DAY, metavar="DATE", help="Read the versions in force on that day (today).")
@json_option
@click.pass_obj
def lookup(session: Session, identifier: tuple[str, ...], asker: Asker, as_of: date | None, as_json: bool) -> None:
    """Find the passages that hold an exact key."""
    key = question_of(identifier).strip()
    with session.open() as corpus:
        hits = corpus.lookup(key, principal=asker.principal(corpus), as_of=as_of)
        note_unfilled(corpus)
        if as_json:
            from pincite.wire import hit_json

            for found in hits:
                emit(hit_json(found))
            return
        from pincite.cli.hits import hits_text

        say(hits_text(hits, key) or _nothing(key, corpus))


def _nothing(key: str, corpus: Corpus) -> str:
    """Say that a key is nowhere, or that a text is no key: then nothing was looked up, and pages may well have it."""
    from pincite.text.identifiers import BUILT_IN, find

    if find(key, corpus.config.kinds()):
        return f"There is no {key} among the pages that you may read."
    search = f"pincite search {json.dumps(key, ensure_ascii=False)}"
    kinds = corpus.config.kinds()
    forms = ", ".join(FORMS.get(kind.name, kind.name) if kind in BUILT_IN else kind.name for kind in kinds)
    return (
        f"{key} is not recognised as a key of any kind, so it was not looked up: type {search}. Keys are written as "
        f"{forms}; state others in pincite.toml, with [identifiers.NAME] and pattern = '...', then pincite sync."
    )
