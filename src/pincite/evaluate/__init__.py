"""Measures retrieval without a model, and refusals with the configured generator."""

from __future__ import annotations

from pincite.evaluate.gate import Gate
from pincite.evaluate.labels import Labelled, load_labels
from pincite.evaluate.retrieval import Outcome, Result, Slice, evaluate_retrieval
from pincite.evaluate.trec import load_qrels, write_run

__all__ = [
    "Gate",
    "Labelled",
    "Outcome",
    "Result",
    "Slice",
    "evaluate_retrieval",
    "load_labels",
    "load_qrels",
    "write_run",
]
