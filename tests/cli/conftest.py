"""A small corpus that every command can be tried on, and the real ``pincite`` to try it with."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from pincite.cli.app import pincite

Run = Callable[..., Result]

SETTINGS = """\
[corpus]
name = "Shop"
tenant = "shop"

[embed]
name = "hash"

[principals.anna]
groups = ["staff"]
"""
PAGES = {
    "policies/refund-v1.md": """\
---
id: refund-policy
title: Refund policy
version: 1
effective: 2023-01-01
---
# Refund policy

## Limits

The refund window is 14 days.
""",
    "policies/refund-v2.md": """\
---
id: refund-policy
title: Refund policy
version: 2
effective: 2025-03-01
---
# Refund policy

This policy covers goods that were bought online.

## Limits

| What | Limit |
| --- | --- |
| Refund window | 30 days |
| Refund cap | $500 |

## How to ask

Write to the counter. Ströme für Zürich: ✓.
""",
    "policies/order.md": """\
# Order O-48214

The order O-48214 was shipped on 2 May 2025 by courier.
""",
    "staff/desk.md": """\
# Fraud desk

The fraud desk is reached at extension 4471.
""",
}


@pytest.fixture(autouse=True)
def cache(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Return the user's cache folder of one test; no test touches the real one."""
    monkeypatch.setenv("PINCITE_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


@pytest.fixture
def run() -> Run:
    """Return a function that runs ``pincite`` in this process."""

    def call(*args: str | Path, corpus: Path | None = None, typed: str | bytes | None = None) -> Result:
        place = [] if corpus is None else ["--corpus", str(corpus)]
        return CliRunner().invoke(pincite, [*place, *map(str, args)], input=typed, prog_name="pincite")

    return call


@pytest.fixture(scope="session")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder of pages without a corpus."""
    folder = tmp_path_factory.mktemp("pages")
    for name, text in PAGES.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    return folder


@pytest.fixture(scope="session")
def shop(pages: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of a corpus that tests only look at."""
    folder = tmp_path_factory.mktemp("corpora") / "shop"
    shutil.copytree(pages, folder)
    (folder / "pincite.toml").write_text(SETTINGS, encoding="utf-8")
    for name, access in (("policies", "public"), ("staff", "staff")):
        added = CliRunner().invoke(
            pincite, ["--corpus", str(folder), "add", str(folder / name), "--access", access], prog_name="pincite"
        )
        assert added.exit_code == 0, added.stderr
    return folder


@pytest.fixture
def own(shop: Path, tmp_path: Path) -> Path:
    """Return a copy of the corpus that a test may change, without what others asked of it."""
    left_out = shutil.ignore_patterns("conversation.json", "traces")
    return Path(shutil.copytree(shop, tmp_path / "shop", ignore=left_out))
