from __future__ import annotations

import os
import shutil
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import pytest

from pincite.testing.stores import make_store

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pincite.lifecycle import Store


@pytest.fixture
def state(tmp_path: Path) -> Iterator[Path]:
    """Return a state folder, in memory where there is one: every commit waits for the disk."""
    memory = Path("/dev/shm")
    if not os.access(memory, os.W_OK) or shutil.disk_usage(memory).free < 2**30:
        yield tmp_path / "state"
        return
    with TemporaryDirectory(dir=memory, prefix="pincite-test-") as folder:
        yield Path(folder) / "state"


@pytest.fixture
def store(state: Path) -> Iterator[Store]:
    with make_store(state) as made:
        yield made
