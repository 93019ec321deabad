"""What every parser promises, on one document in each format."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from pincite.errors import Damaged
from pincite.parse import BUILDERS, ParseSettings, build
from pincite.parse.versions import VERSIONS, format_digest
from pincite.registry import builder

if TYPE_CHECKING:
    from pincite.documents import Parsed
    from pincite.protocols import Parser

SAMPLES = {
    "markdown": "# 1 Refunds\n\nWithin *30 days*. <!-- note -->\n\n"
    "- a\n  - b\n\n| x | y |\n|---|---|\n| 1 | 2 |\n\n> q\n",
    "html": "<h1>1 Refunds</h1><p>Within 30 days.<ul>"
    "<li>a<li>b</ul><table><tr><th>x<th>y<tr><td>1<td>2</table><nav>n</nav>",
    "plain": "1. REFUNDS\n\nWithin 30 days.\n\n- a\n- b\n",
}


@pytest.fixture(params=sorted(BUILDERS))
def name(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def parser(name: str) -> Parser:
    made: Parser = builder("parse", name, BUILDERS)(ParseSettings())
    return made


@pytest.fixture
def parsed(parser: Parser, name: str) -> Parsed:
    return parser.parse(SAMPLES[name].encode(), path="a")


def test_blocks_are_in_order_and_disjoint(parsed: Parsed) -> None:
    ends = [0, *(b.span.end for b in parsed.blocks)]
    assert all(end <= b.span.start < b.span.end for end, b in zip(ends, parsed.blocks, strict=False))


def test_parts_and_cells_stand_in_order_inside_their_block(parsed: Parsed) -> None:
    for block in parsed.blocks:
        assert list(block.parts) == sorted(block.parts, key=lambda part: part.span)
        assert all(block.span.contains(part.span) for part in block.parts)
        assert all(part.span.contains(cell.span) for part in block.parts for cell in part.cells)


def test_between_blocks_there_is_no_word(parsed: Parsed) -> None:
    kept = list(parsed.text)
    for block in parsed.blocks:
        kept[block.span.start : block.span.end] = " " * len(block.span)
    assert not any(character.isalnum() for character in kept)


def test_only_headings_have_level_and_title(parsed: Parsed) -> None:
    assert [b for b in parsed.blocks if (b.level > 0, b.title is not None) not in ((True, True), (False, False))] == []
    assert any(b.level for b in parsed.blocks)


def test_the_same_bytes_give_the_same_result(parser: Parser, parsed: Parsed, name: str) -> None:
    assert parser.parse(SAMPLES[name].encode(), path="a") == parsed


@pytest.mark.parametrize("data", [b"", b"  \n", b"\x00\x01\x02\x03" * 30])
def test_what_holds_no_text_is_damaged_and_the_message_names_it(parser: Parser, data: bytes) -> None:
    with pytest.raises(Damaged, match=r"^folder/a\.x ") as caught:
        parser.parse(data, path="folder/a.x")
    assert "\n" not in caught.value.message


def test_the_digest_is_the_same_for_a_parser_built_anew(parser: Parser, name: str) -> None:
    again: Parser = builder("parse", name, BUILDERS)(ParseSettings())
    assert again.digest == parser.digest != ""


def test_the_dispatcher_is_a_parser_too() -> None:
    whole = build(ParseSettings())
    assert whole.digest == build(ParseSettings()).digest
    assert whole.parse(SAMPLES["markdown"].encode(), path="a.md").title == "1 Refunds"


def test_every_setting_that_changes_a_result_changes_the_digest() -> None:
    digests = {build(settings).digest for settings in (ParseSettings(), ParseSettings(max_depth=50))}
    assert len(digests) == 2


def test_the_size_limit_changes_no_result_and_no_digest() -> None:
    assert build(ParseSettings(max_bytes=1000)).digest == build(ParseSettings()).digest


def test_a_format_is_given_the_digest_that_its_parser_has(parser: Parser, name: str) -> None:
    assert name in VERSIONS
    assert parser.digest == format_digest(name, *(["100"] if name == "html" else []))
