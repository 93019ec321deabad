"""Codes that are asked for and stand in no list."""

from __future__ import annotations

import pytest

from pincite.generate.reading.unlisted import codes, hyphenated, speaks_of_another, unlisted_codes


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


@pytest.mark.parametrize(
    ("question", "text", "another"),
    [
        ("Why was O-48216 cancelled?", "O-48215: customer Huber; status cancelled", True),
        ("Why was O-48216 cancelled?", "O-48216 was sent back, as O-48215 was.", False),
        ("What does the X100 weigh?", "Pump X200 . It weighs 4 kg.", True),
        ("What does the X100 weigh?", "Both pumps weigh 4 kg.", False),
        ("How much powder does the DW 520 take?", "DW 540 manual . The chamber takes 45 ml.", True),
        ("Are refunds of USD 500 possible?", "Refunds of USD 300 are.", False),
    ],
)
def test_a_text_on_another_code_of_the_kind_is_about_something_else(question: str, text: str, another: bool) -> None:
    assert speaks_of_another(codes(question), codes(text)) is another


def test_a_hyphen_keeps_letters_and_figures_one_code() -> None:
    assert hyphenated("What does HE-2 cost?") == ("HE-2",)
    assert hyphenated("What does the DW 540 cost on 3-4 May?") == ()
