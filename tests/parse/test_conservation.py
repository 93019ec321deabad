"""The words that a plain extractor sees in real files are in the canonical text; the rest is printed with reasons."""

from __future__ import annotations

import re
import warnings
from collections import Counter
from typing import TYPE_CHECKING, Any

import msgspec
import pytest

from pincite.errors import SourceError
from pincite.parse import SUFFIXES, ParseSettings
from pincite.parse.inside import parser_of

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

LEAST = 0.98


def words(text: str) -> Counter[str]:
    return Counter(re.findall(r"\w+", text.replace("\u00ad", "").lower()))


def of_docx(path: Path) -> str:
    import docx

    def inner(container: Any) -> Iterator[str]:  # noqa: ANN401  # the library has no type for what holds content
        for item in container.iter_inner_content():
            if hasattr(item, "rows"):
                cells = {cell._tc: cell for row in item.rows for cell in row.cells}  # a merged one has several places
                for cell in cells.values():
                    yield from inner(cell)
            else:
                yield item.text

    return "\n".join(inner(docx.Document(str(path))))


def of_pptx(path: Path) -> str:
    import pptx

    def shapes(container: Any) -> Iterator[str]:  # noqa: ANN401  # groups and slides
        for shape in container:
            if hasattr(shape, "shapes"):
                yield from shapes(shape.shapes)
            elif shape.has_text_frame:
                yield shape.text_frame.text
            elif getattr(shape, "has_table", False):
                yield from (cell.text for row in shape.table.rows for cell in row.cells)

    found: list[str] = []
    for slide in pptx.Presentation(str(path)).slides:
        found.extend(shapes(slide.shapes))
        if slide.has_notes_slide and slide.notes_slide.notes_text_frame is not None:
            found.append(slide.notes_slide.notes_text_frame.text)
    return "\n".join(found)


def of_xlsx(path: Path) -> str:
    import openpyxl

    book = openpyxl.load_workbook(path, data_only=True)
    values = [str(cell.value) for sheet in book for cell in sheet._cells.values() if cell.value is not None]
    return "\n".join([*values, *(sheet.title for sheet in book)])


def of_html(path: Path) -> str:
    from selectolax.lexbor import LexborHTMLParser

    page = LexborHTMLParser(path.read_text(encoding="utf-8", errors="replace"))
    page.strip_tags(["script", "style", "svg", "math", "head", "template"])
    return page.body.text(separator=" ") if page.body else ""


PLAIN = {".docx": of_docx, ".pptx": of_pptx, ".xlsx": of_xlsx, ".html": of_html}


def files(folder: Path) -> list[Path]:
    held = [*folder.iterdir(), *(folder / "more").iterdir()]
    return sorted(path for path in held if path.suffix in PLAIN and "bomb" not in path.name)


def plain(path: Path) -> str | None:
    """Return what the plain extractor sees; ``None`` where it refuses the file."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # the libraries' own
        try:
            return PLAIN[path.suffix](path)
        except Exception:  # noqa: BLE001  # whatever a library raises for a file that it does not take
            return None


def lost_in(seen: str, text: str, suffix: str) -> dict[str, str]:
    """Return the words that are not in the text, each with the reason; those of HTML may be inside longer ones."""
    missing = words(seen) - words(text)
    lower = text.lower()
    if suffix == ".html":  # "H<sub>2</sub>O" is three words to the plain extractor and one to a reader
        wanted = words(seen)
        missing = Counter({word: n for word, n in missing.items() if lower.count(word) < wanted[word]})
    return {
        word: f"x{n}, " + ("part of a longer word here" if word in lower else "not in the text")
        for word, n in missing.items()
    }


def test_at_least_98_of_100_words_are_kept_in_every_file(shared_data: Path) -> None:
    lost: list[str] = []
    shares: dict[str, float] = {}
    for path in files(shared_data / "real_files"):
        try:
            parser = parser_of(SUFFIXES[path.suffix], msgspec.json.encode(ParseSettings()), ())
            text = parser.parse(path.read_bytes(), path=path.name).text
        except SourceError:
            continue  # the hostile ones, which have tests of their own
        seen = plain(path)
        if seen is None:
            continue
        gone = lost_in(seen, text, path.suffix)
        n_gone = sum(int(why[1:].split(",")[0]) for why in gone.values())
        shares[path.name] = 1 - n_gone / max(words(seen).total(), 1)
        lost += [f"{path.name}: {word!r} {why}" for word, why in gone.items()]
    print("\n".join([f"{share:.4f} {name}" for name, share in shares.items()] + lost))  # noqa: T201  # for who looks
    assert len(shares) >= 16
    assert {name: share for name, share in shares.items() if share < LEAST} == {}


@pytest.mark.parametrize("name", ["docling__word_sample.docx", "docling__textbox.docx"])
def test_headings_and_words_of_the_reviewed_text_are_there(shared_data: Path, name: str) -> None:
    folder = shared_data / "real_files"
    truth = (folder / f"{name}.GT.md").read_text(encoding="utf-8")
    parser = parser_of("docx", msgspec.json.encode(ParseSettings()), ())
    found = parser.parse((folder / name).read_bytes(), path=name)
    wanted = words(re.sub(r"<!--.*?-->|[*_#|]", " ", truth))
    assert (wanted - words(found.text)).total() <= 0.02 * wanted.total()
    heads = {" ".join(line.lstrip("# ").split()) for line in truth.split("\n") if line.startswith("#")}
    assert heads <= {b.span.cut(found.text).lstrip("# ") for b in found.blocks if b.level}
