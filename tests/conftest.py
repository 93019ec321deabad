"""What every test stands on: no connection leaves this machine, and the paths of the real data where it is present."""

from __future__ import annotations

import ipaddress
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pincite.testing.desk import Desk

ROOT = Path(__file__).resolve().parents[1]


def _is_loopback(host: object) -> bool:
    if not isinstance(host, str) or host in ("", "localhost"):
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def _refuse_outside(event: str, args: tuple[object, ...]) -> None:
    if event == "socket.connect" and isinstance(args[1], tuple) and not _is_loopback(args[1][0]):
        raise RuntimeError(f"a test tried to connect to {args[1]!r}: only loopback is allowed")
    if event == "socket.getaddrinfo" and not _is_loopback(args[0]):
        raise RuntimeError(f"a test tried to look up {args[0]!r}: only loopback is allowed")


sys.addaudithook(_refuse_outside)
for _key in ("ANTHROPIC_API_KEY", "ANTHROPIC_BASE_URL", "OPENAI_API_KEY", "OPENAI_BASE_URL"):
    os.environ.pop(_key, None)  # a developer's own keys choose no generator here


@pytest.fixture(scope="session")
def shared_data() -> Path:
    """Return the folder of real data beside the project, or skip with the reason."""
    folder = ROOT.parent / "shared" / "data"
    if not folder.is_dir():
        pytest.skip("the real data is not here: expected it in ../shared/data beside the project")
    return folder


@pytest.fixture
def new_desk() -> Iterator[Callable[..., Desk]]:
    """Return a function that makes a corpus of its own, in memory, from settings and stages as a desk takes them."""
    from pincite.testing.desk import Desk, ram_folder

    with ExitStack() as stack:

        def make(*settings: str, **stages: object) -> Desk:
            desk = Desk(stack.enter_context(ram_folder()), *settings, **stages)  # type: ignore[arg-type]  # passed on
            stack.callback(desk.close)
            return desk

        yield make
