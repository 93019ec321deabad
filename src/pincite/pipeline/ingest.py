"""
Brings a corpus to what its sources hold now: survey, narrow, read, settle, embed, commit.

Access that a source takes away is taken away first, whatever becomes of the rest (:mod:`pincite.pipeline.narrowing`).
One bad file never stops the rest; what the corpus has of a file that cannot be taken in stays. Nothing is visible
before its commit, and texts are embedded once: their vectors are kept as they are made, so that a crash loses little.
"""

from __future__ import annotations

from contextlib import nullcontext, suppress
from dataclasses import dataclass, replace
from time import perf_counter
from typing import TYPE_CHECKING

from pincite.access import require_readers
from pincite.documents import Skipped
from pincite.errors import InputError, MetadataError, PinciteError, SourceError
from pincite.ingest import build
from pincite.ingest.rules import Rules
from pincite.ingest.unmatched import require_matching, unmatched
from pincite.lifecycle import AccessChange
from pincite.lifecycle.differing import differing
from pincite.lifecycle.probes import Proven
from pincite.lifecycle.purged import Admission, keep_aside, purge_list
from pincite.parse.kept import forget_kept
from pincite.pipeline.ahead import Ahead
from pincite.pipeline.commits import Counts, commit, foresee, forget_originals, kept_originals, source_rows
from pincite.pipeline.drafts import Drafting
from pincite.pipeline.ledger import Ledger, Outcome, reason
from pincite.pipeline.narrowing import Narrowing
from pincite.pipeline.notes import Note, NoteKind
from pincite.pipeline.report import Progress, Report, silent
from pincite.pipeline.scorecard import scorecard
from pincite.pipeline.survey import Registered, kinds_mark, mark, survey
from pincite.pipeline.vectors import Embedding, texts_of

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Mapping
    from pathlib import Path

    from pincite.documents import RevisionKey
    from pincite.ingest import RuleSettings, SourceSettings
    from pincite.lifecycle import Store
    from pincite.pipeline.drafts import Unread
    from pincite.protocols import Chunker, Embedder, Parser
    from pincite.text.identifiers import IdentifierKind

__all__ = ["Progress", "Registered", "Report", "Setup", "sync"]


@dataclass(frozen=True, kw_only=True)
class Setup:
    """What reading documents needs of the settings."""

    base: Path
    """What relative paths of sources are relative to."""
    state: Path
    """The state folder, which is never a source."""
    max_bytes: int
    """Larger files are skipped, at least 1."""
    tenant: str
    language: str
    rules: tuple[RuleSettings, ...]
    kinds: tuple[IdentifierKind, ...]
    parser: Parser
    chunker: Callable[[], Chunker]
    """Gives the chunker; called for each document, so it keeps what it made."""
    embedder: Callable[[], Embedder]
    """Gives the embedder; called when a text needs a vector, so it keeps what it made."""
    sources: tuple[SourceSettings, ...] = ()
    """All that are registered, for what a rule's path may be meant for."""
    recognises: Callable[[str], str] = lambda path: ""
    """Gives what recognises text in the pictures of a file, by its path: a file is read again when it changes."""
    stated: Callable[[bytes, str], Mapping[str, object] | None] = lambda data, path: None
    """Gives what the head of a file states; ``None`` where it has to be read whole for that."""

    def marks(self, source: SourceSettings) -> str:
        """Return a digest of everything but files that decides what a source's documents become."""
        more = (self.parser.digest, self.tenant, self.language, kinds_mark(self.kinds))
        return mark(source, Rules(settings=self.rules), more=more)

    def registered(self, source: SourceSettings) -> Registered:
        """Return a source that can be listed."""
        return Registered(
            settings=source, source=build(source, base=self.base, state=self.state, max_bytes=self.max_bytes)
        )


def sync(
    setup: Setup,
    store: Store,
    sources: Iterable[SourceSettings | Registered],
    *,
    forget: Collection[str] = (),
    stated_again: Collection[str] = (),
    readmit: Collection[str] = (),
    all_files: bool = False,
    dry_run: bool = False,
    strict: bool = False,
    progress: Progress = silent,
) -> Report:
    """
    Read what changed in some sources and commit it; access that they take away is narrowed also where that fails.

    :param sources: What to read. Files of other sources stay, and keep their claims to ids.
    :param forget: Names of sources that are registered no more: what only they hold is deleted.
    :param stated_again: Names of sources whose access the administrator has just stated anew: it holds even where a
        nearer rule has vanished.
    :param readmit: Documents that were purged and are taken back.
    :param all_files: Whether every file is read, also one that did not change, and what no file states leaves.
    :param dry_run: Only say what would happen; nothing is written and nothing embedded.
    :param strict: Fail on the first file that cannot be taken in, before anything is committed.
    :param progress: Told how far it is.
    :raises NobodyCanRead: If nothing states who may read some documents; nothing of them is committed.
    :raises SourceError: In strict mode, the first of what would have been skipped.
    :raises Locked: If another process holds the corpus.
    """
    started = perf_counter()
    listed = [each if isinstance(each, Registered) else setup.registered(each) for each in sources]
    names = [each.settings.name for each in listed]
    if twice := next((name for name in names if names.count(name) > 1), None):
        raise InputError(f"two sources are called {twice!r}: give one of them another name", name=twice)
    if not dry_run:
        _finish_purges(store)
    run = _Sync(
        setup=setup,
        store=store,
        sources=listed,
        forget=tuple(forget),
        stated_again=stated_again,
        all_files=all_files,
        admission=Admission(purge_list(store.catalog), readmit),
        progress=progress,
    )
    with nullcontext() if dry_run else store.reserved():
        report = run.run(dry_run=dry_run, strict=strict)
        if not dry_run:
            forget_kept(setup.state)
    return replace(report, seconds=perf_counter() - started)


