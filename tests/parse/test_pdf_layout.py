from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pincite.parse.pdf_columns import columns, gutters
from pincite.parse.pdf_lines import clean, lines_of, run_on
from pincite.parse.pdf_page import Page, Ruling, Word, set_upright, turned_back
from pincite.parse.pdf_repair import is_garbage, with_marks
from pincite.parse.tables.grid import in_reading_order


def word(text: str, left: float, top: float, *, width: float = 30, turn: int = 0) -> Word:
    return Word(text=text, left=left, top=top, right=left + width, bottom=top + 10, size=10, turn=turn)


coordinate = st.floats(min_value=0, max_value=590)
some_words = st.lists(
    st.builds(lambda x, y, w: word("w", x, y, width=w), coordinate, coordinate, st.floats(1, 300)), max_size=60
)


@settings(max_examples=50)
@given(some_words)
def test_columns_lose_and_repeat_no_word(words: list[Word]) -> None:
    runs = columns(words, gutters(words, width=600))
    assert sorted(id(each) for run in runs for each in run) == sorted(map(id, words))


@settings(max_examples=50)
@given(some_words)
def test_lines_lose_and_repeat_no_word(words: list[Word]) -> None:
    assert sorted(id(each) for line in lines_of(words) for each in line.words) == sorted(map(id, words))


@pytest.mark.parametrize("turn", [90, 180, 270])
def test_a_turned_page_is_set_upright_and_its_boxes_are_found_back(turn: int) -> None:
    one = word("Total", 100, 300, turn=turn)
    ruling = Ruling(left=10, top=20, right=200, bottom=20)
    page = Page(number=1, width=600, height=800, words=(one, one), rulings=(ruling,))
    upright = set_upright(page)
    moved = upright.words[0]
    assert moved.upright
    assert turned_back((moved.left, moved.top, moved.right, moved.bottom), upright) == (100, 300, 130, 310)


def test_words_of_a_line_that_runs_from_the_right_are_in_order_of_reading() -> None:
    line = [word("R", 10, 0), word("בלשון", 50, 0), word("תכנות", 90, 0)]
    assert [each.text for each in in_reading_order(line)] == ["תכנות", "בלשון", "R"]


def test_lines_without_spaces_between_words_are_put_together_without_one() -> None:
    assert "".join(run_on(["東京都", "新宿区"], {})) == "東京都新宿区"


def test_ligatures_are_spelt_out_and_soft_hyphens_dropped() -> None:
    assert clean("e\ufb03cient co\u00adoperation") == "efficient cooperation"


def test_a_hyphen_before_a_capital_stays() -> None:
    assert "".join(run_on(["North-", "South line"], {})) == "North-South line"


def test_quotation_marks_and_dashes_are_those_of_the_page() -> None:
    words = (word('"Cap"', 0, 0), word("2003-2007", 0, 0), word("it's", 0, 0))
    assert [each.text for each in with_marks(words, "“Cap” 2003–2007 it’s")] == ["“Cap”", "2003–2007", "it’s"]  # noqa: RUF001


@pytest.mark.parametrize("text", ["\x08\x15\x0f \x17\x06" * 8, "\ue000\ue001 " * 10])
def test_characters_without_a_meaning_are_garbage(text: str) -> None:
    assert is_garbage(text.split())


@pytest.mark.parametrize(
    "text",
    [
        "The cap is one million dollars.",
        "[ * ] [ * ] $ [ * ] [ * ] [ * ] [ * ]",
        "合同金额为一百万美元整、按季度支付。",
    ],
)
def test_text_is_no_garbage(text: str) -> None:
    assert not is_garbage(text.split())
