"""The shapes of a slide: where each stands, what it inherits, and the order that a reader takes them in."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from pincite.parse.nesting import may_enter

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pincite.parse.archive import Node

__all__ = ["Frame", "Layouts", "Shape", "in_reading_order", "shapes_of"]

_EMU: Final = 12700
"""English metric units in a point."""
_SAME_LINE: Final = 12.0
"""Points by which the tops of two shapes may differ that stand side by side."""
_SHAPES: Final = frozenset({"sp", "graphicFrame", "pic", "cxnSp"})
_FILLS: Final = ("solidFill", "gradFill", "blipFill", "pattFill", "grpFill")
_DEEPEST: Final = 30


@dataclass(frozen=True, slots=True, kw_only=True)
class Frame:
    """A rectangle on a slide in points."""

    left: float
    top: float
    right: float
    bottom: float

    def overlaps(self, other: Frame) -> bool:
        """Tell whether the two share more than an edge."""
        across = self.left < other.right and other.left < self.right
        return across and self.top < other.bottom and other.top < self.bottom


@dataclass(frozen=True, slots=True, kw_only=True)
class Shape:
    """One shape with what it inherits from the slide's layout and its master."""

    node: Node
    place: str = ""
    """Kind of its placeholder ("title", "body", "ftr"); "" where it is none."""
    frame: Frame | None = None
    inherited: tuple[Node, ...] = ()
    """The placeholders of layout and master that it fills, nearest first."""
    hidden: bool = False
    description: str = ""

    @property
    def filled(self) -> bool:
        """Whether letters on it do not stand on the slide's own ground."""
        if self.node.tag in ("pic", "graphicFrame") or self.node.find("style/fillRef") is not None:
            return True
        properties = (each.find("spPr") for each in (self.node, *self.inherited))
        return any(p is not None and any(p.find(fill) is not None for fill in _FILLS) for p in properties)

    @property
    def ground(self) -> str:
        """The one colour that it is filled with itself, as it is written; ``""`` where it has none or several."""
        properties = self.node.find("spPr")
        fill = properties.find("solidFill") if properties is not None else None
        plain = [each.get("val", "") for each in fill if not len(each)] if fill is not None else []
        return plain[0] if plain else ""


class Layouts:
    """
    The placeholders of a slide's layout and of its master.

    :param roots: Layout and master, nearest first.
    """

    def __init__(self, *roots: Node) -> None:
        self._roots = [[node for node in root.iter("sp") if node.find("nvSpPr/nvPr/ph") is not None] for root in roots]

    def filled_by(self, place: Node) -> tuple[Node, ...]:
        """Return the placeholders that one with this ``ph`` fills: of its number, else of its kind."""
        found: list[Node] = []
        kind, number = _kind(place), place.get("idx")
        for nodes in self._roots:
            same = [n for n in nodes if number and n.find("nvSpPr/nvPr/ph").get("idx") == number]  # type: ignore[union-attr]  # all have one
            alike = [n for n in nodes if _kind(n.find("nvSpPr/nvPr/ph")) == kind]
            if hit := next(iter(same or alike), None):
                found.append(hit)
                kind = _kind(hit.find("nvSpPr/nvPr/ph")) if kind == "body" else kind
                number = None  # numbers of the layout mean nothing in the master
        return tuple(found)


def _kind(place: Node | None) -> str:
    kind = "" if place is None else place.get("type", "obj")
    return {"ctrTitle": "title", "obj": "body", "tbl": "body", "chart": "body"}.get(kind, kind)


def shapes_of(tree: Node, layouts: Layouts) -> Iterator[Shape]:
    """
    Yield the shapes of a slide as they are stored, those in groups too.

    :param tree: The slide's ``spTree``.
    """
    yield from _shapes(tree, layouts, (1.0, 0.0, 1.0, 0.0), hidden=False, depth=0)


