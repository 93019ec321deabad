"""What every parser promises, on one document in each format."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
import pytest

from pincite.errors import Damaged
from pincite.parse import BUILDERS, SUFFIXES, ParseSettings, build
from pincite.parse.inside import parser_of
from pincite.parse.versions import VERSIONS, format_digest, used
from pincite.registry import builder
from pincite.testing.files import docx, epub, odt, pptx, xlsx

if TYPE_CHECKING:
    from pincite.documents import Parsed
    from pincite.protocols import Parser

W = "<w:p><w:pPr><w:outlineLvl w:val='0'/></w:pPr><w:r><w:t>1 Refunds</w:t></w:r></w:p>"
TITLE = "<p:sp><p:nvSpPr><p:nvPr><p:ph type='title'/></p:nvPr></p:nvSpPr><p:txBody>{}</p:txBody></p:sp>"
RECORDS = '{"title": "1 Refunds", "days": 30, "of": {"a": "b"}}'
SAMPLES: dict[str, bytes] = {
    "asciidoc": b"= 1 Refunds\n\nWithin 30 days.\n\n* a\n** b\n\n|===\n|x |y\n\n|1 |2\n|===\n",
    "csv": b"Title,,\nx,y,z\na,30,2\nb,,1\n",
    "docx": docx(
        W + "<w:tbl><w:tr><w:tc><w:p/></w:tc><w:tc><w:p><w:r><w:t>30 days</w:t></w:r></w:p></w:tc></w:tr></w:tbl>"
        "<w:p><w:r><w:t>- a</w:t></w:r></w:p><w:p><w:r><w:rPr><w:vanish/></w:rPr><w:t>b</w:t></w:r></w:p>"
    ),
    "eml": b"Subject: 1 Refunds\nFrom: a@b.example\n\nWithin 30 days.\n\n- a\n- b\n",
    "epub": epub("<h1>1 Refunds</h1><ul><li>a<ul><li>b</ul></ul>", "<table><tr><th>x<tr><td>1</table>"),
    "html": b"<h1>1 Refunds</h1><p>Within 30 days.<ul>"
    b"<li>a<li>b</ul><table><tr><th>x<th>y<tr><td>1<td>2</table><nav>n</nav>",
    "json": RECORDS.encode(),
    "jsonl": f"{RECORDS}\n{RECORDS}\n".encode(),
    "markdown": b"# 1 Refunds\n\nWithin *30 days*. <!-- note -->\n\n"
    b"- a\n  - b\n\n| x | y |\n|---|---|\n| 1 | 2 |\n\n> q\n",
    "odt": odt(
        "<text:h>1 Refunds</text:h><text:list><text:list-item><text:p>a</text:p></text:list-item></text:list>"
        "<table:table><table:table-row><table:table-cell><text:p>1</text:p></table:table-cell></table:table-row>"
        "</table:table>"
    ),
    "plain": b"1. REFUNDS\n\nWithin 30 days.\n\n- a\n- b\n",
    "pptx": pptx(TITLE.format("<a:p><a:r><a:t>1 Refunds</a:t></a:r></a:p>")),
    "rst": b"1 Refunds\n=========\n\nWithin 30 days.\n\n- a\n- b\n\n= =\nx y\n= =\n1 2\n= =\n",
    "tsv": b"x\ty\na\t30\n",
    "xlsx": xlsx({"1 Refunds": '<sheetData><row><c t="str"><v>x</v></c><c><v>30</v></c></row></sheetData>'}),
}
"""A document in each format that can be made in a few lines; ``msg`` and ``pdf`` have suites of their own."""
HEADLESS = {"csv", "tsv"}


@pytest.fixture(params=sorted(SAMPLES))
def name(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def parser(name: str) -> Parser:
    return parser_of(name, msgspec.json.encode(ParseSettings()), ())


@pytest.fixture
def parsed(parser: Parser, name: str) -> Parsed:
    return parser.parse(SAMPLES[name], path="a")


def test_every_format_has_a_sample_or_a_suite_of_its_own() -> None:
    assert set(SAMPLES) | {"image", "msg", "pdf"} == set(BUILDERS)


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


def test_only_headings_have_level_and_title(parsed: Parsed, name: str) -> None:
    assert [b for b in parsed.blocks if (b.level > 0, b.title is not None) not in ((True, True), (False, False))] == []
    assert any(b.level for b in parsed.blocks) != (name in HEADLESS)


def test_the_same_bytes_give_the_same_result(parser: Parser, parsed: Parsed, name: str) -> None:
    assert parser.parse(SAMPLES[name], path="a") == parsed


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
    assert whole.parse(SAMPLES["markdown"], path="a.md").title == "1 Refunds"


def test_every_setting_that_changes_a_result_changes_the_digest() -> None:
    digests = {build(settings).digest for settings in (ParseSettings(), ParseSettings(max_depth=50))}
    assert len(digests) == 2


def test_the_size_limit_changes_no_result_and_no_digest() -> None:
    assert build(ParseSettings(max_bytes=1000)).digest == build(ParseSettings()).digest


def test_a_format_is_given_the_digest_that_its_parser_has(parser: Parser, name: str) -> None:
    assert name in VERSIONS
    assert parser.digest == format_digest(name, *used(name, ParseSettings()))


@pytest.mark.parametrize("name", sorted(set(BUILDERS) - {"plain"}))
def test_a_format_is_read_in_a_worker_as_it_is_here(name: str) -> None:
    if name not in SAMPLES:
        pytest.skip("has a suite of its own")
    suffix = next(suffix for suffix, each in SUFFIXES.items() if each == name)
    here = parser_of(name, msgspec.json.encode(ParseSettings()), ())
    assert build(ParseSettings()).parse(SAMPLES[name], path=f"a{suffix}") == here.parse(SAMPLES[name], path="a")
