"""What changed between two days, section by section, and how much was looked at."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from datetime import date
from pathlib import Path

import pytest

import pincite
from pincite.errors import InputError, NotFound
from pincite.pipeline.changes import Changes, DocumentChange, Words
from pincite.questions import Principal
from pincite.testing.desk import Desk
from pincite.text.markup import plain

NewDesk = Callable[..., Desk]

TABLE = "## Limits\n\n| What | Limit |\n| --- | --- |\n| Window | {window} |\n| Cap | $500 |\n{more}"
V1 = "# Refund\n\nRefunds are made in 5 days.\n\n" + TABLE.format(window="14 days", more="\nAsk the desk.\n")
V2 = "# Refund\n\nAsk the desk.\n\nRefunds are made in 5 days.\n\n" + TABLE.format(
    window="30 days", more="| Fee | none |\n"
)


@pytest.fixture
def desk(new_desk: NewDesk) -> Desk:
    made = new_desk()
    made.write("docs/refund-1.md", V1, id="refund", version="1", effective="2023-01-01")
    made.write("docs/refund-2.md", V2, id="refund", version="2", effective="2025-03-01")
    made.write("docs/old.md", "# Old\n\nGone soon.", id="old", expires="2025-01-01")
    made.write("docs/new.md", "# New\n\nHere now.", id="new", effective="2025-02-01")
    made.write("docs/same.md", "# Same\n\nAlways so.", id="same")
    made.write("docs/staff.md", "# Staff\n\nNot for you.", id="staff", effective="2025-02-01", access="[staff]")
    made.sync()
    return made


def changes(desk: Desk, **how: object) -> Changes:
    return desk.corpus.changes(date(2024, 6, 1), until=date(2025, 6, 1), **how)  # type: ignore[arg-type]  # passed on


def of(found: Changes, document: str) -> DocumentChange:
    return next(each for each in found.documents if each.document == document)


def shown(each: Words | None) -> str | None:
    return None if each is None else plain(each.text)


def words(change: DocumentChange) -> list[tuple[str, str | None, str | None]]:
    return [(e.section, shown(e.old), shown(e.new)) for e in change.edits]


def test_a_row_that_changed_is_shown_old_beside_new_under_its_section(desk: Desk) -> None:
    assert ("Limits", "Window | 14 days", "Window | 30 days") in words(of(changes(desk), "refund"))


def test_a_row_that_came_is_new_and_what_only_moved_is_left_out(desk: Desk) -> None:
    found = words(of(changes(desk), "refund"))
    assert ("Limits", None, "Fee | none") in found
    assert len(found) == 2


def test_the_words_stand_at_their_spans(desk: Desk) -> None:
    text = desk.corpus.show("refund").text
    assert all(e.new is None or e.new.span.cut(text) == e.new.text for e in of(changes(desk), "refund").edits)


def test_documents_that_came_and_went_are_named_with_their_versions(desk: Desk) -> None:
    found = changes(desk)
    assert [(each.document, each.kind) for each in found.documents] == [
        ("new", "new"),
        ("old", "gone"),
        ("refund", "changed"),
    ]
    assert (of(found, "refund").old_version, of(found, "refund").new_version) == ("1", "2")
    assert of(found, "refund").since == date(2025, 3, 1)


def test_the_coverage_counts_what_was_compared(desk: Desk) -> None:
    assert changes(desk).coverage == "4 of 4 documents compared: 1 changed, 1 new, 1 gone, 1 unchanged"
    assert changes(desk, documents=["same"]).coverage == "1 of 1 document compared: 1 unchanged"


def test_what_may_not_be_read_is_neither_shown_nor_counted(desk: Desk) -> None:
    assert "staff" not in repr(changes(desk))
    staff = changes(desk, principal=Principal(tenant="default", groups=["staff"]))
    assert (of(staff, "staff").kind, staff.total) == ("new", 5)
    with pytest.raises(NotFound, match="no document 'staff'"):
        changes(desk, documents=["staff"])


def test_the_days_are_in_order(desk: Desk) -> None:
    with pytest.raises(InputError, match="until is 2024-01-01, before since, 2025-01-01"):
        desk.corpus.changes(date(2025, 1, 1), until=date(2024, 1, 1))


def test_a_part_that_another_page_replaced_is_shown_with_what_replaced_it(desk: Desk) -> None:
    desk.write(
        "docs/notice.md", "# Notice\n\nThe cap is $700.", id="notice", effective="2025-05-01",
        supersedes='"refund#Limits/Cap"', applies_to="[EU]",
    )  # fmt: skip
    desk.sync()
    found = changes(desk)
    (part,) = [each for each in found.documents if each.kind == "replaced"]
    assert (part.document, [shown(edit.old) for edit in part.edits]) == ("refund", ["Cap | $500"])
    assert part.by is not None
    assert (part.by.document, part.by.applies_to, part.by.since) == ("notice", ("EU",), date(2025, 5, 1))
    assert found.coverage == "5 of 5 documents compared: 1 changed, 1 replaced, 2 new, 1 gone, 1 unchanged"


def test_what_was_replaced_before_the_first_day_is_no_change(desk: Desk) -> None:
    desk.write("docs/notice.md", "# Notice\n\nNew.", id="notice", effective="2024-01-01", supersedes="same")
    desk.sync()
    assert not [each for each in changes(desk).documents if each.kind == "replaced"]


EXAMPLE = Path(__file__).resolve().parents[2] / "examples" / "contracts"


@pytest.fixture
def contracts(tmp_path: Path) -> Iterator[pincite.Corpus]:
    """Give a contract and its amendment, with what each replaces stated beside it."""
    for name in ("distribution.docx", "distribution-amendment.pdf"):
        (tmp_path / "tarnley").mkdir(exist_ok=True)
        shutil.copyfile(EXAMPLE / "tarnley" / name, tmp_path / "tarnley" / name)
    sidecars = {
        "distribution.docx": "effective = 2022-07-01\n",
        "distribution-amendment.pdf": 'effective = 2024-04-01\nsupersedes = ["tarnley/distribution#1.2"]\n',
    }
    for name, text in sidecars.items():
        (tmp_path / "tarnley" / f"{name}.meta.toml").write_text(text)
    source = '[[sources]]\nname = "tarnley"\npath = "tarnley"\naccess = ["public"]\n'
    (tmp_path / "pincite.toml").write_text(f'[embed]\nname = "hash"\ndim = 64\n\n{source}')
    with pincite.open(tmp_path) as corpus:
        corpus.sync()
        yield corpus


def test_an_amendment_shows_the_clause_that_it_replaces(contracts: pincite.Corpus) -> None:
    found = contracts.changes(date(2024, 1, 1))
    assert found.coverage == "2 of 2 documents compared: 1 replaced, 1 new, 0 unchanged"
    (part,) = [each for each in found.documents if each.kind == "replaced"]
    assert part.by is not None
    assert (part.by.document, part.by.section, part.since) == (
        "tarnley/distribution-amendment",
        "1.2",
        date(2024, 4, 1),
    )
    (edit,) = part.edits
    assert edit.old is not None
    assert edit.old.text.startswith("1.2 “Territory” means Switzerland")


def test_an_amended_clause_is_answered_from_the_amendment(contracts: pincite.Corpus) -> None:
    now = contracts.search("What does Territory mean?")
    then = contracts.search("What does Territory mean?", as_of=date(2024, 1, 1))
    assert any("Vorarlberg" in hit.text for hit in now)
    assert not any("“Territory” means Switzerland and" in hit.text for hit in now)
    assert any("“Territory” means Switzerland" in hit.text for hit in then)
