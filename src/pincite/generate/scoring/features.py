"""
What speaks for and against a candidate as the answer to a question: the features of the scoring model.

Each lies in [0, 1] or near it. Words are compared by stems, weighted by how rare they are among the candidates and in
general, so that a rare word which stands nowhere in the passages weighs most. With an embedder, meanings are compared
too.
"""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Final

import numpy as np

from pincite.generate.reading.expected import Expected, counts, fits
from pincite.generate.reading.subjects import another, asked_attribute, pairs_of, said_or_near
from pincite.generate.scoring.fill import cover, dents, filled, terms_of
from pincite.text.identifiers import find
from pincite.text.words import content_words

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Sequence

    from numpy.typing import NDArray

    from pincite.generate.reading.asked import Ask
    from pincite.generate.reading.candidates import Candidate

    Similarity = Callable[[str, Sequence[str]], NDArray[np.float32]]

__all__ = ["FEATURES", "MEANINGS", "Evidence", "is_common", "measure", "says_nothing"]

MEANINGS: Final = (
    "meaning",  # cosine of the part to heading and claim
    "claim_meaning",  # cosine of the part to the claim alone
    "whole_meaning",  # cosine of the question with its background to heading and claim
    "context_meaning",  # cosine of the part to heading, the words before and the claim
    "heading_meaning",  # cosine of the part to title and heading path
    "section_meaning",  # cosine of the question to all that the passage shows under the heading
    "lift",  # meaning above the median candidate
    "stands_out",  # meaning above the mean of the best five others
    "best_meaning",  # the greatest of meaning, claim_meaning, whole_meaning and context_meaning
    "fill",  # weighted share of the part's words that the candidate says or comes near to (cosines .3 to .65)
    "fill_loose",  # the same from lower cosines (.2 to .6)
    "fill_strict",  # the same from higher cosines (.35 to .75)
    "open",  # weight of the heaviest word that the candidate neither says nor comes near to
    "open_strict",  # the same from higher cosines
    "open_absent",  # the same of words that stand in no passage
    "open_yes_no",  # the same where the question asks yes or no: then no kind of answer can be missed
    "dent",  # by how much the candidate comes nearer to the part when one word is left out of it, at most
    "dent_near",  # the same of words that the candidate does not say, by their weight
)
"""Features that need an embedder; 0 without one."""
FEATURES: Final = (
    *MEANINGS,
    "words_claim",  # weighted share of the part's stems in the claim
    "words_near",  # the same in claim, heading, header and lead-in
    "words_passage",  # the same in the whole passage
    "hole",  # weight of the heaviest stem that the passage lacks, over the heaviest stem
    "phrases",  # share of the part's pairs of neighbouring stems that stand side by side in the claim
    "focus",  # share of the claim's stems that the part has
    "anchor",  # weight of the rarest of the part's stems that stand in the claim
    "names_near",  # weight of the rarest of the question's names and numbers near
    "key_said",  # 1 where the claim writes an exact key of the question: a part number, an order, a code
    "names_missing",  # share of the question's names and numbers that no passage has
    "kind_found",  # 1 where the expected kind of answer can be told and stands in the claim
    "kind_missing",  # 1 where it can be told and does not
    "kind_rare",  # share of all candidates without that kind of answer, where the claim has one
    "attribute_lack",  # how far the claim and what is over it are from the X of "what is the X"; 0 with an exact key
    "attribute_open",  # 1 where most of that is neither said nor near
    "other_kind",  # weight of the word that tells kinds apart, where the candidate speaks of another one
    "not_counted",  # 1 where "how many" asks for a noun that no number in the claim stands by
)
"""Names of the columns, in order."""
VERY_COMMON: Final = 400
"""Rank up to which a common word weighs half; the other common words weigh three quarters."""
N_COVERS: Final = 9
"""The last of :data:`MEANINGS`, those that compare single words."""
SHORTLIST: Final = 5
"""How many candidates are measured whole; the others stand too far behind to win."""
WHOLE: Final = 500
"""Characters of a section that are compared as one text."""


SAID: Final = 0.5
"""From how near on, in [0, 1], a word counts as said in other words."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Evidence:
    """The shortlist of one part of a question, measured."""

    candidates: tuple[Candidate, ...]
    """Most promising first."""
    values: NDArray[np.float64]
    """*Shape:* (n_candidates, n_features), columns as in :data:`FEATURES`."""
    absent: tuple[str, ...]
    """The part's stems that stand in no passage, heaviest first."""


