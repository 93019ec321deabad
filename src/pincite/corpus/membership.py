"""Who belongs where, as the settings file says now: a corpus may be open for months."""

from __future__ import annotations

import time
from dataclasses import replace
from threading import Lock
from typing import TYPE_CHECKING, Final

from pincite.errors import AccessDenied, ConfigError

if TYPE_CHECKING:
    from pincite.config import Config

__all__ = ["Membership"]

_SETTLED_NS: Final = 2_000_000_000
"""A file that was written less than this before it was read may have been written again since."""


class Membership:
    """
    The principals of a settings file, read again when it has changed.

    :param config: The settings as they were read when the corpus was opened.
    """

    def __init__(self, config: Config) -> None:
        self._config = config
        self._lock = Lock()
        mark = self._mark()
        self._read = mark if mark is not None and time.time_ns() - mark[0] > _SETTLED_NS else None

    def of_now(self) -> Config:
        """
        Return the settings with the principals that the file names now; nothing else in them changes.

        :raises AccessDenied: If the file cannot be read or used any more: nobody is known then.
        """
        if self._config.file is None:
            return self._config
        with self._lock:
            mark = self._mark()
            if mark is None or mark != self._read:
                self._config = replace(self._config, principals=self._again().principals)
                self._read = mark if mark is not None and time.time_ns() - mark[0] > _SETTLED_NS else None
            return self._config

    def _mark(self) -> tuple[int, int, int] | None:
        if self._config.file is None:
            return None
        try:
            found = self._config.file.stat()
        except OSError:
            return None
        return found.st_mtime_ns, found.st_size, found.st_ino

    def _again(self) -> Config:
        from pincite.config import load  # imported here: below it at import time

        file = self._config.file
        try:
            if file is None:
                raise ConfigError("there is no settings file: name one")
            return load(file)
        except (ConfigError, OSError) as error:
            raise AccessDenied(f"who may ask cannot be read from {file}: {error}", file=str(file)) from error
