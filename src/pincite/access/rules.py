"""
Which of several statements about access decides.

The nearest one to the document does: its sidecar, its front matter, the deepest folder rule, the flags of ``add``, the
source's own field. A rule that was there and is gone is not replaced by a farther one: nobody reads until access is
stated again, at least as near or by the administrator, since nobody has taken back what stood there.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["Level", "Rule", "decide", "read_rule"]


_VANISHED = "(vanished: state access again)"


class Level(IntEnum):
    """How near to the document a statement stands; lower is nearer."""

    SIDECAR = 0
    FRONT_MATTER = 1
    FOLDER_RULE = 2
    ADD_FLAG = 3
    SOURCE = 4
    NOWHERE = 5

    @property
    def words(self) -> str:
        """The level's name for people."""
        return self.name.lower().replace("_", " ")


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """One statement about who may read a document."""

    level: Level
    where: str = ""
    """File, glob of a folder rule, or "pattern " and a regular expression."""
    groups: tuple[str, ...] | None = None
    """Who may read; ``None`` where it says nothing about access, ``()`` where it says nobody."""

    @property
    def words(self) -> str:
        """The rule in words, as kept beside the revision: "folder rule policies/**"."""
        return f"{self.level.words} {self.where}".rstrip()

    @property
    def nearness(self) -> tuple[int, int]:
        """What rules are ordered by, nearest first: the level, and the deepest folder first."""
        return self.level, -_depth(self.where) if self.level is Level.FOLDER_RULE else 0


def _depth(where: str) -> int:
    """Return how many levels of folders a rule names: "**" is none, and a pattern over the whole path is deepest."""
    return 1000 if where.startswith("pattern ") else sum(part != "**" for part in where.split("/"))


def read_rule(words: str) -> Rule:
    """
    Return the rule that :attr:`Rule.words` were written for, without its groups.

    :param words: As kept beside a revision.
    :returns: A rule of level ``NOWHERE`` for words that were not written by this module.
    """
    for level in Level:
        if words == level.words or words.startswith(level.words + " "):
            return Rule(level=level, where=words[len(level.words) :].removesuffix(_VANISHED).strip())
    return Rule(level=Level.NOWHERE)


def decide(rules: Iterable[Rule], *, before: str = "", stated_again: bool = False) -> Rule:
    """
    Return the rule that decides.

    :param rules: Everything that speaks about one document, in any order.
    :param before: :attr:`Rule.words` of what decided last time, vanished or not; ``""`` for a new document.
    :param stated_again: Whether the administrator has just stated access anew, so that a farther rule may take over.
    :returns: A rule whose ``groups`` are a tuple: empty where nothing is stated, or where the rule of last time has
        vanished.
    """
    speaking = sorted((rule for rule in rules if rule.groups is not None), key=lambda rule: (rule.nearness, rule.where))
    decided = speaking[0] if speaking else Rule(level=Level.NOWHERE, where="(no access stated)", groups=())
    last = read_rule(before)
    vanished = last.level is not Level.NOWHERE and last.nearness < decided.nearness
    if vanished and not stated_again:
        return Rule(level=last.level, where=f"{last.where} {_VANISHED}".strip(), groups=())
    return decided
