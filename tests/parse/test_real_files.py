"""The parsers on files that nobody here wrote; skipped where those are not present."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING

import pytest

from pincite.documents import BlockKind
from pincite.errors import MetadataError
from pincite.parse import ParseSettings, build

if TYPE_CHECKING:
    from pathlib import Path

    from pincite.documents import Parsed

PARSER = build(ParseSettings())
PAGES = ["docling__html_rich_table_cells", "docling__table_06", "docling__wiki_duck", "markitdown__test_wikipedia"]


def read(path: Path) -> Parsed:
    return PARSER.parse(path.read_bytes(), path=path.name)


def outside(parsed: Parsed) -> str:
    """Return what stands in no block, without comments, tags and link definitions."""
    rest = list(parsed.text)
    for block in parsed.blocks:
        rest[block.span.start : block.span.end] = " " * len(block.span)
    markup = r"<!--.*?-->|</?\w+[^<>]*>|^[> ]*\[[^\]]+\]:.*$"
    return re.sub(markup, "", "".join(rest), flags=re.DOTALL | re.MULTILINE)


def test_the_policies_lose_no_word(shared_data: Path) -> None:
    files = sorted((shared_data / "versioned_policies").rglob("*.md"))[::12]
    broken = 0
    for file in files:
        try:
            parsed = read(file)
        except MetadataError:  # one real file quotes an apostrophe wrongly
            broken += 1
            continue
        assert not re.search(r"\w", outside(parsed)), file
        assert any(block.kind is BlockKind.HEADING for block in parsed.blocks) or len(parsed.blocks) < 40
    assert broken <= 1


def test_a_policy_keeps_its_clauses_in_their_sections(shared_data: Path) -> None:
    folder = shared_data / "versioned_policies" / "github-site-policy"
    file = sorted(folder.glob("*marketplace-developer-agreement*/v01*.md"))[0]
    numbers = [block.number for block in read(file).blocks if block.number]
    assert {"2", "6", "6.1", "10.2"} <= set(numbers)


@pytest.mark.parametrize("name", PAGES)
def test_the_pages_lose_no_word(shared_data: Path, name: str) -> None:
    from selectolax.lexbor import LexborHTMLParser

    file = shared_data / "real_files" / f"{name}.html"
    page = LexborHTMLParser(file.read_text(encoding="utf-8", errors="replace"))
    page.strip_tags(["script", "style", "svg", "math", "head", "template"])
    wanted = Counter(re.findall(r"\w+", page.body.text(separator=" ") if page.body else ""))
    text = read(file).text.replace("\u00ad", "")
    found = Counter(re.findall(r"\w+", text))
    # What tags set apart inside one word ("H<sub>2</sub>O") is found inside the word.
    assert [word for word in wanted - found if text.count(word) < wanted[word]] == []


def test_old_encodings_are_read_right(shared_data: Path) -> None:
    more = shared_data / "real_files" / "more"
    assert "\ufffd" not in read(more / "umlauts-non-utf8.md").text
    assert "\x00" not in read(more / "fake-text-utf-16-le.txt").text
