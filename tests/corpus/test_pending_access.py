"""
Revoked and granted at the next question, although the index still holds the old payload.

The payload is held back by an index that cannot write it. What a reader then gets, order and scores included, is what
an index gives that was built anew under the new access.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from pincite.errors import StoreError
from pincite.index import IndexSettings, OpenIndex, build
from pincite.index.edge import EdgeIndex
from pincite.questions import Principal
from pincite.testing.desk import PUBLIC_DOCS, Desk, ram_folder
from pincite.testing.index import PlainIndex

NewDesk = Callable[..., Desk]

ANYONE = Principal(tenant="default")
STAFF = Principal(tenant="default", groups=["staff"])
PAGES = {
    "refund": "The refund window is 30 days, and refunds are paid by the refund desk.",
    "desk": "The refund desk has the extension 4471; a refund above the cap needs a manager.",
    "shipping": "Shipping takes four days, and a parcel that is lost is paid back as a refund.",
    "warranty": "The warranty covers defects for two years, but no refund after the first.",
}
QUESTIONS = ("refund desk", "refund above the cap", "lost parcel", "extension 4471")
Seen = dict[tuple[str, str], list[tuple[str, float]]]


def seen(desk: Desk) -> Seen:
    """Return what each reader finds for each question, with its score."""
    return {
        (question, "staff" if who is STAFF else "anyone"): [
            (str(hit.document), round(hit.score, 9)) for hit in desk.corpus.search(question, principal=who)
        ]
        for question in QUESTIONS
        for who in (ANYONE, STAFF)
    }


def written(desk: Desk, *closed: str) -> Desk:
    """Write the pages, those named for staff only, and read them."""
    for name, text in PAGES.items():
        access = {"access": "[staff]"} if name in closed else {}
        desk.write(f"docs/{name}.md", f"# {name.title()}\n\n{text}", id=name, **access)
    desk.sync()
    return desk


def refuse(*args: object, **how: object) -> None:
    raise StoreError("the disk is full: free some space")


@pytest.fixture(params=[PlainIndex, build(IndexSettings())], ids=["plain", "engine"])
def opens(request: pytest.FixtureRequest) -> OpenIndex:
    return request.param  # type: ignore[no-any-return]  # one of the two


@pytest.fixture
def held_back(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no index write who may read."""
    monkeypatch.setattr(PlainIndex, "set_groups", refuse)
    monkeypatch.setattr(EdgeIndex, "set_groups", refuse)


def built_anew(opens: OpenIndex, *closed: str) -> Seen:
    with ram_folder() as folder:
        desk = written(Desk(folder, PUBLIC_DOCS, opens=opens), *closed)
        found = seen(desk)
        desk.close()
    return found


def test_what_is_revoked_is_gone_with_the_scores_of_an_index_built_anew(
    opens: OpenIndex, held_back: None, new_desk: NewDesk
) -> None:
    desk = written(new_desk(opens=opens))
    with pytest.raises(StoreError, match="the disk is full"):
        desk.corpus.set_access("desk", ["staff"])
    assert seen(desk) == built_anew(opens, "desk")
    assert "4471" not in repr(desk.corpus.ask("Which extension does the refund desk have?"))


def test_what_is_granted_is_there_with_the_scores_of_an_index_built_anew(
    opens: OpenIndex, held_back: None, new_desk: NewDesk
) -> None:
    desk = written(new_desk(opens=opens), "desk")
    desk.write("docs/desk.md", f"# Desk\n\n{PAGES['desk']}", id="desk", access="[public]")
    with pytest.raises(StoreError, match="the disk is full"):
        desk.sync()
    assert seen(desk) == built_anew(opens)


def test_after_a_crash_in_between_the_change_holds_and_the_index_follows(
    opens: OpenIndex, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    with ram_folder() as folder:
        with monkeypatch.context() as held:
            held.setattr(PlainIndex, "set_groups", refuse)
            held.setattr(EdgeIndex, "set_groups", refuse)
            desk = written(Desk(folder, PUBLIC_DOCS, opens=opens))
            with pytest.raises(StoreError):
                desk.corpus.set_access("desk", ["staff"])
            desk.close()
        again = Desk(folder, PUBLIC_DOCS, opens=opens)
        found = seen(again)
        unsettled = again.corpus.store.catalog.unsettled()
        again.close()
    assert found == built_anew(opens, "desk")
    assert unsettled == {}


def test_reading_anew_under_the_same_rules_widens_nothing(new_desk: NewDesk) -> None:
    desk = written(new_desk(), "desk")
    desk.corpus.set_access("shipping", ["staff"])
    before = seen(desk)
    for name in PAGES:
        file = desk.folder / "docs" / f"{name}.md"
        file.write_text(file.read_text() + "\n")
    desk.sync()
    assert {key: [doc for doc, _ in hits] for key, hits in seen(desk).items()} == {
        key: [doc for doc, _ in hits] for key, hits in before.items()
    }


def test_a_lost_sidecar_closes_its_page_to_everybody(new_desk: NewDesk) -> None:
    desk = new_desk()
    desk.write("docs/desk.md", f"# Desk\n\n{PAGES['desk']}")
    sidecar = desk.folder / "docs" / "desk.md.meta.toml"
    sidecar.write_text('access = ["staff"]\n')
    desk.sync()
    assert desk.corpus.search("refund desk", principal=STAFF)
    sidecar.unlink()
    desk.sync()
    assert desk.corpus.search("refund desk", principal=STAFF) == ()
    assert desk.corpus.search("refund desk", principal=ANYONE) == ()
