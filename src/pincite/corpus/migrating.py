"""Moving a corpus to another generation: another version of a parser, other settings of a chunker, another embedder."""

from __future__ import annotations

from contextlib import nullcontext
from dataclasses import dataclass, field, replace
from functools import cache, cached_property
from typing import TYPE_CHECKING, Any, Self

from pincite.corpus.built import Built
from pincite.corpus.embedders import stated, with_embedder, with_settings_of
from pincite.corpus.held import Held
from pincite.corpus.threads import in_thread
from pincite.errors import InputError
from pincite.pipeline.report import Progress, silent

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from contextlib import AbstractContextManager

    from pincite.config import Config
    from pincite.documents import Generation
    from pincite.errors import GenerationMismatch
    from pincite.lifecycle import Store
    from pincite.lifecycle.migrating import Migration
    from pincite.pipeline.migrate import Migrated, Recall, Remaking

__all__ = ["Migrating"]

_NO_MARGIN = 0.02
"""See :data:`pincite.pipeline.migrate.MARGIN`, which a question need not load."""


class Migrating(Held):
    """The side of a corpus that moves it to another generation, while the one that it has goes on answering."""

    @property
    def outdated(self) -> GenerationMismatch | None:
        """Why the corpus takes no documents in until it is migrated; ``None`` where it does."""
        return self.store.outdated

    def tell_outdated(self, tell: Callable[[GenerationMismatch], object]) -> None:
        """Call ``tell`` when the corpus is opened and is outdated; see :attr:`outdated`."""
        self._built.on_outdated = tell

    def migrate(
        self,
        *,
        rollback: bool = False,
        leave_out: bool = False,
        measure: Callable[[Self], float] | None = None,
        margin: float = _NO_MARGIN,
        progress: Progress = silent,
    ) -> Migrated:
        """
        Build the corpus as its settings say now, beside what it is, and switch to that in one step.

        Questions are answered and documents taken in meanwhile; what a run that was killed had done is not done again.

        :param rollback: Go back to the generation before, as far as it is kept.
        :param leave_out: When going back, leave out what came since and cannot be made as it was then; the next sync
            that can brings it back.
        :param measure: Measures recall of a corpus, in [0, 1]: called with this one and with what it is to be. ``None``
            to switch without looking.
        :param margin: How much lower recall may be, in [0, 1].
        :param progress: Told how far it is: parse, embed, index, check.
        :raises InputError: If there is nothing to go back to, or it lacks documents.
        :raises SpaceMismatch: If the embedder changed behind its name.
        :raises StoreError: If the counts are off, or recall falls too far; the old generation stays.
        :raises Locked: If another process migrates the corpus, or holds it at the switch.
        """
        store = self._built.store_to_migrate()
        if rollback:
            move = _back(self.config, store)
        else:
            move = _Move(old=self.config, config=self.config, store=store, wanted=self.config.generation())
        return self._move(move, leave_out=leave_out, measure=measure, margin=margin, progress=progress)

    def reembed(
        self,
        embedder: str | None = None,
        *,
        measure: Callable[[Self], float] | None = None,
        margin: float = _NO_MARGIN,
        progress: Progress = silent,
        **settings: str | int,
    ) -> Migrated:
        """
        Move the corpus to another embedder; the settings file says so in the same step.

        The other parameters and errors are those of :meth:`migrate`.

        :param embedder: Its name; ``None`` for the one that the settings name.
        :param settings: Its settings, as ``[embed]`` has them; what is not stated is as built in for another embedder,
            and as it stands for the same one.
        :raises ConfigError: If a setting is wrong, or is stated where this cannot change it.
        :raises ModelUnavailable: If its model is not installed or does not answer.
        """
        config = with_embedder(self.config, embedder, settings)
        store = self._built.store_to_migrate()
        move = _Move(old=self.config, config=config, store=store, wanted=config.generation(), writes=True)
        return self._move(move, leave_out=False, measure=measure, margin=margin, progress=progress)

    async def amigrate(self, **how: Any) -> Migrated:  # noqa: ANN401  # passed on to migrate
        """Do what :meth:`migrate` does, in a thread."""
        return await in_thread(self.migrate, **how)

    async def areembed(self, embedder: str | None = None, **how: Any) -> Migrated:  # noqa: ANN401  # passed on to reembed
        """Do what :meth:`reembed` does, in a thread."""
        return await in_thread(self.reembed, embedder, **how)

    def _move(
        self,
        move: _Move,
        *,
        leave_out: bool,
        measure: Callable[[Self], float] | None,
        margin: float,
        progress: Progress,
    ) -> Migrated:
        from pincite.lifecycle.migrating import Migration  # imported here, as the next: a question needs none of it
        from pincite.pipeline.migrate import Migrated, migrate

        if not 0 <= margin <= 1:
            raise InputError(f"margin is {margin}: expected 0 to 1", margin=margin)
        built = move.built(self._built)
        if move.wanted.id == move.made.id:
            with move.settings():
                self._built.will_serve(move.wanted.id, built)
                self._adopt(move, built)
            return Migrated(old=move.made.id, new=move.made.id)
        migration = Migration(
            move.store,
            generation=move.wanted,
            analyzer=built.analyzer,
            opens=move.config.build_index(),
            parts=move.config.parts() if move.is_made_here else {},
        )

        def recall(of: Migration) -> Recall:
            return self._recall(of, move, built, measure)

        before = self._built
        before.will_serve(move.wanted.id, built)
        try:
            done = migrate(
                migration,
                move.remaking(built),
                stamps=move.stamps,
                settings=move.settings(),
                before=move.stated_before(),
                measure=recall if measure else None,
                margin=margin,
                leave_out=leave_out,
                progress=progress,
            )
        except BaseException:
            before.will_not(built)
            raise
        notes = () if move.is_made_here else (move.still_stated(),)
        self._adopt(move, built)
        return replace(done, notes=(*done.notes, *notes))

    def _recall(
        self, migration: Migration, move: _Move, built: Built, measure: Callable[[Self], float] | None
    ) -> Recall:
        from pincite.corpus.trial import trial
        from pincite.pipeline.migrate import Recall

        assert measure is not None  # see _move
        other = type(self)(move.config)
        other._built = trial(move.config, migration, embedder=built.embedder)
        return Recall(before=measure(self) if self._built.is_readable else None, after=measure(other))

    def _adopt(self, move: _Move, built: Built) -> None:
        """Go on under the settings of the new generation."""
        before = self._built
        if not move.is_made_here:
            before.close()
            built = Built(move.config, wait_s=before.wait_s, command="")
        else:
            built.__dict__.setdefault("store", move.store)
        self.config, self._built = move.config, built


