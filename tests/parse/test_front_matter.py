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


@pytest.mark.parametrize(
    "head",
    [
        "---\nÜberschrift: x\naccess: [board]\n---\n",
        "---\n2nd: x\naccess: [board]\n---\n",
        '---\n"@id": x\naccess: [board]\n---\n',
        "---\na/b: x\naccess: [board]\n---\n",
        "---\n{access: [board], title: x}\n---\n",
        "---\n? access\n: [board]\n---\n",
        "---\n&a access: [board]\n---\n",
        "---\n!!map\naccess: [board]\n---\n",
        "%YAML 1.2\n---\naccess: [board]\n---\n",
        "---\nbase: &b\n  access: [board]\n<<: *b\n---\n",
        '+++\naccess = ["board"]\n+++\n',
        " ---\naccess: [board]\n ---\n",
        "---\u00a0\naccess: [board]\n---\n",
        "\ufeff\u200b---\naccess: [board]\n---\n",
    ],
)
def test_access_is_read_however_the_mapping_between_the_fences_is_written(head: str) -> None:
    front = split(head + "# Plan\n", path="a.md")
    assert (front.values["access"], front.end) == (["board"], len(head))


@pytest.mark.parametrize(
    "head",
    [
        "---\naccess:[board]\n---\n",
        "---\naccess = [board]\n---\n",
        "---\n\u0430ccess: [board]\n---\n",
        "---\ntitle: x\n\uff41ccess\uff1a [board]\n---\n",
        "---\nac\u00adcess: [board]\n---\n",
        "---\n- access: [board]\n---\n",
        "---\nmeta:\n  access: [board]\n---\n",
        "---\n***\naccess: [board]\n---\n",
        "----\naccess: [board]\n----\n",
        "\u2014\u2014\u2014\naccess: [board]\n\u2014\u2014\u2014\n",
        "---\u2028access: [board]\u2028---\n",
        "<!-- c -->\n---\naccess: [board]\n---\n",
        "<!-- access: board -->\n",
        "---\ntitle: A\n---\n---\naccess: [board]\n---\n",
        '{"access": ["board"]}\n\n',
        "access: board\n\n",
        "---\n\naccess: board\n",
    ],
)
def test_what_looks_like_access_at_the_head_and_is_not_read_is_refused(head: str) -> None:
    with pytest.raises(MetadataError, match=r"access|never closed|no YAML"):
        split(head + "# Plan\n\nThe price is 4711.\n", path="a.md")


@pytest.mark.parametrize(
    "text",
    [
        "---\n\nProse under a rule, see the access list.\n\n---\n\nMore.\n",
        "---\n- one\n- two\n---\n",
        "# Plan\n\naccess: see page 3\n",
        "# Access: how to get a key\n\nAsk the desk.\n",
        "We explain access: who may enter, and when.\n",
        "Note: all doors close at six.\n\naccess: see page 3\n",
        "~~~yaml\naccess: [board]\n~~~\n",
    ],
)
def test_prose_that_speaks_of_access_stays_open(text: str) -> None:
    assert split(text, path="a.md").values == {}


@pytest.mark.parametrize("key", ["accessed", "process", "success", "Zugang"])
def test_other_keys_stay_the_users_own(key: str) -> None:
    assert split(f"---\ntitle: x\n{key}: 2024\n---\n", path="a.md").values[key] == "2024"


@pytest.mark.parametrize(
    "text",
    [
        '---toml\naccess = "staff"\n---\nx',
        '--- TOML\naccess = "staff"\n---\nx',
        '+++toml\naccess = "staff"\n+++\nx',
        "---yaml\naccess: staff\n---\nx",
        "+++ yml\naccess: staff\n+++\nx",
        '---json\n{"access": "staff"}\n---\nx',
        "---\n%YAML 1.2\n---\naccess: staff\n---\nx",
        "---\n%YAML 1.2\n%TAG ! tag:a,2024:\n---\naccess: staff\n---\nx",
    ],
)
def test_access_in_a_notation_that_is_named_is_read(text: str) -> None:
    front = split(text, path="a.md")
    assert (front.values, text[front.end :]) == ({"access": "staff"}, "x")


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("---\ntitle: x\n---\naccess: staff\n---\n\nsecret", 4),
        ("---\ntitle: x\n---\naccess: staff\nsecret", 4),
        ("---\ntitle: x\n---\n\naccess: staff\n\nsecret", 5),
        ("---\ntitle: x\n---\nauthor: y\naccess: staff\n\nsecret", 5),
        ("---\n---\n---\n---\naccess: staff\n---\nsecret", 5),
        ("---\n# none\n---\naccess: staff\n---\nsecret", 4),
        ("+++\ntitle = 'x'\n+++\naccess = 'staff'\nsecret", 4),
        ("---\ntitle: x\n---\n<!-- access: staff -->\nsecret", 4),
        ("--- # of the page\naccess: staff\n---\nsecret", 2),
        ("--- !!map\naccess: staff\n---\nsecret", 2),
        ("--- {access: staff}\n---\nsecret", 1),
        ("---ruby\naccess: staff\n---\nsecret", 2),
        (";;;json\n{'access': 'staff'}\n;;;\nsecret", 2),
    ],
)
def test_access_around_front_matter_that_is_not_read_names_its_line(text: str, line: int) -> None:
    with pytest.raises(MetadataError, match=f"line {line}: .*looks like a statement of access"):
        split(text, path="a.md")


@pytest.mark.parametrize(
    "text",
    [
        "---\ntitle: x\n---\n# Doors\n\naccess: see page 3\n",
        "---\ntitle: x\n---\nAccess: the doors open at six.\n",
        "--- a rule with words\n\nThe way in:\n\naccess: see page 3\n\n---\n",
        "---\ntitle: x\n---\n```yaml\naccess: staff\n```\n",
    ],
)
def test_access_in_the_body_below_front_matter_is_text(text: str) -> None:
    assert "access" not in split(text, path="a.md").values
