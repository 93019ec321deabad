"""Zip archives that are documents (DOCX, PPTX, XLSX, ODT, EPUB): checked before a byte is unpacked, and their XML."""

from __future__ import annotations

import re
import zipfile
import zlib
from dataclasses import dataclass
from functools import cached_property
from io import BytesIO
from posixpath import dirname, join, normpath
from typing import IO, TYPE_CHECKING, Final
from urllib.parse import unquote
from xml.etree import ElementTree

from pincite.errors import Damaged, PasswordNeeded, TooLarge, UnsupportedFormat

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["Archive", "Node", "Relation", "broken_xml", "locked", "parsed_xml"]

Node = ElementTree.Element

_OLE: Final = b"\xd0\xcf\x11\xe0"
_MOST_ENTRIES: Final = 20_000
_MOST_UNPACKED: Final = 400_000_000
"""Bytes of all entries together; pictures and films of a large deck are below."""
_MOST_XML: Final = 120_000_000
"""Bytes of one entry that is parsed as XML: its tree takes up to ten times as much memory."""
_MOST_RATIO: Final = 150
"""How many times larger than packed a large entry may be; real ones reach 50."""
_RATIO_FROM: Final = 10_000_000
_DOCTYPE = re.compile(rb"<!DOCTYPE[^>\[]*(\[)?")
_SUBSET_END = re.compile(rb"<!ENTITY|<!ATTLIST|<!ELEMENT")


@dataclass(frozen=True, slots=True, kw_only=True)
class Relation:
    """What a part of an Office package refers to."""

    kind: str
    """Last word of its type, such as "footnotes"."""
    target: str
    """Name of an entry, or an address where ``external``."""
    external: bool = False


class Archive:
    """
    A zip archive that was looked at before it is unpacked.

    :param path: Path of the file, for messages.
    :param passwords: Tried on an encrypted Office file.
    :raises TooLarge: If it holds too many entries, or would unpack to too much, or packs an entry as only bombs do.
    :raises PasswordNeeded: If it is encrypted.
    :raises UnsupportedFormat: If it is an Office file of before 2007.
    :raises Damaged: If it is no archive or one that is cut off.
    """

    def __init__(self, data: bytes, *, path: str, passwords: tuple[str, ...] = ()) -> None:
        self.path = path
        if not data.strip():
            raise Damaged(f"{path} is empty ({len(data)} bytes): expected a document; leave it out", path=path)
        if data.startswith(_OLE):
            data = _unlocked(data, path, passwords)
        try:
            self._zip = zipfile.ZipFile(BytesIO(data))
        except (zipfile.BadZipFile, ValueError, OSError, NotImplementedError) as error:
            raise self.damaged(f"it is no zip archive, or one that is cut off: {error}") from error
        self._entries = {info.filename: info for info in self._zip.infolist()}
        self._check()

    def _check(self) -> None:
        entries = self._zip.infolist()
        total = sum(info.file_size for info in entries)
        if len(entries) > _MOST_ENTRIES or total > _MOST_UNPACKED:
            raise TooLarge(
                f"{self.path} unpacks to {len(entries):,} entries of {total:,} bytes: expected at most "
                f"{_MOST_ENTRIES:,} of {_MOST_UNPACKED:,}; split it, or leave it out",
                path=self.path,
                size=total,
                limit=_MOST_UNPACKED,
            )
        for info in entries:
            if info.file_size > _RATIO_FROM and info.file_size > _MOST_RATIO * max(info.compress_size, 1):
                raise TooLarge(
                    f"{self.path} holds {info.filename}, which unpacks from {info.compress_size:,} to "
                    f"{info.file_size:,} bytes as no document does: leave it out",
                    path=self.path,
                    size=info.file_size,
                    limit=_MOST_RATIO * info.compress_size,
                )

    def damaged(self, cause: str) -> Damaged:
        """Return the error that the file is broken for this cause."""
        return Damaged(
            f"{self.path} is damaged: {cause}; expected a whole document; open and save it anew, or leave it out",
            path=self.path,
            cause=cause,
        )

    @property
    def names(self) -> tuple[str, ...]:
        """Names of all entries, in the order of the archive."""
        return tuple(self._entries)

    def __contains__(self, name: str) -> bool:
        return name in self._entries

    def read(self, name: str) -> bytes:
        """
        Return the bytes of an entry.

        :raises PasswordNeeded: If it is encrypted.
        :raises Damaged: If there is none of this name or it does not unpack.
        """
        info = self._entries.get(name)
        if info is None:
            raise self.damaged(f"{name} is not in it")
        if info.flag_bits & 1:
            raise locked(self.path)
        try:
            return self._zip.read(info)
        except (zipfile.BadZipFile, zlib.error, EOFError, OSError, NotImplementedError, RuntimeError) as error:
            raise self.damaged(f"{name} in it does not unpack: {error}") from error

    def stream(self, name: str) -> IO[bytes]:
        """
        Return an entry to be read piece by piece, for XML that is too large for a tree.

        :raises PasswordNeeded: If it is encrypted.
        :raises Damaged: If there is none of this name, or it declares entities.
        """
        info = self._entries.get(name)
        if info is None:
            raise self.damaged(f"{name} is not in it")
        if info.flag_bits & 1:
            raise locked(self.path)
        try:
            with self._zip.open(info) as file:
                _refuse_entities(file.read(8192), self, name)
            return self._zip.open(info)
        except (zipfile.BadZipFile, zlib.error, EOFError, OSError, NotImplementedError, RuntimeError) as error:
            raise self.damaged(f"{name} in it does not unpack: {error}") from error

    def xml(self, name: str) -> Node:
        """
        Return the root of an entry that is XML, without namespaces: "p", and "r:id" for what names a relation.

        :raises Damaged: If it is not there, no XML, or declares entities.
        :raises TooLarge: If it is larger than what a tree can be made of.
        """
        info = self._entries.get(name)
        if info is not None and info.file_size > _MOST_XML:
            raise TooLarge(
                f"{self.path} holds {info.file_size:,} bytes of text and marks in {name}: expected at most "
                f"{_MOST_XML:,}; split it",
                path=self.path,
                size=info.file_size,
                limit=_MOST_XML,
            )
        return parsed_xml(self.read(name), self, name)

    def relations(self, part: str) -> Mapping[str, Relation]:
        """Return what a part refers to, by the id that it uses; nothing where it refers to nothing."""
        name = join(dirname(part), "_rels", part.rpartition("/")[2] + ".rels")
        if name not in self:
            return {}
        return {
            node.get("Id", ""): _relation(node, dirname(part)) for node in self.xml(name) if node.tag == "Relationship"
        }

    @cached_property
    def main(self) -> str:
        """
        Name of the main part of an Office package.

        :raises Damaged: If it has none.
        """
        for relation in self.relations("").values():
            if relation.kind == "officeDocument" and relation.target in self:
                return relation.target
        raise self.damaged("it has no main part")

    @cached_property
    def properties(self) -> Mapping[str, str]:
        """What an Office package's properties say: "title", "creator", "language"; custom ones as "pincite:NAME"."""
        found: dict[str, str] = {}
        if "docProps/core.xml" in self:
            found.update({n.tag: (n.text or "").strip() for n in self.xml("docProps/core.xml") if n.text})
        if "docProps/custom.xml" in self:
            for node in self.xml("docProps/custom.xml"):
                if (name := node.get("name", "")).startswith("pincite:"):
                    found[name] = "".join(node.itertext()).strip()
        return found

    @property
    def stated(self) -> Mapping[str, object]:
        """The metadata that the custom properties "pincite:version" and the like state."""
        own = "pincite:"
        return {name.removeprefix(own): text for name, text in self.properties.items() if name.startswith(own)}


