"""
Every error that Pincite raises on purpose, grouped by what the caller can do about it.

::

    PinciteError
      InputError (ValueError)   fix what was asked: UnknownName, ConfigError, QueryError, VersionOrderError,
                                NobodyCanRead
      SourceError               one document fails, the rest go on: Unreachable, UnsupportedFormat, Damaged,
                                TooLarge, PasswordNeeded, MetadataError, IdentityClash, Purged
      StoreError                Missing, Torn, Locked, GenerationMismatch, SpaceMismatch
      ModelError                perhaps retry: ModelTimeout, ModelUnavailable, ModelRefused, BadModelOutput,
                                CapReached, GroundednessError
      NotFound                  absent or not allowed: one class, one text
      AccessDenied              no valid credential: AccessChanged
    MissingExtra (ImportError)

A message says what happened, the value, what was expected and the next step. The facts are keyword arguments, and
attributes of the error too.
"""

from __future__ import annotations

from difflib import get_close_matches
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = [
    "AccessChanged",
    "AccessDenied",
    "BadModelOutput",
    "CapReached",
    "ConfigError",
    "Damaged",
    "GenerationMismatch",
    "GroundednessError",
    "IdentityClash",
    "InputError",
    "Locked",
    "MetadataError",
    "Missing",
    "MissingExtra",
    "ModelError",
    "ModelRefused",
    "ModelTimeout",
    "ModelUnavailable",
    "NobodyCanRead",
    "NotFound",
    "PasswordNeeded",
    "PinciteError",
    "Purged",
    "QueryError",
    "SourceError",
    "SpaceMismatch",
    "StoreError",
    "TooLarge",
    "Torn",
    "UnknownName",
    "Unreachable",
    "UnsupportedFormat",
    "VersionOrderError",
]


class PinciteError(Exception):
    """
    The root of all errors raised on purpose.

    :param message: One line: what happened, the value, what was expected, the next step.
    :param facts: The same facts for programs; readable as ``error.facts["name"]`` and as ``error.name``.
    """

    def __init__(self, message: str, **facts: object) -> None:
        super().__init__(message)
        self.message = message
        self.facts = facts

    def __getattr__(self, name: str) -> object:
        """Give a fact by its name; names that are no fact raise ``AttributeError`` as usual."""
        facts = self.__dict__.get("facts", {})
        if name in facts:
            return facts[name]
        raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")

    def __str__(self) -> str:
        return self.message


class InputError(PinciteError, ValueError):
    """What was asked cannot be done as asked; the caller can fix it."""


class UnknownName(InputError):
    """A name that is not among the known ones; the message lists them and the nearest one."""

    def __init__(self, kind: str, name: str, known: Iterable[str]) -> None:
        names = sorted(known)
        near = get_close_matches(name, names, n=1)
        hint = f"; did you mean {near[0]!r}?" if near else ""
        super().__init__(
            f"unknown {kind} {name!r}: expected one of {', '.join(names) or '(none are known)'}{hint}",
            kind=kind,
            name=name,
            known=names,
        )


class ConfigError(InputError):
    """A setting in ``pincite.toml`` or the environment is unknown, of the wrong type or out of range."""


class QueryError(InputError):
    """A question that cannot be asked: empty, or longer than the limit."""


class VersionOrderError(InputError):
    """The versions of one topic cannot be put in an order; the message lists them."""


class NobodyCanRead(InputError):
    """Documents were about to be added that no rule makes readable by anybody."""


class SourceError(PinciteError):
    """One document cannot be taken in; the rest of its batch goes on."""


class Unreachable(SourceError):
    """The file or folder is missing or may not be read."""


class UnsupportedFormat(SourceError):
    """No parser takes this kind of file."""


class Damaged(SourceError):
    """The file is of a known kind but broken, empty or not text."""


class TooLarge(SourceError):
    """The file is larger than the limit that is set."""


class PasswordNeeded(SourceError):
    """The file is encrypted and no password that was given opens it."""


class MetadataError(SourceError):
    """Front matter, a sidecar or a rule says something that cannot be true of a document."""


class IdentityClash(SourceError):
    """Two sources of one sync claim the same document and version with different text."""


class Purged(SourceError):
    """What the file holds was purged from the corpus, and nobody has taken it back since."""


class StoreError(PinciteError):
    """The corpus on disk is missing, in use, damaged, or made under other settings."""


class Missing(StoreError):
    """There is no corpus, or no such part of it, at the place named."""


class Torn(StoreError):
    """The stores disagree or a file in them is damaged; the message names the command that mends it."""


class Locked(StoreError):
    """Another process holds the corpus; the message names it."""


class GenerationMismatch(StoreError):
    """The corpus was built under other parser, chunker, analyzer or embedder settings."""


class SpaceMismatch(StoreError):
    """Vectors of another embedding space were about to be mixed or compared."""


class ModelError(PinciteError):
    """A model failed; trying again may help."""


class ModelTimeout(ModelError):
    """The model did not answer within the time that is set."""


class ModelUnavailable(ModelError):
    """The model is not installed, not reachable, or its files do not have the pinned digest."""


class ModelRefused(ModelError):
    """The model declined to answer."""


class BadModelOutput(ModelError):
    """The model's output is not of the form that was asked for."""


class CapReached(ModelError):
    """A cap on tokens, time, money or steps stopped a model before it was done; the fact ``cap`` names it."""


class GroundednessError(ModelError):
    """In strict mode: a claim of the answer is not borne out by the passages that it cites."""


class NotFound(PinciteError):
    """
    What was named is absent or not allowed: one class and one text for both.

    :param kind: What was looked for: "document", "version", "section", "identifier", …
    :param name: The name as the caller gave it.
    """

    def __init__(self, kind: str, name: str) -> None:
        super().__init__(f"no {kind} {name!r} among what you may read", kind=kind, name=name)


class AccessDenied(PinciteError):
    """No valid credential was given."""


class AccessChanged(AccessDenied):
    """While an answer was being made, the asker lost the right to read something that it rests on."""


class MissingExtra(ImportError):
    """
    An optional dependency is not installed; the message shows the command that installs it.

    :param what: What needs it.
    :param extra: The extra's name, as in ``pip install 'pincite[extra]'``.
    """

    def __init__(self, what: str, extra: str) -> None:
        super().__init__(f"{what} needs an optional dependency: pip install 'pincite[{extra}]'")
        self.what = what
        self.extra = extra
