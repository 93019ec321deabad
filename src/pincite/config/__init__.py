"""
``pincite.toml``: read, checked, and turned into stages.

Settings live beside their stage, defaults included; here they are read from the file and the environment, unknown keys
are refused, and the stages are built from them. A variable ``PINCITE_RETRIEVE__ROUTE`` goes before ``route`` in
``[retrieve]``. Secrets come from the environment only.
"""

from __future__ import annotations

import json
import os
from dataclasses import MISSING, dataclass, field, fields, replace
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, get_origin

from pincite.config._environment import overlay, secrets
from pincite.config._names import require_names
from pincite.config._settings import TEMPLATE, CorpusSettings, IdentifierSettings, PrincipalSettings, Secret
from pincite.config._sources import append, change, write_whole
from pincite.config._stages import Stages
from pincite.config._toml import convert, leaves, read, unknown_key
from pincite.errors import ConfigError, Missing, UnknownName
from pincite.ingest import RuleSettings, SourceSettings
from pincite.questions import Principal

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from pincite.pipeline.ingest import Setup
    from pincite.protocols import Chunker, Embedder
    from pincite.text.identifiers import IdentifierKind

__all__ = [
    "FILE_NAME",
    "TEMPLATE",
    "Config",
    "CorpusSettings",
    "IdentifierSettings",
    "PrincipalSettings",
    "Secret",
    "add_source",
    "bare",
    "change_source",
    "find",
    "load",
    "write_template",
]

FILE_NAME: Final = "pincite.toml"

_STAGES: Final = {
    "ask": "pincite.pipeline.mode:AskSettings",
    "parse": "pincite.parse:ParseSettings",
    "chunk": "pincite.chunk:ChunkSettings",
    "embed": "pincite.embed:EmbedSettings",
    "index": "pincite.index:IndexSettings",
    "retrieve": "pincite.retrieve:RetrieveSettings",
    "rerank": "pincite.rerank:RerankSettings",
    "assemble": "pincite.assemble:AssembleSettings",
    "generate": "pincite.generate:GenerateSettings",
    "attribute": "pincite.attribute:AttributeSettings",
    "trace": "pincite.trace:TraceSettings",
    "governing": "pincite.validity.authority:GoverningSettings",
    "tokens": "pincite.access.settings:TokenSettings",
}


_OWN: Final[dict[str, Any]] = {
    "corpus": CorpusSettings,
    "sources": tuple[SourceSettings, ...],
    "rules": tuple[RuleSettings, ...],
    "identifiers": dict[str, IdentifierSettings],
    "principals": dict[str, PrincipalSettings],
}
_SECTIONS: Final = (*_OWN, *_STAGES)


