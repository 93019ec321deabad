"""
Makes the twelve contracts of this example, as PDF and DOCX, from the texts in ``sources``.

The parties and the contracts are invented. A text has one paragraph a line: ``title``, ``p`` a paragraph without a
number, ``#`` a clause, ``1`` a sub-clause, ``2`` what stands under that, ``S`` a schedule, ``T`` a table's caption,
``|`` a row of it. Numbers are not written in the texts: a PDF gets them typed, a DOCX gets Word's automatic ones.

    python examples/contracts/make_contracts.py

writes the files anew; the same texts give the same bytes. It needs reportlab and python-docx, which are in the
dependency group ``dev``.
"""

from __future__ import annotations

import argparse
import io
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date, datetime
from pathlib import Path
from typing import Any, Final

HERE: Final = Path(__file__).resolve().parent
_MARKS: Final = {
    "#": "clause",
    "1": "sub",
    "2": "subsub",
    "S": "schedule",
    "T": "caption",
    "p": "text",
    "title": "title",
}
_EPOCH: Final = datetime(2024, 1, 1)  # Word's properties have no zone


@dataclass(slots=True)
class Piece:
    """One paragraph or one table of a contract."""

    kind: str
    """title, clause, sub, subsub, text, schedule, caption or table."""
    text: str = ""
    number: str = ""
    rows: list[list[str]] = field(default_factory=list)


def pieces(source: str) -> list[Piece]:
    """Return what a text says, clauses numbered."""
    found: list[Piece] = []
    counts = [0, 0, 0]
    for line in filter(None, source.splitlines()):
        mark, _, rest = line.partition(" ")
        if mark == "|":
            _row(found, [cell.strip() for cell in rest.strip(" |").split("|")])
        elif mark in ("MONTHS", "INSTALMENTS"):
            for row in _months(rest) if mark == "MONTHS" else _instalments(rest):
                _row(found, row)
        else:
            kind = _MARKS[mark]
            found.append(Piece(kind, rest, _number(kind, counts)))
    return found


def _row(found: list[Piece], cells: list[str]) -> None:
    if found[-1].kind != "table":
        found.append(Piece("table"))
    found[-1].rows.append(cells)


def _number(kind: str, counts: list[int]) -> str:
    if kind not in ("clause", "sub", "subsub"):
        return ""
    level = ("clause", "sub", "subsub").index(kind)
    counts[level] += 1
    counts[level + 1 :] = [0] * (2 - level)
    return ".".join(map(str, counts[: level + 1]))


