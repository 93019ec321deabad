"""
Builds the Lumen shop twice, asks the questions that usually go wrong, and shows both set-ups side by side.

Everything is made in a temporary folder: the example itself is not changed. Run it with ``make demo``.
"""

from __future__ import annotations

import shutil
import sys
import textwrap
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import pincite
from pincite.attribute.render import plain_answer
from pincite.documents import BlockKind

HERE = Path(__file__).parent
WORK = HERE / ".pincite-demo"
WIDTH = 110
SHOWN = 3


@dataclass(frozen=True)
class Case:
    """One question and who asks it."""

    question: str
    asker: str
    trap: str


CASES = (
    Case("What is the refund window?", "visitor", "three versions of the policy stand side by side; only one is in force"),
    Case("Where is order O-48214?", "visitor", "orders O-48211, O-48216 and O-48218 look almost the same"),
    Case("What is the extension of the fraud desk?", "visitor", "the answer stands on a page for staff only"),
    Case("What is the extension of the fraud desk?", "staff", "the same question from somebody who may know"),
)


def main() -> int:
    """Run the demonstration and return the exit code."""
    shutil.rmtree(WORK, ignore_errors=True)
    shutil.copytree(HERE, WORK, ignore=shutil.ignore_patterns(".pincite*", "__pycache__", "eval", "*.py"))
    say("Lumen is an online shop: 8 policies in 3 versions each, 6 pages for staff only, 10 orders.")
    say("The naive set-up cuts pages every 500 characters, searches by meaning only, and knows no versions and no rights.")
    say()
    with pincite.open(WORK / "naive.toml") as naive, pincite.open(WORK) as default:
        build("naive", naive)
        build("default", default)
        for number, case in enumerate(CASES, start=1):
            show(number, case, naive, default)
        torn(naive)
    try_it()
    return 0


def build(name: str, corpus: pincite.Corpus) -> None:
    """Add the pages to one corpus and say what came of it."""
    start = time.perf_counter()
    report = corpus.sync()
    seconds = time.perf_counter() - start
    say(f"{name:8} {report.added} pages in {report.n_chunks} chunks, {seconds:.1f} s")


def show(number: int, case: Case, naive: pincite.Corpus, default: pincite.Corpus) -> None:
    """Ask one question of both set-ups."""
    say()
    say("-" * WIDTH)
    say(f"{number}. {case.question}   (asked by: {case.asker})")
    say(f"   The trap: {case.trap}.")
    current = default.validity_by_document()
    may_read = {d.path for d in default.documents(principal=default.principal(case.asker))}
    for name, corpus in (("naive", naive), ("default", default)):
        found = corpus.search(case.question, principal=corpus.principal(case.asker), k=SHOWN)
        say()
        say(f"   {name} finds")
        for hit in found:
            say(f"     {hit.rank}. {where(hit):46} {remark(hit, current, may_read)}")
        if not found:
            say("     nothing that this reader may open")
    answer = default.ask(case.question, principal=default.principal(case.asker))
    say()
    say("   default answers")
    for line in plain_answer(answer).splitlines():
        say(textwrap.fill(line, WIDTH, initial_indent="     ", subsequent_indent="     ") if line else "")


def where(hit: pincite.Found) -> str:
    """Return title, version and section of a hit."""
    version = f", v{hit.version}" if hit.version else ""
    return f"{hit.title}{version}" + (f" > {hit.section}" if hit.section != hit.title else "")


def remark(hit: pincite.Found, current: dict[object, tuple[object, object]], may_read: set[str]) -> str:
    """Say what is wrong with a hit, by the rules of the default set-up."""
    path = hit.permit.revision.path
    if path.startswith("staff/") and path not in may_read:
        return "<- for staff only, shown to an outsider"
    start, end = current[hit.permit.revision.key]
    day = hit.permit.scope.day
    if not start <= day < end:  # type: ignore[operator]  # dates, as validity_by_document says
        return "<- not in force"
    return ""


def torn(naive: pincite.Corpus) -> None:
    """Show where the naive set-up cuts the table of limits."""
    principal = naive.principal("visitor")
    revision = naive.show("refund-policy", version="3", principal=principal)
    table = next(b for b in revision.blocks if b.kind is BlockKind.TABLE)
    pieces = [c for c in naive.chunks("refund-policy", version="3", principal=principal) if c.span.overlaps(table.span)]
    say()
    say("-" * WIDTH)
    say(f"And the table of limits of the refund policy: naive cuts it into {len(pieces)} pieces, so that a row loses its header:")
    cut = pieces[0].span.end
    say()
    for line in revision.text[table.span.start : cut].splitlines()[-SHOWN:]:
        say(f"     {line}")
    say("     " + "~ ~ " * 12 + "cut here")
    for line in revision.text[cut : table.span.end].splitlines()[:SHOWN]:
        say(f"     {line}")


def try_it() -> None:
    """Say how to go on."""
    run = f"{Path(sys.executable).parent / 'pincite'} --corpus {WORK}"
    say()
    say("=" * WIDTH)
    say("Try to break it:")
    say()
    lines: Sequence[tuple[str, str]] = (
        ("ask as an outsider", f'{run} ask "Which override code lets a refund pass?" --as visitor'),
        (
            "edit a page, then ask again",
            f"sed -i 's/30 days/45 days/' {WORK}/policies/refund-v3.md && {run} sync && "
            f'{run} ask "What is the refund window?"',
        ),
        (
            "take a right away",
            f'{run} access set fraud-desk nobody-at-all && {run} ask "What is the extension of the fraud desk?" --as staff',
        ),
    )
    for what, command in lines:
        say(f"  # {what}")
        say(f"  {command}")
        say()


def say(line: str = "") -> None:
    """Print one line."""
    print(line)


if __name__ == "__main__":
    sys.exit(main())
