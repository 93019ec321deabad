"""``pincite list``."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Final

import click

from pincite.cli.group import command
from pincite.cli.options import DAY, Asker, asker_options, json_option
from pincite.cli.screen import emit, note, say
from pincite.cli.session import Session
from pincite.documents import LAST_DAY

if TYPE_CHECKING:
    from datetime import date

    from pincite.catalog import VersionRow
    from pincite.corpus import Corpus
    from pincite.pipeline.changes import Replacement
    from pincite.questions import Principal

__all__ = ["list_"]

_LAST: Final = LAST_DAY - timedelta(days=1)
_WHAT: Final = ("documents", "sources", "versions", "snapshots", "principals")


@command(
    "list",
    details="Documents and versions are those that the asker may read; the rest is the corpus's own.",
    examples="""
    pincite list
    pincite list versions policies/refund --as anna
    pincite list principals
    """,
)
@click.argument("what", type=click.Choice(_WHAT), default="documents")
@click.argument("document", required=False)
@asker_options
@click.option("--as-of", type=DAY, metavar="DATE", help="What is in force on that day (today).")
@json_option
@click.pass_obj
def list_(session: Session, what: str, document: str | None, asker: Asker, as_of: date | None, as_json: bool) -> None:
    """List documents, sources, versions, snapshots or principals."""
    if document is not None and what != "versions":
        raise click.UsageError(f"list {what} takes no document; list versions DOCUMENT does.")
    with session.open() as corpus:
        if what == "sources":
            _sources(corpus, as_json=as_json)
        elif what == "snapshots":
            from pincite.cli.keeping import print_snapshots

            print_snapshots(corpus, as_json=as_json)
        elif what == "principals":
            _principals(corpus, as_json=as_json)
        elif what == "versions":
            _versions(corpus, document, asker.principal(corpus), as_of, as_json=as_json)
        else:
            _documents(corpus, asker.principal(corpus), as_of, as_json=as_json)


def _documents(corpus: Corpus, principal: Principal, as_of: date | None, *, as_json: bool) -> None:
    from pincite.cli.documents import documents_text, row_json

    rows = corpus.documents(principal=principal, as_of=as_of)
    if as_json:
        for row in rows:
            emit(row_json(row, principal.readers))
    else:
        say(documents_text(rows, principal.readers) if rows else "No document that you may read is in force.")


def _versions(corpus: Corpus, document: str | None, principal: Principal, as_of: date | None, *, as_json: bool) -> None:
    from pincite.cli.documents import replaced_json, row_json, versions_text

    rows: list[VersionRow] = []
    replaced: dict[tuple[str, str], tuple[Replacement, ...]] = {}
    named = [document] if document else [r.document_id for r in corpus.documents(principal=principal, as_of=as_of)]
    for each in named:
        rows += _versions_of(corpus, each, principal, as_of)
        by_version = corpus.replaced(each, principal=principal, as_of=as_of) if rows else {}
        replaced |= {(each, version): found for version, found in by_version.items()}
    if as_json:
        for row in rows:
            by = replaced_json(replaced.get((row.document_id, row.version), ()))
            emit(row_json(row, principal.readers) | {"replaced_by": by})
    else:
        say(versions_text(rows, principal.readers, replaced) if rows else "No document that you may read is in force.")
    if document is None:
        note(
            "All versions are listed of each document that has one in force: list versions DOCUMENT, or --as-of DATE, "
            "shows those of others."
        )


def _versions_of(corpus: Corpus, document: str, principal: Principal, as_of: date | None) -> tuple[VersionRow, ...]:
    """Return the versions whose first day has come, and say which are still to come for this reader."""
    later = corpus.versions(document, principal=principal, as_of=_LAST)
    day = as_of or corpus.today()
    coming = [row for row in later if row.valid_from > day]
    if coming:
        told = ", ".join(f"{row.version} from {row.valid_from}" for row in coming)
        note(f"Not listed, since its first day is still to come: {document} {told}; --as-of {coming[0].valid_from}.")
    return () if len(coming) == len(later) else corpus.versions(document, principal=principal, as_of=as_of)


def _sources(corpus: Corpus, *, as_json: bool) -> None:
    from pincite.cli.documents import sources_text

    rows = corpus.sources()
    if as_json:
        for row in rows:
            emit({"name": row.name, "tenant": row.tenant, "kind": row.kind, "location": row.location})
    else:
        say(sources_text(rows) if rows else "No source has been read yet; begin with: pincite add PATH --access public")


def _principals(corpus: Corpus, *, as_json: bool) -> None:
    from pincite.cli.documents import principals_text

    known, tenant = corpus.config.principals, corpus.config.corpus.tenant
    if as_json:
        for name, each in sorted(known.items()):
            own = {"tenant": each.tenant or tenant, "subject": each.subject or name, "groups": list(each.groups)}
            emit({"name": name, **own})
    else:
        say(
            principals_text(known, tenant)
            if known
            else "pincite.toml names no principal: write [principals.NAME] in it."
        )
