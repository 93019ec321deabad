"""Which check left a part of a question without an answer, told to whoever asks why; no answer shows it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from pincite.generate.barring.persons import names_nobody
from pincite.generate.reading.expected import counts, fits

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from collections.abc import Set as AbstractSet

    import numpy as np
    from numpy.typing import NDArray

    from pincite.generate.reading.asked import Ask
    from pincite.generate.reading.candidates import Candidate

    Similarity = Callable[[str, Sequence[str]], NDArray[np.float32]]

__all__ = ["Check", "Refusal", "barred", "below", "lacking", "no_answer", "unlisted"]


class Check(StrEnum):
    """What refused, in the order in which it is tried."""

    UNLISTED = "unlisted"
    """A name, code, number or kind of the question stands nowhere, or only others like it do."""
    BARRED = "barred"
    """Everything that is shown is of another thing than the question."""
    NO_ANSWER = "no answer"
    """Nothing that is shown can be an answer to a question of this form."""
    THRESHOLD = "threshold"
    """It is not probable enough that the passages answer."""
    LACKS = "lacks what is asked"
    """What fits best does not hold what is asked for."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Refusal:
    """One part of a question that stays without an answer, and by which check."""

    check: Check
    said: str
    """What it found, in one sentence without its stop."""


def unlisted(names: Sequence[str]) -> Refusal:
    """Return that names of the question stand nowhere in what is shown."""
    named = ", ".join(f'"{name}"' for name in names)
    return Refusal(check=Check.UNLISTED, said=f"{named} stands nowhere in what is shown, or only others like it do")


def barred(found: Sequence[Candidate], by: Mapping[str, AbstractSet[Candidate]]) -> Refusal:
    """
    Return that everything is of another thing.

    :param by: What each check bars, by what it says of it.
    """
    if not found:
        return Refusal(check=Check.BARRED, said="nothing that is shown names the key of the question")
    said = "; ".join(name for name, those in by.items() if not those.isdisjoint(found))
    return Refusal(check=Check.BARRED, said=f"what is shown is of another thing: {said}")


def no_answer(reasons: Iterable[str]) -> Refusal:
    """Return that nothing can be an answer, and why each cannot."""
    told = "; ".join(dict.fromkeys(filter(None, reasons)))
    return Refusal(check=Check.NO_ANSWER, said=f"nothing that is shown can be the answer: {told}")


def below(probability: float, threshold: float) -> Refusal:
    """Return that it is not probable enough that the passages answer."""
    return Refusal(
        check=Check.THRESHOLD,
        said=f"the passages answer with a probability of {probability:.2f}, below {threshold:.2f} of "
        "generate.extractive.threshold",
    )


def lacking(part: Ask, first: Candidate, language: str, similarity: Similarity | None) -> Refusal:
    """Return that what fits best does not hold what is asked for."""
    if names_nobody(part.text, first, language, similarity):
        said = "names nobody, and who is asked"
    elif counts(part.text, first.claim, language=language) is False:
        said = "counts something else"
    elif fits(part.expected, first.claim, part.text, language=language) is False:
        said = f"has no value of the kind that is asked for ({part.expected.value})"
    else:
        said = "does not say what is asked of the thing, nor comes near to it"
    return Refusal(check=Check.LACKS, said=f'what fits best, "{first.claim}", {said}')
