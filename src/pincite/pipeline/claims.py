"""
Settles which file speaks for which revision.

The same document and version with the same text in two files is one revision with two files. With different texts
nobody wins silently: what the corpus has already stays, and the other files are refused with both paths named. Where it
has none yet, a file whose id follows from its path or from the settings goes before one that only states the id of
itself, or whoever can write one file could take a document away; between two such files the source that the settings
name first goes first, as if the sources had been added one after another. Where that decides nothing, nobody wins.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from pincite.catalog import codec
from pincite.errors import IdentityClash, VersionOrderError
from pincite.validity import Dated, order

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Mapping, Sequence

    from pincite.catalog import LiveRow
    from pincite.documents import DocumentId, RevisionKey, TenantId
    from pincite.pipeline.drafts import Draft

__all__ = ["Claim", "rank", "settle", "unordered"]

Rank = tuple[bool, int]
"""Whether a file names itself, and the place of its source among those of the settings."""
_ID: Final = frozenset({"id"})
_TOPIC: Final = frozenset({"id", "topic"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """A file's claim to hold a revision."""

    path: str
    tenant: TenantId
    document_id: DocumentId
    version: str
    key: RevisionKey
    draft: Draft | None = None
    """What was read now; ``None`` for a file that stays as it was."""
    rank: Rank = (False, 0)
    """Lower goes first where nothing of it is in the corpus."""


def rank(draft: Draft, sources: Sequence[str], *, of: frozenset[str] = _ID) -> Rank:
    """
    Return the rank of a file among those that were read now; lower goes first.

    :param sources: Names of the sources, in the order of the settings.
    :param of: What must not be stated by the file itself for it to go first.
    """
    name = draft.unread.source.name
    return bool(of & draft.own_words), sources.index(name) if name in sources else len(sources)


def settle(
    claims: Iterable[Claim], *, live: Mapping[RevisionKey, LiveRow], text_of: Callable[[LiveRow], str]
) -> tuple[tuple[Draft, ...], dict[str, IdentityClash]]:
    """
    Return the drafts that are to stand in the corpus, and an error for each file that is refused, by its path.

    :param claims: At least every claim to a revision that a draft claims too.
    :param live: What the corpus has now.
    :param text_of: Gives the canonical text of a live revision; asked only where several files claim it.
    """
    by_key: dict[RevisionKey, list[Claim]] = defaultdict(list)
    for claim in sorted(claims, key=lambda each: each.path):
        by_key[claim.key].append(claim)
    owners: list[Draft] = []
    refused: dict[str, IdentityClash] = {}
    for key, rivals in by_key.items():
        standing, clashing = _agreeing(rivals, live.get(key), text_of)
        refused |= {claim.path: _clash(claim, standing or rivals, stands=bool(standing)) for claim in clashing}
        owner = _owner(standing, live.get(key))
        if owner and owner.draft:
            owners.append(owner.draft)
    return tuple(owners), refused


def _agreeing(
    rivals: list[Claim], live: LiveRow | None, text_of: Callable[[LiveRow], str]
) -> tuple[list[Claim], list[Claim]]:
    """Return the claims that may stand, which all have one text, and the drafts that may not."""
    drafts = [claim for claim in rivals if claim.draft]
    others = [claim for claim in rivals if not claim.draft]
    found = {_text(claim) for claim in drafts}
    if live is None or not others:
        if len(found) <= 1:
            return rivals, []
        wanted = _incumbent(drafts, live, found, text_of)
    else:
        wanted = text_of(live)
    agree = [claim for claim in drafts if _text(claim) == wanted]
    return others + agree, [claim for claim in drafts if claim not in agree]


def _incumbent(
    drafts: list[Claim], live: LiveRow | None, found: set[str | None], text_of: Callable[[LiveRow], str]
) -> str | None:
    """
    Return the text that the corpus keeps or gets, or ``None`` where nothing speaks for any of the drafts.

    Where every file has a new text, the one that the corpus had it from is an update, and the rest contradict it.
    """
    if live is None:
        first = {_text(claim) for claim in drafts if claim.rank == min(each.rank for each in drafts)}
        return first.pop() if len(first) == 1 else None
    kept = text_of(live)
    if kept in found:
        return kept
    path = codec.decode_meta(live.meta).path
    return next((_text(claim) for claim in drafts if claim.path == path), None)


def _text(claim: Claim) -> str | None:
    return claim.draft.revision.text if claim.draft else None


def _owner(standing: list[Claim], live: LiveRow | None) -> Claim | None:
    """Return the claim that states the metadata: the file it came from so far, else the first by rank, then path."""
    if live is None:
        return min(standing, key=lambda claim: claim.rank, default=None)
    path = codec.decode_meta(live.meta).path
    return next((claim for claim in standing if claim.path == path), standing[0] if standing else None)


def _clash(claim: Claim, others: list[Claim], *, stands: bool) -> IdentityClash:
    paths = [other.path for other in others if other.path != claim.path]
    version = f" version {claim.version!r}" if claim.version else ""
    return IdentityClash(
        f"{claim.path} and {', '.join(paths[:3])} both claim document {claim.document_id!r}{version} with different "
        "text: expected one file for each; give one of them another id or version, or take it out; until then "
        f"{f'{paths[0]} holds it' if stands else 'none of them is taken in'}",
        path=claim.path,
        others=paths,
        document_id=claim.document_id,
        version=claim.version,
    )


def unordered(
    drafts: Iterable[Draft],
    *,
    live: Mapping[RevisionKey, LiveRow],
    leaving: Collection[RevisionKey],
    sources: Sequence[str] = (),
) -> dict[str, VersionOrderError]:
    """
    Return an error for each draft whose version cannot be put in an order with the others of its topic, by its path.

    Files whose topic follows from their path or from the settings are put in an order first, so that one which only
    states the topic of itself is refused alone.

    :param live: Every live revision of the topics that the drafts belong to.
    :param leaving: Keys of live revisions that are about to end.
    :param sources: Names of the sources, in the order of the settings.
    """
    coming: dict[tuple[TenantId, str], list[Draft]] = defaultdict(list)
    put = set()
    for draft in drafts:
        coming[draft.revision.tenant, draft.revision.topic].append(draft)
        put.add(draft.revision.key)
    standing: dict[tuple[TenantId, str], dict[RevisionKey, Dated]] = defaultdict(dict)
    for row in live.values():
        if row.key not in leaving:
            standing[row.tenant, row.topic][row.key] = Dated(key=row.key, version=row.version)
    refused: dict[str, VersionOrderError] = {}
    for topic, group in coming.items():
        elsewhere = put - {draft.revision.key for draft in group}
        held = [dated for key, dated in standing[topic].items() if key not in elsewhere]
        for together in _by_rank(group, sources):
            new = [draft for draft in together if draft.revision.key not in standing[topic]]
            ours = [Dated(key=draft.revision.key, version=draft.revision.version) for draft in new]
            try:
                order([*held, *ours], topic=topic[1])
            except VersionOrderError as error:
                refused |= {draft.path: error for draft in new or together}
            else:
                held += ours
    return refused


def _by_rank(drafts: Iterable[Draft], sources: Sequence[str]) -> list[list[Draft]]:
    """Return drafts of one topic by their rank, those first that go first."""
    ranked: dict[Rank, list[Draft]] = defaultdict(list)
    for draft in drafts:
        ranked[rank(draft, sources, of=_TOPIC)].append(draft)
    return [ranked[each] for each in sorted(ranked)]
