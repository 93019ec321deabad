"""
What a generation is made of, in words, and what may be done with a corpus that another one built.

Readers need the analyzer and the space of the index that they search; parser and chunker did their work when it was
written. So a corpus that an older version of a parser or chunker built still answers, and only takes nothing in before
it is migrated. Settings that were changed are another matter: whoever changed them wants to see their effect, so
nothing answers before it is there.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from pincite.errors import GenerationMismatch, SpaceMismatch

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from pincite.documents import Generation, Space

__all__ = ["Difference", "differences", "may_be_read", "mismatch", "space_mismatch"]

_PARTS = ("parser", "chunker", "analyzer")
_SHOWN = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """One thing that is not as it was when the corpus was built."""

    part: str
    """Which of the four it belongs to: "parser", "chunker", "analyzer" or "space"."""
    name: str
    """What it is: "parser docx" for a version, "chunk.structural.max_tokens" for a setting."""
    old: str
    new: str

    @property
    def is_setting(self) -> bool:
        """Whether somebody changed it in the settings, and no new version of anything did."""
        return "." in self.name

    def __str__(self) -> str:
        return f"{self.name} {self.old or '(none)'} -> {self.new or '(none)'}"


def differences(
    made: Generation, wanted: Generation, *, before: Mapping[str, str], now: Mapping[str, str]
) -> tuple[Difference, ...]:
    """
    Return what differs between two generations, settings first; empty for one and the same.

    :param before: The parts of ``made``, as :meth:`pincite.config.Config.parts` gave them; empty where unknown.
    :param now: Those of ``wanted``.
    """
    found = []
    for part in _PARTS:
        old, new = getattr(made, part), getattr(wanted, part)
        if old != new:
            told = _told(part, before, now) if before else []
            found += told or [Difference(part=part, name=part, old=_short(old), new=_short(new))]
    if made.space.id != wanted.space.id:
        found += (_told("space", before, now) if before else []) or _of_space(made.space, wanted.space)
    return tuple(sorted(found, key=lambda each: not each.is_setting))


def may_be_read(found: tuple[Difference, ...], *, told: bool) -> bool:
    """
    Tell whether a corpus with these differences still answers: new versions of parser and chunker alone differ.

    :param told: Whether it is known what the corpus was made of.
    """
    return told and all(each.part in ("parser", "chunker") and not each.is_setting for each in found)


def mismatch(
    state: Path, made: Generation, wanted: Generation, found: tuple[Difference, ...], *, does: str = ""
) -> GenerationMismatch:
    """
    Return the error for settings, or a version of Pincite, that would build a corpus in another way.

    :param does: What is refused, where not everything is: "takes no documents in".
    """
    shown = "; ".join(map(str, found[:_SHOWN]))
    more = f"; and {len(found) - _SHOWN} more" if len(found) > _SHOWN else ""
    settings = any(each.is_setting for each in found)
    back = ", or put the settings back" if settings else ""
    refused = f" and {does} until it is migrated" if does else ""
    return GenerationMismatch(
        f"the corpus {state} was built as generation {made.id}, and would now be built as {wanted.id} ({shown}{more})"
        f"{refused}: type pincite migrate{back}",
        path=str(state),
        built=made.id,
        wanted=wanted.id,
        differing={each.name: (each.old, each.new) for each in found},
    )


def space_mismatch(
    state: Path, made: Space, given: Space, *, embedder: str, found: tuple[Difference, ...] = ()
) -> SpaceMismatch:
    """
    Return the error for an embedder whose vectors cannot be compared with the corpus's, whatever their dimensions.

    :param embedder: What the settings call it; ``""`` where that is not known.
    :param found: What differs; empty to tell from the spaces alone.
    """
    shown = "; ".join(map(str, (found or tuple(_of_space(made, given)))[:_SHOWN]))
    name = embedder or "NAME"
    return SpaceMismatch(
        f"the corpus {state} holds vectors of space {made.id} ({made.dim} dimensions), and the embedder "
        f"{embedder or given.model!r} makes vectors of space {given.id} ({given.dim} dimensions), which cannot be "
        f"compared with them ({shown}): type pincite reembed --embedder {name}, or put the settings back",
        path=str(state),
        built=made.id,
        wanted=given.id,
        differing={each.name: (each.old, each.new) for each in found},
    )


def _told(part: str, before: Mapping[str, str], now: Mapping[str, str]) -> list[Difference]:
    names = [name for name in {**before, **now} if _part_of(name) == part and before.get(name) != now.get(name)]
    if "chunk.name" in names:  # settings of one chunker say nothing of another
        names = [name for name in names if name in before and name in now]
    return [Difference(part=part, name=name, old=before.get(name, ""), new=now.get(name, "")) for name in names]


def _part_of(name: str) -> str:
    word = name.replace(".", " ").split()[0]
    return {"parse": "parser", "chunk": "chunker", "tokenizer": "chunker", "embed": "space"}.get(word, word)


def _of_space(made: Space, wanted: Space) -> list[Difference]:
    names = [name for name in made.__dataclass_fields__ if getattr(made, name) != getattr(wanted, name)]
    return [
        Difference(
            part="space",
            name=f"embedder {name}",
            old=_short(str(getattr(made, name))),
            new=_short(str(getattr(wanted, name))),
        )
        for name in names
    ]


def _short(value: str) -> str:
    return value if len(value) <= 40 else f"{value[:12]}…"
