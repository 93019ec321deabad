"""What is told of generations that differ, and what may still be done with them."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from dataclasses import fields, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from pincite.catalog.connections import FILE
from pincite.catalog.generations import STATEMENTS
from pincite.documents import Generation, Space
from pincite.errors import GenerationMismatch, SpaceMismatch
from pincite.lifecycle import open_store
from pincite.lifecycle.folders import IndexFolders
from pincite.lifecycle.generations import differences, may_be_read
from pincite.testing.index import PlainIndex
from pincite.testing.stores import GENERATION, SPACE, WordAnalyzer, make_written, put

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pincite.lifecycle import Store

BEFORE = {
    "parser docx": "3",
    "parser pdf": "1",
    "parse.ocr": "auto",
    "chunker": "structural 2",
    "chunk.name": "structural",
}


def told(wanted: Generation, **changed: str) -> tuple[str, ...]:
    now = BEFORE | {name.replace("_", " ").replace("  ", "."): value for name, value in changed.items()}
    return tuple(map(str, differences(GENERATION, wanted, before=BEFORE, now=now)))


def test_a_new_version_is_named_with_the_old_one() -> None:
    assert told(replace(GENERATION, parser="other"), parser_docx="4") == ("parser docx 3 -> 4",)


def test_settings_come_first() -> None:
    found = told(replace(GENERATION, parser="other"), parser_docx="4", parse__ocr="off")
    assert found == ("parse.ocr auto -> off", "parser docx 3 -> 4")


def test_a_part_whose_make_is_not_known_is_told_by_its_digest() -> None:
    found = differences(GENERATION, replace(GENERATION, chunker="words"), before={}, now={})
    assert tuple(map(str, found)) == ("chunker lines -> words",)


@pytest.mark.parametrize(
    ("change", "now", "readable"),
    [
        ({"parser": "x"}, {"parser docx": "4"}, True),
        ({"chunker": "x"}, {"chunker": "structural 3"}, True),
        ({"parser": "x"}, {"parse.ocr": "off"}, False),
        ({"chunker": "x"}, {"chunk.name": "fixed"}, False),
        ({"analyzer": "x"}, {"analyzer": "y"}, False),
        ({"space": replace(SPACE, builder="2")}, {}, False),
    ],
)
def test_readers_go_on_where_a_newer_parser_or_chunker_is_all(
    change: Mapping[str, Any], now: Mapping[str, str], readable: bool
) -> None:
    found = differences(GENERATION, replace(GENERATION, **change), before=BEFORE, now={**BEFORE, **now})
    assert may_be_read(found, told=True) is readable
    assert not may_be_read(found, told=False)


@pytest.mark.parametrize("name", [each.name for each in fields(Space)])
def test_every_field_of_a_space_is_in_its_fingerprint(name: str) -> None:
    value = getattr(SPACE, name)
    other: Any = {name: not value if isinstance(value, bool) else value + type(value)("1")}
    assert replace(SPACE, **other).id != SPACE.id


def test_another_space_is_refused_with_both_fingerprints_and_the_command(store: Store, state: Path) -> None:
    other = replace(GENERATION, space=replace(SPACE, weights="others"))
    with pytest.raises(SpaceMismatch, match=r"type pincite reembed --embedder hash") as caught:
        open_store(
            state, index=PlainIndex, analyzer=WordAnalyzer(), generation=other, parts=lambda: {"embed.name": "hash"}
        )
    assert SPACE.id in str(caught.value)
    assert other.space.id in str(caught.value)
    assert "weights none -> others" in str(caught.value)


def test_a_commit_for_a_generation_that_is_not_in_use_any_more_is_refused(store: Store, state: Path) -> None:
    put(store, make_written("a", "alpha"))
    with closing(sqlite3.connect(state / FILE)) as db, db:
        db.execute("UPDATE head SET generation = 'other'")
    with pytest.raises(GenerationMismatch, match="was migrated from generation"):
        put(store, make_written("b", "beta"))


def test_every_statement_fits_the_schema(store: Store, state: Path) -> None:
    with closing(sqlite3.connect(state / FILE)) as db:
        for statement in STATEMENTS.values():
            names = {part.split()[0].strip("(),") for part in statement.split(":")[1:]}
            db.execute(f"EXPLAIN {statement}", dict.fromkeys(names, "[]"))


def test_a_folder_in_which_a_generation_is_built_is_not_swept_away(tmp_path: Path) -> None:
    folders = IndexFolders(tmp_path)
    current, building, stray = folders.fresh(), folders.fresh_for("g2"), folders.fresh()
    folders.switch(current)
    folders.sweep()
    assert (current.is_dir(), building.is_dir(), stray.is_dir()) == (True, True, False)
    assert (folders.current(), folders.building("g2")) == (current, building)


def test_a_folder_that_was_built_is_adopted_once_its_generation_is_the_one_in_use(tmp_path: Path) -> None:
    folders = IndexFolders(tmp_path)
    folders.switch(folders.fresh())
    building = folders.fresh_for("g2")
    folders.adopt("g1")
    assert folders.current() != building
    folders.adopt("g2")
    folders.sweep()
    assert (folders.current(), folders.building("g2")) == (building, None)
