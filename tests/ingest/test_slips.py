"""A misspelt key is told, and a key of the writer's own is not."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from pincite.ingest import KEYS
from pincite.ingest.slips import slips
from pincite.testing.desk import Desk


@pytest.mark.parametrize("known", [key for key in KEYS if len(key) > 3])
def test_a_letter_missing_doubled_wrong_or_swapped_is_told(known: str) -> None:
    swapped = f"{known[:2]}{known[3]}{known[2]}{known[4:]}"
    forms = {known[:2] + known[3:], known[:2] + known[1:], f"{known[:-1]}q", swapped, known.upper()} - {known}
    assert slips(forms) == tuple((form, known) for form in forms)


def test_keys_that_are_right_or_ones_own_are_not_told() -> None:
    own = ("author", "date", "tags", "category", "ids", "status", "layout", "weight", "description", "owner", "slug")
    assert slips((*KEYS, *own)) == ()


def test_whoever_adds_a_page_is_told_of_a_misspelt_key_which_is_kept(new_desk: Callable[..., Desk]) -> None:
    desk = new_desk()
    (desk.folder / "docs").mkdir(exist_ok=True)
    (desk.folder / "docs" / "gloves.md").write_text(
        "---\nversoin: 3\naccess: [public]\n---\n\n# Gloves\n\nWear them.\n"
    )
    report = desk.sync()
    (note,) = report.notes
    assert note.text == "versoin: not a key that Pincite reads; did you mean version?"
    assert desk.corpus.show("docs/gloves").extra["versoin"] == "3"
