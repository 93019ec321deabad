"""
Moves a corpus to another generation: parse, chunk, embed, index, check, switch; each only where something changed.

What is stated about a revision (id, version, dates, access, title) stays as it stands: where the new parser reads other
statements out of a file, the next sync finds them, since only files of unchanged formats are marked as read.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from time import perf_counter
from typing import TYPE_CHECKING, Final

from pincite.catalog import codec
from pincite.documents import Parsed
from pincite.errors import InputError, Locked, NotFound, SourceError, SpaceMismatch, StoreError, Torn
from pincite.lifecycle.migrating import Made, migrating
from pincite.lifecycle.probes import Proven, mixed
from pincite.pipeline.drafts import identifiers_of
from pincite.pipeline.report import Progress, silent
from pincite.pipeline.vectors import Embedding

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping
    from contextlib import AbstractContextManager

    from pincite.catalog import RevisionState
    from pincite.catalog.generations import Kept
    from pincite.documents import Revision, Sequence
    from pincite.lifecycle.migrating import Migration
    from pincite.protocols import Chunker, Embedder, Parser
    from pincite.text.identifiers import IdentifierKind

__all__ = ["MARGIN", "Migrated", "Recall", "Remaking", "lines_of", "migrate"]

MARGIN: Final = 0.02
"""How much lower the recall of the new generation may be, where labelled questions are configured."""
_BATCH: Final = 32
"""Revisions that are staged together: what a crash can lose of parsing."""


@dataclass(frozen=True, kw_only=True)
class Remaking:
    """What makes revisions anew."""

    parser: Parser | None
    """``None`` where texts stay as they were read."""
    chunker: Callable[[], Chunker] | None
    """Gives the chunker; ``None`` where only what is kept can be taken, since these settings do not make it."""
    embedder: Callable[[], Embedder] | None
    """Gives the embedder, called when a text needs a vector; ``None`` as above."""
    kinds: tuple[IdentifierKind, ...]
    unchanged: Callable[[str], bool] = lambda path: False
    """Tells by the path of a file whether the new parser reads its format as the old one did."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Recall:
    """Recall on the corpus's own labelled questions, in [0, 1]; ``None`` where it could not be measured."""

    before: float | None
    after: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Migrated:
    """What a migration did."""

    old: str
    """Id of the generation that was used."""
    new: str
    """Id of the one that is used now; the same as ``old`` where there was nothing to do."""
    n_revisions: int = 0
    n_parsed: int = 0
    """Files that were read anew from their originals."""
    n_kept: int = 0
    """Revisions taken over from an earlier time under the same generation."""
    n_resumed: int = 0
    """Revisions that a run which did not end had made."""
    n_chunks: int = 0
    n_embedded: int = 0
    """Texts that were given a vector."""
    n_reused: int = 0
    """Texts that had one in the space."""
    left_out: tuple[str, ...] = ()
    """Documents that the earlier generation does not have and that cannot be made for it here."""
    notes: tuple[str, ...] = ()
    """What an administrator should know, a line each."""
    recall: Recall | None = None
    """``None`` where no labelled questions are configured."""
    sequence: Sequence | None = None
    """The state that shows it; ``None`` where there was nothing to do."""
    seconds: float = 0.0


