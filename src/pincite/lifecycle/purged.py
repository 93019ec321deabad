"""What keeps out what was purged."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import msgspec

from pincite.catalog.originals import write_whole
from pincite.documents import TenantId, digest
from pincite.errors import InputError, Purged, Torn

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable
    from pathlib import Path

    from pincite.catalog import Catalog
    from pincite.catalog.upkeep import Mark
    from pincite.documents import Revision

__all__ = [
    "MIN_CHARACTERS",
    "Admission",
    "PurgeList",
    "document_mark",
    "keep_aside",
    "kept_aside",
    "purge_list",
    "text_mark",
]

MIN_CHARACTERS: Final = 40
"""Characters of a text below which it is not known again under another name: it may be anybody's."""


def document_mark(tenant: TenantId, document_id: str) -> str:
    """Return the digest by which the purge list knows a document."""
    return digest("purged document", tenant, document_id)


_FILE: Final = "purged.json"


def text_mark(text: str) -> str:
    """Return the digest by which a text is known again, also where its white space is another."""
    return digest("words in order", " ".join(text.split()))


def keep_aside(catalog: Catalog) -> None:
    """Write the purge list beside the catalog, so that it holds even where the catalog is lost."""
    marks = catalog.purged()
    file = catalog.state / _FILE
    if marks or file.exists():
        write_whole(file, msgspec.json.encode(marks))


def kept_aside(state: Path) -> tuple[Mark, ...]:
    """
    Return the purge list that was written beside a catalog; empty where there is none.

    :raises Torn: If it cannot be read: what was purged must not come back because a list is lost.
    """
    file = state / _FILE
    try:
        rows = msgspec.json.decode(file.read_bytes(), type=list[tuple[str, str, str, str, str, str]])
    except FileNotFoundError:
        return ()
    except msgspec.DecodeError as error:
        raise Torn(
            f"the purge list {file} cannot be read ({error}): restore it from a copy, or remove it if nothing was ever "
            "purged from this corpus",
            path=str(file),
        ) from error
    from pincite.catalog.upkeep import Mark

    return tuple(Mark(TenantId(tenant), *rest) for tenant, *rest in rows)


def purge_list(catalog: Catalog) -> PurgeList:
    """
    Return what stays out of a corpus: what its catalog says, and the list beside it.

    :raises Torn: If the list beside it cannot be read.
    """
    return PurgeList(dict.fromkeys((*catalog.purged(), *kept_aside(catalog.state))))


class PurgeList:
    """
    Tells which revisions stay out.

    :param marks: The list as the catalog has it.
    """

    def __init__(self, marks: Iterable[Mark] = ()) -> None:
        self.marks = tuple(marks)
        self._documents = {(m.tenant, m.document): m for m in self.marks if not m.key}
        self._keys = {m.key: m for m in self.marks if m.key}
        self._originals = {(m.tenant, m.original): m for m in self.marks if m.original}
        self._texts = {(m.tenant, m.text): m for m in self.marks if m.text}

    def __bool__(self) -> bool:
        return bool(self.marks)

    def mark_of(self, revision: Revision, *, live: bool = False) -> Mark | None:
        """
        Return what keeps a revision out, or ``None`` where nothing does.

        :param live: Whether the corpus holds it now: then only its own name counts, and no other one that its text had.
        """
        if not self.marks:
            return None
        by_name = self._keys.get(revision.key) or self._documents.get(
            (revision.tenant, document_mark(revision.tenant, revision.document_id))
        )
        if by_name or live:
            return by_name
        by_file = self._originals.get((revision.tenant, revision.original)) if revision.original else None
        return by_file or self._texts.get((revision.tenant, text_mark(revision.text)))

    def names(self, tenant: TenantId, document_id: str, key: str, original: str) -> bool:
        """Tell whether the list names a revision by its document, its key or its file."""
        whole = (tenant, document_mark(tenant, document_id)) in self._documents
        return whole or key in self._keys or bool(original and (tenant, original) in self._originals)

    def of_document(self, document_id: str) -> tuple[Mark, ...]:
        """Return what keeps a document out, in any tenant, all its versions included."""
        return tuple(m for m in self.marks if m.document == document_mark(m.tenant, document_id))


class Admission:
    """
    Decides which revisions may come in, and notes which purges that takes back.

    :param purged: What stays out.
    :param names: Documents that are taken back, by the name that they had or have now.
    """

    def __init__(self, purged: PurgeList, names: Collection[str] = ()) -> None:
        self._names = {name: list(purged.of_document(name)) for name in names}
        self._purged = PurgeList(mark for mark in purged.marks if mark not in self.lifted)

    @property
    def lifted(self) -> tuple[Mark, ...]:
        """What leaves the purge list."""
        return tuple(sorted({mark for marks in self._names.values() for mark in marks}))

    def require(self, revision: Revision, *, live: bool) -> None:
        """
        Refuse a revision that was purged.

        :param live: Whether the corpus holds it now.
        :raises Purged: If it stays out.
        """
        mark = self._purged.mark_of(revision, live=live)
        if mark is None:
            return
        if revision.document_id in self._names:
            self._names[revision.document_id].append(mark)
            return
        raise Purged(
            f"{revision.path} holds what was purged on {mark.at[:10]} and stays out: to take it back, type "
            f"pincite sync --readmit {revision.document_id}",
            path=revision.path,
            document=revision.document_id,
            at=mark.at,
        )

    def require_used(self) -> None:
        """
        See to it that every name took something back.

        :raises InputError: If one did not.
        """
        idle = sorted(name for name, marks in self._names.items() if not marks)
        if idle:
            raise InputError(
                f"nothing was purged as {idle[0]!r}, and no file of that name is kept out: expected the id of a "
                "document that pincite sync skips as purged",
                name=idle[0],
            )
