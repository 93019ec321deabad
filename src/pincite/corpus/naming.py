"""Names of states that say nothing but whether two answers read the same one."""

from __future__ import annotations

import hmac
import os
from functools import cached_property
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from pathlib import Path

    from pincite.questions import Scope

__all__ = ["StateNames"]

_KEY_BYTES: Final = 32
_SHOWN: Final = 16


class StateNames:
    """
    Names the states of one corpus: a sequence would tell readers of one tenant how often others commit.

    :param folder: Where the key is kept; it is made at the first name, readable by its owner only.
    """

    def __init__(self, folder: Path) -> None:
        self._file = folder / "state-names.key"

    def name(self, scope: Scope) -> str:
        """Return 16 hexadecimal digits, the same for one tenant and sequence of this corpus and for no other."""
        said = f"{scope.sequence} {scope.tenant}".encode()
        return hmac.digest(self._key, said, "sha256").hex()[:_SHOWN]

    @cached_property
    def _key(self) -> bytes:
        try:
            if not self._file.is_file():
                self._make()
            return self._file.read_bytes()
        except OSError:  # a full disk, or a folder that is read only: names then hold in this process alone
            return os.urandom(_KEY_BYTES)

    def _make(self) -> None:
        """Write a key whole; where another process was first, its key stands."""
        own = self._file.with_suffix(f".{os.getpid()}.tmp")
        own.unlink(missing_ok=True)
        try:
            with os.fdopen(os.open(own, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
                file.write(os.urandom(_KEY_BYTES))
            self._put(own)
        finally:
            own.unlink(missing_ok=True)

    def _put(self, own: Path) -> None:
        try:
            os.link(own, self._file)
        except FileExistsError:
            pass
        except OSError:  # a file system without links
            own.replace(self._file)
