"""Who may read: what the source says, narrowed by the administrator, from this moment on."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from pincite.errors import NotFound, UnknownName
from pincite.questions import Principal
from pincite.testing.desk import PUBLIC_DOCS, Desk

NewDesk = Callable[..., Desk]

STAFF = Principal(tenant="default", groups=["staff"])
ANNA = Principal(tenant="default", subject="anna")


@pytest.fixture
def desk(new_desk: NewDesk) -> Desk:
    made = new_desk(f'[principals.anna]\ngroups = ["staff"]\n{PUBLIC_DOCS}')
    made.write("docs/refund.md", "# Refund\n\nThe refund window is 30 days.")
    made.write("docs/desk.md", "# Desk\n\nThe refund desk is at 4471.", access="[staff, 'user:anna']")
    made.sync()
    return made


def seen(desk: Desk, principal: Principal | None = None) -> set[str]:
    return {str(hit.document) for hit in desk.corpus.search("refund", principal=principal)}


def test_groups_and_subjects_let_in_and_the_tenant_is_a_wall(desk: Desk) -> None:
    both = {"docs/refund", "docs/desk"}
    assert seen(desk) == {"docs/refund"}
    assert seen(desk, STAFF) == seen(desk, ANNA) == both
    assert seen(desk, Principal(tenant="default", groups=["anna"])) == {"docs/refund"}, "a group is no subject"
    assert seen(desk, Principal(tenant="other", groups=["staff"], subject="anna")) == set()


def test_what_is_revoked_is_gone_at_once_and_comes_back_when_cleared(desk: Desk) -> None:
    desk.corpus.set_access("docs/refund", ["staff"])
    assert (seen(desk), seen(desk, STAFF)) == (set(), {"docs/refund", "docs/desk"})
    desk.corpus.clear_access("docs/refund")
    assert seen(desk) == {"docs/refund"}


def test_an_override_only_narrows_and_says_which_names_have_no_effect(desk: Desk) -> None:
    assert desk.corpus.set_access("docs/desk", ["staff", "guests"]) == ("guests",)
    assert seen(desk, Principal(tenant="default", groups=["guests"])) == {"docs/refund"}
    assert seen(desk, ANNA) == {"docs/refund"}


def test_an_override_outlives_the_next_sync(desk: Desk) -> None:
    desk.corpus.set_access("docs/refund", [])
    desk.write("docs/refund.md", "# Refund\n\nThe refund window is 60 days.")
    desk.sync()
    assert seen(desk, STAFF) == {"docs/desk"}


def test_an_administrator_is_told_who_may_read_and_which_rule_decided(desk: Desk) -> None:
    ((version, decision),) = desk.corpus.check_access("docs/desk")
    assert (version, decision.allowed, decision.rule) == ("", False, "front matter desk.md")
    ((_, staff),) = desk.corpus.check_access("docs/desk", principal=STAFF)
    assert (staff.allowed, staff.by) == (True, ("staff",))


def test_access_of_what_is_not_there_is_not_found(desk: Desk) -> None:
    for call in (desk.corpus.clear_access, desk.corpus.check_access, desk.corpus.delete):
        with pytest.raises(NotFound, match="no document 'docs/none'"):
            call("docs/none")
    with pytest.raises(NotFound, match="no document 'docs/refund 7'"):
        desk.corpus.set_access("docs/refund", [], version="7")


def test_lists_show_a_reader_their_own_names_only(desk: Desk) -> None:
    (row,) = [row for row in desk.corpus.documents(principal=ANNA) if row.document_id == "docs/desk"]
    assert row.access == ("user:anna",)


def test_a_configured_principal_is_named_and_the_default_reader_has_no_groups(desk: Desk) -> None:
    assert desk.corpus.principal("anna").readers == {"staff", "public", "user:anna"}
    assert desk.corpus.principal().readers == {"public"}
    with pytest.raises(UnknownName, match=r"unknown principal 'ana'.*did you mean 'anna'"):
        desk.corpus.principal("ana")
