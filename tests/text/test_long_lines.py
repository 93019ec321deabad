"""Half a megabyte of text that is made to be slow is read within a bound that the square of the work would break."""

from __future__ import annotations

import subprocess
import sys

import pytest

PATTERNS = [" _a", "~~a ", "`a`", "AB-12 ", "(a) ", "1,000 ", "1 May 2020 ", "word ", "**a"]
_LIMIT_S = 30
_LENGTH = 500_000
_READ = f"""
import resource, sys
from pincite.text.identifiers import find
from pincite.text.markup import plain
from pincite.text.numbers import quantities
from pincite.text.sentences import sentences

resource.setrlimit(resource.RLIMIT_CPU, ({_LIMIT_S}, {_LIMIT_S}))
text = sys.argv[1] * ({_LENGTH} // len(sys.argv[1]))
plain(text), find(text), quantities(text), sentences(text, language="en")
"""


@pytest.mark.slow
@pytest.mark.parametrize("pattern", PATTERNS)
def test_a_long_line_is_read_within_a_limit_on_the_processor(pattern: str) -> None:
    run = subprocess.run([sys.executable, "-c", _READ, pattern], check=False, capture_output=True, text=True)
    assert run.returncode == 0, f"killed after {_LIMIT_S} processor seconds, or failed: {run.stderr}"
