"""From the bytes of one file to a revision with its chunks."""

from __future__ import annotations

import re
from dataclasses import dataclass
from hashlib import sha256
from typing import TYPE_CHECKING, Final

from pincite.access import read_rule
from pincite.documents import BlockKind, DocumentId, Revision, TenantId, revision_key
from pincite.errors import Damaged, MetadataError, PinciteError
from pincite.ingest.metadata import Statements, default_id, default_title, own_words, resolve
from pincite.pipeline.notes import Note, notes_of
from pincite.text.allowance import allowed
from pincite.text.clause_keys import with_clauses
from pincite.text.identifiers import find
from pincite.text.languages import detect

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from pincite.catalog import Catalog, FileRow
    from pincite.documents import Chunk, Identifier, Metadata, Parsed, RevisionKey
    from pincite.ingest import SourceSettings
    from pincite.ingest.rules import Rules
    from pincite.lifecycle.purged import Admission
    from pincite.protocols import Chunker, Parser, SourceItem
    from pincite.text.identifiers import IdentifierKind

__all__ = ["Draft", "Drafting", "Unread", "identifiers_of"]

_ENOUGH = 200
"""Characters from which a text's language is looked for; shorter ones are in the corpus's language."""

_DRAFTING_S: Final = 25.0
"""Seconds of processor time for what is made of one parsed file; as many as a parser has for the file."""
_WORDS: Final = 100
"""Different words from which the language of a table is looked for."""
_WORD: Final = re.compile(r"[^\W\d_]{2,}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Unread:
    """A file whose mark changed since the last sync."""

    source: SourceSettings
    item: SourceItem
    stamp: str
    """The source's mark and, after "|", that of the settings which decide its metadata."""
    known: FileRow | None
    """What became of it at the last sync."""
    stated_again: bool = False
    """Whether the administrator has just stated access anew for its source."""
    whatever: bool = False
    """Whether it is taken in also where it did not change."""

    @property
    def path(self) -> str:
        """Source name and path below it."""
        return self.item.path

    def is_as_before(self, digest: str) -> bool:
        """Tell whether its bytes, of this digest, and everything that is stated about it are as they were taken in."""
        known = self.known
        same = known and not known.error and known.digest == digest and _rest(known.stamp) == _rest(self.stamp)
        return bool(same) and not (self.stated_again or self.whatever)


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """A file that was read, as it would stand in the corpus."""

    unread: Unread
    digest: str
    """SHA-256 of its bytes."""
    data: bytes
    revision: Revision
    chunks: tuple[Chunk, ...]
    open_to_nobody: bool
    """Whether nothing states who may read it."""
    notes: tuple[Note, ...] = ()
    """What whoever adds it should know."""
    own_words: frozenset[str] = frozenset()
    """Keys that the file states of itself, against those that its path and the settings state of it."""

    @property
    def path(self) -> str:
        """Source name and path below it."""
        return self.unread.path


@dataclass(frozen=True, kw_only=True)
class Drafting:
    """Makes drafts of files."""

    parser: Parser
    chunker: Callable[[], Chunker]
    rules: Rules
    kinds: tuple[IdentifierKind, ...]
    tenant: str
    language: str
    catalog: Catalog
    left: Callable[[Unread, str], Iterable[RevisionKey]]
    """Gives what other files held that had the bytes of this digest at the last sync and have them no more."""
    admission: Admission
    """Keeps out what was purged."""

    def draft(self, unread: Unread) -> Draft | None:
        """
        Return the draft of a file, or ``None`` where its bytes and everything that is stated about it are as before.

        :raises SourceError: If the file cannot be taken in, whatever is wrong with it.
        """
        data = unread.item.read()
        found = sha256(data).hexdigest()
        if unread.is_as_before(found):
            return None
        try:
            parsed = self.parser.parse(data, path=unread.path)
            with allowed(_DRAFTING_S, path=unread.path):
                return self._draft(unread, data, found, parsed)
        except PinciteError:
            raise
        except Exception as error:  # one bad file never stops the rest, whatever is wrong with it
            raise Damaged(
                f"{unread.path} could not be taken in: {type(error).__name__}: {error}; expected a file that the "
                "parser can read; take it out, and report this as a fault of Pincite",
                path=unread.path,
            ) from error

    def metadata(self, unread: Unread, found: str, front: Mapping[str, object]) -> Metadata:
        """
        Return what holds of a file, of all that speaks about it.

        :param found: The digest of its bytes.
        :param front: What it states of itself.
        :raises SourceError: If a statement cannot be read or cannot be true.
        """
        return self._resolve(self._statements(unread, front), unread, found)

    def by_settings(self, path: str, source: SourceSettings, *, before: str, stated_again: bool) -> tuple[str, ...]:
        """
        Return whom the settings alone let in to a file; empty for nobody.

        :param path: Source name and path below it.
        :param source: What is stated of its source.
        :param before: The words of the rule that decided at the last sync.
        :param stated_again: Whether the administrator has just stated access anew for its source.
        :raises MetadataError: If a value of the settings cannot be true.
        """
        tenant = source.tenant or self.tenant
        stated = Statements(path=path, source=source, rules=self.rules, tenant=tenant, front={})
        return resolve(stated, before=before, stated_again=stated_again).access or ()

    def _statements(self, unread: Unread, front: Mapping[str, object]) -> Statements:
        stated = Statements(
            path=unread.path,
            source=unread.source,
            rules=self.rules,
            tenant=unread.source.tenant or self.tenant,
            front=front,
            sidecar=unread.item.sidecar() if unread.item.sidecar else None,
        )
        _refuse_beside_stray(stated, unread)
        return stated

    def _draft(self, unread: Unread, data: bytes, found: str, parsed: Parsed) -> Draft:
        stated = self._statements(unread, parsed.metadata)
        metadata = self._resolve(stated, unread, found)
        revision = self._revision(parsed, metadata, unread, found)
        self.admission.require(revision, live=bool(self.catalog.live([revision.key])))
        return Draft(
            unread=unread,
            digest=found,
            data=data,
            revision=revision,
            chunks=self.chunker().chunk(revision),
            open_to_nobody=metadata.access is None,
            notes=notes_of(parsed, path=unread.path),
            own_words=own_words(stated),
        )

    def _resolve(self, stated: Statements, unread: Unread, digest: str) -> Metadata:
        """
        Resolve, holding what stands now against the rules that decided last time.

        They are those for its id then and its id now, and for the file that had its bytes before it was moved here.
        """
        found = resolve(stated, stated_again=unread.stated_again)
        tenant = TenantId(stated.tenant)
        now = revision_key(tenant, DocumentId(found.id or default_id(stated.path)), found.version or "")
        then = [revision_key(tenant, *each) for each in unread.known.revisions] if unread.known else []
        keys = {*self.catalog.live([now, *then]), *self.left(unread, digest)}
        rules = [row.rule for row in self.catalog.access_of(keys).values()] if keys else []
        held = [resolve(stated, before=rule, stated_again=unread.stated_again) for rule in rules]
        vanished = [each for each in held if each.access_rule != found.access_rule]
        return min(vanished, key=lambda each: read_rule(each.access_rule).nearness, default=found)

    def _revision(self, parsed: Parsed, metadata: Metadata, unread: Unread, found: str) -> Revision:
        document_id = DocumentId(metadata.id or default_id(unread.path))
        return Revision(
            tenant=TenantId(str(metadata.tenant)),
            document_id=document_id,
            version=metadata.version or "",
            topic=metadata.topic or document_id,
            title=metadata.title or parsed.title or default_title(unread.path),
            text=parsed.text,
            blocks=parsed.blocks,
            access=metadata.access or (),
            source=unread.source.name,
            path=unread.path,
            language=metadata.language or parsed.language or self._detected(parsed),
            original=found,
            effective=metadata.effective,
            expires=metadata.expires,
            applies_to=metadata.applies_to,
            authority=metadata.authority,
            supersedes=metadata.supersedes,
            max_age=metadata.max_age,
            identifiers=identifiers_of(parsed, self.kinds),
            extra=metadata.extra,
            access_rule=metadata.access_rule,
        )

    def _detected(self, parsed: Parsed) -> str:
        """Return the language of a text; of a table with few words the corpus's: names and codes are of none."""
        text = parsed.text
        in_tables = sum(len(block.span) for block in parsed.blocks if block.kind is BlockKind.TABLE)
        if in_tables * 2 > len(text) and len(set(_WORD.findall(text.casefold()))) < _WORDS:
            return self.language
        return detect(text) if len(text) >= _ENOUGH else self.language


def _refuse_beside_stray(stated: Statements, unread: Unread) -> None:
    """Refuse a new file without a statement of its own where a sidecar may have been meant for it."""
    held = unread.known is not None and unread.known.revisions
    if unread.item.stray and not held and stated.sidecar is None and stated.front.get("access") is None:
        raise MetadataError(
            f"{unread.path} is new beside {unread.item.stray}, a sidecar that belongs to no file and may say who may "
            f"read it: rename the sidecar after its file, or remove it",
            path=unread.path,
            sidecar=unread.item.stray,
        )


def identifiers_of(parsed: Parsed, kinds: tuple[IdentifierKind, ...]) -> tuple[Identifier, ...]:
    """Return the exact keys of a file, in order of place."""
    return _shown(parsed, with_clauses(find(parsed.text, kinds), parsed.text, parsed.blocks))


def _shown(parsed: Parsed, found: tuple[Identifier, ...]) -> tuple[Identifier, ...]:
    """Leave out identifiers that stand in furniture or hidden text."""
    unseen = [block.span for block in parsed.blocks if not block.indexable]
    return tuple(each for each in found if not any(span.overlaps(each.span) for span in unseen)) if unseen else found


def _rest(stamp: str) -> str:
    """Return a mark without the file's own size and time: those of its sidecar and of the settings."""
    return stamp[len(stamp.split("+")[0].split("|")[0]) :]
