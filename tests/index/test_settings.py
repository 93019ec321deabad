from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from pincite.errors import ConfigError, UnknownName
from pincite.index import EdgeSettings, IndexSettings, build
from pincite.index.edge import EdgeIndex


def test_the_default_is_the_engine_in_the_process(tmp_path: Path) -> None:
    assert isinstance(build(IndexSettings())(tmp_path / "index"), EdgeIndex)


def test_an_unknown_index_fails_when_built_and_lists_the_known_ones() -> None:
    with pytest.raises(UnknownName, match=r"unknown index 'egde'.*expected one of edge; did you mean 'edge'"):
        build(IndexSettings(name="egde"))


@pytest.mark.parametrize("batch", [0, -1, 10_001])
def test_a_batch_out_of_range_names_the_value(batch: int) -> None:
    with pytest.raises(ConfigError, match=rf"index\.edge\.batch is {batch}: expected 1 to 10000"):
        EdgeSettings(batch=batch)


def test_a_negative_number_of_threads_is_an_error() -> None:
    with pytest.raises(ConfigError, match=r"index\.edge\.threads is -1"):
        EdgeSettings(threads=-1)


def test_building_does_not_import_the_engine() -> None:
    code = "import sys; from pincite.index import *; build(IndexSettings()); print('qdrant_edge' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"
