"""
Fits the two linear models of the extractive generator (see ``bench/extractive.py``).

``order`` is a pairwise logistic regression: within one question, the measures of what answers less those of what does
not.
``trust`` is a logistic regression over the first candidate of each question, answerable or not. Both on standardised
features with an L2 penalty; figures that are printed come from five folds, drawn several times, so that no question is
judged by weights fitted on it. The intercept is moved to the point where 0.5 refuses no more than a set share of the
answerable questions.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from pincite.generate.scoring.features import FEATURES, MEANINGS

if TYPE_CHECKING:
    from pathlib import Path

    from numpy.typing import NDArray

    Array = NDArray[np.float64]

WEIGHTS = {
    "lumen": 3.0, "halvorsen": 3.0, "policies": 3.0, "harbour": 3.0, "ferry": 3.0, "velden": 3.0, "tarnbeck": 3.0,
    "ashgrove": 3.0, "xquad": 0.25,
}  # fmt: skip
"""What a question of each set counts in the fit: most for questions as people put them to their own documents."""
NATURAL = ("lumen", "halvorsen", "policies", "harbour")
"""Sets that set the intercept: the others are harder on purpose than what people ask."""
REFUSED, REFUSED_WORDS = 0.04, 0.15
"""
Share of the answerable questions of these sets, unseen, that the intercept lets refuse; more by words alone, which
would answer half of the others at the same share.
"""
ORDER_PENALTY, PENALTY, FOLDS, ROUNDS, LEAST_SD = 40.0, 10.0, 5, 4, 0.02


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Case:
    """One part of a question, measured."""

    set: str
    id: str
    values: Array
    """*Shape:* (n_candidates, n_features)"""
    right: NDArray[np.bool_]
    """*Shape:* (n_candidates,)"""
    answerable: bool


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Fitted:
    """Weights of both models; 0 for features that were not measured."""

    order: Array
    trust: Array
    intercept: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """A whole question as weights judge it that have not seen it."""

    set: str
    answerable: bool
    odds: float
    """Greatest log-odds of its parts."""
    right: bool
    """Whether a part's first candidate is right."""


def fit(cases: list[Case], *, meaning: bool) -> Fitted:
    """Return the weights fitted on all cases, with the intercept moved to the balance; print what five folds say."""
    columns = [at for at, name in enumerate(FEATURES) if meaning or name not in MEANINGS]
    rounds = [_unseen(cases, columns, seed) for seed in range(ROUNDS)]
    shift = float(np.mean([_point(judged, REFUSED if meaning else REFUSED_WORDS) for judged in rounds]))
    print(f"{'with an embedder' if meaning else 'by words alone'}: point at log-odds {shift:.2f}, unseen questions")
    _table(rounds, shift)
    _curve(rounds, shift)
    whole = _models(cases, columns)
    return Fitted(order=whole.order, trust=whole.trust, intercept=whole.intercept - shift)


def _unseen(cases: list[Case], columns: list[int], seed: int) -> list[Question]:
    """Return every question as weights judge it that were fitted without it."""
    keys = np.random.default_rng(seed).permutation(sorted({c.id for c in cases}))
    fold = {key: at % FOLDS for at, key in enumerate(keys)}
    best: dict[tuple[str, str, bool], Question] = {}
    for number in range(FOLDS):
        trained = _models([c for c in cases if fold[c.id] != number], columns)
        for case in (c for c in cases if fold[c.id] == number):
            odds, right = _judge(case, trained)
            key = (case.set, case.id, case.answerable)
            before = best.get(key)
            best[key] = Question(
                set=case.set,
                answerable=case.answerable,
                odds=max(odds, before.odds) if before else odds,
                right=right or bool(before and before.right),
            )
    return list(best.values())


def _models(cases: list[Case], columns: list[int]) -> Fitted:
    order = _ordering(cases, columns)
    usable = [c for c in cases if c.right.any() or not c.answerable]
    first = np.array([c.values[int(np.argmax(c.values @ order))] for c in usable])[:, columns]
    said = np.array([float(c.answerable) for c in usable])
    count = np.array([WEIGHTS[c.set] for c in usable])
    count *= np.where(said == 1, count[said == 0].sum() / count[said == 1].sum(), 1.0)
    middle = np.average(first, axis=0, weights=count)
    spread = np.maximum(np.sqrt(np.average((first - middle) ** 2, axis=0, weights=count)), LEAST_SD)
    solved = _logistic((first - middle) / spread, said, count, PENALTY)
    trust = np.zeros(len(FEATURES))
    trust[columns] = solved[:-1] / spread
    return Fitted(order=order, trust=trust, intercept=float(solved[-1] - (solved[:-1] / spread * middle).sum()))


