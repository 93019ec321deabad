"""
The fitted weights of the extractive generator: written by ``bench/extractive.py --fit``, not by hand.

Feature: (order, trust). The intercepts are those of trust, moved to the point where 0.5 balances answers refused
against questions answered that cannot be.
"""

from __future__ import annotations

from typing import Final

__all__ = ["MEANING", "WORDS"]

MEANING: Final[tuple[dict[str, tuple[float, float]], float]] = (
    {
        "meaning": (0.84, 0.53),
        "claim_meaning": (1.61, 0.31),
        "whole_meaning": (5.45, 2.35),
        "context_meaning": (1.53, 0.86),
        "heading_meaning": (-1.68, 0.44),
        "passage_meaning": (3.76, 4.34),
        "lift": (0.84, 1.93),
        "stands_out": (0.71, 3.46),
        "words_claim": (1.14, 0.69),
        "words_near": (1.26, 1.75),
        "words_passage": (0.37, 1.27),
        "hole": (-0.31, -0.7),
        "anchor": (0.42, 0.2),
        "names_near": (1.18, 0.69),
        "names_missing": (0.0, -1.16),
        "kind_found": (1.11, 0.25),
        "kind_missing": (-1.11, -3.51),
        "not_counted": (-0.68, -2.31),
    },
    -4.79,
)
"""With an embedder."""
WORDS: Final[tuple[dict[str, tuple[float, float]], float]] = (
    {
        "meaning": (0.0, 0.0),
        "claim_meaning": (0.0, 0.0),
        "whole_meaning": (0.0, 0.0),
        "context_meaning": (0.0, 0.0),
        "heading_meaning": (0.0, 0.0),
        "passage_meaning": (0.0, 0.0),
        "lift": (0.0, 0.0),
        "stands_out": (0.0, 0.0),
        "words_claim": (1.99, 1.26),
        "words_near": (1.22, 2.34),
        "words_passage": (0.74, 2.16),
        "hole": (-0.03, 0.45),
        "anchor": (1.74, -1.19),
        "names_near": (2.48, 0.84),
        "names_missing": (0.0, -1.1),
        "kind_found": (1.42, 0.37),
        "kind_missing": (-1.42, -2.96),
        "not_counted": (-0.51, -2.72),
    },
    -1.54,
)
"""By words alone."""
