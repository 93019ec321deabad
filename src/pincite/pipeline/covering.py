"""
Answers to questions about another time or another version: what holds today is no answer about 2015 or version 7.

What a question asks of a day (``Request.covers``) is answered from what was in force then, or from a page that tells of
that year. What it asks of a version that can be read is answered as of the day on which that version came into force.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final, cast

from pincite.answers import Reason, Status
from pincite.pipeline.branches import cited_revisions

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import date

    from pincite.answers import Answer
    from pincite.catalog import Catalog, VersionRow
    from pincite.documents import Revision
    from pincite.pipeline.ask import Ask, Progress
    from pincite.pipeline.search import Request
    from pincite.pipeline.wording import Steps
    from pincite.trace import Recorder

__all__ = ["Covering"]

_VERSION: Final = re.compile(
    r"(?<![\w.-])(?:version\s+|v\.?\s?)(?P<version>\d+(?:\.\d+)*)(?![\w-])(?!\.\d)", re.IGNORECASE
)
_INSUFFICIENT: Final = "The pages that you may read do not answer this."


@dataclass(frozen=True, slots=True, kw_only=True)
class Covering:
    """Holds answers against the time and the version that their question names."""

    rest: Steps
    ask: Ask
    catalog: Catalog

    def steps(self, request: Request, *, strict: bool = False, recorder: Recorder | None = None) -> Iterator[Progress]:
        """Yield what happens while the question is answered; the last step is ``("answer", Answer)``."""
        named = _VERSION.search(request.question)
        if request.covers is None and named is None:
            yield from self.rest.steps(request, strict=strict, recorder=recorder)
            return
        steps = list(self.rest.steps(request, strict=strict, recorder=recorder))
        answer = cast("Answer", steps[-1][1])
        if named is not None and not _is_of_version(answer, named["version"]):
            steps = self._of_version(request, answer, named["version"], strict=strict, recorder=recorder)
        elif request.covers is not None and not _covers(answer, request):
            steps = _withheld(answer, f"nothing that you may read says what held {_when(request.covers)}")
        yield from steps

    def _of_version(
        self, request: Request, answer: Answer, version: str, *, strict: bool, recorder: Recorder | None
    ) -> list[Progress]:
        """Return the steps of the answer as of the first day of a version, else those of an abstention."""
        cited = cited_revisions(answer)
        row = next((row for each in cited for row in self._versions(request, each) if row.version == version), None)
        if row is not None and row.valid_from < row.valid_to:
            then = replace(request, day=row.valid_from, documents=(row.document_id,))
            steps = list(self.rest.steps(then, strict=strict, recorder=recorder))
            found = cast("Answer", steps[-1][1])
            if found.claims and _is_of_version(found, version):
                told = f"read in version {version}, in force from {row.valid_from.isoformat()}"
                return [*steps[:-1], ("answer", replace(found, warnings=(*found.warnings, told)))]
        titles = " or ".join(dict.fromkeys(f'"{each.title}"' for each in cited))
        return _withheld(answer, f"no version {version} of {titles} that you may read answers this")

    def _versions(self, request: Request, revision: Revision) -> tuple[VersionRow, ...]:
        with self.ask.search.lease() as lease:
            scope = self.ask.search.scope(request.principal, lease, request.day)
            return self.catalog.of_topic(scope, revision.topic)


def _is_of_version(answer: Answer, version: str) -> bool:
    """Tell whether an answer cites a version, or pages that have no versions or speak of this one themselves."""
    return all(
        each.version in ("", version) or version in each.applies_to or _speaks_of(answer, each, version)
        for each in cited_revisions(answer)
    )


def _speaks_of(answer: Answer, revision: Revision, version: str) -> bool:
    told = (revision.title, *(p.text for p in answer.passages if p.permit.revision.key == revision.key))
    return any(version == match["version"] for text in told for match in _VERSION.finditer(text))


def _covers(answer: Answer, request: Request) -> bool:
    """Tell whether what is cited was in force on the day that is asked about, or tells of its year."""
    if request.covers is None or not answer.claims:
        return True
    from pincite.validity.freshness import dated

    cited = cited_revisions(answer)
    year = re.compile(rf"(?<!\d){request.covers.year}(?!\d)")
    shown = [p.text for p in answer.passages if any(p.permit.revision.key == each.key for each in cited)]
    if any(year.search(text) for text in (*shown, *(f"{each.title} {each.path}" for each in cited))):
        return True
    return request.day == request.covers and any(dated(each) for each in cited)


def _when(day: date) -> str:
    """Return a day in words; the last of a year stands for the year (:mod:`pincite.validity.named_days`)."""
    return f"in {day.year}" if (day.month, day.day) == (12, 31) else f"on {day.isoformat()}"


def _withheld(answer: Answer, missing: str) -> list[Progress]:
    """Return the steps of an abstention; it repeats nothing of what was found."""
    kept = replace(
        answer,
        status=Status.ABSTAINED,
        text=_INSUFFICIENT,
        claims=(),
        citations=(),
        conflicts=(),
        missing=(missing,),
        reason=Reason.EVIDENCE_INSUFFICIENT,
    )
    return [*(("passage", passage) for passage in answer.passages), ("answer", kept)]
