"""Presentations: slides in order, each under its title; notes under the slide; footers are furniture."""

from __future__ import annotations

from functools import cached_property
from itertools import groupby
from typing import TYPE_CHECKING, Final

from pincite.documents import BlockKind, Box, Parsed, Place
from pincite.parse.archive import Archive
from pincite.parse.canonical import Canonical
from pincite.parse.charts import chart_rows
from pincite.parse.clauses import number_and_title, paragraph_number
from pincite.parse.slide_shapes import Frame, Layouts, Shape, in_reading_order, shapes_of
from pincite.parse.slide_text import Line, items_of, lines_of, table_rows
from pincite.parse.versions import format_digest

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from pincite.parse import ParseSettings
    from pincite.parse.archive import Node, Relation

__all__ = ["PptxParser", "build"]

_FURNITURE: Final = frozenset({"ftr", "dt", "sldNum", "hdr"})
_POINTS: Final = 12700


def build(settings: ParseSettings, *, passwords: tuple[str, ...] = ()) -> PptxParser:
    """Return the parser of presentations."""
    del settings
    return PptxParser(passwords=passwords)


class PptxParser:
    """
    Reads PowerPoint presentations of 2007 and later.

    :param passwords: Tried in order on an encrypted one.
    """

    def __init__(self, *, passwords: tuple[str, ...] = ()) -> None:
        self._passwords = passwords

    @cached_property
    def digest(self) -> str:
        """Digest of this parser's version."""
        return format_digest("pptx")

    def parse(self, data: bytes, *, path: str) -> Parsed:
        """
        Return the text and blocks of all slides.

        :raises Damaged: If it is no presentation, broken, or has no text.
        :raises TooLarge: If it would unpack to more than a presentation does.
        :raises PasswordNeeded: If it is encrypted and no password opens it.
        """
        archive = Archive(data, path=path, passwords=self._passwords)
        root = archive.xml(archive.main)
        if root.tag != "presentation":
            raise archive.damaged(f"its main part is a {root.tag!r}, not a presentation")
        deck = _Deck(archive, root)
        deck.write()
        if not deck.canonical.text.strip():
            raise archive.damaged("it holds no text")
        return Parsed(
            text=deck.canonical.text,
            blocks=tuple(deck.canonical.blocks),
            title=deck.canonical.title or archive.properties.get("title"),
            metadata=archive.stated,
            language=archive.properties.get("language"),
        )


class _Deck:
    """Writes slide after slide."""

    def __init__(self, archive: Archive, root: Node) -> None:
        self.canonical = Canonical()
        self._archive = archive
        size = root.find("sldSz")
        wide, high = (int(size.get(name, "0") if size is not None else "0") / _POINTS for name in ("cx", "cy"))
        self._page = Frame(left=0.0, top=0.0, right=wide or 720.0, bottom=high or 540.0)
        self._slides = self._listed(root)

    def _listed(self, root: Node) -> list[str]:
        """Return the names of the slides in the order in which they are shown."""
        relations = self._archive.relations(self._archive.main)
        ids = [node.get("r:id", "") for node in root.iter("sldId")]
        return [relations[each].target for each in ids if each in relations and relations[each].target in self._archive]

    def write(self) -> None:
        """Write all slides."""
        for number, name in enumerate(self._slides, 1):
            slide = self._archive.xml(name)
            _Slide(self, number, name, slide).write()

    def part(self, relations: Mapping[str, Relation], kind: str) -> tuple[str, Node] | None:
        """Return the name and root of the part that is referred to as ``kind``, if there is one."""
        target = next((r.target for r in relations.values() if r.kind == kind and r.target in self._archive), None)
        return (target, self._archive.xml(target)) if target else None

    def relations(self, name: str) -> Mapping[str, Relation]:
        """Return what a part refers to."""
        return self._archive.relations(name)

    def xml(self, name: str) -> Node | None:
        """Return the root of a part, ``None`` where it is not in the archive."""
        return self._archive.xml(name) if name in self._archive else None

    def is_off(self, frame: Frame | None) -> bool:
        """Tell whether a rectangle is beside the slide, where nobody sees it."""
        return frame is not None and not frame.overlaps(self._page) and frame.right > frame.left


