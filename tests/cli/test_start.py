"""What a start loads: a search pays for the stages that it runs, and for no other."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

_LOADED = """
import sys
from pincite.cli import main
sys.argv = ["pincite", "--corpus", {corpus!r}, "search", "refund window"]
try:
    main()
finally:
    print(*sorted(name for name in sys.modules if name.startswith("pincite.")), file=sys.stderr)
"""


@pytest.fixture(scope="module")
def loaded(shop: Path, tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """Return the modules of a process of its own that searched; the shop's embedder is the hash one."""
    ran = subprocess.run(
        [sys.executable, "-c", _LOADED.format(corpus=str(shop))], capture_output=True, text=True, check=True
    )
    return ran.stderr.splitlines()[-1].split()


def test_a_search_runs(loaded: list[str]) -> None:
    assert {"pincite.retrieve.hybrid", "pincite.rerank.blend"} <= set(loaded)


@pytest.mark.parametrize(
    "settings",
    [
        "pincite.pipeline.mode",
        "pincite.assemble",
        "pincite.generate",
        "pincite.attribute",
        "pincite.access.settings",
        "pincite.validity.authority",
    ],
)
def test_a_search_makes_no_settings_of_a_stage_that_it_does_not_run(settings: str, loaded: list[str]) -> None:
    """Settings that nothing was said of are made when they are asked for; copying the configuration asks for all."""
    assert settings not in loaded
