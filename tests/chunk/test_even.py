"""Tokens counted so that a passage is as long in every script."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from pincite.chunk.even import Even
from pincite.embed.hashing import WordTokenizer


class Letters(WordTokenizer):
    """Counts every letter as a token, as a model does with a script that it was not taught."""

    def count(self, texts: Sequence[str]) -> list[int]:
        """Return the number of characters."""
        return [len(text) for text in texts]


@pytest.mark.parametrize(
    ("text", "n_tokens"),
    [("window", 6), ("Возврат", 3), ("退款期限", 4)],
    ids=["plain letters as they are", "three letters a token", "a sign a token"],
)
def test_a_script_that_is_spelt_out_counts_evenly(text: str, n_tokens: int) -> None:
    assert Even(Letters()).count([text]) == [n_tokens]


def test_lines_put_together_count_what_they_counted_apart() -> None:
    """Else a chunk whose parts fit is longer than it may be, where one of them is in another script."""
    lines = ["refund window", "Возврат товара", "退款期限"]
    even = Even(Letters())
    assert even.count(["\n".join(lines)]) == [sum(even.count(lines))]
