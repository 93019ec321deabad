"""
The fitted weights of the extractive generator: written by ``bench/extractive.py --fit``, not by hand.

Feature: (order, trust). The intercepts are those of trust, moved so that at 0.5 four in a hundred of the
answerable questions are refused that the fit has not seen (by words alone, fifteen).
"""

from __future__ import annotations

from typing import Final

__all__ = ["MEANING", "WORDS"]

MEANING: Final[tuple[dict[str, tuple[float, float]], float]] = (
    {
        "meaning": (0.24, -6.82),
        "claim_meaning": (1.61, 1.22),
        "whole_meaning": (5.75, 4.73),
        "context_meaning": (-0.63, -2.28),
        "heading_meaning": (-1.06, -1.05),
        "section_meaning": (1.89, 4.21),
        "lift": (0.24, -0.17),
        "stands_out": (0.34, 3.85),
        "best_meaning": (4.48, 6.83),
        "fill": (0.46, 0.80),
        "fill_loose": (0.93, -0.09),
        "fill_strict": (0.22, 2.04),
        "open": (-0.08, -0.14),
        "open_strict": (0.12, -0.42),
        "open_absent": (0.02, 1.65),
        "open_yes_no": (-0.65, -1.45),
        "dent": (1.04, 4.97),
        "dent_near": (-2.87, -12.85),
        "words_claim": (0.57, 0.22),
        "words_near": (0.42, -0.58),
        "words_passage": (0.56, -0.18),
        "hole": (0.14, -1.52),
        "phrases": (1.24, -1.44),
        "focus": (-0.36, -0.47),
        "anchor": (0.59, 0.12),
        "names_near": (1.43, 0.16),
        "key_said": (0.26, 0.80),
        "names_missing": (0.00, -0.25),
        "kind_found": (0.65, -1.11),
        "kind_missing": (-0.65, -2.92),
        "kind_rare": (0.83, 1.55),
        "attribute_lack": (-1.01, -1.00),
        "attribute_open": (-1.04, -0.21),
        "other_kind": (-0.06, -0.99),
        "not_counted": (-0.71, -2.65),
    },
    -2.44,
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
        "words_claim": (1.07, -0.35),
        "words_near": (1.12, 2.68),
        "words_passage": (0.76, -0.18),
        "hole": (-0.36, -0.63),
        "phrases": (1.61, -0.29),
        "focus": (2.05, 1.74),
        "anchor": (1.33, -0.30),
        "names_near": (1.53, 0.38),
        "key_said": (0.44, -0.06),
        "names_missing": (0.00, -0.34),
        "kind_found": (1.06, -0.60),
        "kind_missing": (-1.06, -2.36),
        "kind_rare": (1.48, 1.78),
        "attribute_lack": (-0.87, -0.66),
        "attribute_open": (-0.87, -0.11),
        "other_kind": (0.50, -0.43),
        "not_counted": (-1.26, -2.27),
    },
    -0.17,
)
"""By words alone."""
