"""Codes that are asked for and stand in no list."""

from __future__ import annotations

import pytest

from pincite.generate.unlisted import unlisted_codes


@pytest.mark.parametrize(
    ("names", "texts", "missing"),
    [
        (("E9",), ("E1: no water. E4: leak.",), ("E9",)),
        (("E4",), ("E1: no water. E4: leak.",), ()),
        (("IL-6",), ("Interleukin 6 rose.",), ()),
        (("IL-6",), ("IL-10 rose.",), ("IL-6",)),
        (("Oslo", "2026"), ("E1: no water.",), ()),
    ],
    ids=["neighbours only", "listed", "no neighbours", "another of its kind", "no code"],
)
def test_a_code_is_unlisted_where_only_its_neighbours_stand(
    names: tuple[str, ...], texts: tuple[str, ...], missing: tuple[str, ...]
) -> None:
    assert unlisted_codes(names, texts) == missing