@dataclass(frozen=True, kw_only=True)
class Config(Stages):
    """Every setting of a corpus, checked; and the stages that they describe."""

    folder: Path
    """The corpus folder; relative paths start here."""
    file: Path | None
    """The file that was read; ``None`` for a corpus without one."""
    corpus: CorpusSettings
    sources: tuple[SourceSettings, ...]
    rules: tuple[RuleSettings, ...]
    identifiers: Mapping[str, IdentifierSettings]
    principals: Mapping[str, PrincipalSettings]
    origins: Mapping[str, str] = field(default_factory=dict, repr=False)
    """"file" or "environment" for each key that is stated."""

    def __post_init__(self) -> None:
        seen: set[str] = set()
        for source in self.sources:
            if source.name in seen:
                raise ConfigError(
                    f"{self.file or self.folder}: two sources are called {source.name!r}: give one another name",
                    name=source.name,
                )
            seen.add(source.name)

    if not TYPE_CHECKING:  # a name that is no field is a mistake, and the checker is to say so

        def __getattr__(self, name: str) -> object:
            """Make the default settings of a stage that nothing was said about."""
            if name not in _STAGES:
                raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")
            made = _settings_of(name)()
            object.__setattr__(self, name, made)
            return made

    @property
    def state(self) -> Path:
        """The folder of catalog, index, originals and traces."""
        return self.folder / Path(self.corpus.state).expanduser()

    @property
    def name(self) -> str:
        """What answers call the corpus."""
        return self.corpus.name or self.folder.resolve().name

    def principal(self, name: str) -> Principal:
        """
        Return a configured principal.

        :raises UnknownName: If none has that name.
        """
        found = self.principals.get(name)
        if found is None:
            raise UnknownName("principal", name, self.principals)
        tenant = found.tenant or self.corpus.tenant
        return Principal(tenant=tenant, subject=found.subject or name, groups=found.groups, name=name)

    def source_at(self, path: Path, **stated: object) -> SourceSettings:
        """
        Return the source for a file or folder: the registered one with what is stated anew, or one with a free name.

        :param stated: Fields of :class:`pincite.ingest.SourceSettings`; ``None`` where nothing is stated.
        """
        given: dict[str, Any] = {key: value for key, value in stated.items() if value is not None}
        place = Path(os.path.normpath(Path.cwd() / path.expanduser()))
        for source in self.sources:
            if self._place(source) == place:
                return replace(source, **given)
        home = Path(os.path.normpath(Path.cwd() / self.folder))
        below = place.relative_to(home).as_posix() if place.is_relative_to(home) else str(place)
        return SourceSettings(**{"name": self._free_name(place), "path": below, **given})

    def _place(self, source: SourceSettings) -> Path:
        return Path(os.path.normpath(Path.cwd() / self.folder / Path(source.path).expanduser()))

    def _free_name(self, place: Path) -> str:
        base = (place.stem if place.is_file() else place.name).strip() or "root"
        taken = {source.name for source in self.sources}
        return next(name for n in range(1, len(taken) + 2) if (name := base if n == 1 else f"{base}-{n}") not in taken)

    def with_source(self, source: SourceSettings) -> Config:
        """Return the same settings with a source more, or with the source of that name replaced."""
        names = [each.name for each in self.sources]
        if source.name not in names:
            return replace(self, sources=(*self.sources, source))
        return replace(self, sources=tuple(source if each.name == source.name else each for each in self.sources))

    def kinds(self) -> tuple[IdentifierKind, ...]:
        """
        Return the kinds of exact keys: the configured ones, then the built-in ones that they do not replace.

        :raises ConfigError: If a kind that is not built in has no pattern.
        """
        from pincite.text.identifiers import BUILT_IN, IdentifierKind

        built_in = {kind.name: kind for kind in BUILT_IN}
        own = []
        for name, stated in self.identifiers.items():
            base = built_in.pop(name, None)
            pattern = stated.pattern or (base.pattern if base else "")
            if not pattern:
                raise ConfigError(
                    f"{self.file}: identifiers.{name} has no pattern: expected one, since the built-in kinds are "
                    f"{', '.join(kind.name for kind in BUILT_IN)}",
                    name=name,
                )
            exhaustive = (base.exhaustive if base else False) if stated.exhaustive is None else stated.exhaustive
            own.append(IdentifierKind(name=name, pattern=pattern, exhaustive=exhaustive))
        return (*own, *built_in.values())

    def ingest_setup(
        self,
        *,
        chunker: Callable[[], Chunker] | None = None,
        embedder: Callable[[], Embedder] | None = None,
        passwords: Callable[[str], tuple[str, ...]] | None = None,
        told: Callable[[int, int], None] | None = None,
        keep: bool = False,
    ) -> Setup:
        """
        Return what :func:`pincite.pipeline.ingest.sync` needs of these settings.

        :param chunker: Gives the chunker and keeps it; ``None`` for one built at the first document.
        :param embedder: Gives the embedder and keeps it; ``None`` for one built at the first text.
        :param passwords: Gives what is tried on an encrypted file, by its path; ``None`` for nothing.
        :param told: Told how many pages of a long file are read, and how many it has; ``None`` tells nobody.
        :param keep: Whether parsed parts of long files are kept in the state folder until the sync ends.
        """
        from pincite.parse import SUFFIXES
        from pincite.parse.engines import recognition
        from pincite.parse.stated import heads
        from pincite.pipeline.ingest import Setup

        suffixes = {**SUFFIXES, **self.parse.suffixes}
        return Setup(
            base=self.folder.absolute(),
            state=self.state.absolute(),
            max_bytes=self.parse.max_bytes,
            tenant=self.corpus.tenant,
            language=self.corpus.language,
            rules=self.rules,
            sources=self.sources,
            kinds=self.kinds(),
            parser=self.build_parser(passwords=passwords, told=told, kept=self.state.absolute() if keep else None),
            chunker=chunker or cache(self.build_chunker),
            embedder=embedder or cache(self.build_embedder),
            recognises=recognition(self.parse, suffixes),
            stated=heads(suffixes),
        )

    def origin(self, key: str) -> str:
        """
        Return where a value came from: "default", "file" or "environment".

        :param key: Section and name, such as "retrieve.route" or "sources.policies.access".
        """
        return self.origins.get(key, "default")

    def rows(self) -> tuple[tuple[str, object, str], ...]:
        """Return ``(key, value, origin)`` of every setting in force, in order of section; secrets show "(set)" only."""
        sections = ("corpus", "sources", "rules", "identifiers", "principals", *_STAGES)
        found = [item for name in sections for item in leaves(getattr(self, name), name).items()]
        shown = [(key, value, self.origin(key)) for key, value in found if value is not None]
        return (*shown, *((name, "(set)", "environment") for name in self.secrets))


