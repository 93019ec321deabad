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
        "meaning": (0.70, 0.61),
        "claim_meaning": (1.20, 0.49),
        "whole_meaning": (5.34, 2.34),
        "context_meaning": (1.40, 1.53),
        "heading_meaning": (-1.89, -0.37),
        "section_meaning": (3.61, 3.63),
        "lift": (0.70, 1.99),
        "stands_out": (0.86, 2.31),
        "words_claim": (1.04, 0.59),
        "words_near": (1.30, 1.85),
        "words_passage": (0.54, 1.30),
        "hole": (0.29, -0.69),
        "phrases": (1.75, 1.96),
        "focus": (-0.85, -0.51),
        "anchor": (0.56, 0.23),
        "names_near": (1.47, 0.32),
        "names_missing": (0.00, -1.08),
        "kind_found": (1.21, 0.12),
        "kind_missing": (-1.21, -3.63),
        "not_counted": (-0.50, -2.19),
    },
    -5.01,
)
"""With an embedder."""
WORDS: Final[tuple[dict[str, tuple[float, float]], float]] = (
    {
        "meaning": (0.00, 0.00),
        "claim_meaning": (0.00, 0.00),
        "whole_meaning": (0.00, 0.00),
        "context_meaning": (0.00, 0.00),
        "heading_meaning": (0.00, 0.00),
        "section_meaning": (0.00, 0.00),
        "lift": (0.00, 0.00),
        "stands_out": (0.00, 0.00),
        "words_claim": (1.28, -0.07),
        "words_near": (1.55, 2.23),
        "words_passage": (0.70, 2.06),
        "hole": (0.43, 0.05),
        "phrases": (2.21, 2.82),
        "focus": (2.25, 3.39),
        "anchor": (1.52, -0.40),
        "names_near": (1.94, 0.49),
        "names_missing": (0.00, -1.01),
        "kind_found": (1.59, 0.45),
        "kind_missing": (-1.59, -3.55),
        "not_counted": (-1.07, -0.89),
    },
    -1.39,
)
"""By words alone."""
