"""``pincite eval``."""

from __future__ import annotations

from pincite.cli.commands.eval_answers import answers
from pincite.cli.commands.eval_diff import diff, list_
from pincite.cli.commands.eval_judge import judge
from pincite.cli.commands.eval_retrieval import retrieval
from pincite.cli.commands.eval_sweep import sweep
from pincite.cli.commands.eval_traces import from_traces
from pincite.cli.group import group

__all__ = ["eval_"]


@group("eval")
def eval_() -> None:
    """Measure retrieval and answers with labelled questions."""


for _each in (retrieval, answers, judge, sweep, diff, list_, from_traces):
    eval_.add_command(_each)
