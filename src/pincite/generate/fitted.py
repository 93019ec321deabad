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
        "meaning": (0.26, -6.94),
        "claim_meaning": (1.58, 1.14),
        "whole_meaning": (5.72, 4.95),
        "context_meaning": (-0.60, -2.14),
        "heading_meaning": (-1.07, -0.97),
        "section_meaning": (1.89, 3.94),
        "lift": (0.26, -0.12),
        "stands_out": (0.35, 3.94),
        "best_meaning": (4.46, 7.04),
        "fill": (0.46, 0.80),
        "fill_loose": (0.91, 0.05),
        "fill_strict": (0.23, 1.96),
        "open": (-0.06, -0.22),
        "open_strict": (0.10, -0.50),
        "open_absent": (0.06, 1.82),
        "open_yes_no": (-0.68, -1.41),
        "dent": (1.04, 5.08),
        "dent_near": (-2.94, -13.00),
        "words_claim": (0.58, 0.23),
        "words_near": (0.41, -0.64),
        "words_passage": (0.56, -0.12),
        "hole": (0.14, -1.57),
        "phrases": (1.25, -1.46),
        "focus": (-0.36, -0.50),
        "anchor": (0.59, 0.14),
        "names_near": (1.47, 0.13),
        "key_said": (0.24, 0.69),
        "names_missing": (0.00, -0.24),
        "kind_found": (0.66, -1.07),
        "kind_missing": (-0.66, -2.92),
        "kind_rare": (0.82, 1.45),
        "attribute_lack": (-1.00, -0.99),
        "attribute_open": (-1.04, -0.21),
        "other_kind": (-0.07, -0.97),
        "not_counted": (-0.71, -2.58),
    },
    -2.51,
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
        "words_claim": (1.07, -0.37),
        "words_near": (1.12, 2.60),
        "words_passage": (0.76, -0.14),
        "hole": (-0.35, -0.68),
        "phrases": (1.62, -0.32),
        "focus": (1.99, 1.88),
        "anchor": (1.30, -0.24),
        "names_near": (1.56, 0.35),
        "key_said": (0.37, -0.11),
        "names_missing": (0.00, -0.33),
        "kind_found": (1.05, -0.53),
        "kind_missing": (-1.05, -2.37),
        "kind_rare": (1.46, 1.64),
        "attribute_lack": (-0.87, -0.64),
        "attribute_open": (-0.87, -0.12),
        "other_kind": (0.50, -0.52),
        "not_counted": (-1.26, -2.15),
    },
    -0.18,
)
"""By words alone."""
