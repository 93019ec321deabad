"""
Prints recall@10 of questions in one language over pages in others: each leg, the hybrid and the blend.

``python bench/crosslingual.py [LANGUAGE …] [--asked en] [--embedder e5-small] [--questions N]``

Pages are the 240 of XQuAD in each language, questions the 1,190 over the same pages in the language of ``--asked``,
which is told as the search tells it. Behind each figure stands its 95% bootstrap interval; the last columns are paired
differences.
``pincite models install e5-small`` first. Vectors are kept in the cache folder by the digest of their text: the first
run embeds (five minutes of one core a language), and one that is stopped goes on where it was.
"""

from __future__ import annotations

import argparse
import tempfile
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from collected import load
from judged import Judged
from pincite.models.places import cache_folder
from pincite.text.languages import detect
from table import difference, ordered

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from collected import Asked

WAYS = ("lexical", "dense", "hybrid", "hybrid + blend")


def recalls(pages: str, asked: Sequence[Asked], embedder: str, cache: Path) -> dict[str, NDArray[np.float64]]:
    """Return for each way and question whether its page is among the first ten."""
    with tempfile.TemporaryDirectory() as work:
        bench = Judged(load(pages), cache, Path(work), embedder=embedder)
        found: dict[str, list[float]] = {way: [] for way in WAYS}
        for each in asked:
            for way, order in ordered(bench, each):
                found[way].append(bench.recall(order, each, 10))
        bench.index.close()
    return {way: np.array(values) for way, values in found.items()}


def around(sample: NDArray[np.float64]) -> str:
    """Return the mean with its 95% bootstrap interval."""
    rng = np.random.default_rng(0)
    means = sample[rng.integers(len(sample), size=(2_000, len(sample)))].mean(axis=1)
    return f"{sample.mean():.3f} [{np.quantile(means, 0.025):.3f}, {np.quantile(means, 0.975):.3f}]"


def main() -> None:
    """Read the command line and print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("languages", nargs="*", default=["de", "zh", "ar", "ru"])
    parser.add_argument("--asked", default="en", help="language of the questions; 'own' for that of the pages")
    parser.add_argument("--embedder", default="e5-small")
    parser.add_argument("--questions", type=int, default=None, help="that many of the questions, evenly spread")
    parser.add_argument("--cache", type=Path, default=cache_folder() / "bench", help="where vectors are kept")
    given = parser.parse_args()
    print(f"{given.embedder}: recall@10 [95%]\n")
    print(f"| questions → pages | {' | '.join(WAYS)} | hybrid over the better leg | blend over hybrid |")
    print("|" + "---|" * (len(WAYS) + 3))
    for language in given.languages:
        tongue = language if given.asked == "own" else given.asked
        asked = load(f"xquad-{tongue}").asked
        asked = asked[:: max(1, len(asked) // given.questions)] if given.questions else asked
        told = [replace(each, language=detect(each.text, default=language)) for each in asked]
        found = recalls(f"xquad-{language}", told, given.embedder, given.cache)
        better = max(("lexical", "dense"), key=lambda leg: found[leg].mean())
        cells = [around(found[way]) for way in WAYS]
        cells += [difference(found["hybrid"] - found[better]), difference(found["hybrid + blend"] - found["hybrid"])]
        print(f"| {tongue} → {language} ({len(told):,}) | {' | '.join(cells)} |", flush=True)


if __name__ == "__main__":
    main()
