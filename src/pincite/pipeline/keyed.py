"""
Codes that a question is about and that stand nowhere among what was found: then no neighbour answers in their place.

A code of no exhaustive kind stays an ordinary search, since pages may write it in other words; but an answer about
R-811 has to come from a page that has R-811 in it, in its text, title, id or path.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from pincite.answers import Draft, Reason

if TYPE_CHECKING:
    from pincite.documents import Identifier, Revision
    from pincite.pipeline.search import Searched

__all__ = ["absent_codes"]

_KINDS: Final = ("code", "part")
"""Built-in kinds whose keys are letters and figures; clause numbers have a rule of their own."""


def absent_codes(searched: Searched) -> Draft | None:
    """
    Return the abstention where a question is about codes of which none stands in what was found, or about a document
    that is not there, else ``None``.

    It names the codes as missing, and is the same for one that is absent and for one that stands only where the asker
    may not read. It does not say that they do not exist: that is said of exhaustive kinds alone.
    """
    from pincite.retrieve.route import is_subject  # imported here: most questions have no code

    if searched.unheld:
        named = " or ".join(f'"{name}"' for name in searched.unheld)
        told = f"no document that you may read is called {named}"
        return Draft(reason=Reason.EVIDENCE_INSUFFICIENT, missing=(told,))
    query = searched.query
    if any(each.exhaustive for each in query.identifiers) or not searched.found:
        return None
    about = [each for each in query.identifiers if each.kind in _KINDS and is_subject(each, query.text)]
    revisions = {id(found.permit.revision): found.permit.revision for found in searched.found}
    if not about or any(_holds(revision, each) for each in about for revision in revisions.values()):
        return None
    written = tuple(dict.fromkeys(each.span.cut(query.text) for each in about))
    return Draft(reason=Reason.EVIDENCE_INSUFFICIENT, missing=written)


def _holds(revision: Revision, key: Identifier) -> bool:
    pattern = _written(key.key)
    told = (revision.title, str(revision.document_id), revision.path, *revision.applies_to, revision.text)
    return any(pattern.search(text) for text in told)


@lru_cache(maxsize=256)
def _written(key: str) -> re.Pattern[str]:
    """Return the pattern of a key as pages may write it: with any dash, a space, or nothing between its parts."""
    parts = re.findall(r"[^\W\d_]+|\d+", key)
    between = r"[\s\u2010-\u2015\u2212_./-]{0,2}"
    return re.compile(rf"(?<![^\W_]){between.join(map(re.escape, parts))}(?!\d)", re.IGNORECASE)
