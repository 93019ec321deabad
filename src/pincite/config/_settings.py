"""The settings that belong to no stage, and what a new settings file says."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from pincite.errors import ConfigError
from pincite.secret import Secret

__all__ = ["TEMPLATE", "CorpusSettings", "IdentifierSettings", "PrincipalSettings", "Secret"]

TEMPLATE: Final = """\
# Pincite settings. A key that is not known is an error, so that a slip of the pen is seen.
# "pincite config show" prints every setting in force and where it came from.

[corpus]
name = {name}
tenant = {tenant}        # a wall: nobody of another tenant sees anything of it
timezone = "UTC"         # when a day begins, for "which version is in force today"
# questions = "questions.jsonl"   # labelled questions: a migration that finds less for them is not switched to

# What turns texts into vectors: "minilm" (English, built in), "bge-small" (English, finds more in prose), "e5-small"
# (many languages), or any server with OpenAI's embeddings API. Change it with "pincite reembed", which embeds what is
# there anew.
#
# [embed]
# name = "openai"
# url = "http://127.0.0.1:11434/v1"   # its key, where it wants one: PINCITE_EMBED_API_KEY
# model = "bge-m3"
# dim = 1024

# A source is a file or folder; "pincite add PATH" writes one. Without access nobody can read it:
# "public" is a group that everyone of the tenant has, a person is "user:NAME".
#
# [[sources]]
# name = "policies"
# path = "policies"
# access = ["public"]

# A rule sets values for the documents whose path (source name, "/", path below it) matches, and goes before
# what the source says. Keys: id, title, topic, version, effective, expires, access, applies_to, authority,
# supersedes, language. In a pattern, named groups are keys.
#
# [[rules]]
# glob = "policies/internal/**"
# access = ["staff"]
#
# [[rules]]
# pattern = '(?P<topic>[^/]+)-v(?P<version>\\d+)\\.md$'

# Who may be named with --as.
#
# [principals.anna]
# groups = ["staff"]

# Exact keys that are looked up and never guessed, beside the built-in ones. exhaustive: a key that no
# document has does not exist.
#
# [identifiers.ticket]
# pattern = '\\bTCK-\\d{{4,6}}\\b'
# exhaustive = true
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class CorpusSettings:
    """The corpus itself."""

    name: str = ""
    """What answers call it; the folder's name where nothing is set."""
    tenant: str = "default"
    """Tenant of sources and questions that name none."""
    state: str = ".pincite"
    """Folder of catalog, index, originals and traces; relative to the corpus folder."""
    timezone: str = "UTC"
    """IANA name; decides when a day begins."""
    language: str = "en"
    """BCP 47 code of documents and questions whose language cannot be told."""
    questions: str = ""
    """File of labelled questions that a migration must not answer worse; relative to the corpus folder."""

    def __post_init__(self) -> None:
        for name in ("tenant", "state", "timezone", "language"):
            if not getattr(self, name).strip():
                raise ConfigError(f"{name} is blank: expected a word; set it, or take the key out", key=name)


@dataclass(frozen=True, slots=True, kw_only=True)
class IdentifierSettings:
    """A kind of exact key."""

    pattern: str = ""
    """Regular expression of the whole key; may be left out for a built-in kind."""
    exhaustive: bool | None = None
    """Whether a key that no document has does not exist; as built in where nothing is set, else false."""

    def __post_init__(self) -> None:
        try:
            empty = bool(self.pattern) and re.compile(self.pattern).match("") is not None
        except re.error as error:
            raise ConfigError(f"pattern {self.pattern!r} is not a regular expression: {error}; correct it") from error
        if empty:
            raise ConfigError(f"pattern {self.pattern!r} matches the empty text: make it match a whole key")


@dataclass(frozen=True, slots=True, kw_only=True)
class PrincipalSettings:
    """Someone who may be named on the command line."""

    tenant: str = ""
    """The corpus's tenant where nothing is set."""
    subject: str | None = None
    """Their name in "user:NAME"; the name of the table where nothing is set."""
    groups: tuple[str, ...] = ()
    """Group names, without colons."""
