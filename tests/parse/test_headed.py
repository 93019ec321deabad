from __future__ import annotations

import pytest

from pincite.errors import MetadataError
from pincite.parse import ParseSettings, build

FENCED = "---\naccess: [board]\n---\n"
BODY = "\nPlan\n\nThe secret price is 4711 dollars.\n"
PAGE = "<html><head>{}</head><body><p>The price is 4711.</p></body></html>"


@pytest.mark.parametrize("name", ["a.txt", "a.rst", "a.adoc", "a.qmd", "a.log"])
def test_front_matter_of_any_text_states_access(name: str) -> None:
    parsed = build(ParseSettings()).parse((FENCED + BODY).encode(), path=name)
    assert parsed.metadata["access"] == ["board"]
    assert "board" not in parsed.text


def test_front_matter_before_html_states_access() -> None:
    parsed = build(ParseSettings()).parse((FENCED + PAGE.format("")).encode(), path="a.html")
    assert (parsed.metadata["access"], "board" in parsed.text) == (["board"], False)


def test_a_misspelt_key_before_plain_text_is_handed_on_to_be_refused() -> None:
    parsed = build(ParseSettings()).parse(("---\ntitle: x\nacces: [board]\n---\n" + BODY).encode(), path="a.txt")
    assert parsed.metadata["acces"] == ["board"]


@pytest.mark.parametrize("head", ["= Plan\n:access: board\n", "= Plan\nAnn Lee\n\n:toc:\n:access: board\n"])
def test_an_attribute_of_asciidoc_states_access(head: str) -> None:
    parsed = build(ParseSettings()).parse((head + "\nThe price is 4711.\n").encode(), path="a.adoc")
    assert parsed.metadata["access"] == "board"


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.txt", "access: board\n" + BODY),
        ("a.txt", "----\naccess: board\n----\n" + BODY),
        ("a.org", "#+access: board\n" + BODY),
        ("a.adoc", "= Plan\n:acces: board\n" + BODY),
        ("a.rst", "---\naccess:[board]\n---\n" + BODY),
        ("a.html", PAGE.format('<meta name="access" content="board">')),
    ],
)
def test_access_that_is_not_read_refuses_the_file(name: str, text: str) -> None:
    with pytest.raises(MetadataError, match="looks like a statement of access"):
        build(ParseSettings()).parse(text.encode(), path=name)


@pytest.mark.parametrize("name", ["a.txt", "a.rst"])
def test_lines_between_rules_without_access_stay_text(name: str) -> None:
    text = "---\nFrom: Ann\n---\n\nThe doors close at six.\n"
    assert "From: Ann" in build(ParseSettings()).parse(text.encode(), path=name).text


def test_access_in_the_body_stays_text() -> None:
    text = "The plan\n\naccess: see page 3\n"
    assert "access: see page 3" in build(ParseSettings()).parse(text.encode(), path="a.txt").text


@pytest.mark.parametrize(
    "stated",
    [
        "<meta name=' pincite:access ' content='board'>",
        "<meta content='board' name='\n access'>",
        "<meta property='pincite:access' content='board'>",
        "<meta itemprop=access content=board>",
        "<meta http-equiv='Access' content='board'>",
        "<meta content='a > b' name='access'>",
        "<meta content=it's name=access>",
        "<meta name='pincite.access' content='board'>",
        "<meta name='pincite-access' content='board'>",
        "<meta name='pincite&#58;acess' content='board'>",
    ],
)
def test_a_meta_of_html_that_means_access_and_is_not_read_names_its_line(stated: str) -> None:
    with pytest.raises(MetadataError, match=r"line 1: <meta .* looks like a statement of access"):
        build(ParseSettings()).parse(PAGE.format(stated).encode(), path="a.html")


@pytest.mark.parametrize(
    "stated", ["<meta http-equiv='Access-Control-Allow-Origin' content='*'>", "<meta name='x' content='name=access'>"]
)
def test_a_meta_of_html_about_something_else_is_passed_over(stated: str) -> None:
    assert "4711" in build(ParseSettings()).parse(PAGE.format(stated).encode(), path="a.html").text
