"""Looks for what is wrong with a corpus, and mends what can be mended without harm; for administrators."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Any, cast

from pincite.catalog.connections import FILE
from pincite.corpus.held import Held
from pincite.corpus.threads import in_thread
from pincite.errors import Locked, ModelError, NotFound, PinciteError, SourceError, SpaceMismatch, StoreError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from pincite.corpus.built import Built
    from pincite.lifecycle import Store
    from pincite.lifecycle.doctor import Finding
    from pincite.protocols import SourceItem

__all__ = ["Checkup", "Health"]

_OF_THE_INDEX = frozenset({"orphan-points", "missing-points", "wrong-ends", "wrong-readers", "broken-index"})


class Health(Held):
    """The side of a corpus that looks after itself."""

    def doctor(self, *, fix: bool = False) -> tuple[Finding, ...]:
        """
        Return what is wrong with the corpus, each kind of fault with its count and what to do; empty for a healthy one.

        :param fix: Mend what can be mended without harm, and look again.
        :returns: What was mended is said to be.
        :raises Locked: If another process holds the corpus.
        """
        found = tuple(Checkup(self._built).findings())
        if not fix or not any(each.mends for each in found):
            return found
        Checkup(self._built).mend({each.kind for each in found})
        after = {each.kind: each for each in Checkup(self._built).findings()}
        before = {each.kind for each in found}
        told = (after.get(each.kind) or replace(each, mended=True) for each in found)
        return (*told, *(each for kind, each in after.items() if kind not in before))

    async def adoctor(self, **how: Any) -> tuple[Finding, ...]:  # noqa: ANN401  # passed on to doctor
        """Do what :meth:`doctor` does, in a thread."""
        return await in_thread(self.doctor, **how)


class Checkup:
    """
    One look at everything.

    :param built: The stages of the corpus.
    """

    def __init__(self, built: Built) -> None:
        self._built = built
        self._config = built.config
        self._state = built.config.state

    def findings(self) -> Iterator[Finding]:
        """
        Yield what is wrong, files first: where the catalog cannot be trusted, nothing else is looked at.

        :raises Locked: If another process holds the corpus.
        """
        from pincite.lifecycle import doctor

        if not (self._state / FILE).exists():
            return
        broken = tuple(doctor.examine_catalog(self._state))
        yield from broken
        if broken:
            return
        yield from doctor.left_behind(self._state)
        yield from doctor.examine_traces_left(self._state, self._config.folder)
        store = self._built.store_to_migrate()
        yield from self._index(store)
        yield from doctor.examine_purges(self._state)
        yield from doctor.examine_originals(store.catalog)
        yield from doctor.examine_content(store.catalog, store.generation, self._built.tokenizer)
        yield from self._sources(store)
        yield from self._age(store)
        yield from self._generation(store)

    def mend(self, kinds: set[str]) -> None:
        """Mend what is safe among the kinds of faults; what cannot be mended stays, and the next look says so."""
        from pincite.lifecycle import doctor
        from pincite.lifecycle.purge import finish_purges

        store = self._built.store_to_migrate()
        if "missing-vectors" in kinds:
            with suppress(ModelError, SpaceMismatch):
                self._embed(store)
        if kinds & _OF_THE_INDEX:
            with suppress(StoreError):
                store.rebuild()
        if "unfinished-purge" in kinds:
            with suppress(StoreError):
                finish_purges(store, wait_s=self._built.wait_s)
        _ = store.index  # the hold; what a process left unfinished is taken back
        if "leftover-files" in kinds:
            doctor.remove_traces_left(self._state, self._config.folder)
        if "damaged-originals" in kinds:
            self._keep_originals(store)

    def _index(self, store: Store) -> Iterator[Finding]:
        from pincite.lifecycle import doctor

        generation = store.generation.id
        try:
            yield from store.inspect(
                lambda index: list(doctor.examine_index(store.catalog, index, generation=generation))
            )
        except Locked:
            raise
        except StoreError as error:
            yield from doctor.broken_index(error)

    def _sources(self, store: Store) -> Iterator[Finding]:
        """Yield what the sources hold now that the corpus does not know, and what it could not take in."""
        from pincite.ingest.unmatched import unmatched
        from pincite.lifecycle.doctor import finding
        from pincite.pipeline.survey import survey

        setup = self._config.ingest_setup()
        registered = [setup.registered(each) for each in self._config.sources]
        found = survey(registered, known=store.catalog.files, marks=setup.marks, recognises=setup.recognises)
        yield from finding(
            "rules-without-effect",
            [each.words() for each in unmatched(self._config.rules, found.paths(), self._config.sources)],
            what="Rules state access and match no file, so that they close nothing.",
            fix="correct their globs in pincite.toml, then type pincite sync",
        )
        failed = [each for each in found.unread if each.known and each.known.error]
        changed = [each.path for each in found.unread if each not in failed]
        stale = [*changed, *(f"{row.path} is gone" for row in found.missing)]
        yield from finding(
            "stale-sources",
            stale,
            what="Files are not as they were when they were read, by their time, size or settings.",
            fix="type pincite sync",
        )
        yield from finding(
            "unreachable-sources",
            [f"{name}: {error}" for name, error in sorted(found.failed.items())],
            what="Sources cannot be listed; what the corpus has of them stays.",
            fix="bring them back, or take them out of pincite.toml and type pincite sync",
        )
        known = (each.known for each in failed)
        yield from finding(
            "skipped-files",
            [row.reason for row in known if row and row.error not in ("Purged", "VersionOrderError")],
            what="Files could not be taken in.",
            fix="see the reason of each, mend the file or take it out, and type pincite sync",
        )

    def _age(self, store: Store) -> Iterator[Finding]:
        from pincite.lifecycle.doctor import finding
        from pincite.pipeline.freshness import past_their_age
        from pincite.validity import today

        old = past_their_age(store.catalog, today(self._config.corpus.timezone))
        yield from finding(
            "past-max-age",
            [f"{each.document}: {each.days} days old, {each.limit} are stated" for each in old],
            what="Documents are older than their max_age, and answers from them say so.",
            fix="bring newer ones, or state another max_age",
        )

    def _generation(self, store: Store) -> Iterator[Finding]:
        """Yield whether the corpus is built as the settings say, and whether its vectors are its embedder's."""
        from pincite.lifecycle.doctor import finding

        if store.outdated is not None:
            differing = cast("Mapping[str, tuple[str, str]]", store.outdated.facts["differing"])
            yield from finding(
                "outdated-generation",
                [f"{name}: {old} is now {new}" for name, (old, new) in differing.items()],
                what="Parsers, chunker, analyzer or embedder are not those that the corpus was built with.",
                fix="type pincite migrate",
            )
            return
        try:
            yield from self._spaces(store)
        except ModelError as error:
            yield from finding(
                "no-embedder",
                [error],
                what="The embedder cannot be used: nothing is found by meaning, and its vectors were not checked.",
                fix="see the reason; a local one is fetched by pincite models install NAME",
            )

    def _spaces(self, store: Store) -> Iterator[Finding]:
        from pincite.lifecycle.doctor import finding
        from pincite.lifecycle.probes import drifted, mixed

        embedder = self._built.embedder()
        drift = drifted(store.catalog, embedder)
        if drift is not None:
            yield from finding(
                "drifted-space",
                [f"{drift.text!r} has cosine {drift.worst:.3f} to what it was"],
                what="The embedder is not the one any more that the corpus was built with, although its name is.",
                fix="bring the old model back, or type pincite reembed --weights LABEL",
            )
        mixture = mixed(store.catalog, store.generation, None if drift else embedder)
        if mixture is not None:
            yield from finding(
                "mixed-space",
                mixture.texts,
                n=mixture.n_strange,
                what="Kept vectors are not what the embedder makes of their texts.",
                fix="type pincite reembed --again, which embeds everything anew",
            )

    def _embed(self, store: Store) -> None:
        from pincite.lifecycle.doctor import lacking_vectors
        from pincite.lifecycle.probes import Proven
        from pincite.pipeline.vectors import Embedding

        space = store.generation.space
        proven = Proven(store.catalog, space, self._built.embedder)
        with Embedding(store.catalog, embedder=proven, space=space.id) as embedding:
            for tenant, texts in lacking_vectors(store.catalog, store.generation).items():
                embedding.submit(tenant, texts.values())
            embedding.finish(lambda done, total: None)

    def _keep_originals(self, store: Store) -> None:
        """Take originals that are gone or damaged from their sources, where those still have the same bytes."""
        from hashlib import sha256

        from pincite.lifecycle.doctor import damaged_originals

        items = self._items()
        for tenant, name, path, _ in list(damaged_originals(store.catalog)):
            with suppress(NotFound, SourceError):
                data = items[path].read() if path in items else b""
                if sha256(data).hexdigest() == name:
                    store.catalog.originals.remove(tenant, name)
                    store.catalog.save_original(tenant, data)

    def _items(self) -> dict[str, SourceItem]:
        setup, found = self._config.ingest_setup(), {}
        for each in self._config.sources:
            with suppress(PinciteError):
                found.update({item.path: item for item in setup.registered(each).source.items()})
        return found
