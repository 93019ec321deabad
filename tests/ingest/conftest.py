from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

_NOBODY = 65534


@pytest.fixture
def unprivileged() -> Iterator[Path]:
    """A folder of a user who may not read everything; the test runs as that user."""
    with tempfile.TemporaryDirectory(dir="/tmp") as made:
        folder = Path(made)
        root = os.geteuid() == 0
        if root:
            os.chown(folder, _NOBODY, -1)
            os.seteuid(_NOBODY)
        try:
            yield folder
        finally:
            if root:
                os.seteuid(0)
