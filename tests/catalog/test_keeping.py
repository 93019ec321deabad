"""Originals, vectors, sources and files."""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING

import numpy as np
import pytest

from pincite.catalog import FileRow, SourceRow
from pincite.documents import DocumentId, TenantId
from pincite.errors import NotFound, Torn
from pincite.lifecycle import Change
from pincite.testing.stores import SPACE, make_written, save_vectors

if TYPE_CHECKING:
    from pathlib import Path

    from pincite.lifecycle import Store

RED, BLUE = TenantId("red"), TenantId("blue")


def test_an_original_comes_back_byte_for_byte(store: Store) -> None:
    name = store.catalog.save_original(RED, b"the bytes")
    assert name == sha256(b"the bytes").hexdigest()
    assert store.catalog.original(RED, name) == b"the bytes"


def test_the_original_of_one_tenant_is_absent_for_another(store: Store) -> None:
    name = store.catalog.save_original(RED, b"the bytes")
    with pytest.raises(NotFound):
        store.catalog.original(BLUE, name)


@pytest.mark.parametrize("name", ["../../catalog.sqlite", "", "A" * 64])
def test_a_name_that_is_no_digest_is_absent(name: str, store: Store) -> None:
    with pytest.raises(NotFound):
        store.catalog.original(RED, name)


def test_a_damaged_original_is_noticed(store: Store, state: Path) -> None:
    name = store.catalog.save_original(RED, b"the bytes")
    (file,) = (state / "originals").glob(f"*/{name}")
    file.write_bytes(b"other bytes")
    with pytest.raises(Torn, match="no longer has the content that it is named for"):
        store.catalog.original(RED, name)


def test_nothing_but_the_original_is_left_in_its_folder(store: Store, state: Path) -> None:
    name = store.catalog.save_original(RED, b"the bytes")
    store.catalog.save_original(RED, b"the bytes")
    assert [file.name for file in (state / "originals").glob("*/*")] == [name]


def test_vectors_come_back_as_16_bit_floats(store: Store) -> None:
    vector = np.array([0.1, 1 / 3, -0.7], dtype=np.float32)
    store.catalog.save_vectors(RED, "space", {"text": vector})
    found = store.catalog.vectors(RED, "space", ["text", "other"])
    assert found.keys() == {"text"}
    assert found["text"].dtype == np.float32
    assert found["text"].tolist() == vector.astype(np.float16).astype(np.float32).tolist()


def test_the_vectors_of_one_tenant_and_space_are_absent_for_others(store: Store) -> None:
    store.catalog.save_vectors(RED, "space", {"text": np.zeros(3, dtype=np.float32)})
    assert store.catalog.known_vectors(RED, "space", ["text"]) == {"text"}
    assert store.catalog.known_vectors(BLUE, "space", ["text"]) == frozenset()
    assert store.catalog.vectors(RED, "other space", ["text"]) == {}


def test_a_text_that_has_a_vector_keeps_it(store: Store) -> None:
    store.catalog.save_vectors(RED, "space", {"text": np.zeros(2, dtype=np.float32)})
    store.catalog.save_vectors(RED, "space", {"text": np.ones(2, dtype=np.float32)})
    assert store.catalog.vectors(RED, "space", ["text"])["text"].tolist() == [0.0, 0.0]


def test_the_texts_of_an_unchanged_document_have_their_vectors_already(store: Store) -> None:
    written = make_written("a", "alpha beta\ngamma")
    assert save_vectors(store.catalog, [written]) == 4  # "a: gamma" is a chunk and a unit
    assert save_vectors(store.catalog, [written]) == 0
    assert len(store.catalog.known_vectors(RED, SPACE.id, [])) == 0


def test_sources_and_files_are_kept_as_they_were_given(store: Store) -> None:
    source = SourceRow(name="docs", tenant=RED, location="docs", settings={"access": ["public"], "depth": 3})
    file = FileRow(source="docs", path="docs/a.md", stamp="1", digest="d", revisions=((DocumentId("a"), "2"),))
    skipped = FileRow(source="docs", path="docs/b.md", stamp="1", digest="", reason="empty", error="Damaged")
    committed = store.commit(Change(kind="sync", sources=(source,), files=(file, skipped)))
    assert store.catalog.sources() == (source,)
    assert store.catalog.files("docs") == {"docs/a.md": file, "docs/b.md": skipped}
    assert file.documents == ("a",)
    assert committed.sequence == 0


def test_files_that_are_gone_and_sources_that_are_dropped_are_forgotten(store: Store) -> None:
    sources = tuple(SourceRow(name=name, tenant=RED, location=name) for name in ("docs", "more"))
    files = tuple(FileRow(source=s, path=f"{s}/{f}", stamp="1", digest="") for s in ("docs", "more") for f in "ab")
    store.commit(Change(kind="sync", sources=sources, files=files))
    store.commit(Change(kind="sync", dropped_sources=("more",), forgotten=(("docs", "docs/a"),)))
    assert [source.name for source in store.catalog.sources()] == ["docs"]
    assert list(store.catalog.files("docs")) == ["docs/b"]
    assert store.catalog.files("more") == {}
