"""
Measures the extractive generator on labelled questions, and fits its weights.

``python bench/extractive.py [SET…] [--fit] [--data ../shared/data]``

Sets: ``lumen`` and ``halvorsen`` (the questions marked "tune" of these examples), ``policies`` (questions of our own
over real policies of three organisations), ``harbour``, ``ferry``, ``velden``, ``tarnbeck`` and ``ashgrove`` (small
handbooks with questions, written for this; in ``ferry`` nearly all questions that can be answered avoid the words of
the pages, and those that cannot use them), ``xquad`` (a question with its own paragraph is answerable, with the other
paragraphs of the article it is not), ``contracts`` (clauses that six contracts have or lack; only reported, never
fitted). All but ``xquad`` go through a corpus with the default settings, as ``pincite ask`` does.

Without ``--fit`` the table says of each set how many answerable questions were refused, how many unanswerable ones,
and how many of the answerable got an answer that holds what was asked for. With ``--fit`` the weights are fitted anew
by cross-validated logistic regression, the same table is printed for questions that the fit has not seen, and
``src/pincite/generate/scoring/fitted.py`` is written.
"""

from __future__ import annotations

import argparse
import os
import pickle
import re
import tempfile
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from extractive_fit import Case, fit, write
from extractive_sets import SETS, Asked
from pincite.attribute import AttributeSettings
from pincite.attribute import build as build_attributor
from pincite.config import load
from pincite.generate import GenerateSettings
from pincite.generate import build as build_generator
from pincite.generate.extractive import every_candidate, named_only, of_other_codes
from pincite.generate.reading.asked import asks
from pincite.generate.scoring.cosines import Cosines
from pincite.generate.scoring.features import measure

ROOT = Path(__file__).resolve().parents[1]


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """What the generator and the checks made of one question."""

    asked: Asked
    claims: tuple[str, ...]

    @property
    def right(self) -> bool:
        """Whether a claim holds what was asked for."""
        return any(re.search(p, claim) for p in self.asked.patterns for claim in self.claims)


def collect(names: list[str], data: Path, kept: Path | None) -> list[Asked]:
    """Return the questions of the sets; a set that was kept is read back."""
    found: list[Asked] = []
    for name in names:
        file = kept / f"{name}.pickle" if kept else None
        if file and file.exists():
            found += pickle.loads(file.read_bytes())  # our own file, written below
            continue
        with tempfile.TemporaryDirectory() as folder:
            silent = Path(folder) / "no-drafts.jsonl"
            silent.touch()
            os.environ["PINCITE_GENERATE__NAME"] = f"scripted:{silent}"  # only the passages are wanted
            rows = list(SETS[name](Path(folder), data))
        if file:
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(pickle.dumps(rows))
        found += rows
    return found


def answer(rows: list[Asked], cosines: Cosines | None) -> list[Outcome]:
    """Draft and check every question."""
    generator = build_generator(GenerateSettings(), similarity=cosines)
    attributor = build_attributor(AttributeSettings())
    outcomes = []
    for row in rows:
        claims: tuple[str, ...] = ()
        if row.passages:
            draft = generator.draft(row.question, row.passages)
            claims = tuple(c.text for c in attributor.attribute(row.question, draft, row.passages).claims)
        outcomes.append(Outcome(asked=row, claims=claims))
    return outcomes


def report(outcomes: list[Outcome], *, show: bool) -> None:
    """Print a line per set, and with ``show`` every question that went wrong."""
    print("| set | answerable | refused | right | unanswerable | refused |\n|---|---|---|---|---|---|")
    for name in dict.fromkeys(o.asked.set for o in outcomes):
        able = [o for o in outcomes if o.asked.set == name and o.asked.patterns]
        unable = [o for o in outcomes if o.asked.set == name and not o.asked.patterns]
        refused, right = (np.mean([bool(v(o)) for o in able]) for v in (lambda o: not o.claims, lambda o: o.right))
        kept = np.mean([not o.claims for o in unable]) if unable else float("nan")
        print(f"| {name} | {len(able)} | {refused:.3f} | {right:.3f} | {len(unable)} | {kept:.3f} |")
    for o in outcomes if show else []:
        if (o.asked.patterns and not o.right) or (not o.asked.patterns and o.claims):
            print(
                f"{o.asked.set} {'A' if o.asked.patterns else 'U'} {o.asked.question} => {' / '.join(o.claims)[:160]}"
            )


def cases(rows: list[Asked], cosines: Cosines | None) -> list[Case]:
    """Measure every question for the fit."""
    made = []
    for row in rows:
        found = named_only(row.question, every_candidate(row.passages))
        barred = of_other_codes(row.question, found, "en")
        for part in asks(row.question) if len(barred) < len(found) else ():
            evidence = measure(part, found, language="en", similarity=cosines, barred=barred)
            right = [any(re.search(p, c.claim) for p in row.patterns) for c in evidence.candidates]
            made.append(
                Case(
                    set=row.set, id=row.id, values=evidence.values, right=np.array(right), answerable=bool(row.patterns)
                )
            )
    return made


def main() -> None:
    """Measure, or fit and measure."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("sets", nargs="*", metavar="SET", help=", ".join(SETS))
    options.add_argument("--fit", action="store_true", help="fit the weights and write them")
    options.add_argument("--words", action="store_true", help="measure without an embedder")
    options.add_argument("--show", action="store_true", help="print what went wrong")
    options.add_argument("--data", type=Path, default=ROOT / "../shared/data", help="the folder of real data")
    options.add_argument("--keep", type=Path, help="a folder that keeps the passages for the next run")
    chosen = options.parse_args()
    rows = collect(chosen.sets or list(SETS), chosen.data, chosen.keep)
    embedder = load(ROOT / "examples/lumen").build_embedder()
    cosines = Cosines(lambda: embedder, kept=1_000_000)
    if chosen.fit:
        fitted = [
            fit(cases([r for r in rows if r.set != "contracts"], c), meaning=c is not None) for c in (cosines, None)
        ]
        write(fitted[0], fitted[1], ROOT / "src/pincite/generate/scoring/fitted.py")
    else:
        report(answer(rows, None if chosen.words else cosines), show=chosen.show)


if __name__ == "__main__":
    main()
