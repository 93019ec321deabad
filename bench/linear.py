"""
Whether reading a text costs in proportion to its length, on shapes that no person writes.

Each function reads each shape at doubling lengths; told is the CPU time at the longest, what twice the length costs
(about 2 where it is in proportion), and the time per 5 MB. Run ``python bench/linear.py [--slow]``; with ``--slow``
only what costs more than 2 s per 5 MB or more than three times as much at twice the length is told.
"""

from __future__ import annotations

import argparse
import time
from typing import TYPE_CHECKING, Final

from pincite.text.dates import dates
from pincite.text.identifiers import find
from pincite.text.markup import plain
from pincite.text.numbers import quantities
from pincite.text.sentences import sentences
from pincite.text.words import words

if TYPE_CHECKING:
    from collections.abc import Callable

SHAPES: Final = {
    "words": "word ", "one word": "a", "dashes": "-", "digits": "7", "dots": ".", "brackets": "[", "pipes": "|",
    "backticks": "`", "asterisks": "*", "underscores": "_", "images": "![", "links": "[a](", "titles": '[a](x "',
    "notes": "[^", "addresses": "<http://", "tags": "<a ", "tildes": "~~a ", "quotes": ">", "hashes": "#",
    "blanks": " ", "lines": "\n", "blank lines": " \n", "numbers": "1 ", "lists": "1,", "codes": "A1-",
    "emphasis": "_a ", "backslashes": "\\", "comments": "<!-- ",
}  # fmt: skip
LONGEST: Final = 640_000


def read_sentences(text: str) -> object:
    """Return the sentences of an English text."""
    return sentences(text, language="en")


FUNCTIONS: Final[tuple[Callable[[str], object], ...]] = (plain, read_sentences, find, quantities, dates, words)


def cost(function: Callable[[str], object], shape: str, length: int) -> float:
    """Return the CPU seconds of one call; a mark in front lets no early exit be taken."""
    text = ("*b* " + shape * (length // len(shape) + 1))[:length]
    start = time.process_time()
    function(text)
    return time.process_time() - start


def main() -> None:
    """Tell the costs."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--slow", action="store_true")
    slow_only = parser.parse_args().slow
    for function in FUNCTIONS:
        for name, shape in SHAPES.items():
            length, before, now = 10_000, cost(function, shape, 5_000), cost(function, shape, 10_000)
            while now < 0.3 and length < LONGEST:
                length *= 2
                before, now = now, cost(function, shape, length)
            growth, whole = now / max(before, 1e-9), now * 5e6 / length
            if not slow_only or growth > 3 or whole > 2:
                print(
                    f"{function.__name__:15} {name:12} {length:7} {now:7.3f} s  x{growth:4.1f}  {whole:6.1f} s / 5 MB"
                )


if __name__ == "__main__":
    main()