def _ordering(cases: list[Case], columns: list[int]) -> Array:
    pairs, count = [], []
    for case in cases:
        good, bad = case.values[case.right], case.values[~case.right]
        for one in good:
            for other in bad:
                pairs.append((one - other)[columns])
                count.append(WEIGHTS[case.set] / (len(good) * len(bad)))
    both = np.concatenate([np.array(pairs), -np.array(pairs)])
    said = np.repeat([1.0, 0.0], len(pairs))
    weights = np.tile(count, 2)
    spread = np.maximum(np.sqrt((both**2 * weights[:, None]).sum(0) / weights.sum()), LEAST_SD)
    order = np.zeros(len(FEATURES))
    order[columns] = _logistic(both / spread, said, weights, ORDER_PENALTY)[:-1] / spread
    return order


def _logistic(values: Array, said: Array, count: Array, strength: float) -> Array:
    """Return weights and intercept by Newton's method; the intercept is not penalised."""
    wide = np.c_[values, np.ones(len(values))]
    solved = np.zeros(wide.shape[1])
    penalty = np.eye(len(solved)) * strength
    penalty[-1, -1] = 1e-6
    for _ in range(50):
        odds = np.clip(wide @ solved, -30, 30)
        chance = 1 / (1 + np.exp(-odds))
        slope = wide.T @ (count * (chance - said)) + penalty @ solved
        bend = (wide * (count * chance * (1 - chance) + 1e-9)[:, None]).T @ wide + penalty
        step = np.linalg.solve(bend, slope)
        solved -= step
        if np.abs(step).max() < 1e-6:
            break
    return solved


def _judge(case: Case, model: Fitted) -> tuple[float, bool]:
    at = int(np.argmax(case.values @ model.order))
    return float(case.values[at] @ model.trust + model.intercept), bool(case.right[at])


def _point(judged: list[Question], allowed: float) -> float:
    """Return the log-odds below which the allowed share of answerable questions lies, each set counting alike."""
    sets = [[q.odds for q in judged if q.answerable and q.set == name] for name in NATURAL]
    each = [(odds, 1 / len(odds_of) / len(sets)) for odds_of in sets for odds in odds_of]
    odds, shares = np.array(sorted(each)).T
    return float(np.interp(allowed, np.cumsum(shares), odds))


def _table(rounds: list[list[Question]], shift: float) -> None:
    print("| set | answerable | refused | first right | unanswerable | refused |\n|---|---|---|---|---|---|")
    for name in dict.fromkeys(q.set for q in rounds[0]):
        able = [q for judged in rounds for q in judged if q.set == name and q.answerable]
        refused, kept = _refused(rounds, (name,), shift)
        n_able, n_unable = (sum(q.set == name and q.answerable == said for q in rounds[0]) for said in (True, False))
        print(
            f"| {name} | {n_able} | {refused:.3f} | {np.mean([q.right for q in able]):.3f} | {n_unable} | {kept:.3f} |"
        )


def _curve(rounds: list[list[Question]], shift: float) -> None:
    """Print what other points would refuse of the sets that set the intercept, by the threshold that a user sets."""
    print("| threshold | answerable refused | unanswerable refused |\n|---|---|---|")
    for threshold in (0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8):
        refused, kept = _refused(rounds, NATURAL, shift + float(np.log(threshold / (1 - threshold))))
        print(f"| {threshold} | {refused:.3f} | {kept:.3f} |")


def _refused(rounds: list[list[Question]], names: tuple[str, ...], point: float) -> tuple[float, float]:
    """Return the share refused of the answerable questions and of the others."""
    chosen = [q for judged in rounds for q in judged if q.set in names]
    able, unable = ([q.odds < point for q in chosen if q.answerable == said] for said in (True, False))
    return float(np.mean(able)), float(np.mean(unable)) if unable else float("nan")


def write(meaning: Fitted, words: Fitted, file: Path) -> None:
    """Write both sets of weights as a module."""
    parts = [_HEAD]
    for name, fitted, told in (("MEANING", meaning, "With an embedder."), ("WORDS", words, "By words alone.")):
        rows = "".join(
            f'        "{feature}": ({order:.2f}, {trust:.2f}),\n'
            for feature, order, trust in zip(FEATURES, fitted.order, fitted.trust, strict=True)
        )
        parts.append(
            f"{name}: Final[tuple[dict[str, tuple[float, float]], float]] = (\n    {{\n{rows}    }},\n"
            f'    {fitted.intercept:.2f},\n)\n"""{told}"""\n'
        )
    file.write_text("".join(parts), encoding="utf-8")


_HEAD = '''"""
The fitted weights of the extractive generator: written by ``bench/extractive.py --fit``, not by hand.

Feature: (order, trust). The intercepts are those of trust, moved so that at 0.5 four in a hundred of the
answerable questions are refused that the fit has not seen (by words alone, fifteen).
"""

from __future__ import annotations

from typing import Final

__all__ = ["MEANING", "WORDS"]

'''
