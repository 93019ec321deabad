"""Asks the sandbox to recognise text, with the room and time that the engine needs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Protocol, TypeVar

from pincite.parse.engines import engine_of, hint, program
from pincite.parse.pdf_leaf import Leaves

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pincite.parse import ParseSettings
    from pincite.parse.limits import Limits

__all__ = ["Recognition", "Run"]

T = TypeVar("T")

_ROOMY_MB: Final = 2500
"""Address space that an engine inside Python asks for; what it uses of it is about 600 MB."""
_SLOW: Final = 4
"""How many times as long such an engine may take."""


class Run(Protocol):
    """Runs a function in the sandbox."""

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
        """Return what the function makes of the bytes, decoded as ``returns``."""
        ...


class Recognition:
    """
    Recognises pages in the sandbox.

    :param passwords: Tried in order on an encrypted file.
    :param run: Runs a function there.
    """

    def __init__(self, settings: ParseSettings, *, passwords: tuple[str, ...] = (), run: Run) -> None:
        self._settings = settings
        self._passwords = passwords
        self._run = run

    def read(self, name: str, data: bytes, *, path: str, **options: object) -> Leaves | str:
        """
        Return the pages that were recognised, or one line that says what is not installed.

        :param name: The function of :mod:`pincite.parse.pdf_worker`.
        :param options: What it takes beside the settings of recognition.
        :raises SourceError: If the file cannot be drawn, or the engine needs more than it may have.
        """
        ocr = self._settings.ocr
        engine = engine_of(ocr.engine)
        if not engine:
            return hint(ocr.engine)
        stated = {"engine": engine, "program": program(), "languages": ocr.languages, "dpi": ocr.dpi}
        return self._run(
            f"pincite.parse.pdf_worker:{name}",
            data,
            path=path,
            returns=Leaves,
            options={**stated, "timeout_s": self._settings.timeout_s, **options},
            passwords=self._passwords,
            limits=self._limits(engine),
        )

    def _limits(self, engine: str) -> Limits | None:
        if not engine.startswith("rapidocr"):
            return None
        from pincite.parse.limits import Limits

        wall = self._settings.timeout_s * _SLOW
        return Limits(memory_mb=max(self._settings.memory_mb, _ROOMY_MB), cpu_s=round(wall), wall_s=wall)
