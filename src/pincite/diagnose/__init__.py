"""Says at which stage the evidence for an answer was lost, where two set-ups part, and how to ask what."""

from __future__ import annotations

from pincite.diagnose.advising import Advised, Question, advise
from pincite.diagnose.looks import Look, Parting, look, parting
from pincite.diagnose.why import Why, why, why_json

__all__ = ["Advised", "Look", "Parting", "Question", "Why", "advise", "look", "parting", "why", "why_json"]
