from __future__ import annotations

import pytest

from pincite.errors import MetadataError
from pincite.parse.front_matter import split


def test_values_stay_as_they_are_written() -> None:
    front = split("---\nversion: 1.10\neffective: 2025-03-01\naccess: [staff, yes]\nx: {y: 007}\n---\n# T", path="a.md")
    assert front.values == {
        "version": "1.10",
        "effective": "2025-03-01",
        "access": ["staff", "yes"],
        "x": {"y": "007"},
    }
    assert (front.end, front.n_lines) == (77, 6)


@pytest.mark.parametrize(
    "text", ["# T\n", "text\n---\na: b\n---\n", "---\nJust a rule above.\n\n---\n", "----\na: b\n"]
)
def test_a_text_without_front_matter_has_none(text: str) -> None:
    assert split(text, path="a.md").end == 0


def test_empty_front_matter_is_front_matter() -> None:
    assert split("---\n---\ntext", path="a.md").end == 8


@pytest.mark.parametrize(
    ("text", "line", "cause"),
    [
        ("---\ntitle: a\nversion: 'x\n---\nb", 4, "while scanning a quoted scalar"),
        ("---\ntitle: a: b\n---\nc", 2, "mapping values are not allowed here"),
        ("---\nid: a\ntitle: 'Here's how'\n---\nc", 3, "while parsing a block mapping"),
        ("---\nversion: 1\ntitle: x\nversion: 2\n---\n", 4, "states 'version' twice"),
        ("---\nversion: 1\n# Title\ntext", 1, "is never closed"),
        ("---\ntitle: x\n\ty: 1\n---\n", 3, "found character"),
    ],
)
def test_broken_front_matter_names_the_line_and_the_cause(text: str, line: int, cause: str) -> None:
    with pytest.raises(MetadataError, match=cause) as caught:
        split(text, path="policies/a.md")
    assert caught.value.facts["line"] == line
    assert caught.value.message.startswith(f"policies/a.md, line {line}: ")
    assert "\n" not in caught.value.message


def test_aliases_that_multiply_are_refused() -> None:
    levels = "\n".join(f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]" for n in range(1, 8))
    with pytest.raises(MetadataError, match="more than 10,000 values"):
        split(f"---\na0: &a0 x\n{levels}\n---\n", path="a.md")


def test_blank_lines_before_it_count_in_the_lines_of_messages() -> None:
    front = split("\n \n---\na: b\n---\ntext", path="a.md")
    assert (front.values, front.end, front.n_lines) == ({"a": "b"}, 16, 5)
    with pytest.raises(MetadataError, match="line 6: front matter states 'a' twice"):
        split("\n\n---\na: b\nc: d\na: b\n---\n", path="a.md")
