"""What is damaged in the catalog is told without a word of any document."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing

import pytest

from pincite.errors import StoreError, Torn
from pincite.testing.desk import Desk

NewDesk = Callable[..., Desk]


@pytest.fixture
def desk(new_desk: NewDesk) -> Desk:
    desk = new_desk()
    desk.write("docs/a.md", "# Alpha\n\nThe ZEBRA price, locked and busy, is 1007 dollars.")
    desk.write("docs/b.md", "# Beta\n\nThe beta page speaks of llamas in the evening sun.")
    desk.sync()
    desk.close()
    del desk.__dict__["corpus"]  # opened anew when it is used
    return desk


def damage(desk: Desk, statement: str) -> None:
    with closing(sqlite3.connect(desk.folder / ".pincite" / "catalog.sqlite")) as db, db:
        assert db.execute(statement).rowcount > 0


NOT_UTF8 = "UPDATE texts SET text = CAST(CAST(text AS BLOB) || x'ff' AS TEXT) WHERE text LIKE '%ZEBRA%'"
NOT_ZLIB = "UPDATE texts SET blocks = x'0011223344' WHERE text LIKE '%ZEBRA%'"
NO_META = "UPDATE revisions SET meta = x'c1' WHERE document_id = 'docs/a'"
NO_CHUNK = "UPDATE chunks SET data = x'93' WHERE chunk_id IN (SELECT chunk_id FROM chunks LIMIT 1)"
ALL = [NOT_UTF8, NOT_ZLIB, NO_META]


@pytest.mark.parametrize("statement", ALL)
def test_a_reader_is_told_that_the_catalog_is_damaged_and_no_word_of_the_text(desk: Desk, statement: str) -> None:
    damage(desk, statement)
    with pytest.raises(Torn, match="pincite restore FILE") as told:
        desk.corpus.search("zebra price", route="lexical")
    assert "ZEBRA" not in str(told.value)
    assert "1007" not in str(told.value)


@pytest.mark.parametrize("statement", [NOT_UTF8, NOT_ZLIB])
def test_a_text_that_is_damaged_keeps_no_other_page_from_its_readers(desk: Desk, statement: str) -> None:
    damage(desk, statement)
    assert [hit.document for hit in desk.corpus.search("llamas", route="lexical")] == ["docs/b"]


@pytest.mark.parametrize("statement", [NOT_UTF8, NOT_ZLIB, NO_META])
def test_doctor_names_the_document_whose_text_is_damaged_and_no_word_of_it(desk: Desk, statement: str) -> None:
    damage(desk, statement)
    (found,) = desk.corpus.doctor()
    assert (found.kind, found.examples) == ("broken-catalog", ("docs/a",))
    assert "restore FILE" in found.fix


def test_a_chunk_that_is_damaged_is_an_error_of_the_store(desk: Desk) -> None:
    damage(desk, NO_CHUNK)
    with pytest.raises(StoreError, match="pincite restore FILE"):
        desk.corpus.search("zebra llamas", route="lexical")