def migrate(
    migration: Migration,
    remaking: Remaking,
    *,
    stamps: Callable[[], Iterable[tuple[str, str, str]]],
    settings: AbstractContextManager[object],
    before: Mapping[str, object],
    measure: Callable[[Migration], Recall] | None = None,
    margin: float = MARGIN,
    leave_out: bool = False,
    progress: Progress = silent,
) -> Migrated:
    """
    Build the generation beside the one in use, check it, and let it take over.

    :param stamps: Gives new marks of files that need not be read again.
    :param settings: Makes the settings say what the new generation is.
    :param before: What they said of the old one.
    :param measure: Measures recall under both; ``None`` for no questions.
    :param margin: How much lower recall may be, in [0, 1].
    :param leave_out: Whether documents that the earlier generation lacks and that cannot be made here leave the corpus
        until the next sync that can.
    :param progress: Told how far it is: steps parse, embed, index, check.
    :raises InputError: If there are such documents and they are not to be left out; the error names them.
    :raises SpaceMismatch: If the embedder does not make the vectors that it made.
    :raises StoreError: If the counts are off, or recall falls by more than ``margin``; nothing is switched.
    :raises Locked: If another process migrates the corpus, or holds the index at the switch.
    """
    started = perf_counter()
    with migrating(migration.catalog.state):
        try:
            run = _Run(migration, remaking, leave_out=leave_out, progress=progress)
            migration.begin()
            run.build()
            recall = run.check(measure, margin)
            notes = lines_of(migration.catalog.generations.notes(migration.new.id))
            try:
                sequence = migration.switch(run.catch_up, stamps=stamps, settings=settings, before=before)
            except Locked as error:
                raise Locked(f"{error}; what was built is kept: type the command again", **error.facts) from error
        finally:
            migration.close()
    done = run.report(notes)
    return replace(done, recall=recall, sequence=sequence, seconds=perf_counter() - started)


