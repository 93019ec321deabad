"""``pincite config``."""

from __future__ import annotations

import click

from pincite.cli.group import group
from pincite.cli.options import json_option
from pincite.cli.screen import emit, say
from pincite.cli.session import Session

__all__ = ["config"]


@group("config")
def config() -> None:
    """Show the settings in force."""


@config.command(
    "show",
    details="Secrets come from the environment only, and are shown as (set). With a SECTION, only what begins with it.",
    examples="""
    pincite config show
    pincite config show retrieve
    PINCITE_RETRIEVE__ROUTE=dense pincite config show retrieve.route
    """,
)
@click.argument("section", required=False)
@json_option
@click.pass_obj
def _show(session: Session, section: str | None, as_json: bool) -> None:
    """Show every setting in force and where it came from."""
    from pincite.config import load
    from pincite.errors import UnknownName

    rows = load(session.place()).rows()
    shown = [row for row in rows if section is None or row[0] == section or row[0].startswith(f"{section}.")]
    if section is not None and not shown:
        raise UnknownName("section", section, {key.split(".")[0] for key, _, _ in rows})
    if as_json:
        for key, value, origin in shown:
            emit({"key": key, "value": _plain(value), "from": origin})
        return
    from pincite.cli.layout import columns

    say(columns(("SETTING", "VALUE", "FROM"), [(key, _text(value), origin) for key, value, origin in shown]))


def _plain(value: object) -> object:
    if isinstance(value, list | tuple):
        return [_plain(each) for each in value]
    return value if isinstance(value, str | int | float | bool | type(None)) else str(value)


def _text(value: object) -> str:
    if isinstance(value, list | tuple):
        return ", ".join(map(_text, value)) or "(none)"
    if isinstance(value, bool):
        return str(value).lower()
    return '""' if value == "" else str(value)
