"""Says which statement about documents left a passage out that was found: what applies, replaces, binds, is recent."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pincite.corpus.governing import Governs
from pincite.pipeline.governing import wanted_of
from pincite.validity.applies import applies
from pincite.validity.freshness import proves
from pincite.validity.supersession import locate

if TYPE_CHECKING:
    from pincite.diagnose.case import Case
    from pincite.documents import Revision
    from pincite.questions import Scope
    from pincite.validity.supersession import Supersession

__all__ = ["why_overruled"]


def why_overruled(case: Case, scope: Scope, revision: Revision) -> tuple[str, str]:
    """
    Return why what a revision says does not govern, and what would let it; only what the asker may read is named.

    :param scope: What was read.
    """
    governs = case.pipeline.search.govern
    edges, known = governs.stated(scope) if isinstance(governs, Governs) else ((), ())
    wanted = wanted_of(case.request, known)
    if not applies(revision.applies_to, wanted):
        return (
            f"it applies to {_named(revision.applies_to)}, and {_named(wanted)} is asked about",
            "ask with --applies-to, or correct applies_to of the document",
        )
    by = [edge for edge in edges if edge.touches(wanted) and edge.key != revision.key and _replaces(edge, revision)]
    if by:
        told = ", ".join(_told(edge) for edge in by if edge.readable)
        fix = "ask --as-of an earlier day, or correct supersedes of what replaces it"
        return f"it is superseded{' by ' if told else ''}{told}", fix
    if case.request.fresh and not proves(revision, case.request.day):
        return (
            "it is too old to prove how something stands now (max_age, or the period of a report)",
            "add what is known now, or raise max_age of its source",
        )
    said = f"authority {revision.authority!r}" if revision.authority else "its authority"
    return f"{said} tells and does not bind, and what binds is asked about", "correct authority of the document"


def _replaces(edge: Supersession, revision: Revision) -> bool:
    return locate(edge.target, revision) is not None


def _told(edge: Supersession) -> str:
    about = f" for {_named(edge.applies_to)}" if edge.applies_to else ""
    return f"{f'{edge.document} {edge.version}'.rstrip()}{about}, in force since {edge.since}"


def _named(values: tuple[str, ...]) -> str:
    return ", ".join(values) or "nothing that is named"
