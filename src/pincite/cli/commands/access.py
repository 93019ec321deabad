"""``pincite access``."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from pincite.cli.group import group
from pincite.cli.options import Asker, asker_options, json_option, names
from pincite.cli.screen import emit, note, say
from pincite.cli.session import Session

if TYPE_CHECKING:
    from pincite.access import Decision

__all__ = ["access"]


@group("access")
def access() -> None:
    """Say or see who may read a document."""


@access.command(
    "set",
    details="This only takes away from what the source's own rule gives, and holds from this moment on. To open a "
    'document to more readers, change its rule or its source. An empty list ("") lets nobody in.',
    examples="""
    pincite access set policies/refund staff
    pincite access set policies/refund --version 2 staff,user:anna
    """,
)
@click.argument("document")
@click.argument("groups", metavar="G,G")
@click.option("--version", metavar="V", help="Only this version (all).")
@click.option("--tenant", metavar="T", help="Of this tenant (the corpus's).")
@click.pass_obj
def _set(session: Session, document: str, groups: str, version: str | None, tenant: str | None) -> None:
    """Narrow who may read a document."""
    wanted = names(groups)
    with session.open() as corpus:
        idle = corpus.set_access(document, wanted, version=version, tenant=tenant)
        readers = {name for _, decision in corpus.check_access(document, version=version) for name in decision.groups}
    say(f"{_what(document, version)} may now be read by: {', '.join(sorted(readers)) or 'nobody'}.")
    if idle:
        note(f"Not let in by the source's rule, so not by this either: {', '.join(idle)}.")


@access.command("clear", examples="pincite access clear policies/refund")
@click.argument("document")
@click.option("--version", metavar="V", help="Only this version (all).")
@click.option("--tenant", metavar="T", help="Of this tenant (the corpus's).")
@click.pass_obj
def _clear(session: Session, document: str, version: str | None, tenant: str | None) -> None:
    """Take back what access set narrowed."""
    with session.open() as corpus:
        corpus.clear_access(document, version=version, tenant=tenant)
    say(f"{_what(document, version)} may be read as its source's rule says.")


@access.command(
    "check",
    details="For administrators: it tells of documents that the asker does not see.",
    examples="""
    pincite access check policies/refund --as anna
    pincite access check staff/fraud-desk --group staff
    """,
)
@click.argument("document")
@click.option("--version", metavar="V", help="Only this version (all).")
@asker_options
@json_option
@click.pass_obj
def _check(session: Session, document: str, version: str | None, asker: Asker, as_json: bool) -> None:
    """Tell whether somebody may read a document, and by which rule."""
    with session.open() as corpus:
        found = corpus.check_access(document, principal=asker.principal(corpus), version=version)
    for each, decision in found:
        if as_json:
            emit(_decision_json(document, each, decision))
        else:
            verdict = "yes" if decision.allowed else "no"
            say(f"{_what(document, each or None)}: {verdict}: {decision.reason} (rule: {decision.rule or 'none'})")


def _what(document: str, version: str | None) -> str:
    return document if version is None else f"{document}, version {version}"


def _decision_json(document: str, version: str, decision: Decision) -> dict[str, object]:
    return {
        "document": document,
        "version": version or None,
        "allowed": decision.allowed,
        "groups": list(decision.groups),
        "by": list(decision.by),
        "rule": decision.rule,
        "reason": decision.reason,
    }