def parsed_xml(data: bytes, archive: Archive, name: str) -> Node:
    """
    Return the root of an XML document without namespaces; entities are never declared, so never expanded.

    :param name: Names the entry in messages.
    """
    _refuse_entities(data[:8192], archive, name)
    try:
        root = ElementTree.fromstring(data)
    except (ElementTree.ParseError, LookupError, ValueError) as error:
        raise broken_xml(archive, name, error) from error
    for node in root.iter():
        node.tag = node.tag.rpartition("}")[2]
        if node.attrib:
            node.attrib = {_plain(key): value for key, value in node.attrib.items()}
    return root


def broken_xml(archive: Archive, name: str, error: Exception) -> Exception:
    """Return the error for an entry whose XML cannot be read; the library takes a lack of memory for a fault in it."""
    if "out of memory" in str(error):
        return MemoryError(name)
    return archive.damaged(f"{name} in it is no XML: {error}")


def _refuse_entities(head: bytes, archive: Archive, name: str) -> None:
    if head.startswith((b"\xff\xfe", b"\xfe\xff")):
        head = head.decode("utf-16", "replace").encode()
    doctype = _DOCTYPE.search(head)
    if doctype and (doctype[1] or _SUBSET_END.search(head)):
        raise archive.damaged(f"{name} in it declares entities, which no document needs")


def _plain(key: str) -> str:
    space, _, name = key.rpartition("}")
    return f"r:{name}" if space.endswith("/relationships") else name


def _relation(node: Node, folder: str) -> Relation:
    target = unquote(node.get("Target", ""))
    external = node.get("TargetMode") == "External"
    if not external:
        target = target.lstrip("/") if target.startswith("/") else normpath(join(folder, target))
    return Relation(kind=node.get("Type", "").rpartition("/")[2], target=target, external=external)


def locked(path: str) -> PasswordNeeded:
    """Return the error that a file is encrypted and no password opens it."""
    return PasswordNeeded(
        f"{path} is encrypted and no password that was given opens it: add it again with --password-file FILE",
        path=path,
    )


def _unlocked(data: bytes, path: str, passwords: tuple[str, ...]) -> bytes:
    """Return the archive inside an encrypted Office file."""
    import olefile  # imported here: few files are such

    try:
        with olefile.OleFileIO(BytesIO(data)) as file:
            encrypted = file.exists("EncryptedPackage")
    except (OSError, ValueError, IndexError) as error:
        raise Damaged(f"{path} is damaged: {error}; expected a whole document; leave it out", path=path) from error
    if not encrypted:
        raise UnsupportedFormat(
            f"{path} is an Office file of before 2007, whatever its suffix: save it as DOCX, XLSX or PPTX", path=path
        )
    from pincite.parse._msoffcrypto import decrypted

    return decrypted(data, path=path, passwords=passwords)