def measure(
    ask: Ask,
    found: Sequence[Candidate],
    *,
    language: str,
    similarity: Similarity | None,
    barred: Collection[Candidate] = (),
) -> Evidence:
    """
    Return the most promising candidates of a part with their features.

    :param found: All candidates of all passages; at least one that is not barred.
    :param barred: Those that are no answers whatever they say; they count as background for the others.
    :param similarity: Cosines of a text to each of several; ``None`` for words alone, which leaves the meanings 0.
    """
    terms = _Terms(found, language)
    weights = {stem: terms.weight(stem) for stem in ask.stems}
    compare = similarity or _no_meaning
    shown = [c.shown for c in found]
    meaning = compare(ask.text, shown)
    whole = compare(ask.whole, shown) if ask.whole != ask.text else meaning
    promise = np.maximum(meaning, whole) + 0.5 * np.array([_share(weights, near) for near in terms.near])
    order = [int(at) for at in np.argsort(-promise, kind="stable") if found[int(at)] not in barred][:SHORTLIST]
    columns = _meanings(ask, found, order, meaning, whole, compare)
    subjects = _subjects(ask, [found[at] for at in order], terms, language, similarity)
    covers = _covers(ask, found, order, weights, terms, language, similarity)
    kinds = [fits(ask.expected, c.claim, ask.text, language=language) for c in found]
    rows = [
        [
            *columns[row],
            *covers[row],
            *_words(ask, found[at], at, weights, terms, kinds, language),
            *subjects[row],
            float(counts(ask.text, found[at].claim, language=language) is False),
        ]
        for row, at in enumerate(order)
    ]
    absent = sorted((stem for stem in weights if stem not in terms.known), key=lambda stem: -weights[stem])
    return Evidence(candidates=tuple(found[at] for at in order), values=np.array(rows), absent=tuple(absent))


def _meanings(
    ask: Ask,
    found: Sequence[Candidate],
    order: list[int],
    meaning: NDArray[np.float32],
    whole: NDArray[np.float32],
    compare: Similarity,
) -> NDArray[np.float64]:
    """
    Return the features of meaning of the shortlist.

    *Shape:* (n_shortlisted, n_meanings less those of :func:`_covers`)
    """
    short = [found[at] for at in order]
    headings = list(dict.fromkeys(c.heading for c in short))
    places = list(dict.fromkeys((c.passage, c.heading) for c in short))
    told = {place: [c.claim for c in found if (c.passage, c.heading) == place] for place in places}
    wholes = [" ".join([f"{place[1]}.", *told[place]])[:WHOLE] for place in places]
    over = dict(zip(headings, compare(ask.text, headings), strict=True))
    around = dict(zip(places, compare(ask.whole, wholes), strict=True))
    ranked = np.sort(meaning)[::-1]
    direct = (
        meaning[order],
        compare(ask.text, [c.claim for c in short]),
        whole[order],
        compare(ask.text, [f"{c.heading}. {c.around} {c.claim}" if c.around else c.shown for c in short]),
    )
    columns = (
        *direct,
        np.array([over[c.heading] for c in short]),
        np.array([around[(c.passage, c.heading)] for c in short]),
        meaning[order] - float(np.median(meaning)),
        np.array([_above_others(float(meaning[at]), ranked) for at in order]),
        np.max(direct, axis=0),
    )
    return np.stack([np.asarray(column, dtype=np.float64) for column in columns], axis=1)


def _covers(
    ask: Ask,
    found: Sequence[Candidate],
    order: list[int],
    weights: dict[str, float],
    terms: _Terms,
    language: str,
    similarity: Similarity | None,
) -> NDArray[np.float64]:
    """
    Return the features that say how well the shortlist covers the part's words in other words.

    *Shape:* (n_shortlisted, 9)
    """
    asked = terms_of(ask.text, weights, language)
    if similarity is None or not asked:
        return np.zeros((len(order), N_COVERS))
    short = [found[at] for at in order]
    near = [terms.near[at] for at in order]
    cosines = filled(asked, [f"{c.shown} {c.around}" for c in short], near, language, similarity)
    dent = dents(ask.text, asked, [c.shown for c in short], similarity)
    weight = np.array([term.weight for term in asked])
    absent = np.array([not terms.known.issuperset(term.stems) for term in asked])
    said = np.array([[stems.issuperset(term.stems) for term in asked] for stems in near])
    loose, usual, strict = (cover(cosines, low, high) for low, high in ((0.2, 0.6), (0.3, 0.65), (0.35, 0.75)))
    left = weight * (1 - usual)
    left_absent = (left * absent).max(axis=1)
    columns = (
        usual @ weight / weight.sum(),
        loose @ weight / weight.sum(),
        strict @ weight / weight.sum(),
        left.max(axis=1),
        (weight * (1 - strict)).max(axis=1),
        left_absent,
        left_absent * (ask.expected is Expected.YES_NO),
        dent.max(axis=1),
        (weight * dent * ~said).max(axis=1),
    )
    return np.stack(columns, axis=1)


def _subjects(
    ask: Ask, short: Sequence[Candidate], terms: _Terms, language: str, similarity: Similarity | None
) -> list[tuple[float, float, float]]:
    """Return what of the asked attribute is not said, and how far another kind of thing is spoken of."""
    asked = tuple(asked_attribute(ask.text, language))
    pairs = pairs_of(ask.text, language)
    found = []
    for candidate in short:
        own = f"{candidate.claim} {candidate.around} {candidate.heading}"
        said = [said_or_near(stem, own, language, similarity) for stem in asked]
        lack = 1.0 - sum(said) / len(said) if said and not _has_key(ask, candidate) else 0.0
        other = (terms.weight(p.of_stem) * another(p, candidate, language, similarity) for p in pairs)
        found.append((lack, float(lack > SAID), _most(other)))
    return found


