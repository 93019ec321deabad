"""
Score the tables that are found in PDFs: ``python bench/parsing/tables.py [DATA]``.

Truth is the ICDAR 2013 table competition's: ``NAME-str.xml`` lists the cells of each table region by row and column.
What is scored is what :mod:`pincite.parse` gives, as anyone would call it.

- A *table that is found* is the rows of one table block that stand on one page; a table over a page break counts once
  for each page.
- Texts are compared without case, white space, dots, dashes and underscores, after Unicode compatibility folding, with
  quotation marks made straight.
- A truth cell that holds text is *right* if the found table has that text at the cell's row and column, after one shift
  of all rows and one of all columns, which are the best for that table. A cell that spans may stand anywhere in its
  span. Nothing else moves: a row or column too many or too few makes all behind it wrong.
- A truth region is scored against the found table on its page that has the most cells right.
- *micro* is right cells over all cells; *macro* the mean over files.
- A *header is found* if every cell of the region's first row stands in the first row of that found table.
- A found table is *extra* if it is the best of no region. On the files without truth, the real tables were counted by
  eye (``REAL``): found tables of a page beyond their number are extra.
"""

from __future__ import annotations

import sys
import unicodedata
from collections import Counter, defaultdict
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final
from xml.etree import ElementTree

from pincite.documents import BlockKind
from pincite.parse import OcrSettings, ParseSettings, build

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from pincite.documents import Block, Parsed

__all__ = [
    "REAL",
    "Found",
    "Score",
    "TruthCell",
    "extra_tables",
    "folded",
    "found_tables",
    "right_cells",
    "score",
    "truth",
]

