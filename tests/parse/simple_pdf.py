"""PDFs made for tests: text at a place, lines, an outline; positions in points from the top left corner."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

__all__ = ["SimplePdf", "long_pdf"]

_FONTS: Final = {"F1": "Helvetica", "F2": "Helvetica-Bold", "F3": "Courier"}


@dataclass(slots=True)
class SimplePdf:
    """A PDF in the making; ``page()`` starts the next page."""

    width: int = 600
    height: int = 800
    _pages: list[list[str]] = field(default_factory=list)
    _outline: list[tuple[int, str, int]] = field(default_factory=list)

    def page(self) -> SimplePdf:
        """Start a page."""
        self._pages.append([])
        return self

    def text(
        self,
        left: float,
        top: float,
        text: str,
        *,
        size: float = 10,
        bold: bool = False,
        white: bool = False,
        invisible: bool = False,
        grey: float | None = None,
    ) -> SimplePdf:
        """Write a line of text whose baseline is ``top`` points from the top."""
        shown = (
            text.encode("cp1252").replace(b"\\", b"\\\\").replace(b"(", b"\\(").replace(b")", b"\\)").decode("cp1252")
        )
        colour = "1 1 1 rg" if white else "0 0 0 rg" if grey is None else f"{grey} g"
        mode = "3 Tr" if invisible else "0 Tr"
        font = "F2" if bold else "F1"
        place = f"{left} {self.height - top}"
        self._pages[-1].append(f"{colour} BT {mode} /{font} {size} Tf {place} Td ({shown}) Tj ET")
        return self

    def lines(self, left: float, top: float, texts: list[str], *, size: float = 10, step: float = 12) -> SimplePdf:
        """Write lines one under the other."""
        for at, text in enumerate(texts):
            self.text(left, top + at * step, text, size=size)
        return self

    def rule(self, x1: float, y1: float, x2: float, y2: float) -> SimplePdf:
        """Draw a line."""
        self._pages[-1].append(f"0.5 w {x1} {self.height - y1} m {x2} {self.height - y2} l S")
        return self

    def filled(self, x1: float, y1: float, x2: float, y2: float, *, grey: float) -> SimplePdf:
        """Fill a rectangle; ``grey`` is 0 for black and 1 for white."""
        self._pages[-1].append(f"{grey} g {x1} {self.height - y2} {x2 - x1} {y2 - y1} re f")
        return self

    def grid(self, xs: list[float], ys: list[float]) -> SimplePdf:
        """Draw all the lines of a grid."""
        for x in xs:
            self.rule(x, ys[0], x, ys[-1])
        for y in ys:
            self.rule(xs[0], y, xs[-1], y)
        return self

    def bookmark(self, level: int, title: str) -> SimplePdf:
        """Add an entry to the outline that points to the page at hand; ``level`` from 1."""
        self._outline.append((level, title, len(self._pages)))
        return self

    def done(self) -> bytes:
        """Return the file."""
        objects: list[bytes] = []

        def add(body: str | bytes) -> int:
            objects.append(body.encode("latin-1") if isinstance(body, str) else body)
            return len(objects)

        add("")  # the catalogue, filled in below
        add("")  # the page tree
        fonts = " ".join(
            f"/{name} {add(f'<< /Type /Font /Subtype /Type1 /BaseFont /{font} /Encoding /WinAnsiEncoding >>')} 0 R"
            for name, font in _FONTS.items()
        )
        kids: list[int] = []
        for content in self._pages:
            stream = "\n".join(content).encode("cp1252")
            body = add(b"<< /Length %d >>\nstream\n%s\nendstream" % (len(stream), stream))
            kids.append(
                add(
                    f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 {self.width} {self.height}] "
                    f"/Resources << /Font << {fonts} >> >> /Contents {body} 0 R >>"
                )
            )
        outline = self._add_outline(add, objects, kids)
        objects[0] = f"<< /Type /Catalog /Pages 2 0 R {outline} >>".encode()
        listed = " ".join(f"{kid} 0 R" for kid in kids)
        objects[1] = f"<< /Type /Pages /Kids [{listed}] /Count {len(kids)} >>".encode()
        return _file(objects)

    def _add_outline(self, add, objects: list[bytes], kids: list[int]) -> str:  # type: ignore[no-untyped-def]  # noqa: ANN001  # a local function
        if not self._outline:
            return ""
        root = add("")
        numbers = [add("") for _ in self._outline]
        parents: list[int] = []
        trail: list[tuple[int, int]] = [(0, root)]
        for (level, _, _), number in zip(self._outline, numbers, strict=True):
            while trail[-1][0] >= level:
                trail.pop()
            parents.append(trail[-1][1])
            trail.append((level, number))
        for at, (_, title, page) in enumerate(self._outline):
            mates = [n for n, parent in zip(numbers, parents, strict=True) if parent == parents[at]]
            place = mates.index(numbers[at])
            links = f"/Prev {mates[place - 1]} 0 R " if place else ""
            links += f"/Next {mates[place + 1]} 0 R " if place + 1 < len(mates) else ""
            objects[numbers[at] - 1] = (
                f"<< /Title ({title}) /Parent {parents[at]} 0 R /Dest [{kids[page - 1]} 0 R /Fit] {links}"
                f"{_children(numbers[at], numbers, parents)} >>"
            ).encode("latin-1")
        objects[root - 1] = f"<< /Type /Outlines {_children(root, numbers, parents)} >>".encode()
        return f"/Outlines {root} 0 R"


def _children(of: int, numbers: list[int], parents: list[int]) -> str:
    own = [n for n, parent in zip(numbers, parents, strict=True) if parent == of]
    return f"/First {own[0]} 0 R /Last {own[-1]} 0 R /Count {len(own)}" if own else ""


def _file(objects: list[bytes]) -> bytes:
    out = bytearray(b"%PDF-1.4\n")
    places: list[int] = []
    for number, body in enumerate(objects, 1):
        places.append(len(out))
        out += b"%d 0 obj\n%s\nendobj\n" % (number, body)
    start = len(out)
    out += b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    for place in places:
        out += b"%010d 00000 n \n" % place
    out += b"trailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n" % (len(objects) + 1, start)
    return bytes(out)


def long_pdf(pages: int) -> bytes:
    """Return a PDF of so many pages, each of which says something else."""
    pdf = SimplePdf()
    for number in range(1, pages + 1):
        pdf.page().lines(
            72, 100, [f"Page {number} says that unit {number} is served every {number} days.", "So be it."]
        )
    return pdf.done()
