from __future__ import annotations

import errno
import os
import stat
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from pincite.corpus.naming import StateNames
from pincite.documents import FIRST_DAY, Sequence, TenantId
from pincite.questions import Principal, Scope
from pincite.testing.desk import Desk

NewDesk = Callable[..., Desk]


@pytest.fixture
def scope() -> Scope:
    return Scope(
        tenant=TenantId("red"), readers=frozenset({"public"}), sequence=Sequence(7), day=FIRST_DAY, generation="g"
    )


def test_one_state_has_one_name_in_every_process(tmp_path: Path, scope: Scope) -> None:
    assert StateNames(tmp_path).name(scope) == StateNames(tmp_path).name(scope)
    assert stat.S_IMODE((tmp_path / "state-names.key").stat().st_mode) == 0o600
    assert len(list(tmp_path.iterdir())) == 1


def test_other_states_tenants_and_corpora_have_other_names(tmp_path: Path, scope: Scope) -> None:
    (tmp_path / "other").mkdir()
    names = {
        StateNames(tmp_path).name(scope),
        StateNames(tmp_path).name(replace(scope, sequence=Sequence(8))),
        StateNames(tmp_path).name(replace(scope, tenant=TenantId("blue"))),
        StateNames(tmp_path / "other").name(scope),
    }
    assert len(names) == 4


def test_an_answer_tells_its_state_and_not_how_often_others_commit(new_desk: NewDesk) -> None:
    desk = new_desk()
    desk.write("docs/refund.md", "# Refund\n\nThe refund window is 30 days.")
    desk.sync()
    first, again = (desk.corpus.ask("What is the refund window?") for _ in range(2))
    other = desk.corpus.ask("What is the refund window?", principal=Principal(tenant="other"))
    assert first.sequence == again.sequence != other.sequence
    assert len(first.sequence) == 16
    desk.write("docs/more.md", "# More\n\nMore.")
    desk.sync()
    assert desk.corpus.ask("What is the refund window?").sequence != first.sequence


def test_where_no_key_can_be_kept_names_hold_in_this_process(
    tmp_path: Path, scope: Scope, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*given: object) -> int:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "open", full)
    names = StateNames(tmp_path)
    assert names.name(scope) == names.name(scope) != names.name(replace(scope, sequence=Sequence(8)))
    assert list(tmp_path.iterdir()) == []