_DATA: Final = Path(__file__).parents[2] / "../shared/data"
_IGNORED: Final = str.maketrans(
    {**dict.fromkeys("“”„", '"'), **dict.fromkeys("‘’‚", "'"), **dict.fromkeys("-‐‑‒–—―−_.…\u00ad", None)}  # noqa: RUF001  # what is folded
)
REAL: Final[dict[str, dict[int, int]]] = {
    "pdf.js__tracemonkey.pdf": {8: 1, 12: 1},
    "more/diesel_engines.pdf": {2: 1, 3: 1, 4: 1, 5: 1, 11: 1, 12: 2, 13: 1, 18: 1, 19: 1},
    "law3027__WHITESMOKE,INC_11_08_2011-EX-10.26-PROMOTION_AND_DISTRIBUTION_AGREEMENT.PDF": {15: 1},
    "law3027__SPARKLINGSPRINGWATERHOLDINGSLTD_07_03_2002-EX-10.13-SOFTWARE_LICENSE_AND_MAINTENANCE_AGREEMENT.PDF": {},
    "pdfplumber__scotus-transcript-p1.pdf": {},
    "unstructured__copy-protected.pdf": {},
    "unstructured__multi-column-2p.pdf": {},
    "unstructured__DA-1p.pdf": {},
    "docling__right_to_left_01.pdf": {},
    "docling__multi_page.pdf": {},
    "more/bookmark_sample.pdf": {},
    "more/interface-config-guide-p93.pdf": {},
    "more/masterformat_partial_numbering.pdf": {},
}
"""Files of running text, with how many real tables each page holds."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TruthCell:
    """A cell as people marked it."""

    first_row: int
    last_row: int
    first_column: int
    last_column: int
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """A found table, as texts by (row, column)."""

    page: int
    texts: dict[tuple[int, int], str]
    header: int
    """How many rows are marked as header."""


@dataclass(slots=True, kw_only=True)
class Score:
    """Counts over the regions of one file."""

    right: int = 0
    cells: int = 0
    headers: int = 0
    regions: int = 0
    found: int = 0
    extra: int = 0

    @property
    def share(self) -> float:
        """Right cells over cells."""
        return self.right / max(1, self.cells)


def folded(text: str) -> str:
    """Return a text as it is compared."""
    return "".join(unicodedata.normalize("NFKC", text).casefold().translate(_IGNORED).split())


def truth(path: Path) -> list[tuple[int, list[TruthCell]]]:
    """Return page and cells of each region of a ``-str.xml`` file."""
    regions: list[tuple[int, list[TruthCell]]] = []
    for region in ElementTree.parse(path).getroot().iter("region"):
        cells = [
            TruthCell(
                first_row=int(cell.attrib["start-row"]),
                last_row=int(cell.get("end-row") or cell.attrib["start-row"]),
                first_column=int(cell.attrib["start-col"]),
                last_column=int(cell.get("end-col") or cell.attrib["start-col"]),
                text=folded(cell.findtext("content") or ""),
            )
            for cell in region.iter("cell")
        ]
        regions.append((int(region.attrib["page"]), [cell for cell in cells if cell.text]))
    return regions


def found_tables(parsed: Parsed) -> list[Found]:
    """Return the tables of a parsed PDF, one for each page that a table stands on."""
    return [found for block in parsed.blocks if block.kind is BlockKind.TABLE for found in _by_page(block, parsed.text)]


def _by_page(block: Block, text: str) -> Iterable[Found]:
    page_of = {span: box.page for span, box in zip(block.place.spans, block.place.boxes, strict=True)}
    pages: dict[int, dict[tuple[int, int], str]] = defaultdict(dict)
    headers: Counter[int] = Counter()
    for at, row in enumerate(block.parts):
        for cell in row.cells:
            if cell.span in page_of:
                pages[page_of[cell.span]][at, cell.column] = folded(cell.span.cut(text).replace("\\|", "|"))
        on = next((page_of[cell.span] for cell in row.cells if cell.span in page_of), None)
        if on is not None:
            headers[on] += row.header
    return [Found(page=page, texts=texts, header=headers[page]) for page, texts in pages.items()]


def right_cells(cells: Sequence[TruthCell], found: Found) -> int:
    """Return how many truth cells a found table has right under its best shift."""
    where: dict[str, list[tuple[int, int]]] = defaultdict(list)
    for place, text in found.texts.items():
        where[text].append(place)
    votes: Counter[tuple[int, int]] = Counter()
    for cell in cells:
        shifts = {
            (row - r, column - c)
            for row, column in where.get(cell.text, ())
            for r in range(cell.first_row, cell.last_row + 1)
            for c in range(cell.first_column, cell.last_column + 1)
        }
        votes.update(shifts)
    return max(votes.values(), default=0)


def _header_found(cells: Sequence[TruthCell], found: Found) -> bool:
    first = min(cell.first_row for cell in cells)
    top = min(row for row, _ in found.texts)
    there = {text for (row, _), text in found.texts.items() if row == top}
    return all(cell.text in there for cell in cells if cell.first_row == first)


def score(regions: Sequence[tuple[int, list[TruthCell]]], found: Sequence[Found]) -> Score:
    """Return the counts of one file."""
    out = Score(found=len(found), regions=len(regions))
    used: set[int] = set()
    for page, cells in regions:
        out.cells += len(cells)
        ranked = [(right_cells(cells, table), -at) for at, table in enumerate(found) if table.page == page]
        best, at = max(ranked, default=(0, 1))
        if best:
            out.right += best
            used.add(-at)
            out.headers += _header_found(cells, found[-at])
    out.extra = len(found) - len(used)
    return out


def extra_tables(name: str, found: Sequence[Found]) -> int:
    """Return how many found tables of a file in ``REAL`` are none."""
    pages = Counter(table.page for table in found)
    return sum(max(0, n - REAL[name].get(page, 0)) for page, n in pages.items())


def main() -> None:
    """Print the table."""
    arguments = [word for word in sys.argv[1:] if not word.startswith("--")]
    data = Path(arguments[0]) if arguments else _DATA
    parser = build(ParseSettings(ocr=OcrSettings(engine="none")))
    scores: list[Score] = []
    print(f"{'file':12} {'cells':>11} {'right':>6} {'header':>7} {'extra':>6}")
    for path in sorted((data / "icdar13_eu").glob("*.pdf")):
        one = score(
            truth(path.with_name(f"{path.stem}-str.xml")), found_tables(parser.parse(path.read_bytes(), path=path.name))
        )
        scores.append(one)
        headed = f"{one.headers:3}/{one.regions:<3}"
        print(f"{path.stem:12} {one.right:5}/{one.cells:<5} {one.share:6.3f} {headed} {one.extra:6}")
    regions = sum(one.regions for one in scores)
    headers = sum(one.headers for one in scores)
    micro = sum(one.right for one in scores) / sum(one.cells for one in scores)
    macro = sum(one.share for one in scores) / len(scores)
    print(f"micro {micro:.3f}  macro {macro:.3f}  header {headers}/{regions} = {headers / regions:.0%}")
    print(f"\n{'running text':60} {'found':>6} {'extra':>6}")
    for name in REAL:
        found = found_tables(parser.parse((data / "real_files" / name).read_bytes(), path=name))
        print(f"{name[-60:]:60} {len(found):6} {extra_tables(name, found):6}")


if __name__ == "__main__":
    main()
