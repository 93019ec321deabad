"""A narrower statement of access that is not recognised never leaves a page to the source's default."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from pincite.errors import ConfigError
from pincite.questions import Principal
from pincite.testing.desk import PUBLIC_DOCS, Desk

NewDesk = Callable[..., Desk]
ANYONE = Principal(tenant="default")
RULE = '[[rules]]\nglob = "{}"\naccess = ["board"]\n'
TEXT = "# Plan\n\nThe zebra price is 4711 dollars."


def held(desk: Desk) -> int:
    return len(desk.corpus.search("zebra price", principal=ANYONE))


def test_a_rule_without_its_source_stops_before_anything_is_read(new_desk: NewDesk) -> None:
    desk = new_desk(PUBLIC_DOCS + RULE.format("secret/**"))
    desk.write("docs/secret/m.md", TEXT)
    with pytest.raises(ConfigError, match=r"'docs/secret/\*\*' would match 1 file"):
        desk.sync()
    assert held(desk) == 0


def test_a_rule_for_an_empty_folder_is_told_by_sync_and_doctor(new_desk: NewDesk) -> None:
    desk = new_desk(PUBLIC_DOCS + RULE.format("docs/board/**"))
    desk.write("docs/m.md", TEXT)
    assert [note.kind.value for note in desk.sync().notes] == ["unmatched"]
    assert "rules-without-effect" in [each.kind for each in desk.corpus.doctor()]


def test_sources_one_inside_the_other_stop_before_anything_is_read(new_desk: NewDesk) -> None:
    desk = new_desk(PUBLIC_DOCS + '[[sources]]\nname = "sec"\npath = "docs/secret"\naccess = ["board"]\n')
    desk.write("docs/secret/m.md", TEXT, id="merger")
    with pytest.raises(ConfigError, match="both hold 'secret'"):
        desk.sync()


@pytest.mark.parametrize("head", ["---\naccess:[board]\n---\n", "---\n\u0430ccess: [board]\n---\n"])
def test_a_page_that_was_open_is_closed_when_its_statement_cannot_be_read(new_desk: NewDesk, head: str) -> None:
    desk = new_desk()
    desk.write("docs/m.md", TEXT)
    desk.sync()
    assert held(desk) == 1
    desk.write("docs/m.md", head + TEXT)
    assert desk.sync().closed == ("docs/m.md",)
    assert held(desk) == 0
