"""
Whether a claim says yes or no, and as firmly, where its evidence does.

What a list or a bare line of things says is said over it: under "What we do not refund" an item is not refunded.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pincite.attribute.actors import is_fragment
from pincite.attribute.denial import asserted, conditions, denies, denies_what_it_lists, told_outright
from pincite.attribute.facts import Slip, values_of
from pincite.attribute.polarity import Firmness, firmness, nearest_clause
from pincite.attribute.times import has_deadline
from pincite.attribute.wording import unsaid
from pincite.text.words import content_words

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from pincite.attribute.evidence import Evidence

__all__ = ["tone", "with_what_denies"]


def tone(
    claim: str, behind: Sequence[Evidence], *, language: str, more: tuple[tuple[str, ...], ...] = ()
) -> tuple[Slip, ...]:
    """
    Compare polarity and firmness with the clause that is nearest to a claim.

    :param more: Further groups of synonyms.
    """
    source = nearest_clause(claim, [e.unit for e in behind], language=language)
    if not source:
        return ()
    held = next(e for e in behind if source in e.unit)
    source = _touched(claim, source, held, language)
    over = _lending(claim, held, language, more)
    return (*_polarity(claim, source, over, language), *_firmness(claim, source, over, language))


def _touched(claim: str, source: str, held: Evidence, language: str) -> str:
    """
    Return the cells of a row that a claim has words or values of, under their headers; any other source as it is.

    "16 A | no, fixed connection" says no of the plug, and nothing of the fuse.
    """
    own, values = set(content_words(claim, language)), values_of(claim, language)
    cells = [(f"{head} {cell}", cell) for row in held.rows for head, cell in row]
    # A figure that opens a line is read as a clause number; that of a cell is none.
    used = [
        told
        for told, cell in cells
        if own & set(content_words(told, language)) or values & values_of(f"= {cell}", language)
    ]
    return " . ".join(used) if used and len(used) < len(cells) else source


def with_what_denies(quoted: str, behind: Iterable[Evidence], *, language: str) -> str:
    """
    Return quoted words with the line right over them in front, where they are a bare thing that it says no of.

    Alone, "gift cards" under "What we do not refund" would say yes.
    """
    if denies(told_outright(quoted, language=language), language=language):
        return quoted
    lines = (line for held in behind if is_fragment(held.unit, language=language) for line in held.closest)
    over = next((line.strip(" :") for line in lines if denies_what_it_lists(line, language=language)), "")
    return f"{over}: {quoted}" if over and over not in quoted else quoted


def _lending(claim: str, held: Evidence, language: str, more: tuple[tuple[str, ...], ...]) -> str:
    """Return the denying line over the evidence that a claim has words from, which the evidence does not say."""
    borrowed = set(unsaid(claim, held.unit, language=language, more=more))
    for line in reversed(held.over):
        if denies_what_it_lists(line, language=language) and borrowed - set(
            unsaid(claim, line, language=language, more=more)
        ):
            return line
    return ""


def _polarity(claim: str, source: str, over: str, language: str) -> Iterable[Slip]:
    said, told = (denies(asserted(each, language=language), language=language) for each in (claim, source))
    if over:
        told = not told if is_fragment(source, language=language) else True
    turned = _turned_conditions(claim, source, language)
    if (said != told) == bool(turned):
        return  # "refused unless" is "granted only if"
    if turned:
        yield Slip(finding=f"turns the condition {turned[0]!r} round", contrary=True)
        return
    says, under = "denies" if said else "affirms", f" under {over!r}" if over else ""
    yield Slip(finding=f"{says} what the quoted words do not: {source!r}{under}", contrary=True)


def _turned_conditions(claim: str, source: str, language: str) -> tuple[str, ...]:
    """Return the conditions of the evidence that the claim has with the other sign."""
    theirs = conditions(source, language=language)
    pairs = [(own, nearest_clause(own, theirs, language=language)) for own in conditions(claim, language=language)]
    return tuple(same for own, same in pairs if same and _differ(own, same, language))


def _differ(one: str, two: str, language: str) -> bool:
    return denies(one, language=language) != denies(two, language=language)


def _firmness(claim: str, source: str, over: str, language: str) -> Iterable[Slip]:
    said, told = (firmness(each, language=language) for each in (claim, source))
    if over and told is Firmness.SAID:
        told = firmness(over, language=language)
    if told < Firmness.SAID and said > told:
        yield Slip(finding=f"is firmer than the quoted words ({said.name.lower()}, {told.name.lower()}): {source!r}")
    elif said is Firmness.BINDING and told is not Firmness.BINDING and not has_deadline(source, language=language):
        yield Slip(finding=f"makes a duty of what the quoted words only state: {source!r}")