def _finish_purges(store: Store) -> None:
    """Finish what a purge that was cut off left, before anything is taken in."""
    from pincite.lifecycle.purging import announced

    if announced(store.catalog.state):
        from pincite.lifecycle.purge import finish_purges  # imported here: hardly ever needed

        finish_purges(store)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Sync:
    setup: Setup
    store: Store
    sources: list[Registered]
    forget: tuple[str, ...]
    stated_again: Collection[str]
    all_files: bool
    admission: Admission
    progress: Progress

    def run(self, *, dry_run: bool, strict: bool) -> Report:
        notes = self._rules_without_effect(ledger := self._survey())
        if dry_run:
            return self._run(ledger, notes, narrowed=(), dry_run=True, strict=strict)
        setup, drafting = self.setup, self._drafting(ledger, self.setup.parser)
        narrowing = Narrowing(
            ledger=ledger, drafting=drafting, stated=setup.stated, sources=self.sources, stated_again=self.stated_again
        )
        try:
            narrowing.narrow()
            return self._run(self._held(ledger), notes, narrowed=narrowing.paths, dry_run=False, strict=strict)
        except PinciteError as error:
            narrowing.tell(error, read=lambda data, path: setup.parser.parse(data, path=path).metadata)
            raise

    def _run(
        self, ledger: Ledger, notes: tuple[Note, ...], *, narrowed: Collection[str], dry_run: bool, strict: bool
    ) -> Report:
        self.store.require_current()
        catalog = self.store.catalog
        space = self.store.generation.space
        embedder = None if dry_run else Proven(catalog, space, self.setup.embedder)
        with Embedding(catalog, embedder=embedder, space=space.id) as embedding:
            self._read(ledger, embedding)
            self.admission.require_used()
            outcome = ledger.settle()
            if strict and (failures := ledger.failures()):
                raise _first(failures)
            require_readers({draft.path: () for draft in outcome.owners if draft.open_to_nobody})
            # The disk is waited for while the processor embeds.
            with nullcontext() if dry_run else kept_originals(catalog, outcome.owners):
                embedding.finish(lambda done, total: self.progress("embed", done, total))
        if self.admission.lifted and not dry_run:
            catalog.upkeep.readmit(self.admission.lifted)
            keep_aside(catalog)
        counts = foresee(catalog, outcome) if dry_run else self._commit(ledger, outcome)
        closed = () if dry_run else self._close(ledger, narrowed)
        report = self._report(ledger, outcome, counts, embedding)
        closed = tuple(sorted({*report.closed, *closed}))
        return replace(report, dry_run=dry_run, closed=closed, notes=(*notes, *report.notes))

    def _rules_without_effect(self, ledger: Ledger) -> tuple[Note, ...]:
        """
        Tell which rules state access and match no file, before anything is taken in.

        :raises ConfigError: If it is certain which files one was meant for.
        """
        synced = [each.settings for each in self.sources]
        others = {each.name: each for each in self.setup.sources if each.name not in ledger.synced}
        known = [path for name in others for path in self.store.catalog.files(name)]
        paths = ledger.found.paths() | set(known)
        found = unmatched(self.setup.rules, paths, [*synced, *others.values()])
        require_matching(found)
        return tuple(Note(path="pincite.toml", kind=NoteKind.UNMATCHED, text=each.words()) for each in found)

    def _held(self, ledger: Ledger) -> Ledger:
        """Take the hold on the corpus before any work where there is some; survey again where others changed it."""
        self.store.require_current()
        catalog = self.store.catalog
        before = catalog.head()
        if ledger.found.unread or ledger.found.missing or self.forget:
            _ = self.store.index
            if catalog.head() != before:
                return self._survey()
        return ledger

    def _survey(self) -> Ledger:
        catalog = self.store.catalog
        found = survey(
            self.sources,
            known=catalog.files,
            marks=self.setup.marks,
            recognises=self.setup.recognises,
            stated_again=self.stated_again,
            all_files=self.all_files,
        )
        return Ledger(
            catalog=catalog,
            found=found,
            forget=self.forget,
            synced={each.settings.name for each in self.sources},
            tenants={row.name: row.tenant for row in catalog.sources()},
            order=tuple(each.settings.name for each in self.sources),
            failed={name: (None, error) for name, error in found.failed.items()},
            all_files=self.all_files,
        )

    def _read(self, ledger: Ledger, embedding: Embedding) -> None:
        todo = ledger.found.unread
        with Ahead(self.setup.parser, todo if len(todo) > 1 else ()) as ahead:
            drafting = self._drafting(ledger, ahead)
            for done, unread in enumerate(todo):
                self.progress("read", done, len(todo))
                self._take(drafting, unread, ledger, embedding)
                ahead.passed(unread)
        self.progress("read", len(todo), len(todo))

    def _drafting(self, ledger: Ledger, parser: Parser) -> Drafting:
        setup = self.setup
        return Drafting(
            parser=parser,
            chunker=setup.chunker,
            rules=Rules(settings=setup.rules),
            kinds=setup.kinds,
            tenant=setup.tenant,
            language=setup.language,
            catalog=self.store.catalog,
            left=ledger.left,
            admission=self.admission,
        )

    def _take(self, drafting: Drafting, unread: Unread, ledger: Ledger, embedding: Embedding) -> None:
        """Read one file, and have its texts embedded while others are read."""
        try:
            draft = drafting.draft(unread)
        except SourceError as error:
            ledger.failed[unread.path] = (unread, error)
            return
        if draft is None:
            ledger.touched.append(unread)
            return
        ledger.drafts[unread.path] = draft
        if draft.open_to_nobody:
            embedding.stop()  # this will end in NobodyCanRead; reading goes on to say for how many
        embedding.submit(draft.revision.tenant, texts_of(draft.chunks))

    def _commit(self, ledger: Ledger, outcome: Outcome) -> Counts:
        catalog, settings = self.store.catalog, [each.settings for each in self.sources]
        try:
            return commit(
                self.store,
                outcome,
                files=ledger.rows(outcome),
                sources=source_rows(catalog, settings, tenant=self.setup.tenant),
                forget=self.forget,
                progress=self.progress,
            )
        except BaseException:
            with suppress(PinciteError, OSError):  # what failed first is what is told
                forget_originals(catalog, outcome.owners)
            raise

    def _close(self, ledger: Ledger, narrowed: Collection[str]) -> tuple[str, ...]:
        """
        Let nobody read what a file holds whose statements cannot be read, and return these files.

        The rule that decided is kept, so that a farther one cannot take over while the nearer one is broken or gone.
        """
        closed: dict[str, list[RevisionKey]] = {}
        for path, (unread, error) in ledger.failed.items():
            if isinstance(error, MetadataError) and unread is not None and unread.known is not None:
                closed[path] = [claim.key for claim in ledger.claims_of(unread.known)]
        rows = self.store.catalog.access_of([key for keys in closed.values() for key in keys]) if closed else {}
        changes = {key: AccessChange(groups=(), rule=row.rule) for key, row in rows.items() if row.groups}
        if changes:
            self.store.set_access(changes)
        return tuple(path for path, keys in closed.items() if path in narrowed or any(key in changes for key in keys))

    def _report(self, ledger: Ledger, outcome: Outcome, counts: Counts, embedding: Embedding) -> Report:
        changes = bool(ledger.drafts or outcome.leaving) and counts.sequence is not None
        return Report(
            added=counts.added,
            changed=counts.changed,
            unchanged=max(0, ledger.n_held() - counts.added - counts.changed),
            deleted=counts.deleted,
            skipped=tuple(
                Skipped(path=path, reason=reason(path, error), error=type(error).__name__)
                for path, (_, error) in sorted(ledger.failed.items())
            ),
            closed=tuple(sorted(draft.path for draft in outcome.owners if "vanished" in draft.revision.access_rule)),
            differing=differing(self.store.catalog),
            n_files=len(ledger.found.unread) + len(ledger.found.kept),
            n_chunks=sum(len(draft.chunks) for draft in outcome.owners),
            notes=tuple(note for draft in sorted(outcome.owners, key=lambda draft: draft.path) for note in draft.notes),
            n_embedded=embedding.n_embedded,
            n_reused=embedding.n_reused,
            sequence=counts.sequence,
            scorecard=scorecard(self.store.catalog) if changes else None,
        )


def _first(errors: list[PinciteError]) -> PinciteError:
    more = f" (and {len(errors) - 1} more)" if len(errors) > 1 else ""
    return type(errors[0])(f"{errors[0]}{more}", **errors[0].facts)
