"""PDFs that nobody here wrote: nothing is lost, broken ones end in one clear error, contracts keep their order."""

from __future__ import annotations

import difflib
import json
import re
import unicodedata
from collections import Counter
from typing import TYPE_CHECKING

import pypdfium2
import pytest

from pincite.documents import BlockKind, Parsed
from pincite.errors import Damaged, PasswordNeeded, SourceError
from pincite.parse import OcrSettings, ParseSettings
from pincite.parse._worker import direct
from pincite.parse.pdf import PdfParser

if TYPE_CHECKING:
    from pathlib import Path

PARSER = PdfParser(ParseSettings(ocr=OcrSettings(engine="none")), run=direct)
LEAST = 0.98
EXCEPTIONS = {
    "pdf.js__TAMReview.pdf": "the characters of 21 of its 23 pages cannot be mapped to text; a note says so",
    "pdf.js__ContentStreamCycleType3insideType3.pdf": "two glyphs that draw each other: 'ab' is read as 'a b'",
    "unstructured__multi-column-2p.pdf": "a page of formulas: indices of one letter are joined to their symbols",
}
"""Files of which fewer words are kept, and why."""
DAMAGED = {
    "pdf.js__GHOSTSCRIPT-698804-1-fuzzed.pdf",
    "pdf.js__PDFBOX-3148-2-fuzzed.pdf",
    "pdf.js__PDFBOX-4352-0.pdf",
    "pdf.js__REDHAT-1531897-0.pdf",
    "pdf.js__poppler-395-0-fuzzed.pdf",
    "pdf.js__poppler-937-0-fuzzed.pdf",
    "more/bug1020226.pdf",
    "more/truncated_normal4.pdf",
}
LOCKED = {"docling__2206.01062_pg3.pdf", "more/password.pdf"}


def read(path: Path) -> Parsed:
    return PARSER.parse(path.read_bytes(), path=path.name)


def words(text: str) -> list[str]:
    text = re.sub("[\ufffe\u0002\u00ad]\\s*", "", text)
    return re.findall(r"[^\W_]+", unicodedata.normalize("NFKC", text).casefold())


def plain(path: Path) -> str:
    return " ".join(page.get_textpage().get_text_bounded() for page in pypdfium2.PdfDocument(path))


def kept(seen: str, text: str) -> float:
    """
    Return the share of the words of ``seen`` that ``text`` has, each as often.

    A word counts too if its letters stand in the text in one run: the library that ``seen`` comes from joins words
    that a hyphen parts at the end of a line.
    """
    wanted, there = Counter(words(seen)), Counter(words(text))
    squashed = "".join(words(text))
    lost = sum(n for word, n in (wanted - there).items() if len(word) < 4 or word not in squashed)
    return 1 - lost / max(1, wanted.total())


def in_order(wanted: list[str], there: list[str]) -> float:
    """Return the share of the words of ``wanted`` that ``there`` has in the same order, found piece by piece."""
    step, right, at = 2_000, 0, 0
    for start in range(0, len(wanted), step):
        piece = wanted[start : start + step]
        matcher = difflib.SequenceMatcher(None, piece, there[at : at + 2 * step], autojunk=False)
        blocks = [block for block in matcher.get_matching_blocks() if block.size]
        right += sum(block.size for block in blocks)
        at += max((block.b + block.size for block in blocks if block.size >= 5), default=step)
    return right / len(wanted)


def pdfs(data: Path) -> list[Path]:
    folder = data / "real_files"
    return sorted([*folder.glob("*.pdf"), *folder.glob("*.PDF"), *(folder / "more").glob("*.pdf")])


@pytest.mark.slow
def test_nearly_all_words_that_a_plain_extractor_sees_are_kept(shared_data: Path) -> None:
    short: dict[str, float] = {}
    for path in pdfs(shared_data):
        name = path.relative_to(shared_data / "real_files").as_posix()
        if name in DAMAGED | LOCKED or path.stem == "pdf.js__Pages-tree-refs" or not words(seen := plain(path)):
            continue
        if (share := kept(seen, read(path).text)) < LEAST:
            short[name] = round(share, 3)
    assert set(short) <= set(EXCEPTIONS), short


@pytest.mark.parametrize("name", sorted(DAMAGED))
def test_a_broken_file_is_damaged(shared_data: Path, name: str) -> None:
    with pytest.raises(Damaged, match=re.escape(name.removeprefix("more/"))):
        read(shared_data / "real_files" / name)


@pytest.mark.parametrize("name", sorted(LOCKED))
def test_a_locked_file_needs_its_password(shared_data: Path, name: str) -> None:
    with pytest.raises(PasswordNeeded, match="no password was given: add it again with --password-file"):
        read(shared_data / "real_files" / name)


def test_a_wrong_password_is_said_to_be_wrong(shared_data: Path) -> None:
    path = shared_data / "real_files/more/password.pdf"
    parser = PdfParser(ParseSettings(), passwords=("nonsense",), run=direct)
    with pytest.raises(PasswordNeeded, match="none of the 1 passwords that were given opens it"):
        parser.parse(path.read_bytes(), path=path.name)


@pytest.mark.parametrize("stem", ["pdf.js__ContentStreamCycleType3insideType3", "pdf.js__Pages-tree-refs"])
def test_a_file_that_runs_in_a_circle_ends(shared_data: Path, stem: str) -> None:
    try:
        assert read(shared_data / f"real_files/{stem}.pdf").blocks
    except SourceError as error:
        assert stem in str(error)  # noqa: PT017  # either end is a clear one


def test_running_text_of_two_columns_is_in_order(shared_data: Path) -> None:
    text = " ".join(read(shared_data / "real_files/pdf.js__tracemonkey.pdf").text.split())
    order = ["1. Introduction", "and is used for the application logic", "2. Overview: Example", "3. Trace Trees"]
    places = [text.index(part) for part in order]
    assert places == sorted(places)


def test_an_outline_gives_all_levels_of_an_agreement(shared_data: Path) -> None:
    parsed = read(shared_data / "real_files/more/bookmark_sample.pdf")
    heads = {
        block.number: block.level for block in parsed.blocks if block.kind is BlockKind.HEADING and block.indexable
    }
    assert heads == {"I": 1, "1": 2, "2": 2, "II": 1, "3": 2, "3.1": 3, "4": 2, "III": 1}


def test_footers_of_a_filing_are_furniture(shared_data: Path) -> None:
    path = next((shared_data / "real_files").glob("law3027__WHITESMOKE*"))
    parsed = read(path)
    assert sum(block.furniture for block in parsed.blocks if "Google Confidential" in block.span.cut(parsed.text)) >= 15


@pytest.mark.slow
def test_contracts_keep_their_words_in_order_and_their_clause_numbers(shared_data: Path) -> None:
    lines = (shared_data / "cuad_dev/corpus.jsonl").read_text(encoding="utf-8").splitlines()
    text_of = {re.sub(r"\W", "", row["id"])[:60]: row["text"] for row in map(json.loads, lines)}
    short: dict[str, float] = {}
    numbers = 0
    for path in sorted((shared_data / "cuad_dev/pdf").glob("*.pdf")):
        parsed = read(path)
        wanted = words(text_of[re.sub(r"\W", "", path.stem)[:60]])
        share = in_order(wanted, words(parsed.text))
        numbers += sum(block.number is not None for block in parsed.blocks)
        if share < 0.97:
            short[path.name[:30]] = round(share, 3)
    assert short == {}
    assert numbers > 500
