"""Shows a quote in its surroundings: a self-contained page for the browser, or a view for the terminal."""

from __future__ import annotations

import html
import re
from base64 import b64encode
from typing import TYPE_CHECKING, Final

from pincite.cli.layout import versioned
from pincite.cli.screen import inverted
from pincite.documents import UNSURE, BlockKind, section_at, sections

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pincite.corpus import Cited
    from pincite.documents import Block, Part, Span
    from pincite.parse.drawing import DrawnPage

__all__ = ["page", "place_line", "terminal_view"]

_STYLE: Final = """\
:root { color-scheme: light dark; }
body { font: 16px/1.55 system-ui, sans-serif; max-width: 46rem; margin: 0 auto; padding: 1.5rem 1rem 60vh; }
header { border-bottom: 1px solid #8886; margin-bottom: 1.5rem; padding-bottom: .75rem; color: GrayText; }
header strong { color: CanvasText; font-size: 1.15rem; }
.b { white-space: pre-wrap; overflow-wrap: anywhere; margin: 0 0 .9rem; }
.heading { font-weight: 700; font-size: 1.1rem; margin-top: 1.5rem; }
.code { font: 13px/1.6 ui-monospace, monospace; overflow-x: auto; white-space: pre; }
.table { overflow-x: auto; }
table { border-collapse: collapse; }
th, td { border: 1px solid #8886; padding: .3em .6em; text-align: left; vertical-align: top; }
.hidden, .furniture { color: GrayText; }
.page { position: relative; margin: 0 0 1.5rem; border: 1px solid #8886; }
.page img { display: block; width: 100%; }
.page span { position: absolute; background: #ffe06680; mix-blend-mode: multiply; border-radius: .15em; }
mark { background: #ffe066; color: #111; border-radius: .2em; padding: .05em .1em; scroll-margin: 35vh; }
"""
_PAGE: Final = """\
<!DOCTYPE html>
<html lang="{language}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; \
script-src 'unsafe-inline'; img-src data:">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>[{label}] {title}</title>
<style>
{style}</style>
</head>
<body>
<header><strong>{title}</strong><br>{where}</header>
<main>
{pictures}{body}
</main>
<script>document.getElementById("{target}")?.scrollIntoView({{block: "center"}});</script>
</body>
</html>
"""
_AROUND: Final = 12


def place_line(cited: Cited) -> str:
    """Return where a citation stands, on one line: title, version, section, page, file."""
    its = cited.revision
    section = _section(cited)
    page_number = f"p. {cited.place.page}" if cited.place.page else ""
    unsure = cited.confidence is not None and cited.confidence < UNSURE
    sure = f"recognised in a picture, {cited.confidence:.0%} certain: check it" if unsure else ""
    parts = (versioned(its.title, its.version), section if section != its.title else "", page_number, sure)
    return f"[{cited.label}] {', '.join(part for part in parts if part)}  {its.path}"


def _section(cited: Cited) -> str:
    found = section_at(sections(cited.revision.blocks, end=len(cited.revision.text)), cited.span.start)
    return found.path[-1] if found and found.path else ""


def page(cited: Cited, drawn: Mapping[int, DrawnPage] | None = None) -> str:
    """
    Return a page of the whole document, in which the quote is marked and scrolled to; it loads nothing else.

    :param drawn: Pictures of the pages of the original that the quote stands on, by number: they stand first, its words
        marked on them.
    """
    drawn = drawn or {}
    its = cited.revision
    where = " · ".join(part for part in (_section(cited), its.path, its.document_id) if part)
    return _PAGE.format(
        language=html.escape(its.language),
        label=cited.label,
        title=html.escape(versioned(its.title, its.version)),
        style=_STYLE,
        where=html.escape(where),
        pictures="".join(_picture(number, drawn[number], cited) for number in sorted(drawn)),
        target="original" if drawn else "quote",
        body=_body(its.blocks, its.text, cited.span),
    )


