"""Writes what a sync did, and the scorecard of the corpus."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from pincite.cli.screen import plural

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from pincite.lifecycle.differing import Differing
    from pincite.pipeline.notes import Note
    from pincite.pipeline.report import Report
    from pincite.pipeline.scorecard import Scorecard

__all__ = ["differing_json", "differing_text", "report_json", "report_text", "scorecard_text"]

_SHOWN = 20


def report_text(report: Report, *, verbose: bool = False) -> str:
    """
    Return the summary of a sync: counts, time, what was skipped and why, files that nobody can read any more, notes.

    :param verbose: List all that was skipped, closed or without effect, and every note on every file instead of one
        line for each kind.
    """
    counts = ", ".join(f"{getattr(report, name):,} {name}" for name in ("added", "changed", "unchanged", "deleted"))
    title = "Dry run, nothing was written: " if report.dry_run else ""
    done = "to embed" if report.dry_run else "embedded"
    chunks, texts = plural(report.n_chunks, "chunk"), plural(report.n_embedded, "text")
    lines = [
        f"{title}{counts}, {len(report.skipped):,} skipped; {plural(report.n_files, 'file')} in {report.seconds:.1f} s",
        f"{chunks} read; {texts} {done}, {report.n_reused:,} reused",
    ]
    most = None if verbose else _SHOWN
    skipped = [each.reason for each in report.skipped]
    lines += _listed("Skipped; their text in the corpus stays as it was:", skipped, most, "-v")
    closed = "Readable by nobody from now on, since the rule that gave access is gone or cannot be read:"
    lines += _listed(closed, list(report.closed), most, "-v")
    lines += differing_text(report.differing)
    unmatched = [note.text for note in report.notes if note.kind == "unmatched"]
    lines += _listed("Rules without effect:", unmatched, most, "-v")
    if verbose:
        of_files = [note for note in report.notes if note.kind != "unmatched"]
        lines += ["Notes:", *(f"  {note.path}: {note.text}" for note in of_files)] if of_files else []
    else:
        lines += _listed("Notes (each with -v):", list(_grouped(report.notes)))
    return "\n".join(lines)


def differing_text(found: Iterable[Differing]) -> list[str]:
    """Return lines that say which files the corpus does not follow, and the command that lets it; none where all."""
    lines = [f"{each.path}: {each.why}" + (f" (version {each.version})" if each.version else "") for each in found]
    return _listed(
        "Not followed since a restore or a deletion, each until it changes; pincite sync --all follows them now:", lines
    )


def differing_json(found: Iterable[Differing]) -> list[dict[str, str]]:
    """Return the same as it stands in JSON."""
    return [
        {"path": each.path, "document": each.document, "version": each.version, "why": each.why.name.lower()}
        for each in found
    ]


def _listed(title: str, items: list[str], most: int | None = _SHOWN, how: str = "--json") -> list[str]:
    """Return a title and the items under it; of more than ``most`` how many are left out and what lists them."""
    if not items:
        return []
    shown = items if most is None else items[:most]
    more = [f"  … and {len(items) - len(shown):,} more ({how} lists all)"] if len(items) > len(shown) else []
    return [title, *(f"  {' '.join(item.split())}" for item in shown), *more]


_ABOUT: Final = {
    "hidden": "text that a reader does not see, never indexed",
    "left out": "pages or parts left out",
    "recognised": "text recognised in pictures",
    "undecoded": "bytes that are no text",
}


def _grouped(notes: tuple[Note, ...]) -> Iterator[str]:
    """Yield one line for each kind of note: what it is, in how many files, and the first note of it."""
    for kind, about in _ABOUT.items():
        these = [note for note in notes if note.kind.value == kind]
        if these:
            files = len({note.path for note in these})
            yield f"{about}, in {plural(files, 'file')}: {these[0].path}: {these[0].text}{'; …' if files > 1 else ''}"


def scorecard_text(card: Scorecard) -> str:
    """Return what a corpus holds, what usually goes wrong with such documents, and what to try."""
    rows = (
        ("documents", f"{card.n_documents:,} in {plural(card.n_revisions, 'revision')}"),
        ("versions", f"{plural(card.n_several_versions, 'topic')} with several"),
        ("readers", _counts(card.readers) or "none"),
        ("identifiers", _counts(card.identifiers) or "none"),
        ("tables", f"{card.n_tables:,}, of which a cut every 500 characters would split {card.n_cut_tables:,}"),
        ("languages", _counts(card.languages) or "none"),
        ("hidden text", _files(card.hidden) if card.hidden else "none"),
    )
    lines = ["The corpus", *(f"  {name:<12} {value}" for name, value in rows)]
    if card.questions:
        lines += ["", "Try", *(f"  pincite ask {_quoted(question)}" for question in card.questions)]
    return "\n".join(lines)


def report_json(report: Report) -> dict[str, Any]:
    """Return a report as one JSON object."""
    card = report.scorecard
    numbers = ("added", "changed", "unchanged", "deleted", "n_files", "n_chunks", "n_embedded", "n_reused")
    return {
        **{name: getattr(report, name) for name in numbers},
        "skipped": [{"path": each.path, "reason": each.reason, "error": each.error} for each in report.skipped],
        "closed": list(report.closed),
        "differing": differing_json(report.differing),
        "notes": [{"path": note.path, "kind": note.kind.value, "text": note.text} for note in report.notes],
        "seconds": round(report.seconds, 3),
        "dry_run": report.dry_run,
        "sequence": None if report.sequence is None else str(report.sequence),
        "scorecard": None if card is None else _scorecard_json(card),
    }


def _scorecard_json(card: Scorecard) -> dict[str, Any]:
    return {
        "documents": card.n_documents,
        "revisions": card.n_revisions,
        "several_versions": card.n_several_versions,
        "readers": dict(card.readers),
        "identifiers": dict(card.identifiers),
        "tables": card.n_tables,
        "cut_tables": card.n_cut_tables,
        "languages": dict(card.languages),
        "hidden": list(card.hidden),
        "questions": list(card.questions),
    }


def _counts(counts: Mapping[str, int]) -> str:
    return "; ".join(f"{name}: {n:,}" for name, n in counts.items())


def _files(paths: tuple[str, ...]) -> str:
    return (
        f"found in {plural(len(paths), 'file')}, never indexed: {', '.join(paths[:3])}{', …' if len(paths) > 3 else ''}"
    )


def _quoted(question: str) -> str:
    """Return a question as a shell takes it."""
    from shlex import quote

    return quote(question) if any(c in question for c in '"$`\\!') else f'"{question}"'
