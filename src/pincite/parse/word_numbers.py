"""The numbers that Word writes before paragraphs and keeps out of their text: "7.2", "(a)", "Article IV"."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pincite.parse.archive import Node

__all__ = ["Counting", "Label", "Level", "counted"]

_PLACE = re.compile(r"%([1-9])")
_ROMAN: Final = (
    (1000, "m"),
    (900, "cm"),
    (500, "d"),
    (400, "cd"),
    (100, "c"),
    (90, "xc"),
    (50, "l"),
    (40, "xl"),
    (10, "x"),
    (9, "ix"),
    (5, "v"),
    (4, "iv"),
    (1, "i"),
)
_MOST: Final = 30_000
"""Numbers above this are written in figures, whatever the format."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Level:
    """How one level of a list is numbered."""

    start: int = 1
    form: str = "decimal"
    text: str = ""
    """With "%1" for the number of the first level."""
    restart: int | None = None
    """Restarts after this level or a higher one, from 1; 0 never; ``None`` after every higher one."""
    legal: bool = False
    """Whether all levels are shown in figures."""
    style: str | None = None
    """Paragraph style that stands for this level."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Label:
    """What stands before a paragraph."""

    text: str
    level: int
    bullet: bool = False
    clauses: bool = False
    """Whether the list numbers clauses: a lower level repeats the number of a higher one."""


@dataclass(slots=True)
class _List:
    levels: dict[int, Level] = field(default_factory=dict)
    linked: str | None = None
    """Style whose list this one is."""


class Counting:
    """
    Numbers the paragraphs of a document in order.

    :param root: ``numbering.xml``; ``None`` where a document has none.
    :param styles: Style id → list id, for lists that are defined by a style.
    """

    def __init__(self, root: Node | None, styles: Mapping[str, str]) -> None:
        self._lists: dict[str, _List] = {}
        self._of: dict[str, tuple[str, dict[int, Level], dict[int, int]]] = {}
        self._counts: dict[str, dict[int, int]] = {}
        self._begun: set[tuple[str, int]] = set()
        self._styles = styles
        for node in root if root is not None else ():
            if node.tag == "abstractNum":
                self._lists[node.get("abstractNumId", "")] = _list(node)
            elif node.tag == "num":
                self._of[node.get("numId", "")] = _num(node)

    def level_of(self, list_id: str, style: str) -> int | None:
        """Return the level of a list that a paragraph style stands for, from 0."""
        levels = self._levels(list_id)[1]
        return next((at for at, level in levels.items() if level.style == style), None)

    def next(self, list_id: str, at: int) -> Label | None:
        """
        Count a paragraph and return its label; ``None`` where the list shows none.

        :param at: Level in the list, from 0.
        """
        key, levels, starts = self._levels(list_id)
        level = levels.get(at)
        if level is None:
            return None
        counts = self._counts.setdefault(key, {})
        self._step(counts, at, levels, starts, list_id)
        if level.form == "bullet":
            return Label(text="-", level=at, bullet=True)
        text = _PLACE.sub(lambda m: self._shown(int(m[1]) - 1, counts, levels, legal=level.legal), level.text).strip()
        if not text or (level.form == "none" and not _PLACE.search(level.text)):
            return None
        return Label(text=text, level=at, clauses=any(len(_PLACE.findall(each.text)) > 1 for each in levels.values()))

    def _step(
        self, counts: dict[int, int], at: int, levels: Mapping[int, Level], starts: Mapping[int, int], list_id: str
    ) -> None:
        for higher in range(at):
            counts.setdefault(higher, levels[higher].start if higher in levels else 1)
        if at in starts and (list_id, at) not in self._begun:
            self._begun.add((list_id, at))
            counts[at] = starts[at]
        else:
            counts[at] = counts[at] + 1 if at in counts else levels[at].start
        for lower in [k for k in counts if k > at]:
            restart = levels[lower].restart if lower in levels else None
            if restart is None or at < restart:
                del counts[lower]

    def _shown(self, at: int, counts: Mapping[int, int], levels: Mapping[int, Level], *, legal: bool) -> str:
        level = levels.get(at, Level())
        in_figures = legal and level.form != "decimalZero"  # "Section 1.01" stays, "Article IV" becomes 4
        return counted(counts.get(at, level.start), "decimal" if in_figures else level.form)

    def _levels(self, list_id: str) -> tuple[str, dict[int, Level], dict[int, int]]:
        """Return the key under which a list counts, its levels, and where they start anew."""
        key, own, starts = self._of.get(list_id, ("", {}, {}))
        found = self._lists.get(key, _List())
        for _ in range(5):
            if found.levels or found.linked is None:
                break
            key = self._of.get(self._styles.get(found.linked, ""), ("", {}, {}))[0]
            found = self._lists.get(key, _List())
        return key, {**found.levels, **own}, starts


def counted(number: int, form: str) -> str:
    """
    Return a number in a form of Word's.

    :param form: Its name; one that is not known is written in figures.
    """
    if form == "none":
        return ""
    if form == "decimalZero":
        return f"{number:02d}"
    if form in _SPELT and 0 < number < 100:
        return _spelt(number, ordinal=form == "ordinalText")
    if not 0 < number <= _MOST or form not in _FORMS:
        return f"{number}{_ordinal(number)}" if form == "ordinal" else str(number)
    letters = _roman(number) if form.endswith("Roman") else chr(97 + (number - 1) % 26) * ((number - 1) // 26 + 1)
    return letters.upper() if form.startswith("upper") else letters


_SPELT: Final = frozenset({"cardinalText", "ordinalText"})
_UNITS_LISTED: Final = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen "
    "eighteen nineteen"
)
_UNITS: Final = _UNITS_LISTED.split()
_TENS_LISTED: Final = "zero ten twenty thirty forty fifty sixty seventy eighty ninety"
_TENS: Final = _TENS_LISTED.split()
_ORDINAL: Final = {
    "one": "first",
    "two": "second",
    "three": "third",
    "five": "fifth",
    "eight": "eighth",
    "nine": "ninth",
    "twelve": "twelfth",
}


def _spelt(number: int, *, ordinal: bool) -> str:
    """Return a number from 1 to 99 in English words, as Word writes it."""
    tens, rest = divmod(number, 10)
    words = [_UNITS[number]] if number < len(_UNITS) else [_TENS[tens], *([_UNITS[rest]] if rest else [])]
    if ordinal:
        last = words[-1]
        words[-1] = _ORDINAL.get(last) or (f"{last[:-1]}ieth" if last.endswith("y") else f"{last}th")
    return "-".join(words).capitalize()


_FORMS: Final = frozenset({"upperRoman", "lowerRoman", "upperLetter", "lowerLetter"})


def _roman(number: int) -> str:
    found = ""
    for value, letters in _ROMAN:
        found += letters * (number // value)
        number %= value
    return found


def _ordinal(number: int) -> str:
    return "th" if 10 <= number % 100 <= 20 else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")


def _list(node: Node) -> _List:
    linked = node.find("numStyleLink")
    levels = {_number(each.get("ilvl"), 0): _level(each) for each in node.findall("lvl")}
    return _List(levels=levels, linked=linked.get("val") if linked is not None else None)


def _level(node: Node) -> Level:
    found = {child.tag: child.get("val", "") for child in node}
    restart = found.get("lvlRestart")
    form = found.get("numFmt") or _alternate(node)
    return Level(
        start=_number(found.get("start"), 1),
        form=form,
        text=found.get("lvlText", ""),
        restart=_number(restart, 0) if restart is not None else None,
        legal="isLgl" in found and found["isLgl"] not in ("0", "false"),
        style=found.get("pStyle"),
    )


def _alternate(node: Node) -> str:
    """Return the number form that stands where Word offers two."""
    inner = next((each for each in node.iter("numFmt")), None)
    return inner.get("val", "decimal") if inner is not None else "decimal"


def _num(node: Node) -> tuple[str, dict[int, Level], dict[int, int]]:
    base = node.find("abstractNumId")
    own: dict[int, Level] = {}
    starts: dict[int, int] = {}
    for change in node.findall("lvlOverride"):
        at = _number(change.get("ilvl"), 0)
        start, level = change.find("startOverride"), change.find("lvl")
        if level is not None:
            own[at] = _level(level)
        if start is not None:
            starts[at] = _number(start.get("val"), 1)
            own = {k: replace(v, start=starts.get(k, v.start)) for k, v in own.items()}
    return (base.get("val", "") if base is not None else ""), own, starts


def _number(text: str | None, default: int) -> int:
    try:
        return int(text or "")
    except ValueError:
        return default
