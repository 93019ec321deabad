from __future__ import annotations

import pytest

from pincite.parse.stated_title import stated_title


@pytest.mark.parametrize(
    "text",
    ["10811.exe", "annual_report.pdf", "C:\\papers\\final.DOC", "Q3 numbers final.xlsx", "Microsoft Word - letter.doc"],
)
def test_the_name_of_a_file_is_no_title(text: str) -> None:
    assert stated_title(text) is None


@pytest.mark.parametrize(
    "text", ["untitled", "Document1", "PowerPoint Presentation", "Microsoft Word", "Slide 1", "12"]
)
def test_the_name_of_a_program_or_what_it_calls_a_new_file_is_no_title(text: str) -> None:
    assert stated_title(text) is None


@pytest.mark.parametrize(
    "text", ["Amazon.com", "Node.js in practice", "Report on Form 10-K.", "Word and object", "A.B. v. C."]
)
def test_a_name_with_a_full_stop_in_it_may_be_a_title(text: str) -> None:
    assert stated_title(text) == text


def test_what_the_program_put_in_front_is_left_out() -> None:
    assert stated_title("Microsoft Word -  Travel  policy") == "Travel policy"


@pytest.mark.parametrize("text", [None, "", "  "])
def test_nothing_is_no_title(text: str | None) -> None:
    assert stated_title(text) is None
