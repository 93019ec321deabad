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
        "meaning": (1.07, -2.07),
        "claim_meaning": (1.74, 1.18),
        "whole_meaning": (3.25, 1.06),
        "context_meaning": (0.66, 0.10),
        "heading_meaning": (-1.20, -0.90),
        "section_meaning": (1.84, 2.36),
        "lift": (1.07, 2.69),
        "stands_out": (0.89, 2.14),
        "best_meaning": (2.40, 4.25),
        "fill": (0.61, 1.27),
        "fill_loose": (0.95, 0.39),
        "fill_strict": (0.50, 2.11),
        "open": (-0.38, 0.36),
        "open_strict": (-0.57, 0.03),
        "open_absent": (-0.10, 1.38),
        "open_yes_no": (-0.69, -1.66),
        "dent": (-1.10, 1.15),
        "dent_near": (-1.64, -11.37),
        "words_claim": (0.57, 0.05),
        "words_near": (0.51, -0.10),
        "words_passage": (0.48, 1.31),
        "hole": (-0.02, -0.72),
        "phrases": (1.50, 0.39),
        "focus": (-0.13, -0.86),
        "anchor": (0.38, -0.73),
        "names_near": (0.78, -0.42),
        "names_missing": (0.00, -1.15),
        "kind_found": (0.62, -0.70),
        "kind_missing": (-0.62, -3.74),
        "kind_rare": (1.27, 0.35),
        "not_counted": (-1.23, -2.70),
    },
    -4.57,
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
        "words_claim": (1.04, 0.02),
        "words_near": (0.85, 2.46),
        "words_passage": (0.84, 1.40),
        "hole": (-0.31, 0.10),
        "phrases": (1.62, 2.03),
        "focus": (2.07, 1.12),
        "anchor": (1.28, -1.12),
        "names_near": (1.34, 0.28),
        "names_missing": (0.00, -0.65),
        "kind_found": (0.87, -0.17),
        "kind_missing": (-0.87, -2.93),
        "kind_rare": (1.43, 1.08),
        "not_counted": (-0.89, -2.27),
    },
    -1.09,
)
"""By words alone."""
