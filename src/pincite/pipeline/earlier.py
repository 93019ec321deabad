"""What an answer said before: "was 14 days until 2025-03-01", from the version that was in force then."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import TYPE_CHECKING, Final

from pincite.answers import Status
from pincite.documents import FIRST_DAY
from pincite.pipeline.branches import cited_revisions, same_words
from pincite.pipeline.branches import merged as merge

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from datetime import date

    from pincite.answers import Answer, Claim
    from pincite.catalog import DocumentRow
    from pincite.documents import Revision
    from pincite.pipeline.search import Request

__all__ = ["with_earlier"]

_STEPS: Final = 12
"""Versions that are looked back at most."""


def with_earlier(
    request: Request,
    answer: Answer,
    *,
    rows_of: Callable[[date], tuple[DocumentRow, ...]],
    run: Callable[[Request], Answer],
    render: Callable[[Sequence[Claim]], str],
    first: date | None = None,
) -> Answer:
    """
    Return an answer with since when it holds and what held before.

    :param request: What the answer was asked with.
    :param rows_of: Gives the readable documents in force on a day.
    :param run: Answers a request on its day.
    :param render: Writes the claims with their markers.
    :param first: The day from which on it is asked what held; ``None`` for however long ago.
    :returns: The same answer where no earlier version of what it cites may be read.
    """
    for revision in cited_revisions(answer)[:1]:
        since, before = _looked_back(request, answer, revision, rows_of, run, first or FIRST_DAY)
        if before is not None and since is not None:
            joined = merge(answer, [(("now",), answer), (("then",), before)], asked=True, render=render)
            claims = tuple(_dated(claim, since) for claim in joined.claims)
            plain = [
                replace(claim, text=f"{lead} {claim.text.split(': ', 1)[1]}", applies_to=())
                for claim in claims
                for lead in [f"Until {claim.until}:" if claim.until else f"Since {claim.since}:"]
            ]
            return replace(
                joined, claims=tuple(plain), text=render(plain), status=answer.status, missing=answer.missing
            )
        if since is not None and since != FIRST_DAY and first is None:
            held = tuple(replace(claim, since=since) for claim in answer.claims)
            return replace(answer, claims=held)
    return answer


def _dated(claim: Claim, since: date) -> Claim:
    return replace(claim, until=since) if claim.applies_to == ("then",) else replace(claim, since=since)


def _looked_back(
    request: Request,
    answer: Answer,
    revision: Revision,
    rows_of: Callable[[date], tuple[DocumentRow, ...]],
    run: Callable[[Request], Answer],
    first: date,
) -> tuple[date | None, Answer | None]:
    """Return the first day on which the answer held, and the answer of the day before where it was another one."""
    since = _first(rows_of(request.day), revision)
    for _ in range(_STEPS):
        if since is None or since <= first:
            return since, None
        day = since - timedelta(days=1)
        rows = rows_of(day)
        ids = tuple(row.document_id for row in rows if row.topic == revision.topic)
        if not ids:
            return since, None
        then = run(replace(request, day=day, documents=ids))
        if then.status is Status.ABSTAINED or not then.claims:
            return since, None
        if not same_words(then.claims, answer.claims):
            return since, then
        since = _first(rows, revision)
    return since, None


def _first(rows: tuple[DocumentRow, ...], revision: Revision) -> date | None:
    return next((row.valid_from for row in rows if row.topic == revision.topic), None)
