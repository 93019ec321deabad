"""``pincite eval judge``."""

from __future__ import annotations

from pathlib import Path

import click

from pincite.cli.group import command
from pincite.cli.options import json_option
from pincite.cli.screen import emit, say
from pincite.cli.session import Session

__all__ = ["judge"]


@command(
    "judge",
    details="The judge is that of attribute.judge in the settings. PAIRS is JSONL: claim, evidence and label, which is "
    '"right" or "wrong", a line. Only with a judge is a claim ever called supported, so look first at how many of the '
    "wrong ones it finds entailed.",
    examples="""
    pincite eval judge pairs.jsonl
    PINCITE_ATTRIBUTE__JUDGE=nli:models/nli pincite eval judge pairs.jsonl --json
    """,
)
@click.argument("pairs", type=click.Path(path_type=Path))
@json_option
@click.pass_obj
def judge(session: Session, pairs: Path, as_json: bool) -> None:
    """Measure how far the judge agrees with labels."""
    from dataclasses import asdict

    from pincite.config import load
    from pincite.errors import ConfigError
    from pincite.evaluate.judging import agreement, read_pairs

    made = load(session.place()).build_judge()
    if made is None:
        raise ConfigError('attribute.judge is "": expected a judge, such as "claude" or "nli:FOLDER"; set it first')
    found = agreement(made, read_pairs(pairs))
    if as_json:
        emit(asdict(found))
        return
    say(f"{found.judge}: agrees with {found.agreed:.1%} of {found.pairs} labels (kappa {found.kappa:.2f})")
    say(f"finds entailed: {found.right_supported:.1%} of the right claims, {found.wrong_supported:.1%} of the wrong")
