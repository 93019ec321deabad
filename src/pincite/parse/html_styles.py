"""
What styles say of an element of a page: whether a reader sees it.

Rules for one element name, class or id are known, and what stands in the element itself. Rules that a page fetches are
not fetched, so white letters count as unseen only where nothing that is not known could lie behind them.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from pincite.parse.hidden import HIDING_STYLE

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pincite.parse._lexbor import Element

__all__ = ["Around", "Styles"]

_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
_RULE = re.compile(r"([^{}]+)\{([^{}]*)\}")
_SIMPLE = re.compile(r"(?:[a-zA-Z][\w-]*)?[.#][\w-]+|[a-zA-Z][\w-]*")
_LENGTH = re.compile(r"(-?[\d.]+)\s*(px|pt|em|rem|ex|ch|cm|mm|in|pc|%|vw|vh)?(?![\w.])")
_PIXELS: Final = {"pt": 1.33, "em": 16.0, "rem": 16.0, "ex": 8.0, "ch": 8.0, "cm": 38.0, "mm": 3.8, "in": 96.0}
"""Pixels of a unit of length; what is not listed counts as one, which is right for px and harmless for the rest."""
_AWAY: Final = -900.0
"""Pixels to the left of a page, or above it, from which on nothing is seen."""
_SPECK: Final = 1.0
"""Letters and boxes of so many pixels are not seen."""
_NEAR: Final = 24
"""Most that each of red, green and blue may differ where letters cannot be told from what is behind them."""
_WHITE: Final = (255, 255, 255)
_NAMED: Final = {
    "white": _WHITE,
    "snow": (255, 250, 250),
    "ivory": (255, 255, 240),
    "whitesmoke": (245, 245, 245),
    "black": (0, 0, 0),
    "red": (255, 0, 0),
    "green": (0, 128, 0),
    "blue": (0, 0, 255),
    "yellow": (255, 255, 0),
    "gray": (128, 128, 128),
    "grey": (128, 128, 128),
    "silver": (192, 192, 192),
    "navy": (0, 0, 128),
}
_FIGURES = re.compile(r"rgba?\(\s*(\d+)[\s,]+(\d+)[\s,]+(\d+)(?:[\s,/]+([\d.]+)%?)?\s*\)")

_NONE: Final = frozenset({"", "none", "transparent", "inherit", "initial"})
"""What a background is said to be where nothing is behind the letters but what was there before."""

_Colour = tuple[int, int, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Around:
    """The colours that an element has, its own or those around it."""

    letters: _Colour | None = None
    """Colour that the letters are said to have; ``None`` where nothing says it."""
    behind: _Colour | None = _WHITE
    """Colour behind them; ``None`` where it is not known."""
    clear: bool = False
    """Whether letters let everything through."""

    @property
    def unseen(self) -> bool:
        """Whether letters cannot be told from what is behind them."""
        if self.clear or self.letters is None or self.behind is None:
            return self.clear
        return all(abs(a - b) <= _NEAR for a, b in zip(self.letters, self.behind, strict=True))


class Styles:
    """
    The styles of a page.

    :param source: The text of its style elements.
    :param fetched: Whether it names other style sheets, which are not fetched.
    """

    def __init__(self, source: str, *, fetched: bool = False) -> None:
        self._rules: dict[str, dict[str, str]] = {}
        self._fetched = fetched
        for selectors, declared in _RULE.findall(_COMMENT.sub(" ", source)):
            for selector in (each.strip() for each in selectors.split(",")):
                if _SIMPLE.fullmatch(selector):
                    self._rules.setdefault(selector.lower(), {}).update(_declared(declared))

    def around(self, element: Element, outer: Around) -> Around:
        """
        Return the colours of an element.

        :param outer: Those of the one that it stands in.
        """
        said = self._of(element)
        stated = said.get("background-color") or said.get("background") or ""
        behind = _colour(stated)
        if behind is None and (stated not in _NONE or self._unknown(element)):
            found = replace(outer, behind=None)
        else:
            found = replace(outer, behind=behind or outer.behind)
        colour = said.get("color", "inherit")
        if colour == "inherit":
            return found
        return replace(found, letters=_colour(colour), clear=_clear(colour))

    def hides(self, element: Element) -> bool:
        """Tell whether what stands in an element is not shown, whatever its colours."""
        said = self._of(element)
        if not said:
            return False
        written = ";".join(f"{name}:{value}" for name, value in said.items())
        return bool(HIDING_STYLE.search(written)) or _away(said) or _too_small(said) or _clipped(said)

    def _of(self, element: Element) -> Mapping[str, str]:
        """Return what is declared of an element: what is nearer to it counts more."""
        given = element.attributes
        said: dict[str, str] = {}
        if colour := given.get({"font": "color", "body": "text"}.get(element.tag, "")):
            said["color"] = colour.strip().lower()
        if given.get("bgcolor"):
            said["background-color"] = given["bgcolor"].strip().lower()
        if self._rules:
            names = [f".{name.lower()}" for name in given.get("class", "").split()]
            names += [f"#{given['id'].lower()}"] if given.get("id") else []
            for name in (element.tag, *(f"{before}{name}" for name in names for before in ("", element.tag))):
                said |= self._rules.get(name, {})
        return said | _declared(given.get("style", ""))

    def _unknown(self, element: Element) -> bool:
        """Tell whether rules that are not known may colour what is behind an element."""
        given = element.attributes
        if "background" in given:
            return True
        return self._fetched and ("class" in given or "id" in given)


def _declared(text: str) -> dict[str, str]:
    found: dict[str, str] = {}
    for piece in text.split(";"):
        name, colon, value = piece.partition(":")
        if colon:
            found[name.strip().lower()] = value.replace("!important", "").strip().lower()
    return found


def _pixels(value: str) -> float | None:
    """Return a length in pixels; ``None`` where it is none, or is a share of something."""
    found = _LENGTH.match(value)
    try:
        return float(found[1]) * _PIXELS.get(found[2] or "px", 1.0) if found and found[2] != "%" else None
    except ValueError:
        return None


def _away(said: Mapping[str, str]) -> bool:
    places = ["text-indent", "margin-left", "margin-top"]
    if said.get("position") in ("absolute", "fixed"):
        places += ["left", "top"]
        if any((at := _pixels(said.get(name, ""))) is not None and at <= _AWAY for name in ("right", "bottom")):
            return True
    return any((at := _pixels(said.get(name, ""))) is not None and at <= _AWAY for name in places)


def _too_small(said: Mapping[str, str]) -> bool:
    size = _pixels(said.get("font-size", ""))
    if size is not None and size <= _SPECK:
        return True
    cut = said.get("overflow", said.get("overflow-y", "")) in ("hidden", "clip")
    sides = (_pixels(said.get(name, "")) for name in ("height", "max-height", "width", "max-width"))
    return cut and any(side is not None and side <= _SPECK for side in sides)


def _clipped(said: Mapping[str, str]) -> bool:
    clip, path, turned = said.get("clip", ""), said.get("clip-path", ""), said.get("transform", "")
    sides = re.findall(r"[\d.]+", clip) if clip.startswith("rect") else []
    nothing = len(sides) == 4 and all(side in ("0", "1") for side in sides)
    return nothing or re.match(r"inset\(\s*(?:50|100)%", path) is not None or "scale(0)" in turned.replace(" ", "")


def _colour(value: str) -> _Colour | None:
    """Return red, green and blue from 0 to 255; ``None`` for what is no plain colour."""
    word = value.split(" ")[0] if "(" not in value else value
    if word in _NAMED:
        return _NAMED[word]
    if found := _FIGURES.match(word):
        return None if found[4] and float(found[4]) == 0 else (int(found[1]), int(found[2]), int(found[3]))
    digits = word.removeprefix("#")
    if not word.startswith("#") or not re.fullmatch(r"[0-9a-f]{3}|[0-9a-f]{6}", digits):
        return None
    wide = digits if len(digits) == 6 else "".join(2 * digit for digit in digits)
    return (int(wide[0:2], 16), int(wide[2:4], 16), int(wide[4:6], 16))


def _clear(value: str) -> bool:
    """Tell whether letters of this colour let everything through."""
    found = _FIGURES.match(value)
    return value == "transparent" or (found is not None and found[4] is not None and float(found[4]) == 0)
