"""A plain model of a corpus over years: what it is to hold after files, administrators and upkeep did what they did."""

from __future__ import annotations

from copy import deepcopy
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from pincite import access
from pincite.documents import DocumentId, TenantId, revision_key

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping
    from datetime import date

__all__ = ["Content", "Key", "Model", "Page"]

Key = tuple[str, str]
"""Document and version."""
Content = dict[Key, "Page"]
"""What each revision says."""
_Groups = tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """What a file says."""

    word: str
    groups: _Groups
    effective: date | None = None
    title: str = "Page"
    arrival: int = 0
    """Its place in the order in which revisions came; 0 for what stands in a file."""

    def text(self, key: Key) -> str:
        """Return the file that says it."""
        front = {"title": self.title, "access": f"[{', '.join(self.groups)}]", "effective": self.effective}
        front |= {"id": key[0], "version": key[1]} if key[1] else {}
        lines = "".join(f"{name}: {value}\n" for name, value in front.items() if value is not None)
        return f"---\n{lines}---\n\ncommon {self.word} O-{self.word[1:]}\n"

    @property
    def bytes_alike(self) -> tuple[object, ...]:
        """What two files have in common that have the same bytes, their names apart."""
        return (self.word, self.groups, self.effective, self.title)


@dataclass(slots=True, kw_only=True)
class Model:
    """What the corpus is to hold."""

    files: dict[str, tuple[Key, Page]] = field(default_factory=dict)
    """What stands in the folder."""
    read: dict[str, tuple[Key, Page] | None] = field(default_factory=dict)
    """What each file said when it was last taken in; ``None`` where it was kept out."""
    reread: bool = False
    """Whether the next sync reads every file, whatever it said before."""
    live: Content = field(default_factory=dict)
    stated: dict[Key, _Groups] = field(default_factory=dict)
    """Who may read a revision by what its source last said, as long as anything is known of it."""
    overrides: dict[Key, _Groups] = field(default_factory=dict)
    named: dict[str, Content] = field(default_factory=dict)
    purged: dict[str, set[Key]] = field(default_factory=dict)
    """What was purged and stays out whatever its version, with the revisions that went with it and stay out too."""
    history: dict[Key, set[str]] = field(default_factory=dict)
    """Words that some state still has of each revision."""
    clock: int = 0

    def copy(self) -> Model:
        """Return what a backup has of it."""
        return deepcopy(self)

    def readers(self, key: Key) -> _Groups:
        """Return who may read a revision now."""
        return access.effective(self.stated.get(key, ()), self.overrides.get(key))

    def sync(self, readmit: tuple[str, ...] = (), *, all_files: bool = False) -> None:
        """Take in what changed in the folder, or all of it."""
        self.purged = {name: keys for name, keys in self.purged.items() if name not in readmit}
        claims = {path: was[0] for path, was in self.read.items() if was is not None}
        coming: Content = {}
        for path, (key, page) in sorted(self.files.items()):
            if self.read.get(path) == (key, page) and not (self.reread or all_files):
                continue
            if key[0] in readmit:
                for keys in self.purged.values():
                    keys.discard(key)
            if self.stays_out(key):
                self.read[path] = None
                claims.pop(path, None)
                continue
            coming[key] = page
            self.read[path] = (key, page)
        for path in [each for each in self.read if each not in self.files]:
            del self.read[path]
        held = {was[0] for was in self.read.values() if was is not None}
        leaving = {key for key in (*claims.values(), *(self.live if all_files else ())) if key not in held}
        self.reread = False
        self.commit(coming, leaving)

    def stays_out(self, key: Key) -> bool:
        """Tell whether a revision was purged."""
        return key[0] in self.purged or any(key in keys for keys in self.purged.values())

    def commit(
        self,
        coming: Content,
        leaving: Collection[Key],
        *,
        stated: Mapping[Key, _Groups] | None = None,
        brought: Mapping[Key, _Groups] | None = None,
    ) -> None:
        """
        Put and remove revisions, narrowing what comes for the first time as what it follows was.

        :param stated: Who may read what comes; ``None`` for what the pages say.
        :param brought: Narrowing that comes along.
        """
        leaving = {key for key in leaving if key in self.live and key not in coming}
        narrowed = {key: found for key in coming if (found := self._inherited(key, coming[key], leaving)) is not None}
        self.overrides |= narrowed
        for key, groups in (brought or {}).items():
            self.overrides[key] = access.effective(groups, self.overrides.get(key))
        was = self.live
        self.live = {key: page for key, page in was.items() if key not in leaving}
        for key, page in coming.items():
            arrival = page.arrival or (was[key].arrival if key in was else self._next())
            self.live[key] = replace(page, arrival=arrival)
            self.history.setdefault(key, set()).add(page.word)
            self.stated[key] = tuple(sorted((stated or {}).get(key, page.groups)))

    def _next(self) -> int:
        self.clock += 1
        return self.clock

    def _inherited(self, key: Key, page: Page, leaving: Iterable[Key]) -> _Groups | None:
        if key in self.live or key in self.overrides:
            return None
        versions = [each for each in self.live if each[0] == key[0]]
        if versions:
            return self.overrides.get(max(versions, key=lambda each: (self.live[each].arrival, _digest(each))))
        found = None
        for each in sorted(leaving):
            if key[1] == each[1] == "" and self.live[each].bytes_alike == page.bytes_alike and each in self.overrides:
                found = access.effective(self.overrides[each], found)
        return found

    def restore(self, then: Content) -> None:
        """Go back to a content; who may read is as it is now, and as the same words are read now."""
        back = {key: page for key, page in then.items() if not self.stays_out(key)}
        stated = {key: self._limited(key, page, self.stated[key]) for key, page in back.items()}
        self.commit(back, {key for key in self.live if key not in back}, stated=stated)

    def bring(self, backup: Model) -> None:
        """Take in a backup as a new state: for those whom it lets in and who are let in today."""
        self._learn(backup.purged)
        back = {key: page for key, page in backup.live.items() if not self.stays_out(key)}
        stated = {}
        for key, page in back.items():
            groups = self._limited(key, page, backup.stated[key])
            stated[key] = access.effective(self.stated[key], groups) if key in self.stated else groups
        self.clock = max(self.clock, *(page.arrival for page in back.values()), 0)
        brought = {key: backup.overrides[key] for key in back if key in backup.overrides}
        self.commit(back, {key for key in self.live if key not in back}, stated=stated, brought=brought)

    def replaced_by(self, backup: Model) -> Model:
        """Return what a backup makes of a corpus whose catalog is lost: nobody reads until the sources were read."""
        made = backup.copy()
        made.files, made.reread = self.files, True
        made._learn(self.purged)
        for key in [key for key in made.history if made.stays_out(key)]:
            made._forget(key)
        for key, groups in self.overrides.items():
            made.overrides[key] = access.effective(groups, made.overrides.get(key))
        made.stated = {key: () for key in {*made.stated, *made.overrides}}
        return made

    def moved(self, backup: Model) -> Model:
        """Return what a backup makes in a folder without a corpus, to which the files were taken."""
        made = backup.copy()
        made.files, made.reread = self.files, True
        return made

    def _limited(self, key: Key, page: Page, groups: _Groups) -> _Groups:
        """Return who of these may read, today, the same bytes, the same words and the same document."""
        if key in self.live:
            return groups
        plain = [each for each in self.live if key[1] == each[1] == ""]
        alike = [each for each in plain if self.live[each].bytes_alike == page.bytes_alike]
        same_words = [each for each, other in self.live.items() if other.word == page.word]
        for twins in (alike, same_words, [each for each in self.live if each[0] == key[0]]):
            if twins:
                groups = access.effective(groups, {name for each in twins for name in self.readers(each)})
        return groups

    def _learn(self, purged: Mapping[str, set[Key]]) -> None:
        for name, keys in purged.items():
            self.purged[name] = self.purged.get(name, set()) | keys

    def _forget(self, key: Key) -> None:
        """Take a revision out of every state."""
        for content in (self.live, *self.named.values()):
            content.pop(key, None)
        self.history.pop(key, None)
        self.stated.pop(key, None)
        if key in self.overrides:
            self.stated[key] = ()
        for path, was in self.read.items():
            if was is not None and was[0] == key:
                self.read[path] = None

    def purge(self, document: str) -> set[str]:
        """Remove a document from everything, and what it was called before; return these names."""
        alive = {key[0] for key in self.live}
        names, more = set(), {document}
        while more:
            names |= more
            words = {word for key, each in self.history.items() if key[0] in names for word in each}
            dead = {key[0]: key for key, each in self.history.items() if key[0] not in alive | names and each & words}
            more = set(dead)
        gone = {key for key in self.history if key[0] in names}
        self._learn({document: gone})
        for key in gone:
            self._forget(key)
        return names

    def vacuum(self, kept: Iterable[Content]) -> None:
        """Forget what neither the present state nor a named or lent one has."""
        self.history = {}
        for content in (self.live, *self.named.values(), *kept):
            for key, page in content.items():
                self.history.setdefault(key, set()).add(page.word)
        self.stated = {
            key: groups for key, groups in self.stated.items() if key in self.history or key in self.overrides
        }

    def differing(self) -> set[Key]:
        """Return the revisions of which a file says something else than the corpus holds, or which no file states."""
        said = {} if self.reread else {was[0]: was[1] for was in self.read.values() if was is not None}
        claimed = {was[0] for was in self.read.values() if was is not None}
        found = {
            key for key, page in said.items() if key not in self.live or self.live[key].text(key) != page.text(key)
        }
        return found | {key for key in self.live if key not in claimed}

    def seen(self, content: Content, groups: _Groups, day: date) -> set[tuple[str, str, str]]:
        """Return document, version and word of what a reader sees of a content on a day."""
        found = set()
        for document in {key[0] for key in content}:
            begun = [k for k in content if k[0] == document and (content[k].effective or day) <= day]
            highest = max(begun, key=lambda each: int(each[1] or 0), default=None)
            if highest and {"public", *groups} & set(self.readers(highest)):
                found.add((*highest, content[highest].word))
        return found


def _digest(key: Key) -> str:
    return revision_key(TenantId("default"), DocumentId(key[0]), key[1])
