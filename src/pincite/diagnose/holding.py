"""Tries what is held of the expected passage: its file, its text, its chunks, its readers, its days."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pincite.answers import Loss
from pincite.diagnose.case import Verdict
from pincite.diagnose.standing import absence, days, headings, in_original

if TYPE_CHECKING:
    from pincite.catalog import RevisionState
    from pincite.diagnose.case import Case

__all__ = ["held", "out_of_scope"]


def held(case: Case) -> Verdict | None:
    """Return where the passage was lost before it was embedded, or ``None`` where it has chunks."""
    return _not_ingested(case) or _not_parsed(case) or _not_chunked(case)


def _not_ingested(case: Case) -> Verdict | None:
    found = case.held
    if not found.revisions:
        evidence, fix = absence(case.corpus, found.document)
        return Verdict(loss=Loss.NOT_INGESTED, evidence=evidence, fix=fix)
    if found.with_section or any(in_original(case.corpus, h, found.section) for h in found.revisions):
        return None
    return Verdict(
        loss=Loss.NOT_INGESTED,
        evidence=f"neither the text of {found.document} nor the file that it was read from has {found.section!r}; its "
        f"headings are: {headings(found.revisions[-1])}",
        fix="correct the section's name, or the file, and run: pincite sync",
    )


def _not_parsed(case: Case) -> Verdict | None:
    found = case.held
    look = f"look at its blocks with: pincite show {found.document} --blocks"
    if not found.with_section:
        return Verdict(
            loss=Loss.PARSE,
            evidence=f"the file of {found.document} has {found.section!r}, its text has no such section; its headings "
            f"are: {headings(found.revisions[-1])}",
            fix=f"{look}; write it as a heading that readers see, or name the section that it stands in",
        )
    if not found.visible:
        return Verdict(
            loss=Loss.PARSE,
            evidence=f"{case.expected}: {found.with_section[-1].unseen}",
            fix=f"{look}; what readers do not see is never indexed: make it visible in the file",
        )
    return None


def _not_chunked(case: Case) -> Verdict | None:
    found = case.held
    if found.chunked:
        return None
    return Verdict(
        loss=Loss.CHUNK,
        evidence=f"{case.expected} has text, and none of it is in a chunk",
        fix=f"see what was cut with: pincite show {found.document} --chunks; try chunk.name structural",
    )


def out_of_scope(case: Case) -> Verdict | None:
    """Return that the asker may not read the passage, or that it is not in force on the day; ``None`` where neither."""
    if case.governing:
        return None
    return _forbidden(case) if case.in_force or not case.readable else _not_in_force(case)


def _not_in_force(case: Case) -> Verdict:
    kept = "; ".join(
        f"{h.state.revision.version or 'unversioned'} {days(h.state)}{_successor(case, h.state)}"
        for h in case.held.chunked
    )
    return Verdict(
        loss=Loss.NOT_IN_FORCE,
        evidence=f"no version of {case.held.document} that has it is in force on {case.request.day}: {kept}",
        fix="ask with --as-of on a day when it was in force, or correct its effective date, version or topic",
    )


def _forbidden(case: Case) -> Verdict:
    found, asker = case.in_force or case.held.chunked, case.request.principal
    groups = ", ".join(sorted({g for h in found for g in h.state.effective_groups})) or "nobody"
    tenants = " and ".join(sorted({repr(str(h.state.revision.tenant)) for h in found}))
    state = "is in force and" if case.in_force else f"is not in force on {case.request.day} either, and"
    return Verdict(
        loss=Loss.OUT_OF_SCOPE,
        evidence=f"{case.held.document} {state} may be read by {groups} of tenant {tenants}; "
        f"the asker is in tenant {str(asker.tenant)!r} with {', '.join(sorted(asker.readers))}{_broken(case)}",
        fix="give access in the source's rule, or ask as somebody who has it",
    )


def _broken(case: Case) -> str:
    """Return why the document's file could not be read at the last sync, which closes it; ``""`` where it could."""
    paths = {(h.state.revision.source, h.state.revision.path) for h in case.in_force}
    rows = (case.corpus.store.catalog.files(source).get(path) for source, path in sorted(paths))
    return "".join(f"; at the last sync {row.path} was skipped: {row.reason}" for row in rows if row and row.reason)


def _successor(case: Case, state: RevisionState) -> str:
    """Return by what a revision was replaced on the day asked about, with a comma in front; ``""`` where by nothing."""
    old = state.revision
    for other in case.corpus.store.catalog.all_revisions(old.tenant):
        new = other.revision
        if new.topic == old.topic and other.valid_from <= case.request.day < other.valid_to:
            return f", replaced by {new.document_id} {new.version}".rstrip() + f" of topic {new.topic}"
    return ""
