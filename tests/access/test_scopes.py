from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from pincite.access import pending, scope
from pincite.documents import RevisionKey, Sequence
from pincite.questions import Principal

A, B, C = (RevisionKey(name) for name in "abc")
SOURCE = Path(__file__).parents[2] / "src" / "pincite"


@dataclass(frozen=True)
class State:
    sequence: Sequence
    epoch: int = 3
    generation: str = "g"


def test_a_scope_is_the_principal_at_one_sequence_and_day() -> None:
    found = scope(
        Principal(tenant="red", groups=["staff"], subject="ana"), head=State(sequence=Sequence(7)), day=date(2025, 1, 1)
    )
    assert found.readers == {"staff", "public", "user:ana"}
    assert (found.tenant, found.sequence, found.epoch, found.generation) == ("red", 7, 3, "g")
    assert found.granted == found.revoked == frozenset()


def test_pending_changes_are_granted_or_revoked_for_this_reader() -> None:
    changes = {A: ("staff",), B: ("public",), C: ()}
    assert pending(changes, Principal(tenant="red").readers) == (frozenset({B}), frozenset({A, C}))
    assert pending(changes, Principal(tenant="red", groups=["staff"]).readers) == (frozenset({A, B}), frozenset({C}))


def test_a_revision_that_is_both_granted_and_revoked_is_revoked() -> None:
    both = (frozenset({A, B}), frozenset({B}))
    found = scope(Principal(tenant="red"), head=State(sequence=Sequence(7)), day=date(2025, 1, 1), pending=both)
    assert (found.granted, found.revoked) == (frozenset({A}), frozenset({B}))


def test_nothing_else_in_pincite_but_fakes_for_tests_makes_a_scope() -> None:
    makers = {
        path.relative_to(SOURCE).as_posix()
        for path in SOURCE.rglob("*.py")
        if "testing" not in path.parts and re.search(r"(?<![\w.`])Scope\(", path.read_text(encoding="utf-8"))
    }
    assert makers == {"access/scopes.py"}
