"""
Takes access away before a sync does anything else: it must wait for neither room on the disk, nor the index, nor luck.

What sources state is told from the heads of files. Where somebody may read a revision no more, because a statement
names them no more, cannot be read, or the file is gone, the catalog says so in a transaction of its own. Nobody is let
in by it: that waits until the file is taken in. The rule that decided stays, so that what is made of the file later is
what would have been made of it without this.

A file that cannot be reached or read says nothing, and neither does the head of some. Where the settings decided who
reads it, they do so still; where it stated its readers itself, it keeps them.
"""

from __future__ import annotations

from collections import defaultdict
from contextlib import suppress
from dataclasses import dataclass, field, replace
from hashlib import sha256
from typing import TYPE_CHECKING, Final

from pincite.access import Level, effective, read_rule
from pincite.catalog import codec
from pincite.documents import DocumentId, TenantId, revision_key
from pincite.errors import MetadataError, SourceError, StoreError, Unreachable
from pincite.ingest.metadata import default_id
from pincite.lifecycle import AccessChange
from pincite.lifecycle.access import write_access

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Mapping

    from pincite.catalog import AccessRow, FileRow, LiveRow
    from pincite.documents import RevisionKey
    from pincite.errors import PinciteError
    from pincite.pipeline.drafts import Drafting, Unread
    from pincite.pipeline.ledger import Ledger
    from pincite.pipeline.survey import Registered

__all__ = ["Narrowing"]