class _Slide:
    def __init__(self, deck: _Deck, number: int, name: str, root: Node) -> None:
        self._deck = deck
        self._number = number
        self._root = root
        self._relations = deck.relations(name)
        layout = deck.part(self._relations, "slideLayout")
        master = deck.part(deck.relations(layout[0]), "slideMaster") if layout else None
        self._master = master[1] if master else None
        roots = [part[1] for part in (layout, master) if part]
        self._layouts = Layouts(*roots)
        self._white = all(_is_white(each) for each in (root, *roots))
        self._hidden = root.get("show") in ("0", "false")

    def write(self) -> None:
        """Write the shapes of the slide, then its notes and comments."""
        tree = self._root.find("cSld/spTree")
        shapes = list(shapes_of(tree, self._layouts)) if tree is not None else []
        for shape in in_reading_order(shapes):
            self._at(shape)
            self._shape(shape, shapes)
        self._deck.canonical.place = Place(slide=self._number)
        notes = self._deck.part(self._relations, "notesSlide")
        for node in notes[1].iter("sp") if notes else ():
            place = node.find("nvSpPr/nvPr/ph")
            if place is not None and place.get("type") == "body":
                self._lines(lines_of(node, (), "", None, white=False), Shape(node=node, hidden=self._hidden))
        comments = self._deck.part(self._relations, "comments")
        for node in comments[1].iter("text") if comments else ():
            self._add(BlockKind.PARAGRAPH, " ".join("".join(node.itertext()).split()), hidden=True)

    def _at(self, shape: Shape) -> None:
        f = shape.frame
        boxes = (Box(page=self._number, left=f.left, top=f.top, right=f.right, bottom=f.bottom),) if f else ()
        self._deck.canonical.place = Place(slide=self._number, boxes=boxes)

    def _shape(self, shape: Shape, shapes: list[Shape]) -> None:
        hidden = self._hidden or shape.hidden or self._deck.is_off(shape.frame)
        table = shape.node.find("graphic/graphicData/tbl")
        if table is not None:
            rows, width = table_rows(table)
            if rows:
                self._deck.canonical.table(rows, width=width, hidden=hidden)
        elif shape.node.tag == "graphicFrame":
            self._graphic(shape, hidden=hidden)
        else:
            white = self._white and not shape.filled and not any(_is_under(other, shape) for other in shapes)
            ground = shape.ground
            lines = lines_of(shape.node, shape.inherited, shape.place, self._master, white=white, ground=ground)
            if shape.place == "title":
                self._title(lines, hidden=hidden)
            else:
                self._lines(lines, shape, hidden=hidden)
        if shape.description and shape.node.tag != "sp":
            self._add(BlockKind.FIGURE, f"![{' '.join(shape.description.split())}]()", hidden=True)

    def _title(self, lines: list[Line], *, hidden: bool) -> None:
        text = " ".join(line.text for line in lines if line.text).replace("\n", " ")
        if any(c.isalnum() for c in text):
            number, title = number_and_title(text)
            self._deck.canonical.heading(text, level=1, number=number, title=title, furniture=False, hidden=hidden)
        self._unseen(lines)

    def _lines(self, lines: list[Line], shape: Shape, *, hidden: bool = False) -> None:
        hidden = hidden or self._hidden or shape.hidden
        furniture = shape.place in _FURNITURE
        for listed, group in groupby((line for line in lines if line.text), key=lambda line: bool(line.mark)):
            found = list(group)
            if listed:
                self._deck.canonical.list_of(items_of(found), furniture=furniture, hidden=hidden)
            else:
                for line in found:
                    self._add(BlockKind.PARAGRAPH, line.text, furniture=furniture, hidden=hidden)
        self._unseen(lines)

    def _unseen(self, lines: list[Line]) -> None:
        for line in lines:
            self._add(BlockKind.PARAGRAPH, line.unseen, hidden=True)

    def _add(self, kind: BlockKind, text: str, *, furniture: bool = False, hidden: bool = False) -> None:
        if any(c.isalnum() for c in text):
            number = paragraph_number(text) if kind is BlockKind.PARAGRAPH else None
            self._deck.canonical.add(kind, text, furniture=furniture, hidden=hidden, number=number)

    def _graphic(self, shape: Shape, *, hidden: bool) -> None:
        """Write the words of a diagram, or the numbers of a chart as a table."""
        for name in self._parts(shape.node):
            root = self._deck.xml(name)
            if root is None:
                continue
            if root.tag == "chartSpace":
                title, rows, width = chart_rows(root)
                self._add(BlockKind.FIGURE, title, hidden=hidden)
                if rows:
                    self._deck.canonical.table(rows, width=width, hidden=hidden)
            else:
                for paragraph in root.iter("p"):
                    words = " ".join("".join(t.text or "" for t in paragraph.iter("t")).split())
                    self._add(BlockKind.PARAGRAPH, words, hidden=hidden)

    def _parts(self, node: Node) -> Iterator[str]:
        for inner in node.iter():
            for key in ("r:id", "r:dm"):
                relation = self._relations.get(inner.get(key, ""))
                if relation and relation.kind in ("chart", "diagramData"):
                    yield relation.target


def _is_white(root: Node) -> bool:
    """Tell whether a slide, layout or master states no other ground than white."""
    ground = root.find("cSld/bg")
    if ground is None:
        return True
    colors = [node.get("val") for node in ground.iter() if node.tag in ("schemeClr", "srgbClr")]
    return bool(colors) and all(color in ("bg1", "lt1", "FFFFFF") for color in colors)


def _is_under(other: Shape, shape: Shape) -> bool:
    """Tell whether another shape with a fill may be the ground that the letters of a shape stand on."""
    if other is shape or other.frame is None or not other.filled:
        return False
    return shape.frame is None or other.frame.overlaps(shape.frame)
