"""Labelled questions made of answers that somebody accepted."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING, Any

from pincite.evaluate.labels import Asker, Labelled

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pincite.corpus.accepting import Accepted

__all__ = ["label_data", "labels_of"]


def labels_of(accepted: Iterable[Accepted]) -> tuple[Labelled, ...]:
    """
    Return a labelled question for each accepted answer: it wants the sections that the answer cites.

    :param accepted: As :meth:`pincite.corpus.Corpus.accepted` gives them.
    """
    return tuple(
        Labelled(
            id=f"trace-{each.id}",
            question=each.question,
            kind=each.kind,
            principal=Asker(tenant=each.tenant, groups=each.groups, subject=each.subject),
            relevant=each.cites,
            cites=each.cites,
            as_of=None if each.as_of is None else date.fromisoformat(each.as_of),
            applies_to=each.applies_to,
        )
        for each in accepted
    )


def label_data(labelled: Labelled) -> dict[str, Any]:
    """Return a labelled question as its line in a file of them has it."""
    asker = labelled.principal
    principal = {"tenant": asker.tenant, "groups": list(asker.groups)}
    return {
        "id": labelled.id,
        "question": labelled.question,
        "kind": labelled.kind,
        "principal": principal | ({"subject": asker.subject} if asker.subject else {}),
        "relevant": list(labelled.relevant),
        "all_of": list(labelled.all_of),
        "any_of": list(labelled.any_of),
        "none_of": list(labelled.none_of),
        "cites": list(labelled.cites),
        "as_of": labelled.as_of.isoformat() if labelled.as_of else None,
        "applies_to": labelled.applies_to,
    }
