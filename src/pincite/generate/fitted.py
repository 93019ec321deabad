"""
The fitted weights of the extractive generator: written by ``bench/extractive.py --fit``, not by hand.

Feature: (order, trust). The intercepts are those of trust, moved so that at 0.5 one in twenty of the answerable
questions is refused that the fit has not seen (by words alone, three in twenty).
"""

from __future__ import annotations

from typing import Final

__all__ = ["MEANING", "WORDS"]

MEANING: Final[tuple[dict[str, tuple[float, float]], float]] = (
    {
        "meaning": (1.00, -2.26),
        "claim_meaning": (1.68, 1.45),
        "whole_meaning": (3.37, 1.15),
        "context_meaning": (0.46, 0.29),
        "heading_meaning": (-1.13, -0.97),
        "section_meaning": (2.02, 2.09),
        "lift": (1.00, 2.93),
        "stands_out": (0.85, 1.65),
        "best_meaning": (2.49, 4.21),
        "fill": (0.61, 1.39),
        "fill_loose": (0.92, 0.58),
        "fill_strict": (0.52, 2.14),
        "open": (-0.32, 0.42),
        "open_strict": (-0.56, 0.17),
        "open_absent": (-0.03, 1.33),
        "open_yes_no": (-0.15, -1.81),
        "dent": (-1.12, 1.08),
        "dent_near": (-1.83, -11.24),
        "words_claim": (0.57, 0.08),
        "words_near": (0.53, 0.02),
        "words_passage": (0.45, 1.08),
        "hole": (0.02, -0.73),
        "phrases": (1.48, 0.42),
        "focus": (-0.07, -1.09),
        "anchor": (0.38, -0.64),
        "names_near": (0.82, -0.44),
        "names_missing": (0.00, -1.17),
        "kind_found": (0.90, -0.60),
        "kind_missing": (-0.90, -3.77),
        "not_counted": (-1.27, -2.71),
    },
    -4.78,
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
        "best_meaning": (0.00, 0.00),
        "fill": (0.00, 0.00),
        "fill_loose": (0.00, 0.00),
        "fill_strict": (0.00, 0.00),
        "open": (0.00, 0.00),
        "open_strict": (0.00, 0.00),
        "open_absent": (0.00, 0.00),
        "open_yes_no": (0.00, 0.00),
        "dent": (0.00, 0.00),
        "dent_near": (0.00, 0.00),
        "words_claim": (1.23, -0.22),
        "words_near": (1.19, 2.58),
        "words_passage": (0.59, 1.40),
        "hole": (-0.08, 0.14),
        "phrases": (1.55, 2.10),
        "focus": (2.01, 1.04),
        "anchor": (1.15, -1.05),
        "names_near": (1.24, 0.20),
        "names_missing": (0.00, -0.66),
        "kind_found": (1.20, 0.32),
        "kind_missing": (-1.20, -2.94),
        "not_counted": (-0.94, -1.70),
    },
    -1.06,
)
"""By words alone."""
