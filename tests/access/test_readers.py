from __future__ import annotations

import pytest

from pincite.access import effective, explain, may_read, nobody, require_readers, without_effect
from pincite.errors import NobodyCanRead
from pincite.questions import Principal

STAFF = Principal(tenant="lumen", groups=["staff"], subject="ana").readers
OUTSIDER = Principal(tenant="lumen").readers


def test_everyone_of_the_tenant_reads_what_is_public() -> None:
    assert may_read(OUTSIDER, ("public",))
    assert may_read(STAFF, ("public",))


def test_a_subject_is_let_in_by_name() -> None:
    assert may_read(STAFF, ("user:ana",))
    assert not may_read(OUTSIDER, ("user:ana",))


def test_no_access_means_nobody() -> None:
    assert nobody(())
    assert not may_read(STAFF, ())


@pytest.mark.parametrize(
    ("groups", "override", "left"),
    [
        (("staff", "legal"), None, ("legal", "staff")),
        (("staff", "legal"), ("staff",), ("staff",)),
        (("public",), ("staff",), ("staff",)),
        (("public", "legal"), ("staff",), ("staff",)),
        (("staff",), ("public",), ("staff",)),
        (("staff",), ("legal",), ()),
        (("staff",), ("user:ana",), ()),
        (("public",), ("user:ana", "staff"), ("staff", "user:ana")),
        (("staff",), (), ()),
        ((), ("public",), ()),
        ((), None, ()),
    ],
)
def test_an_override_only_narrows(
    groups: tuple[str, ...], override: tuple[str, ...] | None, left: tuple[str, ...]
) -> None:
    assert effective(groups, override) == left


def test_names_that_an_override_cannot_let_in_are_told() -> None:
    assert without_effect(("staff",), ("staff", "legal", "public")) == ("legal",)


def test_documents_that_nobody_could_read_are_refused_with_the_next_step() -> None:
    documents: dict[str, tuple[str, ...]] = {f"docs/{n}.md": () for n in range(12)} | {"docs/open.md": ("public",)}
    with pytest.raises(
        NobodyCanRead, match=r"12 documents would be readable by nobody: add --access public, or a rule"
    ):
        require_readers(documents)


def test_documents_with_readers_pass() -> None:
    require_readers({"a.md": ("public",)})


def test_the_rule_that_lets_someone_in_is_named() -> None:
    found = explain(STAFF, tenant="lumen", document_tenant="lumen", groups=("staff",), rule="folder rule staff/**")
    assert found.allowed
    assert found.by == ("staff",)
    assert found.rule == "folder rule staff/**"


def test_an_override_that_shuts_someone_out_is_named() -> None:
    found = explain(
        OUTSIDER, tenant="lumen", document_tenant="lumen", groups=("public",), rule="front matter", override=("staff",)
    )
    assert not found.allowed
    assert found.rule == "override"
    assert "public" in found.reason
    assert "staff" in found.reason


def test_another_tenant_is_a_wall_whatever_the_groups_say() -> None:
    found = explain(STAFF, tenant="lumen", document_tenant="orbeck", groups=("public",), rule="front matter")
    assert not found.allowed
    assert found.rule == "tenant"
    assert found.by == ()


def test_where_nothing_is_stated_nobody_may_read() -> None:
    found = explain(STAFF, tenant="lumen", document_tenant="lumen", groups=(), rule="")
    assert not found.allowed
    assert found.reason == "nobody may read it"