_SHOWN: Final = 3
_BATCH: Final = 50
"""Revisions that are narrowed at once: the log of one batch has room where that of many has not."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Voice:
    """A file that held revisions and is another now, or gone."""

    row: FileRow
    """What it held."""
    readers: tuple[str, ...] | None
    """Whom it lets in now; ``None`` where its head alone does not tell."""
    claims: RevisionKey | None = None
    """What it holds now; ``None`` for one that is gone or cannot be read."""
    is_broken: bool = False
    """Whether what it states cannot be read."""


@dataclass(slots=True, kw_only=True)
class Narrowing:
    """Takes away access that the sources of a sync give no more."""

    ledger: Ledger
    drafting: Drafting
    """Resolves what is stated about a file."""
    stated: Callable[[bytes, str], Mapping[str, object] | None]
    """Gives what a file states of itself, by its bytes and path; ``None`` where it has to be read whole for that."""
    sources: Iterable[Registered]
    """Those that are synced."""
    stated_again: Collection[str]
    """Names of sources whose access the administrator has just stated anew."""
    paths: set[str] = field(default_factory=set)
    """Files whose access was narrowed."""
    _is_untold: bool = False
    """Whether the heads of some files did not tell."""
    _unreachable: list[str] = field(default_factory=list)
    _standing: set[RevisionKey] = field(default_factory=set)
    """What files hold that are as they were."""
    _silent: list[FileRow] = field(default_factory=list)
    """Files that do not tell what they state."""

    def narrow(self) -> None:
        """Commit what is taken away, where anything is."""
        catalog = self.ledger.catalog
        voices: dict[RevisionKey, list[_Voice]] = defaultdict(list)
        for voice in self._voices():
            for claim in self.ledger.claims_of(voice.row):
                voices[claim.key].append(voice)
        decisive = {key: self._decisive(voices[key], row) for key, row in catalog.live(voices).items()}
        rows = catalog.access_of([key for key, deciding in decisive.items() if deciding])
        judged = {key: _change(row, decisive[key]) for key, row in rows.items()}
        changes = [(key, change) for key, change in sorted(judged.items()) if change is not None]
        for start in range(0, len(changes), _BATCH):
            if start:
                catalog.writing.fold()
            batch = dict(changes[start : start + _BATCH])
            files = {voice.row.path: voice.row for key in batch for voice in decisive[key]}
            write_access(catalog, batch, fence=None, unread=map(_unread, files.values()))
            self.paths |= files.keys()

    def tell(self, error: PinciteError, *, read: Callable[[bytes, str], Mapping[str, object]]) -> None:
        """
        Say in the error that ended a sync what was narrowed all the same, and what was not taken in.

        :param read: Gives what a file states of itself by reading it whole: for those whose head does not tell.
        """
        if self._is_untold:
            heads = self.stated
            self.stated = lambda data, path: read(data, path) if (found := heads(data, path)) is None else found
            with suppress(StoreError):  # what failed first is what is told
                self.narrow()
        if self.paths:
            error.facts["narrowed"] = tuple(sorted(self.paths))
            error.message += f"; access was narrowed first, and that holds: {_shown(self.paths)}"
            waiting = self._waiting()
            error.message += f"; not taken in: {_shown(waiting)}" if waiting else ""

    def _voices(self) -> Iterator[_Voice]:
        self._standing, self._unreachable, self._silent = set(), [], []
        for unread in self.ledger.found.unread:
            row = unread.known
            if row is not None and row.revisions:
                voice = self._voice(unread, row)
                if voice is not None:
                    yield voice
            elif not unread.item.stamp:  # a folder, perhaps, that cannot be read
                self._voice(unread, row)
        gone = self.ledger.gone(self._unreachable)
        away = tuple(f"{path}/" for path in self._unreachable)
        for row in self.ledger.standing(gone):
            if row.source in self.ledger.found.failed or (away and row.path.startswith(away)):
                self._silent.append(row)
            else:
                self._stands(row)
        yield from self._by_settings()
        moved = self._moved({_size(row.stamp) for row in gone})
        yield from (_Voice(row=row, readers=_either(moved.get(row.digest, []))) for row in gone)

    def _voice(self, unread: Unread, row: FileRow | None) -> _Voice | None:
        """Return what a file says now; ``None`` where it is as it was, or does not tell and so is noted."""
        try:
            data = unread.item.read()
            if row is None:
                return None
            if unread.is_as_before(sha256(data).hexdigest()):
                self._stands(row)
                return None
            readers, claims = self._heard(unread, data)
            if readers is not None:
                return _Voice(row=row, readers=readers, claims=claims)
        except MetadataError:
            return None if row is None else _Voice(row=row, readers=(), is_broken=True)
        except SourceError as error:  # the sync says what is wrong with it
            if isinstance(error, Unreachable):
                self._unreachable.append(unread.path)
        if row is not None:
            self._silent.append(row)
        return None

    def _by_settings(self) -> Iterator[_Voice]:
        """Yield what the settings say now of files that do not tell, as far as they decided what these hold."""
        held = [(row, claim.key) for row in self._silent for claim in self.ledger.claims_of(row)]
        sources = {each.settings.name: each.settings for each in self.sources}
        rules = {key: its.rule for key, its in self.ledger.catalog.access_of([key for _, key in held]).items()}
        for row, key in held:
            if key not in rules or read_rule(rules[key]).level <= Level.FRONT_MATTER:
                self._standing.add(key)
                continue
            again = row.source in self.stated_again
            readers = self.drafting.by_settings(row.path, sources[row.source], before=rules[key], stated_again=again)
            yield _Voice(row=row, readers=readers, claims=key)

    def _heard(self, unread: Unread, data: bytes) -> tuple[tuple[str, ...] | None, RevisionKey | None]:
        """Return whom a file lets in now, and what it holds."""
        front = self.stated(data, unread.path)
        if front is None:
            self._is_untold = True
            return None, None
        found = self.drafting.metadata(unread, sha256(data).hexdigest(), front)
        document = DocumentId(found.id or default_id(unread.path))
        return found.access or (), revision_key(TenantId(str(found.tenant)), document, found.version or "")

    def _moved(self, sizes: set[str]) -> dict[str, list[tuple[str, ...] | None]]:
        """Return whom files of some sizes let in, by the digest of their bytes: what is gone may only have moved."""
        found: dict[str, list[tuple[str, ...] | None]] = defaultdict(list)
        for unread in self.ledger.found.unread if sizes else ():
            if _size(unread.stamp) in sizes:
                with suppress(SourceError):
                    data = unread.item.read()
                    found[sha256(data).hexdigest()].append(self._heard(unread, data)[0])
        return found

    def _stands(self, row: FileRow) -> None:
        self._standing |= {claim.key for claim in self.ledger.claims_of(row)}

    def _decisive(self, voices: list[_Voice], live: LiveRow) -> list[_Voice]:
        """
        Return the files that decide who reads a revision until it is committed anew; empty where that is as before.

        The file that it came from so far states its access as long as it claims it; what nobody claims any more leaves.
        """
        broken = [voice for voice in voices if voice.is_broken]
        still = [voice for voice in voices if live.key == voice.claims]
        owner = [voice for voice in still if voice.row.path == codec.decode_meta(live.meta).path]
        if broken or owner or live.key in self._standing:
            return broken or owner
        return still or voices

    def _waiting(self) -> set[str]:
        """Return the files that the sync meant to read and that did not come in."""
        unread = self.ledger.found.unread
        try:
            rows = {name: self.ledger.catalog.files(name) for name in {each.source.name for each in unread}}
        except StoreError:
            return {each.path for each in unread}
        known = ((each, rows[each.source.name].get(each.path)) for each in unread)
        return {each.path for each, row in known if row is None or row.error or row.stamp != each.stamp}


def _change(row: AccessRow, voices: list[_Voice]) -> AccessChange | None:
    """Return what is taken away from a revision's readers; ``None`` for nothing."""
    readers = [voice.readers for voice in voices]
    if None in readers:  # what is not known takes nothing away
        return None
    if not any(voice.is_broken or voice.claims == row.key for voice in voices):  # it leaves
        at_most = _either(readers) or ()
        return None if effective(row.effective, at_most) == row.effective else AccessChange(at_most=at_most)
    groups = row.groups
    for each in readers:
        groups = effective(groups, each)
    return None if groups == row.groups else AccessChange(groups=groups, rule=row.rule)


def _either(readers: list[tuple[str, ...] | None]) -> tuple[str, ...] | None:
    """Return everybody whom one of several lets in; ``None`` where one does not tell."""
    return None if None in readers else tuple(sorted({name for each in readers for name in each or ()}))


def _unread(row: FileRow) -> FileRow:
    """Note a file as one to be read again, also where it is put back as it was."""
    reason = f"{row.path} was only narrowed: type pincite sync"  # short: the disk may be full
    return replace(row, reason=reason, error=StoreError.__name__)


def _size(stamp: str) -> str:
    return stamp.partition(":")[0]


def _shown(paths: Iterable[str]) -> str:
    ordered = sorted(paths)
    more = f" and {len(ordered) - _SHOWN:,} more" if len(ordered) > _SHOWN else ""
    return ", ".join(ordered[:_SHOWN]) + more
