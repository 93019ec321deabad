"""
Answers to questions about a version of a document: version 7 is told of from version 7, or not at all.

A version that can be read answers as of today where it is in force, else as of the day on which it came into force,
and is said to be read so. A document that is named by its title is the only one that answers; where none is named, it
is the one that answers the question without its version.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from pincite.pipeline.branches import answer_of, cited_revisions
from pincite.pipeline.covering import withheld
from pincite.pipeline.refusing import Check
from pincite.pipeline.titles import is_document, rows_called
from pincite.validity.named_versions import named_versions
from pincite.validity.versions import version_key

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from pincite.answers import Answer
    from pincite.catalog import Catalog, DocumentRow, VersionRow
    from pincite.documents import Revision
    from pincite.pipeline.ask import Ask, Progress
    from pincite.pipeline.search import Request
    from pincite.pipeline.wording import Steps
    from pincite.trace import Recorder
    from pincite.validity.named_versions import NamedVersion

    Run = Callable[[Request], list[Progress]]
    Refuse = Callable[[Answer, str], list[Progress]]

__all__ = ["Versioned"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Versioned:
    """Answers out of the version that a question names, and gives all other questions to the next in line."""

    rest: Steps
    ask: Ask
    catalog: Catalog

    def steps(self, request: Request, *, strict: bool = False, recorder: Recorder | None = None) -> Iterator[Progress]:
        """Yield what happens while the question is answered; the last step is ``("answer", Answer)``."""
        found = named_versions(request.question)
        if not found:
            yield from self.rest.steps(request, strict=strict, recorder=recorder)
            return

        def run(each: Request) -> list[Progress]:
            return list(self.rest.steps(each, strict=strict, recorder=recorder))

        def refuse(answer: Answer, missing: str) -> list[Progress]:
            return withheld(answer, missing, by=Check.VERSION, recorder=recorder)

        if len({version_key(each.version) for each in found}) > 1:
            yield from _of_several(found, run(request), refuse)
            return
        named = found[0]
        rows = rows_called(named.before, named.behind, self._documents(request))
        if rows:
            yield from self._of_named(request, named, rows, run, refuse)
        else:
            yield from self._of_any(request, named, run, refuse)

    def _of_named(
        self, request: Request, named: NamedVersion, rows: Sequence[DocumentRow], run: Run, refuse: Refuse
    ) -> list[Progress]:
        """Answer from the version of the document that is named by its title, or of what that one says of a version."""
        held = self._held(request, named, (row.topic for row in rows))
        if held and (steps := _read(request, named, held, run)) is not None:
            return steps
        steps = run(request)
        answer = answer_of(steps)
        if not held and _all_tell_of(answer, named.version):
            return steps
        return refuse(answer, _missing(named.version, (row.title for row in rows)))

    def _of_any(self, request: Request, named: NamedVersion, run: Run, refuse: Refuse) -> list[Progress]:
        """Answer from what speaks of the version itself, else from that version of what answers without it."""
        steps = run(request)
        answer = answer_of(steps)
        cited = cited_revisions(answer)
        if _all_tell_of(answer, named.version):
            return steps
        if named.alone or is_document((*named.before, *named.behind)):
            without = cited_revisions(answer_of(run(replace(request, question=named.bare))))[:1]
            held = self._held(request, named, (each.topic for each in without))
            if held and (read := _read(request, named, held, run)) is not None:
                return read
            cited = without or cited
        if not any(each.version for each in cited):
            return steps  # there are no versions of what answers, or nothing does
        return refuse(answer, _missing(named.version, (each.title for each in cited)))

    def _documents(self, request: Request) -> tuple[DocumentRow, ...]:
        """Return the documents in force that may be read and are asked about, those with versions."""
        with self.ask.search.lease() as lease:
            rows = self.catalog.documents(self.ask.search.scope(request.principal, lease, request.day))
        asked = request.documents
        return tuple(row for row in rows if row.version and (asked is None or row.document_id in asked))

    def _held(self, request: Request, named: NamedVersion, topics: Iterable[str]) -> tuple[VersionRow, ...]:
        """Return what may be read of topics in the version that is named."""
        wanted = version_key(named.version)
        with self.ask.search.lease() as lease:
            scope = self.ask.search.scope(request.principal, lease, request.day)
            rows = [row for topic in dict.fromkeys(topics) for row in self.catalog.of_topic(scope, topic)]
        return tuple(row for row in rows if row.version and version_key(row.version) == wanted)


def _of_several(found: Sequence[NamedVersion], steps: list[Progress], refuse: Refuse) -> list[Progress]:
    """Let stand what tells of all the versions that are named, or has none; each by itself can be asked for."""
    answer = answer_of(steps)
    versions = list(dict.fromkeys(each.version for each in found))
    cited = cited_revisions(answer)
    if all(not each.version or all(_tells_of(answer, each, version) for version in versions) for each in cited):
        return steps
    named = f"{', '.join(versions[:-1])} and {versions[-1]}"
    return refuse(answer, f"a page that tells of the versions {named}: each can be asked for by itself")


def _read(request: Request, named: NamedVersion, held: Sequence[VersionRow], run: Run) -> list[Progress] | None:
    """Return the steps of an answer from versions in force today, else as of their first day; ``None`` for none."""
    now = [row for row in held if row.in_force]
    read = now or [row for row in held if row.valid_from < row.valid_to][-1:]
    if not read:
        return None
    day = request.day if now else read[0].valid_from
    within = replace(request, day=day, documents=tuple(row.document_id for row in read))
    for question in (named.bare, request.question):
        steps = run(replace(within, question=question))
        found = answer_of(steps)
        if found.claims:
            told = () if now else (f"read in version {named.version}, in force from {day.isoformat()}",)
            answer = replace(found, question=request.question, warnings=(*found.warnings, *told))
            return [*steps[:-1], ("answer", answer)]
    return None


def _all_tell_of(answer: Answer, version: str) -> bool:
    return bool(answer.claims) and all(_tells_of(answer, each, version) for each in cited_revisions(answer))


def _tells_of(answer: Answer, revision: Revision, version: str) -> bool:
    """Tell whether a page that is cited holds for a version, or speaks of it itself."""
    stands = re.compile(rf"(?<![\w.-])(?:version\s+|v\.?\s?){re.escape(version)}(?![\w-])(?!\.\d)", re.IGNORECASE)
    shown = (p.text for p in answer.passages if p.permit.revision.key == revision.key)
    return version in revision.applies_to or any(stands.search(text) for text in (revision.title, *shown))


def _missing(version: str, titles: Iterable[str]) -> str:
    named = " or ".join(f'"{title}"' for title in dict.fromkeys(titles))
    return f"no version {version} of {named} that you may read answers this"
