from __future__ import annotations

import pytest

from pincite.text.markup import plain


@pytest.mark.parametrize(
    ("marked", "text"),
    [
        ("## 7.2 Cap ##", "7.2 Cap"),
        ("a **bold** and *it* and __b__ and _i_", "a bold and it and b and i"),
        ("***both***", "both"),
        ("[the *policy*](https://a.example/x_(y) 'T') now", "the policy now"),
        ("[one][ref] ![alt](i.png)", "one alt"),
        ("| Refund window | 30 days |", "Refund window | 30 days"),
        ("| a | b |\n|---|:-:|\n| 1 | 2 |", "a | b 1 | 2"),
        ("a \\| b \\* c", "a | b * c"),
        ("x <b>y</b><br>z &amp; w", "x y z & w"),
        ("seen <!-- not seen --> too", "seen too"),
        ("- item\n- [x] done", "item done"),
        ("> quoted\n> lines", "quoted lines"),
        ("```python\ncode()\n```", "code()"),
        ("use `a_b_c` here", "use a_b_c here"),
        ("snake_case_name and 2 * 3 * 4", "snake_case_name and 2 * 3 * 4"),
        ("Title\n=====", "Title"),
        ("text[^1]\n\n[^1]: The note", "text The note"),
        ("see <https://a.example>", "see https://a.example"),
        ("1 < 2 and 3 > 2", "1 < 2 and 3 > 2"),
        ("  spaced \n\n out  ", "spaced out"),
        ("~~gone~~", "gone"),
        ("---", ""),
    ],
)
def test_marks_go_and_words_stay(marked: str, text: str) -> None:
    assert plain(marked) == text


def test_text_without_marks_is_only_folded() -> None:
    assert plain("Just 30 days, isn't it?\nYes.") == "Just 30 days, isn't it? Yes."


def test_many_unclosed_marks_take_no_more_than_linear_time() -> None:
    assert plain("<!-- " * 20000).count("<!--") == 20000


@pytest.mark.parametrize(
    ("marked", "text"),
    [
        ("\n" * 100_000 + "a", "a"),
        ("*b* " + " " * 100_000 + "a", "b a"),
        ("*b*" + " \n" * 50_000 + "| a |", "b a"),
        ("[^" * 50_000, "[^" * 50_000),
        ("<http://" * 20_000, "<http://" * 20_000),
        ('[a](x "' * 10_000, ('[a](x "' * 10_000).strip()),
        ("[" * 100_000, "[" * 100_000),
        (" ".join("`" * n for n in range(1, 500)), " ".join("`" * n for n in range(1, 500))),
    ],
    ids=["lines", "blanks", "blank-lines", "notes", "addresses", "titles", "brackets", "ticks"],
)
def test_marks_without_end_are_read_in_one_pass(marked: str, text: str) -> None:
    assert plain(marked) == text