@dataclass(frozen=True, kw_only=True)
class _Move:
    """From which settings to which."""

    old: Config
    config: Config
    store: Store
    wanted: Generation
    writes: bool = False
    """Whether the settings file is to say so."""
    made: Generation = field(init=False)
    """What the corpus is built as before it."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "made", self.store.generation)

    @cached_property
    def is_made_here(self) -> bool:
        """Whether the settings make the new generation; else only what is kept of it can be taken."""
        return self.config.generation().id == self.wanted.id

    def built(self, before: Built) -> Built:
        """Return the stages of the new generation: those of before where they serve."""
        same = self.config is self.old
        return before if same else Built(self.config, wait_s=before.wait_s, command="")

    def remaking(self, built: Built) -> Remaking:
        """Return what makes revisions anew."""
        from pincite.pipeline.migrate import Remaking

        reads = self.is_made_here and self.wanted.parser != self.made.parser
        return Remaking(
            parser=self.config.build_parser() if reads else None,
            chunker=cache(lambda: built.chunker) if self.is_made_here else None,
            embedder=built.embedder if self.is_made_here else None,
            kinds=self.config.kinds(),
            unchanged=self._unchanged,
        )

    def stamps(self) -> Iterator[tuple[str, str, str]]:
        """Yield new marks for the files that the new parser reads as the old one did."""
        if self.wanted.parser == self.made.parser or not self.is_made_here:
            return
        setup = self.config.ingest_setup()
        before = replace(setup, parser=_Named(self.made.parser))
        for source in self.config.sources:
            old, new = f"|{before.marks(source)}", f"|{setup.marks(source)}"
            for path, row in self.store.catalog.files(source.name).items():
                if row.stamp.endswith(old) and self._unchanged(path):
                    yield source.name, path, row.stamp.removesuffix(old) + new

    def settings(self) -> AbstractContextManager[object]:
        """Make the settings file say what the new generation is."""
        file = self.config.file
        if not self.writes or file is None or self.config.embed == self.old.embed:
            return nullcontext()
        from pincite.config._tables import table_set, with_table

        with_table(file, "embed", stated(self.config.embed))  # what cannot be written is an error before any work
        return table_set(file, "embed", stated(self.config.embed))

    def still_stated(self) -> str:
        """Return, where the settings do not make the new generation, what they say instead."""
        from pincite.lifecycle.generations import differences

        before = self.store.catalog.generations.made_of(self.wanted.id).parts
        found = differences(self.wanted, self.config.generation(), before=before, now=self.config.parts())
        return f"this version and these settings make another generation ({'; '.join(map(str, found))})"

    def stated_before(self) -> Mapping[str, object]:
        """Return the settings of the old generation that are changed."""
        return stated(self.old.embed) if self.writes else {}

    def _unchanged(self, path: str) -> bool:
        return path.rpartition(".")[2].lower() in self._unchanged_suffixes

    @cached_property
    def _unchanged_suffixes(self) -> frozenset[str]:
        """The suffixes, without the dot, of formats that the new parser reads as the old one did."""
        from pincite.parse import SUFFIXES

        before, now = self.store.catalog.generations.made_of(self.made.id).parts, self.config.parts()
        changed = {name for name in {**before, **now} if before.get(name) != now.get(name)}
        if not before or any(name.startswith("parse.") or name == "parser suffixes" for name in changed):
            return frozenset()
        same = {name for name in SUFFIXES.values() if f"parser {name}" not in changed}
        return frozenset(suffix[1:] for suffix, name in SUFFIXES.items() if name in same)


class _Named:
    """Stands for a parser that is not here any more; only its digest is asked for."""

    def __init__(self, digest: str) -> None:
        self.digest = digest

    def parse(self, data: bytes, *, path: str) -> Any:  # noqa: ANN401 - never returns
        """Refuse."""
        raise InputError(f"the parser {self.digest} that read {path} is not here any more: sync again", path=path)


def _back(config: Config, store: Store) -> _Move:
    """Return the way back to the generation before."""
    generations = store.catalog.generations
    previous = generations.made_of(store.generation.id).previous
    if not previous:
        raise InputError("the corpus was never migrated: there is no generation to go back to")
    wanted, told = store.catalog.generation(previous), generations.made_of(previous)
    other = with_settings_of(config, told)
    if other.generation().id == previous:
        return _Move(old=config, config=other, store=store, wanted=wanted, writes=True)
    if wanted.analyzer != config.build_analyzer().digest:
        raise InputError(
            f"generation {previous} was made by pincite {told.made_by or '(unknown)'} with another analyzer: install "
            "that version to go back to it",
            generation=previous,
        )
    return _Move(old=config, config=config, store=store, wanted=wanted)
