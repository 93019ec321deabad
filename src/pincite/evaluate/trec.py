"""TREC files: qrels in, runs out."""

from __future__ import annotations

import math
from itertools import zip_longest
from typing import TYPE_CHECKING, Final

from pincite.errors import InputError
from pincite.evaluate.labels import trec_name

if TYPE_CHECKING:
    from pathlib import Path

    from pincite.evaluate.results import Outcome, Result

__all__ = ["load_qrels", "write_run"]

_HEADERS: Final = frozenset({"score", "rel", "relevance"})
"""What the last column of a header line is called."""


def load_qrels(path: Path) -> dict[str, dict[str, int]]:
    """
    Read judgements: TREC ``qid 0 docid rel``, or BEIR's table ``query-id corpus-id score`` with a header line.

    :returns: Relevance per document per question; documents may be "document#section" too.
    :raises InputError: If the file cannot be read or a line has another form; the message names the line.
    """
    try:
        lines = path.read_text(encoding="utf-8-sig").split("\n")
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"cannot read {path}: {error}; name a TREC or BEIR qrels file") from error
    qrels: dict[str, dict[str, int]] = {}
    for at, line in enumerate(lines, start=1):
        columns = [each.strip() for each in line.split("\t")] if "\t" in line else line.split()
        if not line.strip() or (at == 1 and columns[-1].casefold() in _HEADERS):
            continue
        question, document, value = _judgement(columns, path, at)
        qrels.setdefault(question, {})[document] = value
    return qrels


def _judgement(columns: list[str], path: Path, at: int) -> tuple[str, str, int]:
    try:
        if len(columns) == 4:
            return columns[0], columns[2], int(columns[3])
        question, document, value = columns
        return question, document, int(value)
    except ValueError as error:
        raise InputError(
            f"{path}, line {at}: {' '.join(columns)!r} is no judgement: expected 'qid 0 docid rel', or the columns "
            "query-id, corpus-id and score with tabs between them",
            line=at,
        ) from error


def write_run(path: Path, result: Result) -> None:
    """
    Write the ranking of every question as a TREC run: ``qid Q0 document#section rank score tag``.

    A hit that meets a label is named as the label is; where all labels are documents, every hit is named by its
    document. So the judgements that were measured against score the run too. Each name stands at its first hit only,
    and scores fall from rank to rank, as readers of such files need it.
    """
    labels = {label for outcome in result.outcomes for label in outcome.labels}
    whole = bool(labels) and not any("#" in label for label in labels)
    rows = [row for outcome in result.outcomes for row in _run_rows(outcome, whole=whole)]
    path.write_text("".join(f"{row}\n" for row in rows), encoding="utf-8")


def _run_rows(outcome: Outcome, *, whole: bool) -> list[str]:
    first: dict[str, float] = {}
    for (where, score), label in zip_longest(outcome.ranking, outcome.gained[: len(outcome.ranking)]):
        name = label or (where.partition("#")[0] if whole else where)
        first.setdefault(trec_name(name), score)
    rows = []
    least = math.inf
    for rank, (name, score) in enumerate(first.items(), start=1):
        least = min(round(score, 6), least - 1e-6)
        rows.append(f"{trec_name(outcome.id)} Q0 {name} {rank} {least:.6f} pincite")
    return rows