def find(start: Path) -> Path:
    """
    Return the corpus folder that ``start`` is in: the nearest one upward that has a ``pincite.toml``.

    :raises Missing: If there is none.
    """
    here = start.resolve()
    for folder in (here, *here.parents):
        if (folder / FILE_NAME).is_file():
            return folder
    raise Missing(
        f"there is no {FILE_NAME} in {here} or above it: run pincite init, or name the corpus with --corpus",
        path=str(here),
    )


def load(path: Path, *, env: Mapping[str, str] = os.environ) -> Config:
    """
    Return the settings of a corpus.

    :param path: The corpus folder, or a settings file in it.
    :param env: Variables that go before the file.
    :raises Missing: If there is no settings file.
    :raises ConfigError: If a key is unknown or a value cannot be used; it names the file, the key and the nearest key.
    """
    file = path if path.suffix == ".toml" and not path.is_dir() else path / FILE_NAME
    if not file.is_file():
        there = ", ".join(sorted(each.name for each in file.parent.glob("*.toml")))
        what = f"expected one of {there}" if there else f"run pincite init {file.parent}, or name another corpus"
        raise Missing(f"there is no {file}: {what}", path=str(file))
    return _config(read(file), folder=file.parent, file=file, env=env)


def bare(
    folder: Path, *, state: Path, sources: Iterable[SourceSettings] = (), env: Mapping[str, str] = os.environ
) -> Config:
    """
    Return the default settings for a corpus that has no file.

    :param folder: What relative paths are relative to.
    :param state: Where catalog and index are kept.
    """
    config = _config({}, folder=folder, file=None, env=env)
    return replace(config, corpus=replace(config.corpus, state=str(state.resolve())), sources=tuple(sources))


