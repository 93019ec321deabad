"""Whatever is replaced is gone from what is shown, and nothing else moves."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from pincite.documents import DocumentId, Revision, RevisionKey, TenantId, sections
from pincite.parse.markdown import MarkdownParser
from pincite.validity.masking import masked
from pincite.validity.supersession import locate, read_target

LABELS = ("Input voltage", "Output voltage", "Fuse", "Weight", "Torque J1", "Torque J2")


@st.composite
def pages(draw: st.DrawFn) -> tuple[Revision, list[str], list[str]]:
    """Return a page of tables and lists, the targets that are replaced, and the values that these rows have."""
    text, targets, gone = ["# Sheet\n"], [], []
    for number in range(draw(st.integers(1, 3))):
        text.append(f"\n## Part {number}\n")
        as_list = draw(st.booleans())
        text.append("\n" if as_list else "\n| Name | Value |\n| --- | --- |\n")
        for label in draw(st.lists(st.sampled_from(LABELS), min_size=1, unique=True)):
            value = f"V{number}{LABELS.index(label)}x{draw(st.integers(0, 9))}"
            text.append(f"- {label}: {value}\n" if as_list else f"| {label} | {value} |\n")
            if draw(st.booleans()):
                targets.append(f"sheet#Part {number}/{label}")
                gone.append(value)
        text.append(f"\nClosing words {number}.\n")
    parsed = MarkdownParser().parse("".join(text).encode(), path="sheet.md")
    revision = Revision(
        tenant=TenantId("t"), document_id=DocumentId("sheet"), version="1", topic="sheet", title="Sheet",
        text=parsed.text, blocks=parsed.blocks, access=(), source="s", path="s/sheet.md", language="en",
    )  # fmt: skip
    return revision, targets, gone


@settings(max_examples=50, deadline=None)
@given(pages())
def test_what_is_replaced_is_gone_and_every_other_character_stays_in_its_place(
    page: tuple[Revision, list[str], list[str]],
) -> None:
    revision, targets, gone = page
    spans = [span for target in targets for span in locate(read_target(target), revision) or ()]
    shown = masked(revision, spans)
    assert len(spans) == len(targets)
    assert not [value for value in gone if value in shown.text]
    inside = {at for span in spans for at in range(span.start, span.end)}
    assert len(shown.text) == len(revision.text)
    assert all(a == b for at, (a, b) in enumerate(zip(revision.text, shown.text, strict=True)) if at not in inside)


@settings(max_examples=50, deadline=None)
@given(pages())
def test_no_row_and_no_item_that_is_left_holds_a_replaced_word(page: tuple[Revision, list[str], list[str]]) -> None:
    revision, targets, gone = page
    spans = [span for target in targets for span in locate(read_target(target), revision) or ()]
    shown = masked(revision, spans)
    left = " ".join(part.span.cut(revision.text) for block in shown.blocks for part in block.parts)
    assert not [value for value in gone if value in left]
    assert shown.text_digest == revision.text_digest


@settings(max_examples=30, deadline=None)
@given(pages())
def test_a_page_that_nothing_replaces_is_shown_as_it_is(page: tuple[Revision, list[str], list[str]]) -> None:
    revision, _, _ = page
    shown = masked(replace(revision), ())
    assert (shown.text, shown.blocks) == (revision.text, revision.blocks)
    assert sections(shown.blocks, end=len(shown.text)) == sections(revision.blocks, end=len(revision.text))
    assert shown.key == RevisionKey(revision.key)
