"""The labels of the examples hold: each example's own check reads its pages and its questions without Pincite."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
CHECKS = sorted(EXAMPLES.glob("*/eval/check_labels.py"))


@pytest.mark.parametrize("check", CHECKS, ids=[check.parts[-3] for check in CHECKS])
def test_every_label_holds_and_the_frozen_questions_are_those_that_were_recorded(check: Path) -> None:
    ran = subprocess.run([sys.executable, check], capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stderr) == (0, ""), ran.stdout
