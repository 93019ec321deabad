"""Checks that labels name what the corpus holds: a question whose label is a slip of the pen measures nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pincite.documents import sections
from pincite.errors import InputError
from pincite.evaluate.labels import section_names, trec_name

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from pincite.corpus import Corpus
    from pincite.documents import Revision

__all__ = ["checked"]


def checked(corpus: Corpus, labels: Mapping[str, Iterable[str]]) -> tuple[str, ...]:
    """
    Return a warning for each label that names a document or a section that no live revision is or has.

    :param labels: The labels of each question, by its id.
    :raises InputError: If there are labels, and not one names a document of the corpus.
    """
    named = [(question, label) for question, own in labels.items() for label in own]
    known = _revisions(corpus, {label.partition("#")[0] for _, label in named})
    lost = [(question, label) for question, label in named if label.partition("#")[0] not in known]
    if named and len(lost) == len(named):
        shown = ", ".join(repr(label) for _, label in lost[:3])
        raise InputError(
            f"none of {len(named)} labels names a document that the corpus holds, such as {shown}: expected ids as "
            "pincite list shows them; correct the labels, or add the documents",
            labels=[label for _, label in lost],
        )
    unknown = [f"question {q}: the corpus holds no document of label {label!r}" for q, label in lost]
    return (*unknown, *(said for q, label in named if (said := _sectionless(q, label, known))))


def _revisions(corpus: Corpus, documents: set[str]) -> dict[str, list[Revision]]:
    """Return the live revisions of the documents that labels name, by the name in the label."""
    found: dict[str, list[Revision]] = {}
    for state in corpus.store.catalog.all_revisions():
        own = str(state.revision.document_id)
        for name in {own, trec_name(own)} & documents:
            found.setdefault(name, []).append(state.revision)
    return found


def _sectionless(question: str, label: str, known: Mapping[str, list[Revision]]) -> str:
    document, _, section = label.partition("#")
    wanted = section.strip().casefold()
    if not wanted or document not in known:
        return ""
    for revision in known[document]:
        if any(wanted in section_names(each) for each in sections(revision.blocks, end=len(revision.text))):
            return ""
    return f"question {question}: no version of {document!r} has the section of label {label!r}"
