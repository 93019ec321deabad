"""From which settings to which a migration goes, and what it needs of both."""

from __future__ import annotations

from contextlib import nullcontext
from dataclasses import dataclass, field, replace
from functools import cache, cached_property
from typing import TYPE_CHECKING, Never

from pincite.corpus.built import Built
from pincite.corpus.embedders import stated, with_settings_of
from pincite.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from contextlib import AbstractContextManager

    from pincite.config import Config
    from pincite.documents import Generation
    from pincite.lifecycle import Store
    from pincite.pipeline.migrate import Remaking

__all__ = ["Move", "back"]


@dataclass(frozen=True, kw_only=True)
class Move:
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

    def parse(self, data: bytes, *, path: str) -> Never:
        """Refuse."""
        raise InputError(f"the parser {self.digest} that read {path} is not here any more: sync again", path=path)


def back(config: Config, store: Store) -> Move:
    """Return the way back to the generation before."""
    generations = store.catalog.generations
    previous = generations.made_of(store.generation.id).previous
    if not previous:
        raise InputError("the corpus was never migrated: there is no generation to go back to")
    wanted, told = store.catalog.generation(previous), generations.made_of(previous)
    other = with_settings_of(config, told)
    if other.generation().id == previous:
        return Move(old=config, config=other, store=store, wanted=wanted, writes=True)
    if wanted.analyzer != config.build_analyzer().digest:
        raise InputError(
            f"generation {previous} was made by pincite {told.made_by or '(unknown)'} with another analyzer: install "
            "that version to go back to it",
            generation=previous,
        )
    return Move(old=config, config=config, store=store, wanted=wanted)
