"""What stands at the edges of pages: running headers of recognised ones, numbers down the margin, notes at the foot."""

from __future__ import annotations

from tests.parse.simple_pdf import SimplePdf
from tests.parse.test_pdf import SENTENCE, kinds, parse, running, texts

from pincite.documents import BlockKind, Parsed
from pincite.parse.pdf_leaf import Leaf
from pincite.parse.pdf_page import Word
from pincite.parse.pdf_pieces import Piece, Stretch, paragraphs
from pincite.parse.pdf_running import with_running


def line(text: str, *, page: int, top: float) -> Piece:
    stretch = Stretch(text=text, box=(50, top, 300, top + 10), page=page)
    return Piece(kind="text", page=page, stretches=(stretch,), size=10)


def leaf(number: int, *texts: str, top: float = 40) -> Leaf:
    pieces = (line(text, page=number, top=top + 20 * at) for at, text in enumerate(texts))
    return Leaf(number=number, pieces=tuple(pieces))


def furniture(leaves: list[Leaf]) -> list[str]:
    return [piece.text for leaf in leaves for piece in leaf.pieces if piece.furniture]


def test_a_line_at_the_top_of_every_recognised_page_but_the_first_is_furniture() -> None:
    pages = [
        leaf(1, "Report", "One."),
        *(leaf(n, f"REP-20 - J. Smith {n}", ("One day.", "Another day.")[n - 2]) for n in (2, 3)),
    ]
    assert furniture(with_running(pages)) == ["REP-20 - J. Smith 2", "REP-20 - J. Smith 3"]


def test_a_line_at_another_height_or_on_one_page_only_is_text() -> None:
    elsewhere = [leaf(1, "A"), leaf(2, "Same words", "x y z one"), leaf(3, "Same words", "p q r two", top=90)]
    assert furniture(with_running(elsewhere)) == []
    assert furniture(with_running([leaf(1, "Letterhead", "One."), leaf(2, "Letterhead", "Two.")])) == []


def recognised(text: str, top: float) -> list[Word]:
    lefts = [50.0]
    for word in text.split():
        lefts.append(lefts[-1] + 6.0 * len(word) + 4)
    return [
        Word(text=word, left=left, top=top, right=left + 6.0 * len(word), bottom=top + 10, size=10, confidence=0.9)
        for word, left in zip(text.split(), lefts, strict=False)
    ]


def test_bullets_that_recognition_took_for_other_signs_begin_items() -> None:
    lines = ["- No known allergies", "+ Family history of asthma", "» Smokes"]
    words = [word for at, text in enumerate(lines) for word in recognised(text, 100 + 14 * at)]
    assert [piece.text for piece in paragraphs(words, page=1, known={})] == [text[2:] for text in lines]


def test_a_drawn_line_is_no_item_and_ends_what_stands_above_it() -> None:
    lines = ["IN THE SUPREME COURT", "- - - - - - - - - - x", "MICHAEL KNOWLES"]
    words = [word for at, text in enumerate(lines) for word in recognised(text, 100 + 14 * at)]
    assert [(piece.kind, piece.text) for piece in paragraphs(words, page=1, known={})] == [("text", t) for t in lines]


def numbered(pages: list[list[str]]) -> Parsed:
    pdf = SimplePdf()
    for page in pages:
        pdf.page()
        for at, text in enumerate(page):
            number = str(at + 1)
            pdf.text(60 - 5.6 * len(number), 80 + 24 * at, number).text(90, 80 + 24 * at, text)
    return parse(pdf)


PAPER = [" ".join(SENTENCE.split()[at : at + 7]) for at in range(25)]


def test_numbers_down_the_margin_of_a_legal_paper_are_furniture() -> None:
    parsed = numbered([PAPER, PAPER])
    body = " ".join(texts(parsed, (block for block in parsed.blocks if block.indexable)))
    assert not any(word.isdigit() for word in body.split())
    assert "1 2 3 4 5" in parsed.text


def test_the_numbers_of_rows_and_of_code_are_kept() -> None:
    rows = numbered([[f"Person {'abcdefghijklmnopqrstuvwxyz'[at]} of Oslo".title() for at in range(25)]])
    code = numbered([[f"total = add(total, {at});" for at in range(25)]])
    assert all(
        block.indexable for parsed in (rows, code) for block in parsed.blocks if "25" in block.span.cut(parsed.text)
    )


def test_a_numbered_note_in_small_type_at_the_foot_of_a_page_is_no_heading() -> None:
    pdf = SimplePdf().page().text(50, 60, "6.1 Market Size", size=14, bold=True).lines(50, 100, running("Text", 30))
    pdf.text(50, 700, "33. Two Recent Examples Are Sutton and Bresnahan", size=8)
    parsed = parse(pdf)
    assert texts(parsed, kinds(parsed, BlockKind.FOOTNOTE)) == ["33. Two Recent Examples Are Sutton and Bresnahan"]
    assert [block.title for block in kinds(parsed, BlockKind.HEADING)] == ["Market Size"]


def test_a_sentence_that_a_page_break_parts_is_whole_over_the_notes_between() -> None:
    pdf = SimplePdf().page().lines(50, 100, running("Text", 20, words=7)).text(50, 335, f"{'and so on ' * 4}with")
    pdf.text(50, 700, "35. These include some others.", size=8)
    pdf.page().lines(50, 100, running("other goods", 20, words=7))
    parsed = parse(pdf)
    assert "on with other goods" in parsed.text
    assert [block.place.page for block in kinds(parsed, BlockKind.FOOTNOTE)] == [1]