def _month(first: str, at: int) -> date:
    year, month = map(int, first.split("-"))
    return date(year + (month - 1 + at) // 12, (month - 1 + at) % 12 + 1, 1)


def _months(how: str) -> Iterator[list[str]]:
    first, count, _ = how.split()
    for at in range(int(count)):
        rise = 1.03 ** (at // 12)
        parts = [round(amount * rise / 50) * 50 for amount in (48_000, 61_500, 73_250)]
        yield [f"{_month(first, at):%B %Y}", *(f"{part:,}" for part in parts), f"{sum(parts):,}"]


def _instalments(how: str) -> Iterator[list[str]]:
    first, count = how.split()
    for at in range(int(count)):
        day = _month(first, at)
        yield [str(at + 1), f"{day.day} {day:%B %Y}", "36,000", f"{240_000 + 2_500 * (at % 12):,}"]


def as_pdf(contract: list[Piece], *, header: str) -> bytes:
    """Return a contract as a PDF with a running header and page numbers; long tables run over pages."""
    from reportlab.lib.pagesizes import A4
    from reportlab.platypus import SimpleDocTemplate

    out = io.BytesIO()
    document = SimpleDocTemplate(
        out,
        pagesize=A4,
        leftMargin=72,
        rightMargin=72,
        topMargin=80,
        bottomMargin=72,
        title=contract[0].text,
        invariant=1,
    )

    def furniture(canvas: Any, page: Any) -> None:  # noqa: ANN401  # reportlab has no types
        canvas.setFont("Helvetica", 8)
        canvas.drawString(72, A4[1] - 48, header)
        canvas.drawRightString(A4[0] - 72, 44, f"Page {page.page}")

    document.build(_flowables(contract), onFirstPage=furniture, onLaterPages=furniture)
    return out.getvalue()


def _flowables(contract: list[Piece]) -> list[Any]:
    from reportlab.lib.styles import ParagraphStyle
    from reportlab.platypus import Paragraph, Spacer

    base = ParagraphStyle("text", fontName="Times-Roman", fontSize=10.5, leading=14, spaceAfter=6)
    styles = {
        "title": ParagraphStyle("title", base, fontName="Times-Bold", fontSize=17, leading=22, spaceAfter=14),
        "clause": ParagraphStyle("clause", base, fontName="Times-Bold", fontSize=12, spaceBefore=8, keepWithNext=1),
        "schedule": ParagraphStyle(
            "schedule", base, fontName="Times-Bold", fontSize=13, spaceBefore=14, keepWithNext=1
        ),
        "caption": ParagraphStyle("caption", base, fontName="Times-Italic", keepWithNext=1),
        "subsub": ParagraphStyle("subsub", base, leftIndent=54, firstLineIndent=-36),
        "sub": ParagraphStyle("sub", base, leftIndent=28, firstLineIndent=-28),
    }
    out: list[Any] = []
    for piece in contract:
        if piece.kind == "table":
            out += [_pdf_table(piece.rows), Spacer(1, 10)]
        else:
            out.append(
                Paragraph(
                    f"{piece.number}&nbsp;&nbsp; {piece.text}" if piece.number else piece.text,
                    styles.get(piece.kind, base),
                )
            )
    return out


def _pdf_table(rows: list[list[str]]) -> Any:  # noqa: ANN401 - reportlab has no types
    from reportlab.lib import colors
    from reportlab.platypus import Table, TableStyle

    style = [
        ("FONT", (0, 0), (-1, 0), "Times-Bold", 10),
        ("FONT", (0, 1), (-1, -1), "Times-Roman", 10),
        ("GRID", (0, 0), (-1, -1), 0.5, colors.black),
        ("ALIGN", (1, 1), (-1, -1), "RIGHT"),
    ]
    return Table(rows, repeatRows=1, hAlign="LEFT", style=TableStyle(style))


def as_docx(contract: list[Piece], *, header: str) -> bytes:
    """Return a contract as a Word document whose numbers are Word's own."""
    from docx import Document

    document = Document()
    document.core_properties.title = contract[0].text
    document.core_properties.created = document.core_properties.modified = _EPOCH
    document.sections[0].header.paragraphs[0].text = header
    numbers = _numbering(document)
    for piece in contract:
        if piece.kind == "table":
            _docx_table(document, piece.rows)
            continue
        style = {"title": "Title", "clause": "Heading 1", "schedule": "Heading 1", "caption": "Caption"}.get(piece.kind)
        paragraph = document.add_paragraph(piece.text, style=style)
        if piece.number:
            _numbered(paragraph, numbers, level=piece.number.count("."))
    raw = io.BytesIO()
    document.save(raw)
    return _dated(raw)


def _docx_table(document: Any, rows: list[list[str]]) -> None:  # noqa: ANN401 - a document of python-docx
    table = document.add_table(rows=0, cols=len(rows[0]), style="Table Grid")
    for row in rows:
        for cell, text in zip(table.add_row().cells, row, strict=True):
            cell.text = text


def _numbering(document: Any) -> int:  # noqa: ANN401 - a document of python-docx
    """Add a list of three levels ("7", "7.2", "7.2.1") to a document and return its number."""
    from docx.oxml import parse_xml
    from docx.oxml.ns import nsdecls

    levels = "".join(
        f'<w:lvl w:ilvl="{level}"><w:start w:val="1"/><w:numFmt w:val="decimal"/>'
        f'<w:lvlText w:val="{".".join(f"%{n}" for n in range(1, level + 2))}"/><w:lvlJc w:val="left"/></w:lvl>'
        for level in range(3)
    )
    part = document.part.numbering_part.element
    abstract = parse_xml(
        f'<w:abstractNum {nsdecls("w")} w:abstractNumId="90"><w:multiLevelType w:val="multilevel"/>{levels}'
        "</w:abstractNum>"
    )
    part.insert(0, abstract)
    part.append(parse_xml(f'<w:num {nsdecls("w")} w:numId="90"><w:abstractNumId w:val="90"/></w:num>'))
    return 90


def _numbered(paragraph: Any, numbers: int, *, level: int) -> None:  # noqa: ANN401 - a paragraph of python-docx
    from docx.oxml import parse_xml
    from docx.oxml.ns import nsdecls

    paragraph._p.get_or_add_pPr().append(
        parse_xml(f'<w:numPr {nsdecls("w")}><w:ilvl w:val="{level}"/><w:numId w:val="{numbers}"/></w:numPr>')
    )


def _dated(raw: io.BytesIO) -> bytes:
    """Return an archive whose entries all have one date, so that the same text gives the same bytes."""
    out = io.BytesIO()
    with zipfile.ZipFile(raw) as old, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as new:
        for name in old.namelist():
            new.writestr(zipfile.ZipInfo(name, date_time=(2024, 1, 1, 0, 0, 0)), old.read(name), zipfile.ZIP_DEFLATED)
    return out.getvalue()


def make(folder: Path) -> list[Path]:
    """Write all contracts below a folder, one folder for each tenant, and return their paths."""
    made = []
    for source in sorted((HERE / "sources").glob("*/*.txt")):
        contract = pieces(source.read_text(encoding="utf-8"))
        target = folder / source.parent.name / source.stem
        target.parent.mkdir(parents=True, exist_ok=True)
        header = f"{contract[0].text} · {source.parent.name.capitalize()}"
        writer = as_pdf if target.suffix == ".pdf" else as_docx
        target.write_bytes(writer(contract, header=header))
        made.append(target)
    return made


def main() -> None:
    """Write the contracts where the command line says."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", nargs="?", type=Path, default=HERE, help="where to write them (this folder)")
    for path in make(parser.parse_args().folder):
        print(path)


if __name__ == "__main__":
    main()
