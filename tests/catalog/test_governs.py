"""What revisions say of one another is kept where it can be asked for, in catalogs that are older than it too."""

from __future__ import annotations

from datetime import date
from pathlib import Path

from sqlalchemy import text

from pincite.catalog import codec
from pincite.catalog.connections import FILE
from pincite.catalog.engine import connect
from pincite.catalog.schema import migrate
from pincite.documents import OPEN, DocumentId, Revision, TenantId

NOTICE = Revision(
    tenant=TenantId("red"), document_id=DocumentId("notice"), version="1", topic="notice", title="Notice", text="x",
    blocks=(), access=(), source="s", path="s/notice.md", language="en", effective=date(2024, 5, 1),
    applies_to=("B", "C"), supersedes=("sheet#Limits/Voltage",),
)  # fmt: skip

_TEXT = "INSERT INTO texts (id, tenant, digest, n_characters, text, blocks) VALUES (1, 'red', 'd', 1, 'x', x'00')"
_REVISION = """
    INSERT INTO revisions (id, key, tenant, document_id, version, topic, text_id, chunks, n_chunks, arrival, valid_from,
        valid_to, seq_from, seq_to, meta)
    VALUES (7, :key, 'red', 'notice', '1', 'notice', 1, '', 0, 1, '2024-05-01', '9999-12-31', 1, :open, :meta)"""


def test_an_older_catalog_is_filled_from_what_its_revisions_state(tmp_path: Path) -> None:
    engine = connect(tmp_path / FILE)
    with engine.begin() as connection:
        migrate(connection, to="0002")
        connection.execute(text(_TEXT))
        meta = codec.encode_meta(NOTICE)
        connection.execute(text(_REVISION), {"key": NOTICE.key, "open": OPEN, "meta": meta})
        migrate(connection)
        rows = connection.execute(text("SELECT kind, value, tenant, revision_row FROM governs ORDER BY kind, value"))
        found = [tuple(row) for row in rows]
    engine.dispose()
    assert found == [
        ("applies_to", "B", "red", 7),
        ("applies_to", "C", "red", 7),
        ("supersedes", "sheet#Limits/Voltage", "red", 7),
    ]


def test_what_a_revision_says_goes_with_its_row(tmp_path: Path) -> None:
    engine = connect(tmp_path / FILE)
    with engine.begin() as connection:
        migrate(connection)
        connection.execute(text(_TEXT))
        values = {"key": NOTICE.key, "open": OPEN, "meta": codec.encode_meta(NOTICE)}
        connection.execute(text(_REVISION), values)
        connection.execute(text("INSERT INTO governs VALUES (7, 'applies_to', 'B', 'red')"))
        connection.execute(text("DELETE FROM revisions WHERE id = 7"))
        left = connection.execute(text("SELECT count(*) FROM governs")).scalar()
    engine.dispose()
    assert left == 0


def test_a_revision_without_a_max_age_is_stored_as_it_always_was() -> None:
    stored = codec.encode_meta(NOTICE)
    assert codec.decode_meta(stored).max_age is None
    assert stored[0] == 0x9C, "an array of twelve, as before there was one"
