"""Prints snapshots and what upkeep did."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pincite.cli.screen import emit, plural, say

if TYPE_CHECKING:
    from pincite.corpus import Corpus
    from pincite.lifecycle.doctor import Finding
    from pincite.lifecycle.purge import Purge
    from pincite.lifecycle.vacuum import Vacuumed

__all__ = ["finding_text", "megabytes", "print_snapshots", "purge_json", "purge_text", "vacuum_text"]

_SHOWN = 5


def print_snapshots(corpus: Corpus, *, as_json: bool) -> None:
    """Print the states that have a name, the oldest first."""
    from pincite.cli.layout import columns

    rows, head = corpus.snapshots(), corpus.store.catalog.head()
    if as_json:
        for row in rows:
            emit({"name": row.name, "at": row.at, "sequence": str(row.sequence), "generation": row.generation})
    elif rows:
        lines = [
            (row.name, row.at, str(row.sequence), "" if row.generation == head.generation else "before a migration")
            for row in rows
        ]
        say(columns(("NAME", "AT", "STATE", ""), lines, right=frozenset({2})))
    else:
        say("No state has a name yet; pincite snapshot create NAME gives the present one a name.")


def vacuum_text(done: Vacuumed) -> str:
    """Return what a vacuum removed and why what is left was kept."""
    counts = (
        plural(done.n_revisions, "revision"),
        plural(done.n_points, "point"),
        plural(done.n_vectors, "vector"),
        plural(done.n_originals, "original"),
    )
    size = f"{megabytes(done.bytes_before)} on the disk before, {megabytes(done.bytes_after)} now"
    lines = [f"Removed {', '.join(counts)}; {size}."]
    if done.rebuilt:
        lines.append("The index was written anew.")
    kept = [
        plural(count, what) for count, what in ((done.n_snapshots, "snapshot"), (done.n_readers, "reader")) if count
    ]
    if kept:
        lines.append(f"What {' and '.join(kept)} need was kept.")
    return "\n".join(lines)


def purge_text(document: str, done: Purge) -> str:
    """Return what a purge removed, and what the look through all bytes found."""
    looked = done.scan
    lines = [
        f"Purged {document}: {plural(done.n_revisions, 'revision')} of all states, {plural(done.n_points, 'point')}, "
        f"{plural(done.n_vectors, 'vector')}, {plural(done.n_originals, 'original')}, "
        f"{plural(done.n_traces, 'trace')}.",
        f"Looked for {plural(looked.n_pieces, 'piece')} of its text in {plural(looked.n_files, 'file')}, "
        f"{megabytes(looked.n_bytes)}: "
        + ("none is left." if done.proven else f"some are still in {', '.join(done.left[:_SHOWN])}."),
    ]
    if done.former:
        lines.append(f"So did what it was called before: {', '.join(done.former)}.")
    if done.asides:
        lines.append(f"Removed whole, since nothing takes one document out of them: {', '.join(done.asides)}.")
    if done.elsewhere:
        shown = ", ".join(f"{name} ({count})" for name, count in done.elsewhere[:_SHOWN])
        more = ", …" if len(done.elsewhere) > _SHOWN else ""
        lines.append(f"Lines that other documents have too stay there: {shown}{more}.")
    return "\n".join(lines)


def purge_json(document: str, done: Purge) -> dict[str, Any]:
    """Return the same as one object."""
    names = ("n_revisions", "n_points", "n_vectors", "n_originals", "n_traces")
    looked = done.scan
    return {
        "document": document,
        **{name.removeprefix("n_"): getattr(done, name) for name in names},
        "scan": {"pieces": looked.n_pieces, "files": looked.n_files, "bytes": looked.n_bytes},
        "former": list(done.former),
        "elsewhere": dict(done.elsewhere),
        "asides": list(done.asides),
        "left": list(done.left),
        "proven": done.proven,
    }


def finding_text(found: Finding) -> str:
    """Return one fault: its name and count, what it is, some of the things that have it, what to do."""
    mark = "mended" if found.mended else "fix"
    named = [f"    {' '.join(each.split())}" for each in found.examples]
    more = [f"    … and {found.count - len(named):,} more"] if found.count > len(named) > 0 else []
    done = "it has been" if found.mended else found.fix
    return "\n".join([f"{found.kind}: {found.count:,}. {found.what}", *named, *more, f"    {mark}: {done}"])


def megabytes(n_bytes: int) -> str:
    """Return a size for people."""
    return f"{n_bytes / 1e6:,.1f} MB"
