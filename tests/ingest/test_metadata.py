from __future__ import annotations

from datetime import date
from typing import Any

import pytest

from pincite.documents import Metadata
from pincite.errors import MetadataError
from pincite.ingest import RuleSettings, SourceSettings
from pincite.ingest.metadata import Statements, default_id, default_title, resolve
from pincite.ingest.rules import Rules

PATH = "docs/eu/refund-v3.md"


def resolved(
    *,
    path: str = PATH,
    front: dict[str, object] | None = None,
    sidecar: str | None = None,
    rules: tuple[RuleSettings, ...] = (),
    before: str = "",
    stated_again: bool = False,
    **source: Any,  # noqa: ANN401 - any field of the source
) -> Metadata:
    stated = Statements(
        path=path,
        source=SourceSettings(name="docs", path="docs", **source),
        rules=Rules(settings=rules),
        tenant="red",
        front=front or {},
        sidecar=None if sidecar is None else sidecar.encode(),
    )
    return resolve(stated, before=before, stated_again=stated_again)


def rule(glob: str = "", **stated: Any) -> RuleSettings:  # noqa: ANN401 - any field of a rule
    return RuleSettings(glob=glob, **stated)


def test_the_nearest_statement_decides_key_by_key() -> None:
    layers: list[dict[str, Any]] = [
        {"authority": "source"},
        {"pattern": "(?P<authority>refund)"},
        {"rules": (rule("docs/**", authority="shallow"),)},
        {"rules": (rule("docs/eu/*", authority="deep"), rule("docs/**", authority="shallow"))},
        {"front": {"authority": "front"}},
        {"sidecar": 'authority = "sidecar"'},
    ]
    given: dict[str, Any] = {}
    found = [resolved(**(given := given | layer)).authority for layer in layers]
    assert found == ["source", "refund", "shallow", "deep", "front", "sidecar"]


def test_a_key_that_the_nearest_does_not_state_comes_from_the_next() -> None:
    found = resolved(sidecar='title = "T"', front={"version": "3", "title": "F"}, rules=(rule("docs/**", topic="x"),))
    assert (found.title, found.version, found.topic) == ("T", "3", "x")


def test_a_pattern_is_deepest_and_among_equals_the_later_in_the_file_decides() -> None:
    rules = (
        rule(pattern=r"(?P<topic>refund)-v(?P<version>\d+)", access="public"),
        rule("docs/eu/refund-v3.md", topic="exact", title="first"),
        rule("docs/eu/*", title="second"),
    )
    found = resolved(rules=rules)
    assert (found.topic, found.version, found.title, found.access) == ("refund", "3", "second", ("public",))


def test_a_rule_speaks_only_of_what_matches() -> None:
    rules = (rule("staff/**", access="staff"), rule(pattern="nowhere/(?P<id>x)"))
    assert resolved(rules=rules).access is None


def test_foreign_front_matter_is_kept_and_never_interpreted() -> None:
    found = resolved(front={"owner": "anna", "Version": "9", "tags": ["a"]})
    assert found.extra == {"owner": "anna", "Version": "9", "tags": ["a"]}
    assert found.version is None


def test_an_unknown_key_in_a_sidecar_is_an_error() -> None:
    with pytest.raises(MetadataError, match=r"sidecar of docs/eu/refund-v3\.md: unknown key 'owner'"):
        resolved(sidecar='owner = "anna"')


@pytest.mark.parametrize("sidecar", ["title = ", "title = 1\ntitle = 2"])
def test_a_broken_sidecar_is_an_error(sidecar: str) -> None:
    with pytest.raises(MetadataError, match="not TOML"):
        resolved(sidecar=sidecar)


@pytest.mark.parametrize(
    "stated",
    [{"sidecar": 'tenant = "blue"'}, {"front": {"tenant": "blue"}}, {"rules": (rule("docs/**", tenant="blue"),)}],
)
def test_another_tenant_than_the_sources_is_an_error(stated: dict[str, Any]) -> None:
    with pytest.raises(MetadataError, match="says tenant 'blue': expected 'red'"):
        resolved(**stated)


def test_the_tenant_of_the_source_may_be_repeated() -> None:
    assert resolved(front={"tenant": "red"}).tenant == "red"


def test_dates_from_every_layer_are_dates() -> None:
    found = resolved(sidecar="effective = 2025-01-01", front={"expires": "2026-01-01"})
    assert (found.effective, found.expires) == (date(2025, 1, 1), date(2026, 1, 1))


def test_no_access_is_not_the_same_as_access_for_nobody() -> None:
    assert resolved().access is None
    assert resolved(front={"access": []}, access="public").access == ()


def test_the_rule_that_decided_access_is_told_in_words() -> None:
    assert resolved(front={"access": "staff"}).access_rule == "front matter refund-v3.md"
    assert resolved(rules=(rule("docs/**", access="a"),)).access_rule == "folder rule docs/**"
    assert resolved(access="public").access_rule == "source docs"


@pytest.mark.parametrize(
    "near",
    [
        {"sidecar": 'access = "staff"'},
        {"front": {"access": "staff"}},
        {"rules": (rule("docs/eu/**", access="staff"),)},
        {"rules": (rule(pattern="(?P<access>refund)"),)},
    ],
)
def test_where_a_nearer_rule_vanishes_nobody_reads_until_access_is_stated_again(near: dict[str, Any]) -> None:
    before = resolved(**near, access="public").access_rule
    closed = resolved(access="public", before=before)
    assert closed.access == ()
    assert resolved(access="public", before=closed.access_rule).access == ()
    assert resolved(access="public", before=closed.access_rule, stated_again=True).access == ("public",)
    assert resolved(**near, access="public", before=closed.access_rule).access in (("staff",), ("refund",))


def test_a_deeper_rule_that_vanishes_does_not_open_what_a_shallower_one_would_let_in() -> None:
    deep, shallow = rule("docs/eu/refund-v3.md", access="staff"), rule("docs/eu/**", access="public")
    before = resolved(rules=(deep, shallow)).access_rule
    assert resolved(rules=(shallow,), before=before).access == ()


def test_defaults_come_from_the_path() -> None:
    assert default_id("docs/eu/refund-v3.1.md") == "docs/eu/refund-v3.1"
    assert default_title("docs/eu/refund-v3.1.md") == "refund-v3.1"