def _shapes(
    tree: Node, layouts: Layouts, scale: tuple[float, float, float, float], *, hidden: bool, depth: int
) -> Iterator[Shape]:
    for node in tree:
        if node.tag in _SHAPES:
            yield _shape(node, layouts, scale, hidden=hidden)
        elif node.tag == "grpSp" and may_enter(node, depth=depth, deepest=_DEEPEST):
            inner = hidden or _switched(node.find("nvGrpSpPr/cNvPr"))
            yield from _shapes(node, layouts, _scaled(node, scale), hidden=inner, depth=depth + 1)
        elif node.tag == "AlternateContent" and may_enter(node, depth=depth, deepest=_DEEPEST):
            choice = next((each for each in node if len(each)), None)
            if choice is not None:
                yield from _shapes(choice, layouts, scale, hidden=hidden, depth=depth + 1)


def _shape(node: Node, layouts: Layouts, scale: tuple[float, float, float, float], *, hidden: bool) -> Shape:
    named = next((each for part in node for each in part if each.tag == "cNvPr"), None)
    place = next((each for part in node for inner in part for each in inner if each.tag == "ph"), None)
    inherited = layouts.filled_by(place) if place is not None else ()
    own = _frame(node, scale)
    if own is None:
        own = next((f for each in inherited if (f := _frame(each, (1.0, 0.0, 1.0, 0.0)))), None)
    kind = "" if place is None else _kind(place)
    if kind == "body" and inherited and place is not None and place.get("type") is None:
        kind = _kind(inherited[0].find("nvSpPr/nvPr/ph"))
    return Shape(
        node=node,
        place=kind,
        frame=own,
        inherited=inherited,
        hidden=hidden or _switched(named),
        description=(named.get("descr") or "").strip() if named is not None else "",
    )


def _switched(named: Node | None) -> bool:
    return named is not None and named.get("hidden") in ("1", "true")


def _frame(node: Node, scale: tuple[float, float, float, float]) -> Frame | None:
    spot = node.find("xfrm") if node.tag == "graphicFrame" else node.find("spPr/xfrm")
    corner, size = (spot.find("off"), spot.find("ext")) if spot is not None else (None, None)
    if corner is None or size is None:
        return None
    wide, x, high, y = scale
    left, top = x + wide * _points(corner, "x"), y + high * _points(corner, "y")
    return Frame(
        left=left,
        top=top,
        right=left + abs(wide * _points(size, "cx")),
        bottom=top + abs(high * _points(size, "cy")),
    )


def _scaled(group: Node, scale: tuple[float, float, float, float]) -> tuple[float, float, float, float]:
    """Return how the coordinates inside a group become those of the slide: (times, plus) across and down."""
    spot = group.find("grpSpPr/xfrm")
    nodes = [spot.find(tag) for tag in ("off", "ext", "chOff", "chExt")] if spot is not None else []
    if len(nodes) < 4 or any(node is None for node in nodes):
        return scale
    off, ext, inner_off, inner_ext = (node for node in nodes if node is not None)
    wide = _points(ext, "cx") / (_points(inner_ext, "cx") or 1.0)
    high = _points(ext, "cy") / (_points(inner_ext, "cy") or 1.0)
    x, y = _points(off, "x") - wide * _points(inner_off, "x"), _points(off, "y") - high * _points(inner_off, "y")
    return scale[0] * wide, scale[1] + scale[0] * x, scale[2] * high, scale[3] + scale[2] * y


def _points(node: Node, name: str) -> float:
    try:
        return int(node.get(name, "0")) / _EMU
    except ValueError:
        return 0.0


def in_reading_order(shapes: list[Shape]) -> list[Shape]:
    """Return the title first, then the rest from top to bottom, side by side from left to right."""
    titles = [shape for shape in shapes if shape.place == "title"]
    placed = [shape for shape in shapes if shape.place != "title" and shape.frame is not None]
    rest = [shape for shape in shapes if shape.place != "title" and shape.frame is None]
    placed.sort(key=lambda shape: shape.frame.top if shape.frame else 0.0)
    lines: list[list[Shape]] = []
    for shape in placed:
        top = shape.frame.top if shape.frame else 0.0
        first = lines[-1][0].frame if lines else None
        if first is not None and top - first.top <= _SAME_LINE:
            lines[-1].append(shape)
        else:
            lines.append([shape])
    ordered = [s for line in lines for s in sorted(line, key=lambda shape: shape.frame.left if shape.frame else 0.0)]
    return [*titles, *ordered, *rest]
