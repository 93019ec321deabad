"""
Takes a document out of everything on the disk, proves it, and keeps it out.

A purge removes rows of every sequence, snapshots included, and everything made of them: chunks, exact keys, vectors,
originals, points, traces. The catalog and the index are then written anew, so that no free page and no segment holds
them any more, and all bytes of the state folder are looked through for pieces of the text.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Final

from pincite.catalog import codec
from pincite.catalog.upkeep import Goods, Mark, Shed
from pincite.documents import TenantId
from pincite.errors import NotFound, StoreError
from pincite.lifecycle.access import shut_if_refused
from pincite.lifecycle.asides import clear_asides, damaged_states
from pincite.lifecycle.changes import Change
from pincite.lifecycle.folders import IndexFolders
from pincite.lifecycle.leases import alone
from pincite.lifecycle.mentions import drop_measured, drop_traces
from pincite.lifecycle.migrating import migrating
from pincite.lifecycle.purged import MIN_CHARACTERS, PurgeList, document_mark, keep_aside, text_mark
from pincite.lifecycle.purging import Announced, announce, announced, rows_of, withdraw
from pincite.lifecycle.room import require_room_again
from pincite.lifecycle.scan import Scan, pieces_of, scan
from pincite.lifecycle.vacuum import digest_of_points
from pincite.parse.kept import forget_kept

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping
    from collections.abc import Sequence as Items

    from pincite.catalog import Catalog
    from pincite.catalog.keeping import Stated
    from pincite.lifecycle.store import Store

__all__ = ["Purge", "finish_purges", "purge", "purge_again", "purge_listed"]

_REASON: Final = "it was purged"


@dataclass(frozen=True, slots=True, kw_only=True)
class Purge:
    """What a purge removed, and what the look through all bytes found."""

    n_revisions: int
    """Of every sequence."""
    n_points: int
    n_vectors: int
    n_originals: int
    n_traces: int
    scan: Scan
    elsewhere: tuple[tuple[str, int], ...]
    """Other documents that have lines in common with it, which stay theirs, with how many."""
    former: tuple[str, ...] = ()
    """Names that it had before, and that went with it."""
    asides: tuple[str, ...] = ()
    """Folders beside the state that were removed whole: damaged states that might hold it, leftovers of restores."""
    left: tuple[str, ...] = ()
    """Files of the state folder that still hold pieces which no other document has; empty where the proof holds."""

    @property
    def proven(self) -> bool:
        """Whether nothing of it is left on the disk."""
        return not self.left


def purge(
    store: Store,
    document: str,
    *,
    tenant: TenantId,
    version: str | None = None,
    wait_s: float = 10.0,
    homes: Items[Path] = (),
) -> Purge:
    """
    Remove a document, or one version of it, from every state that was ever committed, and from the disk.

    Readers that are under way lose it too. It stays out of this corpus, whatever sources and backups bring, until it is
    taken back by its name.

    :param version: Only this version; ``None`` for every one, those that are to come included.
    :param wait_s: How long to wait for readers in other processes, in seconds.
    :param homes: Folders, beside the one of the state folder, in which restores may have left something.
    :raises NotFound: If no state has it.
    :raises StoreError: If there is no room to write the index anew; nothing is removed then, and nobody reads it.
    :raises Locked: If another process holds the index, still reads, or is migrating the corpus.
    """
    catalog = store.catalog
    with shut_if_refused(catalog, lambda: [each.key for each in rows_of(catalog, tenant, document, version)]):
        _ = store.index  # the hold, before anything is changed
        require_room_again(catalog, store.generation)
    with store.reserved(), migrating(catalog.state), alone(catalog.state, wait_s=wait_s):
        theirs = rows_of(catalog, tenant, document, version)
        if not theirs:
            raise NotFound("document", document if version is None else f"{document} {version}")
        asked = Announced(tenant=tenant, document=document, version=version, homes=tuple(map(str, homes)))
        return _announced(store, asked, lambda: _carried_out(store, asked, theirs))


def purge_again(
    store: Store,
    document: str,
    *,
    tenant: TenantId,
    version: str | None = None,
    wait_s: float = 10.0,
    homes: Items[Path] = (),
) -> Purge:
    """
    Do what :func:`purge` does, after finishing what was cut off; where that is this very purge, return what that did.

    :raises NotFound: If no state has it.
    :raises StoreError: If the disk has too little room, or one that was cut off cannot be finished.
    :raises Locked: If another process holds the index, still reads, or is migrating the corpus.
    """
    for asked, done in finish_purges(store, wait_s=wait_s):
        if (asked.tenant, asked.document, asked.version) == (tenant, document, version):
            return done
    return purge(store, document, tenant=tenant, version=version, wait_s=wait_s, homes=homes)


def finish_purges(store: Store, *, wait_s: float = 10.0) -> tuple[tuple[Announced, Purge], ...]:
    """
    Finish the purges that were cut off, and return each with what it did now; empty where none was.

    :param wait_s: How long to wait for readers in other processes, in seconds.
    :raises StoreError: If one cannot be finished; nothing may be taken in before it is.
    :raises Locked: If another process holds the index, still reads, or is migrating the corpus.
    """
    state = store.catalog.state
    if not announced(state):
        return ()
    with store.reserved():
        _ = store.index  # the hold: nobody else is at it any more
        return tuple((each, _finished(store, each, wait_s=wait_s)) for each in announced(state))


def _finished(store: Store, asked: Announced, *, wait_s: float) -> Purge:
    catalog = store.catalog
    with migrating(catalog.state), alone(catalog.state, wait_s=wait_s):
        theirs = rows_of(catalog, TenantId(asked.tenant), asked.document, asked.version)
        return _announced(store, asked, lambda: _carried_out(store, asked, theirs) if theirs else _cleaned(store))


def _announced(store: Store, asked: Announced, run: Callable[[], Purge]) -> Purge:
    """Run a purge that the state folder knows of until it is done."""
    state = store.catalog.state
    announce(state, asked)
    named = (TenantId(asked.tenant), asked.document, asked.version)
    try:
        with shut_if_refused(store.catalog, lambda: [each.key for each in rows_of(store.catalog, *named)]):
            require_room_again(store.catalog, store.generation)
            done = run()
    except (StoreError, OSError) as error:
        raise StoreError(
            f"the purge of {asked.document!r} began and is not finished: it stays out, but parts of it may be on the "
            f"disk still ({error}); mend that and type pincite sync or pincite doctor --fix, which finishes it",
            path=str(state),
            document=asked.document,
        ) from error
    withdraw(state, asked)
    return done


def _carried_out(store: Store, asked: Announced, theirs: Items[Stated]) -> Purge:
    catalog, document, tenant = store.catalog, asked.document, TenantId(asked.tenant)
    goods = _goods_of(theirs)
    texts = catalog.texts_of(goods.text_ids)
    raw = [data for name in set(goods.originals) if (data := _bytes(catalog, tenant, name))]
    chunks = _chunks(store, goods)
    pieces = pieces_of([*texts.values(), *(text for held in chunks.values() for text in held)], raw)
    names = {(each.document_id, each.version) for each in theirs}
    others = _others(catalog, goods)
    marks = _marks(goods, document, texts, others, whole=asked.version is None)
    catalog.upkeep.list_purged(marks)  # before anything goes: from here on nothing takes it in again
    keep_aside(catalog)
    store.commit(Change(kind="purge", remove=tuple((tenant, *each) for each in sorted(names))))
    with store.changing() as (_, fence):
        # Files go before the rows that name them: a purge that is cut off here can be asked for again.
        homes = tuple(map(Path, asked.homes))
        asides = clear_asides(catalog.state, homes, pieces=pieces, names={document, *goods.documents})
        files = set(goods.originals) - others.originals - {""}
        n_originals = sum(catalog.originals.remove(tenant, name) for name in files)
        n_traces = drop_traces(catalog.state, {*goods.documents, *chunks})
        drop_measured(catalog.state, goods.documents)
        shed = catalog.upkeep.purge(goods, marks, fence=fence, ids=digest_of_points, reason=_REASON)
        _write_anew(store)
    done = _proven(catalog, shed, pieces, n_originals=n_originals, n_traces=n_traces)
    former = tuple(sorted({*goods.documents} - {document}))
    return replace(done, former=former, asides=tuple(map(str, asides)))


def _cleaned(store: Store) -> Purge:
    """Do what is left of a purge whose rows are gone: what held them is written anew."""
    with store.changing():
        _write_anew(store)
    return _proven(store.catalog, Shed(n_revisions=0), (), n_originals=0, n_traces=0)


def _write_anew(store: Store) -> None:
    """Write catalog and index anew, so that no free page and no segment holds what was removed."""
    catalog = store.catalog
    catalog.forget_texts()
    _drop_unfinished(catalog)
    forget_kept(catalog.state)
    store.rebuild()
    catalog.upkeep.compact()
    keep_aside(catalog)
    catalog.originals.sweep((each.tenant, each.meta.original) for each in catalog.stated())  # of cut off syncs


def _goods_of(stated: Items[Stated]) -> Goods:
    """Return rows of one tenant as they are handed to the catalog."""
    return Goods(
        tenant=stated[0].tenant,
        rows=tuple(each.row for each in stated),
        keys=tuple(each.key for each in stated),
        documents=tuple(each.document_id for each in stated),
        versions=tuple(each.version for each in stated),
        text_ids=tuple(each.text_id for each in stated),
        originals=tuple(each.meta.original for each in stated),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class _Others:
    """What other revisions of the tenant are made of."""

    originals: frozenset[str]
    text_ids: frozenset[int]
    """Those of the texts at hand that one of them has too."""


def purge_listed(catalog: Catalog) -> int:
    """
    Remove from a catalog that nobody uses what its purge list names, and return how many revision rows that were.

    Its originals go too. The index is not touched.
    """
    found = PurgeList(catalog.purged())
    listed = [
        each for each in catalog.stated() if found.names(each.tenant, each.document_id, each.key, each.meta.original)
    ]
    if not listed:
        return 0
    for tenant in sorted({each.tenant for each in listed}):
        own = [each for each in listed if each.tenant == tenant]
        catalog.upkeep.purge(_goods_of(own), (), fence=catalog.fence(), ids=digest_of_points, reason=_REASON)
    catalog.originals.sweep((each.tenant, each.meta.original) for each in catalog.stated())
    catalog.upkeep.compact()
    return len(listed)


def _others(catalog: Catalog, goods: Goods) -> _Others:
    ours, alike = set(goods.rows), catalog.alike(goods.text_ids)
    rest = [each for each in catalog.stated() if each.row not in ours and each.tenant == goods.tenant]
    elsewhere = {alike[each.text_id] for each in rest if each.text_id in alike}
    return _Others(
        originals=frozenset(each.meta.original for each in rest),
        text_ids=frozenset(each for each in goods.text_ids if alike[each] in elsewhere),
    )


def _marks(goods: Goods, document: str, texts: Mapping[int, str], others: _Others, *, whole: bool) -> tuple[Mark, ...]:
    at = datetime.now(UTC).isoformat(timespec="seconds")
    mark = document_mark(goods.tenant, document)
    found = {Mark(goods.tenant, mark, "", "", "", at)} if whole else set()
    for key, text_id, original in zip(goods.keys, goods.text_ids, goods.originals, strict=True):
        text = texts.get(text_id, "")
        told = len(text) >= MIN_CHARACTERS and text_id not in others.text_ids
        kept = original if told and original not in others.originals else ""
        found.add(Mark(goods.tenant, mark, key, kept, text_mark(text) if told else "", at))
    return tuple(sorted(found))


def _chunks(store: Store, goods: Goods) -> dict[str, list[str]]:
    """Return the ids of its chunks, and the texts that are made of each to be found by."""
    stored = store.catalog.stored_chunks(goods.rows, generation=store.catalog.head().generation)
    found = {}
    for chunk_id, data in (each for chunks in stored.values() for each in chunks):
        chunk = codec.decode_chunk(data)
        found[str(chunk_id)] = [chunk.indexed, *(unit.text for unit in chunk.units)]
    return found


def _bytes(catalog: Catalog, tenant: TenantId, name: str) -> bytes:
    try:
        return catalog.original(tenant, name) if name else b""
    except (NotFound, StoreError):  # what is gone or damaged is not there to be looked for
        return b""


def _drop_unfinished(catalog: Catalog) -> None:
    """Remove the index of a generation whose building was broken off; it is filled anew when that goes on."""
    folders = IndexFolders(catalog.state)
    for generation in catalog.generations.being_built():
        folders.abandon(generation)


def _proven(catalog: Catalog, shed: Shed, pieces: Collection[bytes], *, n_originals: int, n_traces: int) -> Purge:
    looked = scan(catalog.state, pieces, also=damaged_states(catalog.state))
    shared = catalog.holders({piece for _, piece in looked.found})
    files = {str(_place(catalog, each)): each for each in catalog.stated() if each.meta.original}
    left: set[str] = set()
    common: dict[str, set[bytes]] = {}
    for file, piece in looked.found:
        owners = {files[file].document_id} if file in files else shared.get(piece, set())
        for each in owners:
            common.setdefault(each, set()).add(piece)
        if not owners:
            left.add(file)
    return Purge(
        n_revisions=shed.n_revisions,
        n_points=sum(map(len, shed.points.values())),
        n_vectors=shed.n_vectors,
        n_originals=n_originals,
        n_traces=n_traces,
        scan=looked,
        elsewhere=tuple((each, len(common[each])) for each in sorted(common, key=lambda e: (-len(common[e]), e))),
        left=tuple(sorted(left)),
    )


def _place(catalog: Catalog, stated: Stated) -> Path:
    return catalog.originals.place(stated.tenant, stated.meta.original).relative_to(catalog.state)
