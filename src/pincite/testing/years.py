"""A plain model of a corpus over years: what it is to hold after files, administrators and upkeep did what they did."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from pincite import access

if TYPE_CHECKING:
    from datetime import date

__all__ = ["Content", "Key", "Model", "Page"]

Key = tuple[str, str]
"""Document and version."""
Content = dict[Key, "Page"]
"""What each revision says."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """What a file says."""

    word: str
    groups: tuple[str, ...]
    effective: date | None = None
    title: str = "Page"

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
    live: Content = field(default_factory=dict)
    stated: dict[Key, tuple[str, ...]] = field(default_factory=dict)
    """Who may read a revision by what its source last said."""
    overrides: dict[Key, tuple[str, ...]] = field(default_factory=dict)
    named: dict[str, Content] = field(default_factory=dict)
    purged: dict[str, set[Key]] = field(default_factory=dict)
    """What was purged and stays out whatever its version, with the revisions that went with it and stay out too."""
    history: dict[Key, set[str]] = field(default_factory=dict)
    """Words that some state still has of each revision."""
    arrivals: dict[Key, int] = field(default_factory=dict)
    clock: int = 0

    def readers(self, key: Key) -> tuple[str, ...]:
        """Return who may read a revision now."""
        return access.effective(self.stated.get(key, ()), self.overrides.get(key))

    def sync(self, readmit: tuple[str, ...] = ()) -> None:
        """Take in what changed in the folder."""
        self.purged = {name: keys for name, keys in self.purged.items() if name not in readmit}
        claims = {path: was[0] for path, was in self.read.items() if was is not None}
        coming: dict[Key, Page] = {}
        for path, (key, page) in self.files.items():
            if self.read.get(path) == (key, page):
                continue
            if key[0] in self.purged or any(key in keys for keys in self.purged.values()):
                self.read[path] = None
                claims.pop(path, None)
                continue
            coming[key] = page
            self.read[path] = (key, page)
        for path in [each for each in self.read if each not in self.files]:
            del self.read[path]
        held = {was[0] for was in self.read.values() if was is not None}
        leaving = {key for key in claims.values() if key not in held}
        self.commit(coming, leaving)

    def commit(self, coming: Content, leaving: set[Key]) -> None:
        """Put and remove revisions, narrowing what comes for the first time as what it follows was."""
        narrowed = {}
        for key, page in coming.items():
            if key in self.live or key in self.overrides:
                continue
            others = [each for each in self.live if each[0] == key[0]]
            gone = [each for each in leaving if each in self.live and self.live[each].bytes_alike == page.bytes_alike]
            heirs = others or [each for each in gone if key[1] == each[1] == ""]
            found = {self.overrides.get(each) for each in heirs}
            if found - {None}:
                narrowed[key] = heirs
        for key, heirs in narrowed.items():
            latest = max(heirs, key=lambda each: self.arrivals[each])
            if latest in self.overrides:
                self.overrides[key] = self.overrides[latest]
        for key in leaving:
            self.live.pop(key, None)
        for key, page in coming.items():
            if key not in self.live:
                self.arrivals[key] = self.clock = self.clock + 1
            self.live[key] = page
            self.history.setdefault(key, set()).add(page.word)
            self.stated[key] = tuple(sorted(page.groups))

    def restore(self, then: Content) -> None:
        """Go back to a content; who may read is as it is now, and as the same words are read now."""
        twins: dict[str, set[str]] = {}
        for key, page in self.live.items():
            twins.setdefault(page.word, set()).update(self.readers(key))
        back: Content = {}
        for key, page in then.items():
            groups = self.stated[key]
            if key not in self.live and page.word in twins:
                groups = access.effective(groups, tuple(twins[page.word]))
            back[key] = replace(page, groups=groups)
        self.commit(back, {key for key in self.live if key not in then})

    def purge(self, document: str) -> set[str]:
        """Remove a document from everything, and what it was called before; return these names."""
        alive = {key[0] for key in self.live}
        names, more = set(), {document}
        while more:
            names |= more
            words = {word for key, each in self.history.items() if key[0] in names for word in each}
            dead = {key[0]: key for key, each in self.history.items() if key[0] not in alive | names and each & words}
            more = set(dead)
        self.purged[document] = {key for key in self.history if key[0] in names} | self.purged.get(document, set())
        for content in (self.live, *self.named.values()):
            for key in [key for key in content if key[0] in names]:
                del content[key]
        self.history = {key: words for key, words in self.history.items() if key[0] not in names}
        for path, was in self.read.items():
            if was is not None and was[0][0] in names:
                self.read[path] = None
        return names

    def seen(self, content: Content, groups: tuple[str, ...], day: date) -> set[tuple[str, str, str]]:
        """Return document, version and word of what a reader sees of a content on a day."""
        found = set()
        for document in {key[0] for key in content}:
            begun = [k for k in content if k[0] == document and (content[k].effective or day) <= day]
            highest = max(begun, key=lambda each: int(each[1] or 0), default=None)
            if highest and {"public", *groups} & set(self.readers(highest)):
                found.add((*highest, content[highest].word))
        return found
