"""One parser for all formats: picks by suffix, else by what the bytes look like."""

from __future__ import annotations

from functools import cached_property
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Final

import msgspec

from pincite.documents import Parsed, digest
from pincite.errors import TooLarge, UnsupportedFormat
from pincite.parse import CONDUCTED, HERE, ParseSettings
from pincite.parse.bounds import bounded
from pincite.parse.decode import FOREIGN, looks_binary
from pincite.parse.sniff import sniffed
from pincite.parse.versions import VERSIONS, format_digest, used
from pincite.registry import builder

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

    from pincite.parse.sandbox import Sandbox
    from pincite.protocols import Parser

__all__ = ["Dispatcher", "sandbox_of"]


_MOST_HERE: Final = 1_000_000
"""Bytes of a text above which it is read in a worker, under the limits of foreign formats."""


class Dispatcher:
    """
    Gives each file to the parser of its format.

    A format's parser is built when its first file comes. A file whose suffix is not known is read as what its first
    bytes clearly are, else as plain text if it is text.

    :param suffixes: Suffix in lower case → name of the format.
    :param formats: Name of the format → ``"module:builder"``.
    :param passwords: Tried in order on files that are encrypted, or a function that gives those for a path.
    :param told: Told how many pages of a long file are read, and how many it has.
    :param kept: A state folder in which parsed parts of long files are kept; ``None`` to keep none.
    """

    def __init__(
        self,
        settings: ParseSettings,
        *,
        suffixes: Mapping[str, str],
        formats: Mapping[str, str],
        passwords: tuple[str, ...] | Callable[[str], tuple[str, ...]] = (),
        told: Callable[[int, int], None] | None = None,
        kept: Path | None = None,
    ) -> None:
        self._settings = settings
        self._kept = kept
        self._told = told
        self._suffixes = dict(suffixes)
        self._formats = dict(formats)
        self._passwords = passwords
        self._built: dict[tuple[str, tuple[str, ...]], Parser] = {}
        for name in sorted(set(self._suffixes.values())):
            if name not in self._formats:
                builder("parse", name, self._formats)  # an installed package's, or an UnknownName

    @cached_property
    def digest(self) -> str:
        """Digest of every format's parser and of which suffix goes where."""
        names = sorted({*self._formats, *self._suffixes.values()})
        routes = sorted(f"{suffix}={name}" for suffix, name in self._suffixes.items())
        return digest("parse", *routes, *(self._format_digest(name) for name in names))

    def _format_digest(self, name: str) -> str:
        """Return the digest of a format; those of this package are known without loading their libraries."""
        if name in VERSIONS:
            return format_digest(name, *used(name, self._settings))
        return self._parser(name).digest

    def parse(self, data: bytes, *, path: str) -> Parsed:
        """
        Return the canonical text and blocks of one file.

        :param path: Its path, for its suffix and for messages.
        :raises TooLarge: If there are more bytes than the limit, or more of what :func:`~pincite.parse.bounds.bounded`
            counts.
        :raises UnsupportedFormat: If the suffix is not known and the bytes are not text.
        :raises Damaged: If the bytes are empty, binary or broken.
        :raises MetadataError: If the file states metadata that cannot be read.
        """
        limit = self._settings.max_bytes
        if len(data) > limit:
            raise TooLarge(
                f"{path} has {len(data):,} bytes, more than the limit of {limit:,}: split it, or raise parse.max_bytes",
                path=path,
                size=len(data),
                limit=limit,
            )
        return bounded(self._parsed(data, path), path=path, max_characters=self._settings.max_characters)

    def _parsed(self, data: bytes, path: str) -> Parsed:
        name = self._format(data, path)
        if name in HERE and len(data) > _MOST_HERE:
            return _Sandboxed(name, self._settings, formats=self._formats, passwords=()).parse(data, path=path)
        parser = self._parser(name, self._passwords_of(path))
        if name not in HERE:
            return parser.parse(data, path=path)
        from pincite.parse.headed import parse_headed  # imported here: a question parses nothing

        return parse_headed(parser, name, data, path=path)

    def _passwords_of(self, path: str) -> tuple[str, ...]:
        return self._passwords(path) if callable(self._passwords) else self._passwords

    def _format(self, data: bytes, path: str) -> str:
        suffix = PurePosixPath(path.replace("\\", "/")).suffix.lower()
        if suffix in self._suffixes:
            return self._suffixes[suffix]
        if (found := sniffed(data)) in self._formats:
            return str(found)
        foreign = next((name for magic, name in FOREIGN.items() if data.startswith(magic)), None)
        if foreign or looks_binary(data):
            known = sorted(self._suffixes)
            raise UnsupportedFormat(
                f"{path} is {foreign or 'no text'}, and no parser takes {suffix or 'a file without a suffix'}: "
                f"expected text or one of {', '.join(known)}; convert it or leave it out",
                path=path,
                suffix=suffix,
                known=known,
            )
        return "plain"

    def _parser(self, name: str, passwords: tuple[str, ...] = ()) -> Parser:
        if (name, passwords) not in self._built:
            self._built[name, passwords] = self._build(name, passwords)
        return self._built[name, passwords]

    def _build(self, name: str, passwords: tuple[str, ...]) -> Parser:
        made: Parser
        if name in HERE:
            made = builder("parse", name, self._formats)(self._settings)
        elif name in CONDUCTED:
            made = builder("parse", name, self._formats)(
                self._settings,
                passwords=passwords,
                run=sandbox_of(self._settings).run,
                told=self._told,
                kept=self._kept,
            )
        else:
            made = _Sandboxed(name, self._settings, formats=self._formats, passwords=passwords)
        return made


class _Sandboxed:
    """A format whose parser is built and called in a worker process."""

    def __init__(
        self, name: str, settings: ParseSettings, *, formats: Mapping[str, str], passwords: tuple[str, ...]
    ) -> None:
        self._name = name
        self._settings = settings
        self._formats = formats
        self._passwords = passwords

    @property
    def digest(self) -> str:
        found: str = builder("parse", self._name, self._formats)(self._settings).digest
        return found

    def parse(self, data: bytes, *, path: str) -> Parsed:
        return sandbox_of(self._settings).run(
            "pincite.parse.inside:parse",
            data,
            path=path,
            returns=Parsed,
            options={"format": self._name, "settings": msgspec.to_builtins(self._settings)},
            passwords=self._passwords,
        )


def sandbox_of(settings: ParseSettings) -> Sandbox:
    """Return the workers of this process under the limits of the settings."""
    from pincite.parse.limits import Limits  # imported here: a question parses nothing
    from pincite.parse.sandbox import shared

    limits = Limits(
        memory_mb=settings.memory_mb, cpu_s=max(1, round(settings.timeout_s)), wall_s=float(settings.timeout_s)
    )
    return shared(limits, workers=settings.workers)
