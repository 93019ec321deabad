"""
Makes what may not be read take the time of what is not there.

Looking for a row that a rule then hides takes some microseconds longer than finding none, enough to tell the two apart
over many calls. Whoever gets nothing therefore waits until a whole number of quanta have gone by.
"""

from __future__ import annotations

import math
import time
from typing import Final

__all__ = ["QUANTUM_S", "even_out"]

QUANTUM_S: Final = 0.002
"""Seconds; far above what the two differ by, far below what anybody notices."""


def even_out(start: float) -> None:
    """
    Wait until a whole number of quanta have gone by.

    :param start: When the search began, as :func:`time.perf_counter` tells it.
    """
    gone = time.perf_counter() - start
    time.sleep(math.ceil(gone / QUANTUM_S) * QUANTUM_S - gone)
