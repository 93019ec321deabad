"""Pages of long files are parsed once, also where the process ends in between."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TypeVar

import pytest
from tests.parse.simple_pdf import long_pdf

from pincite.documents import Parsed
from pincite.errors import Damaged
from pincite.parse import OcrSettings, ParseSettings
from pincite.parse._worker import direct
from pincite.parse.kept import Kept, forget_kept
from pincite.parse.limits import Limits
from pincite.parse.pdf import build
from pincite.parse.pdf_leaf import Leaves

SETTINGS = ParseSettings(ocr=OcrSettings(engine="none"))
LEAVES = "pincite.parse.pdf_worker:leaves"


T = TypeVar("T")


class Power:
    """Runs what the parser asks for, and goes off at the Nth run of pages."""

    def __init__(self, runs: int) -> None:
        self.left = runs
        self.n_runs = 0

    def __call__(
        self,
        target: str,
        data: bytes,
        *,
        path: str,
        returns: type[T],
        options: Mapping[str, object] | None = None,
        passwords: tuple[str, ...] = (),
        limits: Limits | None = None,
    ) -> T:
        if target == LEAVES:
            if self.n_runs == self.left:
                raise KeyboardInterrupt
            self.n_runs += 1
        return direct(target, data, path=path, returns=returns, options=options, passwords=passwords, limits=limits)


def parsed(state: Path, power: Power, passwords: tuple[str, ...] = ()) -> Parsed:
    return build(SETTINGS, passwords=passwords, run=power, kept=state).parse(long_pdf(150), path="long.pdf")


def test_pages_that_were_read_before_the_process_ended_are_not_read_again(tmp_path: Path) -> None:
    with pytest.raises(KeyboardInterrupt):
        parsed(tmp_path, Power(2))
    again = Power(9)
    whole = parsed(tmp_path, again)
    assert again.n_runs == 1
    assert whole == parsed(tmp_path / "other", Power(9))


def test_other_settings_read_the_pages_again(tmp_path: Path) -> None:
    parsed(tmp_path, Power(9))
    again = Power(9)
    settings = ParseSettings(ocr=OcrSettings(engine="none", dpi=300))
    build(settings, run=again, kept=tmp_path).parse(long_pdf(150), path="long.pdf")
    assert again.n_runs == 3


def test_nothing_is_kept_of_what_a_password_may_open(tmp_path: Path) -> None:
    parsed(tmp_path, Power(9), passwords=("secret",))
    assert not list(tmp_path.iterdir())


def test_what_is_kept_is_for_its_owner_alone_and_goes(tmp_path: Path) -> None:
    parsed(tmp_path, Power(9))
    (folder,) = tmp_path.iterdir()
    assert folder.stat().st_mode & 0o777 == 0o700
    assert {file.stat().st_mode & 0o777 for file in folder.iterdir()} == {0o600}
    forget_kept(tmp_path)
    assert not list(tmp_path.iterdir())


def test_what_was_torn_is_made_again(tmp_path: Path) -> None:
    kept = Kept(tmp_path)
    kept.through(lambda: Leaves(leaves=(), furniture=("a",)), Leaves, "key")
    (file,) = (tmp_path / "parsing").iterdir()
    file.write_bytes(file.read_bytes()[:-3])
    assert kept.through(lambda: Leaves(leaves=(), furniture=("b",)), Leaves, "key").furniture == ("b",)


def test_a_failure_is_not_kept(tmp_path: Path) -> None:
    def fail() -> Leaves:
        raise Damaged("broken")

    kept = Kept(tmp_path)
    with pytest.raises(Damaged, match="broken"):
        kept.through(fail, Leaves, "key")
    assert kept.through(lambda: Leaves(leaves=()), Leaves, "key") == Leaves(leaves=())