def _picture(number: int, drawn: DrawnPage, cited: Cited) -> str:
    """Return one page of the original with the boxes of the quote's words on it."""
    marks = "".join(
        f'<span{" id=original" if at == 0 else ""} style="left:{_share(box.left, drawn.width)};'
        f"top:{_share(box.top, drawn.height)};width:{_share(box.right - box.left, drawn.width)};"
        f'height:{_share(box.bottom - box.top, drawn.height)}"></span>'
        for at, box in enumerate(box for box in cited.place.boxes if box.page == number)
    )
    data = b64encode(drawn.png).decode()
    return f'<div class="page"><img alt="Page {number}" src="data:image/png;base64,{data}">{marks}</div>\n'


def _share(value: float, whole: float) -> str:
    return f"{100 * value / whole:.2f}%"


def _body(blocks: tuple[Block, ...], text: str, quote: Span) -> str:
    """Return all blocks; the first part of the quote has the name that is scrolled to."""
    made = "\n".join(_block(block, text, quote) for block in blocks)
    return made.replace("<mark>", '<mark id="quote">', 1)  # texts are escaped: no other "<mark>" can stand there


def _block(block: Block, text: str, quote: Span) -> str:
    state = " hidden" if block.hidden else " furniture" if block.furniture else ""
    kind = f"b {block.kind.value}{state}"
    if block.kind is BlockKind.TABLE and any(part.cells for part in block.parts):
        rows = "\n".join(_row(part, text, quote) for part in block.parts)
        return f'<div class="{kind}"><table>\n{rows}\n</table></div>'
    tag = f"h{min(block.level + 1, 6)}" if block.kind is BlockKind.HEADING else "div"
    shown = _marked(block.span, text, quote)
    if block.kind is BlockKind.HEADING:
        shown = re.sub(r"^#+[ \t]+", "", shown)
    return f'<{tag} class="{kind}">{shown}</{tag}>'


def _row(part: Part, text: str, quote: Span) -> str:
    tag = "th" if part.header else "td"
    cells = (
        f'<{tag} colspan="{cell.column_span}" rowspan="{cell.row_span}">{_marked(cell.span, text, quote)}</{tag}>'
        for cell in part.cells
    )
    return f"<tr>{''.join(cells)}</tr>"


def _marked(span: Span, text: str, quote: Span) -> str:
    """Return the escaped text of a span, with the part that the quote covers in a mark."""
    start, end = max(span.start, quote.start), min(span.end, quote.end)
    if start >= end:
        return html.escape(span.cut(text))
    parts = (text[span.start : start], text[start:end], text[end : span.end])
    before, inside, after = map(html.escape, parts)
    return f"{before}<mark>{inside}</mark>{after}"


def terminal_view(cited: Cited, *, around: int = _AROUND) -> str:
    """
    Return the lines around the quote, numbered as in the file; its lines have ">" before them, its words are inverted.

    :param around: Most lines before and after it.
    """
    text, quote = cited.revision.text, cited.span
    first, last = (text.count("\n", 0, at) for at in (quote.start, max(quote.start, quote.end - 1)))
    lines = text.split("\n")
    shown = range(max(0, first - around), min(len(lines), last + around + 1))
    shift = _first_line(cited)
    offset = sum(len(line) + 1 for line in lines[: shown[0]])
    digits = len(str(shown[-1] + shift))
    rows = [place_line(cited), ""]
    for at in shown:
        mark = ">" if first <= at <= last else " "
        rows.append(f"{mark} {at + shift:>{digits}}  {_inverted(lines[at], offset, quote)}".rstrip())
        offset += len(lines[at]) + 1
    return "\n".join(rows)


def _first_line(cited: Cited) -> int:
    """Return the number that the canonical text's first line has in the file: front matter stands before it."""
    for block in cited.revision.blocks:
        if block.place.line is not None:
            return max(1, block.place.line - cited.revision.text.count("\n", 0, block.span.start))
    return 1


def _inverted(line: str, offset: int, quote: Span) -> str:
    start, end = max(0, quote.start - offset), min(len(line), quote.end - offset)
    if start >= end:
        return line
    return f"{line[:start]}{inverted(line[start:end])}{line[end:]}"
