"""``pincite access``."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from pincite.cli.group import group
from pincite.cli.options import DAY, Asker, asker_options, json_option, names
from pincite.cli.screen import emit, note, say
from pincite.cli.session import Session

if TYPE_CHECKING:
    from datetime import date

    from pincite.access import Decision
    from pincite.access.keys import ApiKey
    from pincite.corpus import Corpus
    from pincite.lifecycle import Holder

__all__ = ["access", "key"]


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
        elsewhere = _holder(corpus)
        readers = {name for _, decision in corpus.check_access(document, version=version) for name in decision.groups}
    say(f"{_what(document, version)} may now be read by: {', '.join(sorted(readers)) or 'nobody'}.")
    _tell(elsewhere)
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
        elsewhere = _holder(corpus)
    say(f"{_what(document, version)} may be read as its source's rule says.")
    _tell(elsewhere)


def _holder(corpus: Corpus) -> Holder | None:
    """Return the process that holds the corpus, where it is another one."""
    from pincite.lifecycle.holder import holding_now

    return None if corpus.store.holds else holding_now(corpus.state)


def _tell(holder: Holder | None) -> None:
    if holder is not None:
        note(f"Process {holder.pid} ({holder.command}) holds the corpus; it goes by this from its next question on.")


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


@access.command(
    "matrix",
    details="One line per version of a document, one column per principal of pincite.toml. For administrators: it "
    "tells of documents that no asker sees.",
    examples="""
    pincite access matrix
    pincite access matrix --csv > who-reads-what.csv
    pincite access matrix policies/refund --as anna --as visitor --json
    """,
)
@click.argument("documents", nargs=-1, metavar="[DOCUMENT]...")
@click.option("--as", "as_names", multiple=True, metavar="NAME", help="Only this principal (all); may be repeated.")
@click.option("--csv", "as_csv", is_flag=True, help="As comma-separated values.")
@json_option
@click.pass_obj
def _matrix(
    session: Session, documents: tuple[str, ...], as_names: tuple[str, ...], as_csv: bool, as_json: bool
) -> None:
    """Show who may read what: documents against principals."""
    if as_csv and as_json:
        raise click.UsageError("Give either --csv or --json.")
    with session.open() as corpus:
        rows = corpus.access_matrix(principals=as_names or None, documents=documents or None)
    from pincite.cli.matrix import matrix_csv, matrix_json, matrix_text

    if as_json:
        for row in rows:
            emit(matrix_json(row))
    elif as_csv:
        say(matrix_csv(rows))
    else:
        say(
            matrix_text(rows)
            if rows
            else "The corpus has no document yet; begin with: pincite add PATH --access public"
        )


@group("key")
def key() -> None:
    """Make, list, change and revoke API keys."""


access.add_command(key)


@key.command(
    "create",
    details="The key is printed once and kept nowhere: only its digest is. With --as it has the groups that "
    "pincite.toml gives that name at each question; else those stated here.",
    examples="""
    pincite access key create "the web shop" --as visitor
    pincite access key create "desk tablet" --group staff --expires 2027-01-01
    """,
)
@click.argument("name")
@asker_options
@click.option("--subject", metavar="NAME", help='Their name in "user:NAME" (none).')
@click.option("--expires", type=DAY, metavar="DATE", help="First day on which it is no longer valid (never).")
@json_option
@click.pass_obj
def _create(
    session: Session, name: str, asker: Asker, subject: str | None, expires: date | None, as_json: bool
) -> None:
    """Make an API key and print it, this once."""
    if asker.as_name is not None and (asker.tenant is not None or asker.group or subject is not None):
        raise click.UsageError("--as NAME says tenant, subject and groups: give either --as, or the others.")
    groups = [each for text in asker.group for each in names(text)]
    with session.open() as corpus:
        made, text = corpus.create_key(
            name, principal=asker.as_name, tenant=asker.tenant, subject=subject, groups=groups, expires=expires
        )
    if as_json:
        emit(_key_json(made) | {"key": text})
    else:
        say(text)
        note(f"Key {made.id} for {_whose(made)}. It is not shown again: keep it where secrets are kept.")


@key.command("list", examples="pincite access key list")
@json_option
@click.pass_obj
def _list(session: Session, as_json: bool) -> None:
    """List the API keys, revoked ones too; never their texts."""
    with session.open() as corpus:
        found, today = corpus.keys(), corpus.today()
    if as_json:
        for each in found:
            emit(_key_json(each) | {"valid": each.holds(today)})
    elif found:
        from pincite.cli.layout import columns

        rows = [
            (each.id, each.name, _whose(each), each.created[:10], _state(each, holds=each.holds(today)))
            for each in found
        ]
        say(columns(("ID", "NAME", "FOR", "MADE", "STATE"), rows))
    else:
        say("There is no API key yet; make one with: pincite access key create NAME --as PRINCIPAL")


@key.command("revoke", examples="pincite access key revoke 3f9a1c04be77")
@click.argument("key_id", metavar="ID")
@click.pass_obj
def _revoke(session: Session, key_id: str) -> None:
    """Let an API key hold no more, from the next question on."""
    with session.open() as corpus:
        gone = corpus.revoke_key(key_id)
    say(f"Key {gone.id} ({gone.name}) is not valid any more.")


@key.command(
    "change",
    details="For a key with groups of its own; one that was made with --as follows pincite.toml.",
    examples="pincite access key change 3f9a1c04be77 staff,desk",
)
@click.argument("key_id", metavar="ID")
@click.argument("groups", metavar="G,G")
@click.pass_obj
def _change(session: Session, key_id: str, groups: str) -> None:
    """Give an API key other groups, from the next question on."""
    with session.open() as corpus:
        changed = corpus.change_key(key_id, names(groups))
    say(f"Key {changed.id} ({changed.name}) is now for {_whose(changed)}.")


def _whose(each: ApiKey) -> str:
    if each.principal is not None:
        return f"principal {each.principal}"
    who = [f"tenant {each.tenant}", f"user:{each.subject}" if each.subject else "", ", ".join(each.groups)]
    return ", ".join(part for part in who if part)


def _state(each: ApiKey, *, holds: bool) -> str:
    if holds:
        return f"valid until {each.expires}" if each.expires else "valid"
    return f"revoked {each.revoked[:10]}" if each.revoked else f"expired {each.expires}"


def _key_json(each: ApiKey) -> dict[str, object]:
    own = ("id", "name", "principal", "tenant", "subject", "created", "expires", "revoked")
    return {name: getattr(each, name) for name in own} | {"groups": list(each.groups)}


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
