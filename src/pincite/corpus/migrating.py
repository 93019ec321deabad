"""Moving a corpus to another generation: another version of a parser, other settings of a chunker, another embedder."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Self

from pincite.corpus.built import Built
from pincite.corpus.held import Held
from pincite.corpus.threads import in_thread
from pincite.errors import InputError
from pincite.pipeline.report import Progress, silent

if TYPE_CHECKING:
    from collections.abc import Callable

    from pincite.corpus.moving import Move
    from pincite.errors import GenerationMismatch
    from pincite.lifecycle.migrating import Migration
    from pincite.pipeline.migrate import Migrated, Recall

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
        from pincite.corpus import moving  # imported here: a question needs none of it

        store = self._built.store_to_migrate()
        if rollback:
            move = moving.back(self.config, store)
        else:
            move = moving.Move(old=self.config, config=self.config, store=store, wanted=self.config.generation())
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
        from pincite.corpus import moving
        from pincite.corpus.embedders import with_embedder  # imported here, as the next: a question needs none of it

        config = with_embedder(self.config, embedder, settings)
        store = self._built.store_to_migrate()
        move = moving.Move(old=self.config, config=config, store=store, wanted=config.generation(), writes=True)
        return self._move(move, leave_out=False, measure=measure, margin=margin, progress=progress)

    def embed_again(self, *, progress: Progress = silent) -> int:
        """
        Embed every text again with the embedder that the corpus has, and build the index anew.

        For vectors that are not to be trusted: :meth:`doctor` names them. Questions are answered meanwhile.

        :param progress: Told how far it is: embed, index.
        :returns: How many texts were embedded.
        :raises SpaceMismatch: If the embedder changed behind its name.
        :raises Locked: If another process holds the corpus.
        """
        from pincite.lifecycle.probes import Proven  # imported here, as the next: a question needs none of it
        from pincite.pipeline.again import embed_again

        proven = Proven(self.store.catalog, self.store.generation.space, self._built.embedder)
        return embed_again(self.store, proven, progress=progress)

    async def aembed_again(self, **how: Any) -> int:  # noqa: ANN401  # passed on to embed_again
        """Do what :meth:`embed_again` does, in a thread."""
        return await in_thread(self.embed_again, **how)

    async def amigrate(self, **how: Any) -> Migrated:  # noqa: ANN401  # passed on to migrate
        """Do what :meth:`migrate` does, in a thread."""
        return await in_thread(self.migrate, **how)

    async def areembed(self, embedder: str | None = None, **how: Any) -> Migrated:  # noqa: ANN401  # passed on to reembed
        """Do what :meth:`reembed` does, in a thread."""
        return await in_thread(self.reembed, embedder, **how)

    def _move(
        self,
        move: Move,
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
        self, migration: Migration, move: Move, built: Built, measure: Callable[[Self], float] | None
    ) -> Recall:
        from pincite.corpus.trial import trial
        from pincite.pipeline.migrate import Recall

        assert measure is not None  # see _move
        other = type(self)(move.config)
        other._built = trial(move.config, migration, embedder=built.embedder)
        return Recall(before=measure(self) if self._built.is_readable else None, after=measure(other))

    def _adopt(self, move: Move, built: Built) -> None:
        """Go on under the settings of the new generation."""
        before = self._built
        if not move.is_made_here:
            before.close()
            built = Built(move.config, wait_s=before.wait_s, command="")
        else:
            built.__dict__.setdefault("store", move.store)
        self.config, self._built = move.config, built
