"""``pincite eval sweep``."""

from __future__ import annotations

from dataclasses import asdict
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

import click

from pincite.cli.group import command
from pincite.cli.measuring import FILE, CutOffs, select
from pincite.cli.options import json_option, names
from pincite.cli.progress import Meter
from pincite.cli.screen import emit, say
from pincite.errors import InputError, MissingExtra

if TYPE_CHECKING:
    from pathlib import Path

    from pincite.cli.session import Session
    from pincite.config import Config
    from pincite.evaluate.sweep import Swept

__all__ = ["sweep"]

_SIZES = {
    "structural": "max_tokens",
    "fixed": "size",
    "recursive": "size",
    "semantic": "most",
    "markdown": "size",
    "windows": "words",
}
"""What each chunker calls the size of a chunk."""


@command(
    "sweep",
    details="QUERIES is JSONL: one labelled question a line. Every combination is measured at every k: recall and nDCG "
    "against distractors, tokens and time. Settings that decide what is indexed are tried in a throw-away corpus.",
    examples="""
    pincite eval sweep eval/queries.jsonl --k 1,3,5,10,20
    pincite eval sweep eval/queries.jsonl --dense-weight 0.2,0.4,0.6,0.8
    pincite eval sweep eval/queries.jsonl --chunk-size 64,128,256
    pincite eval sweep eval/queries.jsonl --vary assemble.total_tokens=500,1000,2000
    """,
)
@click.argument("queries", type=FILE)
@click.option("--k", "ks", type=CutOffs(), default="1,3,5,10", metavar="K,K", show_default=True, help="Cut-offs.")
@click.option("--chunk-size", metavar="N,N", help="Sizes of a chunk, in the units of the chunker.")
@click.option("--dense-weight", metavar="W,W", help="Weights of the dense leg, from 0 to 1; the rest is the lexical's.")
@click.option("--vary", multiple=True, metavar="KEY=V,V", help="Values of any setting; may be repeated.")
@click.option("--split", metavar="NAME", help="Only questions of this split.")
@json_option
@click.pass_obj
def sweep(
    session: Session,
    queries: Path,
    ks: tuple[int, ...],
    chunk_size: str | None,
    dense_weight: str | None,
    vary: tuple[str, ...],
    split: str | None,
    as_json: bool,
) -> None:
    """Show what k, chunk size, weights or any setting bring and cost."""
    from pincite.evaluate.sweep import sweep as run

    if find_spec("ir_measures") is None:  # before the questions are run, not after
        raise MissingExtra("measuring retrieval", "eval")
    labels = select(queries, split)
    config = session.settings()
    with Meter() as meter:
        rows = run(
            config,
            labels,
            ks=ks,
            settings=_settings(config, chunk_size, vary),
            dense_weights=_weights(dense_weight),
            progress=lambda label, done, total: meter(label, done, total),
        )
    if as_json:
        for row in rows:
            emit(asdict(row))
    else:
        say(_text(rows))


def _weights(text: str | None) -> list[float]:
    try:
        found = [float(part) for part in names(text or "")]
    except ValueError as error:
        raise InputError(f"--dense-weight {text!r}: expected numbers from 0 to 1, such as 0.3,0.6") from error
    if any(not 0 <= weight <= 1 for weight in found):
        raise InputError(f"--dense-weight {text!r}: a weight is from 0 to 1")
    return found


def _settings(config: Config, chunk_size: str | None, vary: tuple[str, ...]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    if chunk_size:
        chunker = config.chunk.name
        if chunker not in _SIZES:
            raise InputError(f"the chunker {chunker!r} has no size that is known: use --vary KEY=V,V", name=chunker)
        found[f"chunk.{chunker}.{_SIZES[chunker]}"] = names(chunk_size)
    for text in vary:
        key, _, values = text.partition("=")
        if not names(values):
            raise InputError(f"--vary {text!r}: expected KEY=VALUE,VALUE, such as retrieve.candidates=50,100")
        found[key.strip()] = names(values)
    return found


def _text(rows: tuple[Swept, ...]) -> str:
    from pincite.cli.layout import columns

    varied = list(dict.fromkeys(key for row in rows for key in row.settings))
    header = (*varied, "K", "RECALL", "NDCG", "DISTRACTORS", "TOKENS", "P50 MS", "P95 MS", "CHUNKS")
    lines: list[tuple[Any, ...]] = [
        (
            *(row.settings.get(key, "") for key in varied),
            row.k,
            _number(row.recall),
            _number(row.ndcg),
            f"{row.distractors:.2f}",
            f"{row.tokens:.0f}",
            _number(row.p50_ms, 1),
            _number(row.p95_ms, 1),
            row.chunks,
        )
        for row in rows
    ]
    return columns(header, lines, right=frozenset(range(len(varied), len(header))))


def _number(value: float | None, digits: int = 3) -> str:
    return "-" if value is None else f"{value:.{digits}f}"