class _Run:
    def __init__(self, migration: Migration, remaking: Remaking, *, leave_out: bool, progress: Progress) -> None:
        self._migration = migration
        self._remaking = remaking
        self._leave_out = leave_out
        self._progress = progress
        self._n_parsed = self._n_kept = self._n_embedded = self._n_reused = 0
        self._left: set[str] = set()
        self._checked_texts = False
        embedder = remaking.embedder
        self._embedder = embedder and Proven(migration.catalog, migration.new.space, embedder)

    def build(self) -> None:
        """Bring the new generation up to now; what changes while that is done comes later."""
        self.catch_up()
        self._migration.fill(lambda done, total: self._progress("index", done, total))
        self.catch_up()

    def catch_up(self) -> None:
        """Stage what the new generation lacks, and embed the texts that have no vector."""
        rows = self._makeable(self._migration.lacking())
        for done in range(0, len(rows), _BATCH):
            self._progress("parse", done, len(rows))
            self._stage(rows[done : done + _BATCH])
        if rows or not self._checked_texts:
            self._progress("parse", len(rows), len(rows))
            self._embed()

    def check(self, measure: Callable[[Migration], Recall] | None, margin: float) -> Recall | None:
        """Hold the new generation against what it is to be."""
        self._progress("check", 0, 3)
        self._migration.fill()
        self._migration.require_counts()
        self._progress("check", 1, 3)
        self._require_one_space()
        self._progress("check", 2, 3)
        recall = measure(self._migration) if measure else None
        if recall and recall.before is not None and recall.after < recall.before - margin:
            raise StoreError(
                f"recall on the corpus's questions would fall from {recall.before:.3f} to {recall.after:.3f}, by more "
                f"than {margin:g}: nothing was switched, and what was built is kept; to switch all the same, type "
                "pincite migrate --margin 1",
                before=recall.before,
                after=recall.after,
            )
        self._progress("check", 3, 3)
        return recall

    def report(self, notes: tuple[str, ...]) -> Migrated:
        """Return what was done."""
        generations, migration = self._migration.catalog.generations, self._migration
        return Migrated(
            old=migration.old.id,
            new=migration.new.id,
            n_revisions=generations.n_live(),
            n_parsed=self._n_parsed,
            n_kept=self._n_kept,
            n_resumed=migration.n_resumed,
            n_chunks=generations.n_open(migration.new.id),
            n_embedded=self._n_embedded,
            n_reused=self._n_reused,
            left_out=tuple(sorted(self._left)),
            notes=notes,
        )

    def _makeable(self, rows: tuple[int, ...]) -> tuple[int, ...]:
        """Return the rows that can be made; those that cannot are left out, or are an error."""
        if self._remaking.chunker is not None or not rows:
            return rows
        kept, states = self._migration.kept(rows), self._migration.states(rows)
        lacking = [state for state in states if not _same_source(state, kept.get(state.row))]
        names = sorted({str(state.revision.document_id) for state in lacking})
        if lacking and not self._leave_out:
            listed = ", ".join(names[:5]) + (", …" if len(names) > 5 else "")
            raise InputError(
                f"{len(names)} documents came or changed since generation {self._migration.new.id} was left ({listed}),"
                " and this version of Pincite, or these settings, cannot make them as it had them: nothing was "
                "switched; to go back without them until they are synced again, type pincite migrate --rollback "
                "--leave-out",
                documents=names,
            )
        self._left |= set(names)
        self._migration.leave_out(lacking)
        return tuple(row for row in rows if row not in {state.row for state in lacking})

    def _stage(self, rows: tuple[int, ...]) -> None:
        kept = self._migration.kept(rows)
        self._migration.stage(self._made(state, kept.get(state.row)) for state in self._migration.states(rows))

    def _made(self, state: RevisionState, kept: Kept | None) -> Made:
        if kept is not None and _same_source(state, kept):
            self._n_kept += 1
            identifiers = codec.decode_meta(kept.meta).identifiers
            return Made(state=state, revision=replace(state.revision, identifiers=identifiers), kept=kept)
        assert self._remaking.chunker is not None  # else the row was left out
        chunker = self._remaking.chunker()
        revision, note = self._read(state)
        chunks = chunker.chunk(revision)
        if revision is state.revision:
            return Made(state=state, revision=revision, chunks=chunks, note=note)
        if not chunks and (old := chunker.chunk(state.revision)):
            note = "the new parser finds nothing in it: kept as it was"
            return Made(state=state, revision=state.revision, chunks=old, note=note)
        self._n_parsed += 1
        return Made(state=state, revision=revision, chunks=chunks)

    def _read(self, state: RevisionState) -> tuple[Revision, str]:
        """Return a revision as the new parser reads it, or as it is with a note that says why it was not read."""
        its = state.revision
        if self._remaking.parser is None or self._remaking.unchanged(its.path):
            return its, ""
        try:
            data = self._migration.catalog.original(its.tenant, its.original)
            parsed = self._remaking.parser.parse(data, path=its.path)
        except (NotFound, Torn):
            return its, "its original is not kept or damaged: kept as it was"
        except SourceError as error:
            return its, f"{' '.join(str(error).split())}: kept as it was"
        return _reread(its, parsed, self._remaking.kinds), ""

    def _embed(self) -> None:
        migration, before = self._migration, self._n_embedded
        with Embedding(migration.catalog, embedder=self._embedder, space=migration.new.space.id) as embedding:
            for tenant, texts in migration.texts():
                embedding.submit(tenant, texts)
            embedding.finish(lambda done, total: self._progress("embed", done, total))
        self._checked_texts = True
        self._n_embedded = before + embedding.n_embedded
        self._n_reused = max(0, embedding.n_texts - self._n_embedded)

    def _require_one_space(self) -> None:
        if self._embedder is None:
            return
        found = mixed(self._migration.catalog, self._migration.new, self._embedder())
        if found is not None:
            raise SpaceMismatch(
                f"{found.n_strange} of {found.n_checked} vectors that were looked at are not what the embedder "
                f"{self._migration.new.space.model!r} makes of their texts: nothing was switched; give it a label of "
                "its own and embed all anew: pincite reembed --weights LABEL",
                texts=found.texts,
            )


def _same_source(state: RevisionState, kept: Kept | None) -> bool:
    """Tell whether what is kept was made of the same file, and says the same title in front of every chunk."""
    if kept is None:
        return False
    meta, its = codec.decode_meta(kept.meta), state.revision
    return (meta.original, meta.title, meta.language) == (its.original, its.title, its.language) and bool(its.original)


def _reread(its: Revision, parsed: Parsed, kinds: tuple[IdentifierKind, ...]) -> Revision:
    if (parsed.text, parsed.blocks) == (its.text, its.blocks):
        return its
    return replace(its, text=parsed.text, blocks=parsed.blocks, identifiers=identifiers_of(parsed, kinds))


def lines_of(notes: Iterable[tuple[str, str, str]]) -> tuple[str, ...]:
    """Return notes as lines: document, version where there is one, and what is to be known of it."""
    return tuple(f"{document}{f' {version}' if version else ''}: {note}" for document, version, note in notes)
