"""
Fits the two linear models of the extractive generator (see ``bench/extractive.py``).

``order`` is a pairwise logistic regression: within one question, the measures of what answers less those of what does
not.
``trust`` is a logistic regression over the first candidate of each question, answerable or not. Both on standardised
features with an L2 penalty; figures that are printed come from five folds, so that no question is judged by weights
fitted on it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from pincite.generate.features import FEATURES, MEANINGS

if TYPE_CHECKING:
    from pathlib import Path

    from numpy.typing import NDArray

    Array = NDArray[np.float64]

WEIGHTS = {"lumen": 3.0, "policies": 3.0, "harbour": 3.0, "xquad": 0.25}
"""What a question of each set counts in the fit: most for questions as people put them to their own documents."""
NATURAL = ("lumen", "policies", "harbour")
"""Sets whose balance sets the intercept."""
PENALTY, FOLDS, LEAST_SD = 10.0, 5, 0.02


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


def fit(cases: list[Case], *, meaning: bool) -> Fitted:
    """Return the weights fitted on all cases, with the intercept moved to the balance; print what five folds say."""
    columns = [at for at, name in enumerate(FEATURES) if meaning or name not in MEANINGS]
    fold = {
        key: at % FOLDS for at, key in enumerate(np.random.default_rng(0).permutation(sorted({c.id for c in cases})))
    }
    unseen: list[tuple[Case, float, bool]] = []
    for number in range(FOLDS):
        trained = _models([c for c in cases if fold[c.id] != number], columns)
        unseen += [(c, *_judge(c, trained)) for c in cases if fold[c.id] == number]
    shift = _balance([(c.answerable, odds) for c, odds, _ in unseen if c.set in NATURAL])
    print(f"{'with an embedder' if meaning else 'by words alone'}: balance at log-odds {shift:.2f}, five folds")
    _table(unseen, shift)
    whole = _models(cases, columns)
    return Fitted(order=whole.order, trust=whole.trust, intercept=whole.intercept - shift)


def _models(cases: list[Case], columns: list[int]) -> Fitted:
    order = _ordering(cases, columns)
    usable = [c for c in cases if c.right.any() or not c.answerable]
    first = np.array([c.values[int(np.argmax(c.values @ order))] for c in usable])[:, columns]
    said = np.array([float(c.answerable) for c in usable])
    count = np.array([WEIGHTS[c.set] for c in usable])
    count *= np.where(said == 1, count[said == 0].sum() / count[said == 1].sum(), 1.0)
    middle = np.average(first, axis=0, weights=count)
    spread = np.maximum(np.sqrt(np.average((first - middle) ** 2, axis=0, weights=count)), LEAST_SD)
    solved = _logistic((first - middle) / spread, said, count)
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
    order[columns] = _logistic(both / spread, said, weights)[:-1] / spread
    return order


def _logistic(values: Array, said: Array, count: Array) -> Array:
    """Return weights and intercept by Newton's method; the intercept is not penalised."""
    wide = np.c_[values, np.ones(len(values))]
    solved = np.zeros(wide.shape[1])
    penalty = np.eye(len(solved)) * PENALTY
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


def _balance(judged: list[tuple[bool, float]]) -> float:
    """Return the log-odds at which answerable ones refused, at twice the weight, and others answered cost least."""
    able = np.array([odds for answerable, odds in judged if answerable])
    unable = np.array([odds for answerable, odds in judged if not answerable])
    steps = np.arange(-2.0, 1.01, 0.05)
    cost = [2 * (able < t).mean() + (unable >= t).mean() for t in steps]
    near = np.convolve(cost, np.ones(5) / 5, mode="same")
    return float(steps[2 + int(np.argmin(near[2:-2]))])


def _table(judged: list[tuple[Case, float, bool]], shift: float) -> None:
    print("| set | answerable | refused | first right | unanswerable | refused |\n|---|---|---|---|---|---|")
    for name in dict.fromkeys(c.set for c, _, _ in judged):
        able: dict[str, tuple[float, bool]] = {}
        unable: dict[str, float] = {}
        for case, odds, right in judged:
            if case.set == name and case.answerable:
                able[case.id] = max(able.get(case.id, (-99.0, False)), (odds, right))
            elif case.set == name:
                unable[case.id] = max(unable.get(case.id, -99.0), odds)
        refused = np.mean([odds < shift for odds, _ in able.values()])
        right = np.mean([r for _, r in able.values()])
        kept = np.mean([odds < shift for odds in unable.values()]) if unable else float("nan")
        print(f"| {name} | {len(able)} | {refused:.3f} | {right:.3f} | {len(unable)} | {kept:.3f} |")


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

Feature: (order, trust). The intercepts are those of trust, moved to the point where 0.5 balances answers refused
against questions answered that cannot be.
"""

from __future__ import annotations

from typing import Final

__all__ = ["MEANING", "WORDS"]

'''
