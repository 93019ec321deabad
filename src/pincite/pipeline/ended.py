"""What held for a part of the year or month that a question asks about, and not on its last day any more."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import TYPE_CHECKING, Final

from pincite.pipeline.branches import answer_of, cited_revisions

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from datetime import date

    from pincite.answers import Claim
    from pincite.catalog import DocumentRow
    from pincite.pipeline.ask import Progress
    from pincite.pipeline.search import Request

__all__ = ["ended_within"]

_TRIES: Final = 6
"""Days on which something ended that are looked at, the latest ones."""


def ended_within(
    request: Request,
    ends: Iterable[date],
    *,
    rows_of: Callable[[date], tuple[DocumentRow, ...]],
    run: Callable[[Request], list[Progress]],
    render: Callable[[Sequence[Claim]], str],
) -> list[Progress] | None:
    """
    Return the steps of an answer from what was in force until a day within the time that is asked about.

    :param request: What is asked, without the words for that time.
    :param ends: Days on which something that may be read ended, latest first.
    :param rows_of: Gives the readable documents in force on a day.
    :param run: Answers a request on its day.
    :param render: Writes the claims with their markers.
    :returns: ``None`` where nothing that ended answers.
    """
    for end in tuple(ends)[:_TRIES]:
        last = end - timedelta(days=1)
        steps = run(replace(request, day=last, covers=last))
        answer = answer_of(steps)
        still = {(row.document_id, row.version) for row in rows_of(end)}
        if answer.claims and all((each.document_id, each.version) not in still for each in cited_revisions(answer)):
            claims = tuple(replace(each, text=f"Until {end}: {each.text}", until=end) for each in answer.claims)
            told = [("claim", claim) for claim in claims]
            whole = replace(answer, claims=claims, text=render(claims))
            return [*(step for step in steps[:-1] if step[0] != "claim"), *told, ("answer", whole)]
    return None
