"""Passwords of encrypted files: given for one run, tried where they may apply, never kept, logged or shown."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from pincite.errors import InputError
from pincite.ingest.glob import matches

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

__all__ = ["NO_PASSWORDS", "Passwords"]

_LONGEST: Final = 1024
"""Characters of a line; a longer one is no password but the wrong file."""


class Passwords:
    """
    Passwords, each for the paths that its glob matches.

    :param entries: (glob, password) in the order in which they are tried; ``None`` for every path.
    """

    def __init__(self, entries: Iterable[tuple[str | None, str]] = ()) -> None:
        self._entries = tuple(entries)

    def __len__(self) -> int:
        return len(self._entries)

    def __repr__(self) -> str:
        return f"<Passwords: {len(self._entries)}, not shown>"

    def of(self, path: str) -> tuple[str, ...]:
        """
        Return the passwords that may open a file, those for its path before those for every path.

        :param path: Source name and path below it, with "/".
        """
        named = [word for glob, word in self._entries if glob is not None and _fits(glob, path)]
        return tuple(dict.fromkeys([*named, *(word for glob, word in self._entries if glob is None)]))

    @classmethod
    def given(cls, stated: Iterable[str] | Mapping[str, str]) -> Passwords:
        """
        Return passwords as a caller states them.

        :param stated: Passwords, or a mapping of path globs to the password of each.
        :raises InputError: If one text is given instead of a list; the message does not show it.
        """
        if isinstance(stated, str | bytes):
            raise InputError("passwords is one text: expected a list of passwords, or a mapping of globs to passwords")
        pairs = stated.items() if hasattr(stated, "items") else ((None, word) for word in stated)
        return cls(pairs)

    @classmethod
    def read(cls, data: bytes, *, name: str) -> Passwords:
        r"""
        Return the passwords of a file: one a line, or ``GLOB``, a tab, and the password for the paths that it matches.

        Empty lines are passed over; spaces belong to the password.

        :param name: The file's name, for messages, which show nothing else of it.
        :raises InputError: If the bytes are not UTF-8, hold no password, or a line that can be none.
        """
        try:
            text = data.decode("utf-8-sig")
        except UnicodeDecodeError as error:
            raise InputError(
                f"{name} is not UTF-8: expected a file with one password a line; save it as UTF-8", name=name
            ) from error
        entries = [_entry(line, f"line {at} of {name}") for at, line in enumerate(text.split("\n"), start=1)]
        found = [entry for entry in entries if entry is not None]
        if not found:
            raise InputError(
                f"{name} holds no password: expected one a line, or GLOB, a tab and the password", name=name
            )
        return cls(found)


NO_PASSWORDS: Final = Passwords()


def _entry(line: str, where: str) -> tuple[str | None, str] | None:
    line = line.rstrip("\r")
    if not line.strip():
        return None
    if len(line) > _LONGEST:
        raise InputError(f"{where} has {len(line):,} characters: expected a password, at most {_LONGEST:,}")
    glob, tab, word = line.partition("\t")
    if not tab:
        return None, line
    if not glob or not word:
        raise InputError(f"{where} has nothing on one side of its tab: expected GLOB, a tab and the password")
    return glob, word


def _fits(glob: str, path: str) -> bool:
    """Tell whether a glob matches a path or, where it names no folder, the file's name."""
    return matches(glob, path) or ("/" not in glob and matches(glob, path.rpartition("/")[2]))
