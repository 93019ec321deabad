from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

import pytest

from pincite import access
from pincite.documents import ChunkId, Sequence, TenantId
from pincite.errors import NotFound
from pincite.lifecycle import AccessChange, Change
from pincite.questions import Principal
from pincite.testing.stores import make_written, put, scope_of

if TYPE_CHECKING:
    from pathlib import Path

    from pincite.lifecycle import Store

TODAY = date(2025, 6, 1)
V1 = make_written("refund", "window is 14 days\norder O-48214", version="1", keys=["O-48214"])
V2 = make_written("refund", "window is 30 days", version="2", effective=date(2025, 1, 1), readers=["staff"])
V3 = make_written("refund", "window is 60 days", version="3", effective=date(2026, 1, 1))


def test_a_permit_carries_the_chunk_and_the_revision_as_they_were_put(store: Store) -> None:
    put(store, V1)
    chunk = V1[1][1]
    permit = store.catalog.permit([chunk.chunk_id], scope_of(store, day=TODAY))[chunk.chunk_id]
    assert (permit.chunk, permit.revision, permit.in_force) == (chunk, V1[0], True)


def test_what_a_reader_may_not_read_gets_no_permit(store: Store) -> None:
    put(store, V2)
    chunk = V2[1][0].chunk_id
    assert store.catalog.permit([chunk], scope_of(store, day=TODAY)) == {}
    assert chunk in store.catalog.permit([chunk], scope_of(store, ["staff"], day=TODAY))


def test_another_tenant_gets_no_permit_whatever_its_groups(store: Store) -> None:
    put(store, V1, V2)
    blue = access.scope(Principal(tenant="blue", groups=["staff"]), head=store.catalog.head(), day=TODAY)
    assert store.catalog.permit([each.chunk_id for each in (*V1[1], *V2[1])], blue) == {}
    assert store.catalog.documents(blue) == ()


def test_a_permit_of_a_replaced_version_says_that_it_is_not_in_force(store: Store) -> None:
    put(store, V1, V2)
    chunk = V1[1][0].chunk_id
    assert not store.catalog.permit([chunk], scope_of(store, day=TODAY))[chunk].in_force


def test_unknown_chunks_are_left_out(store: Store) -> None:
    put(store, V1)
    assert store.catalog.permit([ChunkId("none")], scope_of(store, day=TODAY)) == {}


def test_more_chunks_than_sqlite_has_parameters_can_be_asked_for(store: Store) -> None:
    put(store, V1)
    ids = [ChunkId(f"{at:032x}") for at in range(40_000)]
    assert store.catalog.permit(ids, scope_of(store, day=TODAY)) == {}


def test_an_outsider_never_gets_the_retired_version_because_the_new_one_is_closed(store: Store) -> None:
    put(store, V1, V2)
    assert store.catalog.documents(scope_of(store, day=TODAY)) == ()
    with pytest.raises(NotFound, match="no document 'refund' among what you may read"):
        store.catalog.revision(scope_of(store, day=TODAY), "refund")


def test_the_revision_in_force_depends_on_the_day(store: Store) -> None:
    put(store, V1, V2, V3)
    days = (date(2024, 1, 1), TODAY, date(2026, 1, 1))
    found = [store.catalog.revision(scope_of(store, ["staff"], day=day), "refund").version for day in days]
    assert found == ["1", "2", "3"]


def test_a_version_is_not_shown_before_its_day(store: Store) -> None:
    put(store, V1, V2, V3)
    shown = store.catalog.versions(scope_of(store, ["staff"], day=TODAY), "refund")
    assert [(row.version, row.in_force) for row in shown] == [("1", False), ("2", True)]
    with pytest.raises(NotFound):
        store.catalog.revision(scope_of(store, ["staff"], day=TODAY), "refund", "3")


def test_ten_comes_after_nine_in_a_list_of_versions(store: Store) -> None:
    put(store, *(make_written("w", f"text {version}", version=version) for version in ("10", "8", "9")))
    assert [row.version for row in store.catalog.versions(scope_of(store, day=TODAY), "w")] == ["8", "9", "10"]


def test_absent_and_not_allowed_read_alike(store: Store) -> None:
    put(store, make_written("secret", "alpha", readers=["staff"]))
    scope = scope_of(store, day=TODAY)
    texts = []
    for name in ("secret", "absent"):
        with pytest.raises(NotFound) as caught:
            store.catalog.versions(scope, name)
        texts.append(str(caught.value).replace(name, "…"))
    assert texts[0] == texts[1]


def test_chunks_come_in_the_order_of_their_place(store: Store) -> None:
    put(store, V1)
    assert store.catalog.chunks(scope_of(store, day=TODAY), "refund", "1") == V1[1]


def test_a_key_is_found_in_what_is_in_force_alone(store: Store) -> None:
    put(store, V1, V2)
    catalog = store.catalog
    found = catalog.lookup(["O-48214"], scope=scope_of(store, day=date(2024, 1, 1)))
    assert [(each.document_id, each.chunk_id, each.subject) for each in found] == [("refund", V1[1][1].chunk_id, False)]
    assert catalog.lookup(["O-48214"], scope=scope_of(store, day=TODAY)) == ()


@pytest.mark.parametrize(
    ("title", "subject"),
    [("Order O\u201348214", True), ("o 48214", True), ("Order O-482145", False), ("Orders", False)],
)
def test_a_document_is_about_the_key_that_its_title_carries(title: str, subject: bool, store: Store) -> None:
    put(store, make_written("page", "order O-48214", title=title, keys=["O-48214"]))
    (found,) = store.catalog.lookup(["O-48214"], scope=scope_of(store, day=TODAY))
    assert found.subject is subject


def test_a_reader_at_a_sequence_sees_what_was_visible_there(store: Store) -> None:
    put(store, make_written("a", "old text"))
    put(store, make_written("a", "new text"))
    put(store, make_written("b", "more"))
    at_one = scope_of(store, day=TODAY, sequence=Sequence(1))
    assert store.catalog.revision(at_one, "a").text == "old text"
    assert [row.document_id for row in store.catalog.documents(at_one)] == ["a"]


def test_access_is_that_of_now_at_every_sequence(store: Store) -> None:
    written = make_written("a", "text")
    put(store, written)
    store.set_access({written[0].key: AccessChange(groups=("staff",))})
    assert store.catalog.documents(scope_of(store, day=TODAY, sequence=Sequence(1))) == ()


def test_a_deleted_document_is_not_found(store: Store) -> None:
    put(store, V1)
    store.commit(Change(kind="delete", remove=((TenantId("red"), V1[0].document_id, "1"),)))
    with pytest.raises(NotFound):
        store.catalog.revision(scope_of(store, day=TODAY), "refund")


def test_a_list_shows_who_may_read_and_how_much_there_is(store: Store) -> None:
    put(store, V1)
    (row,) = store.catalog.documents(scope_of(store, day=TODAY))
    assert (row.access, row.n_chunks, row.n_characters) == (("public",), 2, len(V1[0].text))


def test_a_closed_catalog_says_so(state: Path, store: Store) -> None:
    store.catalog.close()
    with pytest.raises(Exception, match="is closed: open the corpus again"):
        store.catalog.head()
