"""Says at which stage the evidence for an answer was lost."""

from __future__ import annotations

from pincite.diagnose.why import Why, why, why_json

__all__ = ["Why", "why", "why_json"]