def _config(tables: dict[str, Any], *, folder: Path, file: Path | None, env: Mapping[str, str]) -> Config:
    label = str(file) if file else FILE_NAME
    for name in tables:
        if name not in _SECTIONS:
            raise unknown_key(name, _SECTIONS, where=label)
    unsaid = _unsaid(tables, env)
    kinds = {**_OWN, **{name: _settings_of(name) for name in _STAGES if name not in unsaid}}
    origins = dict.fromkeys(leaves(tables), "file")
    variables = overlay(tables, kinds, env, names=_SECTIONS)
    origins |= dict.fromkeys(variables, "environment")

    def where(key: str) -> str:
        return variables.get(key, label)

    values: dict[str, Any] = {
        name: convert(tables.get(name, _empty(kind)), kind, key=name, where=where) for name, kind in kinds.items()
    }
    if stated := {name: values[name] for name in kinds.keys() & _STAGES.keys()}:
        require_names(stated, where=where)
    values |= dict.fromkeys(unsaid)
    config = Config(folder=folder, file=file, origins=origins, secrets=secrets(env), **values)
    for name in unsaid:
        vars(config).pop(name)  # made when it is first asked for: a command that needs few stages imports few
    return config


def _unsaid(tables: Mapping[str, Any], env: Mapping[str, str]) -> set[str]:
    """Return the stages of which neither the file nor a variable says anything: their settings are the defaults."""
    stated = {key.partition("_")[2].partition("__")[0].lower() for key in env if key.startswith("PINCITE_")}
    return {name for name in _STAGES if name not in tables and name not in stated}


def _settings_of(stage: str) -> type[object]:
    """Return the class of a stage's settings; its implementations are not imported."""
    module, _, attribute = _STAGES[stage].partition(":")
    found: type[object] = getattr(import_module(module), attribute)
    return found


def _empty(kind: object) -> object:
    return [] if get_origin(kind) is tuple else {}


def write_template(folder: Path, *, tenant: str = "default") -> Path:
    """
    Write a commented ``pincite.toml`` into a folder, which is made where it is missing, and return its path.

    :raises ConfigError: If there is one already.
    """
    file = folder / FILE_NAME
    if file.exists():
        raise ConfigError(f"{file} exists already: edit it, or remove it first", file=str(file))
    folder.mkdir(parents=True, exist_ok=True)
    name = json.dumps(folder.resolve().name, ensure_ascii=False)
    write_whole(file, TEMPLATE.format(name=name, tenant=json.dumps(tenant, ensure_ascii=False)))
    return file


def add_source(folder: Path, source: SourceSettings) -> None:
    """
    Register a source in the settings file, leaving the rest of the file as it is.

    :param folder: The corpus folder, or its settings file.
    :raises ConfigError: If a source of that name is registered, or the file cannot be added to.
    """
    file = _file(folder)
    if any(isinstance(each, dict) and each.get("name") == source.name for each in read(file).get("sources", [])):
        raise ConfigError(
            f"{file}: a source {source.name!r} is registered already: give the new one another name",
            name=source.name,
        )
    append(file, {key: value for key, value in _not_default(source).items() if value is not None})


def change_source(folder: Path, source: SourceSettings) -> None:
    """
    Make the registered source of that name say what ``source`` says, leaving the rest of the file as it is.

    :param folder: The corpus folder, or its settings file.
    :raises ConfigError: If no source has that name, or its lines cannot be changed safely.
    """
    file = _file(folder)
    old: dict[str, object] = next(
        (each for each in read(file).get("sources", []) if each.get("name") == source.name), {}
    )
    stated = {key: list(value) if isinstance(value, tuple) else value for key, value in _not_default(source).items()}
    change(file, source.name, {key: value for key, value in stated.items() if old.get(key) != value})


def _file(folder: Path) -> Path:
    return folder / FILE_NAME if folder.is_dir() else folder


def _not_default(source: SourceSettings) -> dict[str, object]:
    """Return the fields that say something, required ones first."""
    required = [each.name for each in fields(source) if each.default is MISSING and each.default_factory is MISSING]
    others = [each.name for each in fields(source) if each.default != getattr(source, each.name)]
    return {name: getattr(source, name) for name in dict.fromkeys([*required, *others])}