def _above_others(value: float, ranked: NDArray[np.float32]) -> float:
    """Return a value less the mean of the best five others."""
    if len(ranked) < 2:
        return 0.0
    others = np.delete(ranked, int(np.argmin(np.abs(ranked - value))))[:5]
    return value - float(others.mean())


def _words(
    ask: Ask,
    candidate: Candidate,
    at: int,
    weights: dict[str, float],
    terms: _Terms,
    kinds: list[bool | None],
    language: str,
) -> list[float]:
    """Return the features of words and kind of one candidate."""
    claim, near, passage = terms.claim[at], terms.near[at], terms.passage[candidate.passage]
    heaviest = max(weights.values(), default=1.0)
    kind = kinds[at]
    named = [stem for name in ask.names for stem in content_words(name, language) if stem in near]
    return [
        _share(weights, claim),
        _share(weights, near),
        _share(weights, passage),
        _most(weights[stem] for stem in weights if stem not in passage) / heaviest,
        _phrases(ask.pairs, terms.pairs[at]),
        len(claim & set(ask.stems)) / max(1, len(claim)),
        _most(weights[stem] for stem in weights if stem in claim),
        _most(terms.weight(stem) for stem in named),
        float(_has_key(ask, candidate)),
        sum(name.lower() not in terms.written for name in ask.names) / len(ask.names) if ask.names else 0.0,
        float(kind is True),
        float(kind is False),
        1.0 - kinds.count(True) / len(kinds) if kind else 0.0,
    ]


def _has_key(ask: Ask, candidate: Candidate) -> bool:
    """Tell whether a claim writes an exact key of the question: its row is what there is to say of it."""
    return bool(ask.keys) and not ask.keys.isdisjoint(i.key for i in find(candidate.claim))


def _no_meaning(text: str, texts: Sequence[str]) -> NDArray[np.float32]:  # the signature of Similarity
    return np.zeros(len(texts), dtype=np.float32)


def _share(weights: dict[str, float], stems: frozenset[str]) -> float:
    total = sum(weights.values())
    return sum(weight for stem, weight in weights.items() if stem in stems) / total if total else 0.0


def _phrases(asked: frozenset[tuple[str, str]], said: frozenset[tuple[str, str]]) -> float:
    return len(asked & said) / len(asked) if asked else 0.0


def _most(values: Iterable[float]) -> float:
    return max(values, default=0.0)


class _Terms:
    """Stems of the candidates, and how rare each is."""

    def __init__(self, found: Sequence[Candidate], language: str) -> None:
        stems = [content_words(c.claim, language) for c in found]
        self.claim = [frozenset(said) for said in stems]
        self.pairs = [frozenset(pairwise(said)) for said in stems]
        over = [frozenset(content_words(f"{c.heading} {c.called} {c.around}", language)) for c in found]
        self.near = [claim | more for claim, more in zip(self.claim, over, strict=True)]
        self.passage: dict[int, frozenset[str]] = {}
        for c, near in zip(found, self.near, strict=True):
            self.passage[c.passage] = self.passage.get(c.passage, frozenset()) | near
        self.known = frozenset().union(*self.passage.values())
        self.written = " ".join(f"{c.shown} {c.called} {c.around}" for c in found).lower()
        self._n = len(found)
        self._counts = Counter(stem for near in self.near for stem in near)

    def weight(self, stem: str) -> float:
        """Return how rare a stem is, in (0, 1]; 1 for one that stands nowhere and is not common anywhere."""
        count = self._counts[stem]
        rare = math.log1p((self._n - count + 0.5) / (count + 0.5)) / math.log1p((self._n + 0.5) / 0.5)
        return _prior(stem) * rare


def says_nothing(word: str, stem: str) -> bool:
    """Tell whether a word of a question is worth no mention where no passage has it: "you'll", "myself", "get"."""
    rank = _common().get(stem)
    return "'" in word or "\u2019" in word or word.casefold().endswith("self") or (rank or VERY_COMMON) < VERY_COMMON


def is_common(word: str) -> bool:
    """Tell whether an English word is common in texts of any kind: then it is no slip of another."""
    stems = content_words(word, "en")
    return not stems or stems[0] in _common()


def _prior(stem: str) -> float:
    """Return what a stem weighs before any passage is seen: less for words that are common everywhere."""
    rank = _common().get(stem)
    return 1.0 if rank is None else 0.5 if rank < VERY_COMMON else 0.75


@lru_cache(maxsize=1)
def _common() -> dict[str, int]:
    lines = Path(__file__).with_name("common_en.txt").read_text(encoding="utf-8").splitlines()
    listed = " ".join(line for line in lines if not line.startswith("#")).split()
    ranks: dict[str, int] = {}
    for rank, word in enumerate(listed):
        for stem in content_words(word, "en"):
            ranks.setdefault(stem, rank)
    return ranks
