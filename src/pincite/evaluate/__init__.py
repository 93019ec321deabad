"""Measures retrieval and answers with labelled questions, and tells what changed between two results."""

from __future__ import annotations

from pincite.evaluate.answers import evaluate_answers
from pincite.evaluate.differences import Difference, difference
from pincite.evaluate.estimates import Estimate, estimate
from pincite.evaluate.gate import Gate
from pincite.evaluate.keeping import ResultStore
from pincite.evaluate.labels import Labelled, load_labels
from pincite.evaluate.report import report_html
from pincite.evaluate.results import Outcome, Result, Slice
from pincite.evaluate.retrieval import evaluate_retrieval
from pincite.evaluate.trec import load_qrels, write_run

__all__ = [
    "Difference",
    "Estimate",
    "Gate",
    "Labelled",
    "Outcome",
    "Result",
    "ResultStore",
    "Slice",
    "difference",
    "estimate",
    "evaluate_answers",
    "evaluate_retrieval",
    "load_labels",
    "load_qrels",
    "report_html",
    "write_run",
]
