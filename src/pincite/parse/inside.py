"""What a worker of the sandbox calls for a format whose parser reads a file in one piece."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

import msgspec

from pincite.parse import BUILDERS, CONDUCTED, HERE, ParseSettings
from pincite.parse.headed import HEADED, parse_headed
from pincite.registry import builder

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pincite.documents import Parsed
    from pincite.protocols import Parser

__all__ = ["parse", "parser_of"]


def parse(data: bytes, *, path: str, options: Mapping[str, object], passwords: tuple[str, ...]) -> Parsed:
    """
    Return the canonical text and blocks of one file.

    :param options: "format", its name, and "settings", those of parsing as plain values.
    """
    settings = msgspec.json.encode(options["settings"])
    name = str(options["format"])
    parser = parser_of(name, settings, passwords)
    return parse_headed(parser, name, data, path=path) if name in HEADED else parser.parse(data, path=path)


@lru_cache(maxsize=32)
def parser_of(name: str, settings: bytes, passwords: tuple[str, ...]) -> Parser:
    """
    Return the parser of a format, for a process that is a worker already: a conducted one does its work here too.

    :param settings: Those of parsing, as JSON.
    """
    from pincite.parse._worker import direct

    found = msgspec.json.decode(settings, type=ParseSettings)
    build = builder("parse", name, BUILDERS)
    made: Parser
    if name in CONDUCTED:
        made = build(found, passwords=passwords, run=direct)
    elif name in HERE or name not in BUILDERS:
        made = build(found)
    else:
        made = build(found, passwords=passwords)
    return made
