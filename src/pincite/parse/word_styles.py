"""What Word's styles say of a paragraph or a run: heading level, list, and whether a reader can see it."""

from __future__ import annotations

import re
from dataclasses import dataclass, fields, replace
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from pincite.parse.archive import Node

__all__ = ["Look", "Manner", "Styles", "shade"]

_HEADING = re.compile(r"heading (\d)")
_DEPTH: Final = 20
"""Styles that one can be based on in a row; more are a circle."""
_UNSEEN_SIZE: Final = 2
"""Half points: type of one point and less is not seen."""
_LIGHT: Final = 0xF5
"""Each of red, green and blue from here on is white to the eye."""

_FIGURES: Final = 6
"""Figures of a colour: two each for red, green and blue."""
_HIGHLIGHTS: Final = {
    "black": "000000",
    "blue": "0000FF",
    "cyan": "00FFFF",
    "green": "00FF00",
    "magenta": "FF00FF",
    "red": "FF0000",
    "yellow": "FFFF00",
    "darkGray": "808080",
    "lightGray": "C0C0C0",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Look:
    """How a run looks; ``None`` is what the style before it says."""

    vanish: bool | None = None
    color: str | None = None
    size: int | None = None
    """In half points."""
    bold: bool | None = None
    dark: bool | None = None
    """Whether it stands on a ground that white letters are seen on."""
    ground: str | None = None
    """Colour of what it stands on, as six figures, where the run or paragraph itself says it."""

    def over(self, under: Look) -> Look:
        """Return this look where it says something, and ``under`` where it does not."""
        said = {each.name: value for each in fields(self) if (value := getattr(self, each.name)) is not None}
        return replace(under, **said) if said else under

    @property
    def unseen(self) -> bool:
        """Whether a reader of the page does not see it."""
        white = self.color is not None and _is_white(self.color) and not self.dark
        same = self.color is not None and self.ground is not None and self.color.upper() == self.ground
        return bool(self.vanish) or white or same or (self.size is not None and self.size <= _UNSEEN_SIZE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Manner:
    """What a paragraph is by its style and its own properties."""

    name: str = ""
    """Name of its style in lower case."""
    level: int = 0
    """Depth of a heading, from 1; 0 for what is none."""
    list_id: str | None = None
    list_level: int | None = None
    look: Look = Look()


class Styles:
    """
    The styles of a document.

    :param root: ``styles.xml``; ``None`` where a document has none.
    """

    def __init__(self, root: Node | None) -> None:
        nodes = [node for node in root if node.tag == "style"] if root is not None else []
        self._styles = {node.get("styleId", ""): node for node in nodes}
        self._default = next((n.get("styleId", "") for n in nodes if _is_default(n)), "")
        base = root.find("docDefaults/rPrDefault/rPr") if root is not None else None
        self._base = _look(base)
        self._manners: dict[str, Manner] = {}
        self._looks: dict[str, Look] = {}

    @property
    def lists(self) -> dict[str, str]:
        """Style id → list id, for the styles that name one."""
        return {
            key: number.get("val", "")
            for key, node in self._styles.items()
            if (number := node.find("pPr/numPr/numId")) is not None
        }

    @property
    def body_size(self) -> int:
        """Size of ordinary text in half points."""
        return self.style_manner(self._default).look.size or 20

    def manner(self, properties: Node | None) -> Manner:
        """
        Return what a paragraph is.

        :param properties: Its ``pPr``.
        """
        if properties is None:
            return self.style_manner(self._default)
        named = properties.find("pStyle")
        found = self.style_manner(named.get("val", "") if named is not None else self._default)
        return _with_own(found, properties)

    def style_manner(self, style: str) -> Manner:
        """Return what a paragraph of a style is."""
        if style not in self._manners:
            chain = self._chain(style)
            found = Manner(look=self._base)
            for node in reversed(chain):
                found = replace(found, look=_look(node.find("rPr")).over(found.look))
                if (properties := node.find("pPr")) is not None:
                    found = _with_own(found, properties, style=style)
            name = _name(chain[0]) if chain else style.lower()
            by_name = next((int(m[1]) for n in chain if (m := _HEADING.fullmatch(_name(n)))), 0)
            self._manners[style] = replace(found, name=name, level=found.level or by_name)
        return self._manners[style]

    def run_look(self, properties: Node | None, paragraph: Look) -> Look:
        """
        Return how a run looks in a paragraph.

        :param properties: Its ``rPr``.
        """
        if properties is None:
            return paragraph
        named = properties.find("rStyle")
        own = _look(properties)
        if named is not None:
            own = own.over(self._character(named.get("val", "")))
        return own.over(paragraph)

    def _character(self, style: str) -> Look:
        if style not in self._looks:
            found = Look()
            for node in reversed(self._chain(style)):
                found = _look(node.find("rPr")).over(found)
            self._looks[style] = found
        return self._looks[style]

    def is_shaded(self, style: str) -> bool:
        """Tell whether a table style, or one that it is based on, fills some of its cells with a colour."""
        return any(shade(node) for style_node in self._chain(style) for node in style_node.iter("shd"))

    def _chain(self, style: str) -> list[Node]:
        """Return a style and those that it is based on."""
        found: list[Node] = []
        while (node := self._styles.get(style)) is not None and len(found) < _DEPTH:
            found.append(node)
            based = node.find("basedOn")
            style = based.get("val", "") if based is not None else ""
        return found


def _is_default(node: Node) -> bool:
    return node.get("type") == "paragraph" and node.get("default") in ("1", "true")


def _name(node: Node) -> str:
    name = node.find("name")
    return (name.get("val", "") if name is not None else node.get("styleId", "")).lower()


def _with_own(found: Manner, properties: Node, *, style: str = "") -> Manner:
    """Return a manner with what ``pPr`` says; ``style`` is the id where it is a style's."""
    outline = properties.find("outlineLvl")
    if outline is not None:
        level = int(given) + 1 if (given := outline.get("val", "9")).isdecimal() and int(given) < 9 else 0
        found = replace(found, level=level)
    if (shading := properties.find("shd")) is not None:
        look = replace(found.look, dark=shade(shading), ground=_ground(shading, None))
        found = replace(found, look=look)
    numbers = properties.find("numPr")
    if numbers is not None:
        named, level_node = numbers.find("numId"), numbers.find("ilvl")
        if named is not None:
            found = replace(found, list_id=named.get("val"))
        if level_node is not None and (given := level_node.get("val", "")).isdecimal():
            found = replace(found, list_level=int(given))
        elif style:
            found = replace(found, list_level=None)
    return found


def _look(properties: Node | None) -> Look:
    if properties is None:
        return Look()
    color, size = properties.find("color"), properties.find("sz")
    shading = properties.find("shd")
    light = properties.find("highlight")
    dark = None if shading is None else shade(shading)
    if light is not None and light.get("val") not in ("none", "white"):
        dark = True
    return Look(
        vanish=_switch(properties, "vanish"),
        color=color.get("val") if color is not None else None,
        size=int(given) if size is not None and (given := size.get("val", "")).isdecimal() else None,
        bold=_switch(properties, "b"),
        dark=dark,
        ground=_ground(shading, light),
    )


def _ground(shading: Node | None, light: Node | None) -> str | None:
    """Return the colour that is stated of what letters stand on, in six figures; ``None`` where none is plain."""
    if light is not None and light.get("val") != "none":
        return _HIGHLIGHTS.get(light.get("val", ""))
    if shading is None:
        return None
    fill = shading.get("color" if shading.get("val") == "solid" else "fill", "").upper()
    return fill if len(fill) == _FIGURES else None


def _switch(properties: Node, tag: str) -> bool | None:
    node = properties.find(tag)
    return None if node is None else node.get("val", "true") not in ("0", "false", "off")


def shade(shading: Node) -> bool:
    """Tell whether a shading is of a colour on which white letters are seen."""
    fill = shading.get("fill", "auto")
    if shading.get("val") == "solid":
        fill = shading.get("color", "000000")
        fill = "000000" if fill == "auto" else fill
    if fill == "auto":
        return shading.get("themeFill") is not None
    return not _is_white(fill)


def _is_white(color: str) -> bool:
    try:
        value = int(color, 16)
    except ValueError:
        return color.lower() == "white"
    return len(color) == 6 and all((value >> shift) & 0xFF >= _LIGHT for shift in (0, 8, 16))
