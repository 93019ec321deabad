"""TREC files: qrels in, runs out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pincite.errors import InputError

if TYPE_CHECKING:
    from pathlib import Path

    from pincite.evaluate.retrieval import Result

__all__ = ["load_qrels", "write_run"]


def load_qrels(path: Path) -> dict[str, dict[str, int]]:
    """
    Read judgements: TREC ``qid 0 docid rel``, or BEIR's table ``query-id corpus-id score`` with a header line.

    :returns: Relevance per document per question; documents may be "document#section" too.
    :raises InputError: If the file cannot be read or a line has another form; the message names the line.
    """
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"cannot read {path}: {error}; name a TREC or BEIR qrels file") from error
    qrels: dict[str, dict[str, int]] = {}
    for at, line in enumerate(lines, start=1):
        columns = line.split("\t") if "\t" in line else line.split()
        if not line.strip() or (at == 1 and columns[-1].strip() == "score"):
            continue
        question, document, value = _judgement(columns, path, at)
        qrels.setdefault(question, {})[document] = value
    return qrels


def _judgement(columns: list[str], path: Path, at: int) -> tuple[str, str, int]:
    try:
        if len(columns) == 4:
            return columns[0], columns[2], int(columns[3])
        return columns[0], columns[1], int(columns[2])
    except (IndexError, ValueError) as error:
        raise InputError(
            f"{path}, line {at}: {' '.join(columns)!r} is no judgement: expected 'qid 0 docid rel'", line=at
        ) from error


def write_run(path: Path, result: Result) -> None:
    """Write the ranking of every question as a TREC run: ``qid Q0 document#section rank score tag``."""
    rows = [
        f"{outcome.id} Q0 {name.replace(' ', '_')} {rank} {score:.6f} pincite"
        for outcome in result.outcomes
        for rank, (name, score) in enumerate(outcome.ranking, start=1)
    ]
    path.write_text("\n".join(rows) + "\n", encoding="utf-8")
