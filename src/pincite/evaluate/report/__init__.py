"""
A result as one page that needs nothing but itself: summary, slices, losses, ranks, latency, the worst questions; and
with two results where they part.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pincite.evaluate.report.page import page

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from pincite.evaluate.results import Result
    from pincite.trace import Event

__all__ = ["report_html"]


def report_html(
    first: Result, second: Result | None = None, *, traces: Mapping[str, Sequence[Event]] | None = None
) -> str:
    """
    Return the page.

    :param first: The result.
    :param second: The one to compare it with; ``None`` for a page of one.
    :param traces: What happened for some questions of the first, by id, shown with the worst ones.
    :returns: HTML of one file: styles inside, no script, nothing fetched; texts of questions and documents escaped.
    """
    return page(first, second, traces or {})
