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
from itertools import zip_longest
from pathlib import Path

import pincite
from pincite.answers.render import plain_answer
from pincite.documents import BlockKind
from pincite.text import identifiers

HERE = Path(__file__).parent
WORK = HERE / ".pincite-demo"
WIDTH = 120
COLUMN = 55
SHOWN = 3


@dataclass(frozen=True)
class Case:
    """One question and who asks it."""

    question: str
    asker: str
    trap: str


CASES = (
    Case("What is the refund window?", "visitor", "three versions of the policy stand side by side; one is in force"),
    Case("Where is order O-48214?", "visitor", "orders O-48211, O-48216 and O-48218 look almost the same"),
    Case("What is the extension of the fraud desk?", "visitor", "the answer stands on a page for staff only"),
    Case("What is the extension of the fraud desk?", "staff", "the same question from somebody who may know"),
)


def main() -> int:
    """Run the demonstration and return the exit code."""
    shutil.rmtree(WORK, ignore_errors=True)
    shutil.copytree(HERE, WORK, ignore=shutil.ignore_patterns(".pincite*", "__pycache__", "eval", "*.py"))
    say("Lumen is an online shop: 8 policies in 3 versions each, 6 pages for staff only, 10 orders.")
    say("The naive set-up cuts every 500 characters, searches by meaning only, and knows neither versions nor rights.")
    say("Both write with the same generator, from what they find: look at that first (^ marks what is wrong with it).")
    say("With a wrong page among it a right answer is luck, and a writer that checks less has none.")
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
    """Ask one question of both set-ups and print them side by side."""
    say()
    say("-" * WIDTH)
    say(f"{number}. {case.question}   (asked by: {case.asker})")
    say(f"   The trap: {case.trap}.")
    say()
    truth = Truth(default, case.asker)
    left, right = column(naive, case, truth), column(default, case, truth)
    for one, other in zip_longest(["NAIVE", *left], ["DEFAULT", *right], fillvalue=""):
        say(f"   {one:{COLUMN}} | {other}".rstrip())


def column(corpus: pincite.Corpus, case: Case, truth: Truth) -> list[str]:
    """Return what one set-up finds and answers, in lines that fit a column."""
    principal = corpus.principal(case.asker)
    found = corpus.search(case.question, principal=principal, k=SHOWN)
    lines = [f"finds ({sum(bool(truth.remark(hit, case.question)) for hit in found)} of {len(found)} wrong)"]
    for hit in found:
        lines += wrapped(f"{hit.rank}. {where(hit)}")
        lines += wrapped(truth.remark(hit, case.question), "   ")
    lines += [] if found else wrapped("nothing that this reader may open")
    answer = plain_answer(corpus.ask(case.question, principal=principal))
    return [*lines, "answers", *(line for text in answer.splitlines() if text for line in wrapped(text))]


def wrapped(text: str, indent: str = "") -> list[str]:
    """Return a text in lines of a column."""
    return textwrap.wrap(text, COLUMN, initial_indent="  " + indent, subsequent_indent="  " + indent)


class Truth:
    """Says what is wrong with a hit, by the rules of the default set-up."""

    def __init__(self, default: pincite.Corpus, asker: str) -> None:
        self._days = default.validity_by_document()
        self._may_read = {row.path for row in default.documents(principal=default.principal(asker))}

    def remark(self, hit: pincite.Found, question: str) -> str:
        """Return the fault in a few words; empty where there is none."""
        asked = {each.key for each in identifiers.find(question) if each.exhaustive}
        if asked and asked.isdisjoint(each.key for each in hit.permit.revision.identifiers):
            return "^ not what is asked for, though it looks like it"
        path = hit.permit.revision.path
        start, end = self._days[hit.permit.revision.key]
        if path.startswith("staff/") and path not in self._may_read:
            return "^ for staff only, shown to an outsider"
        return "" if start <= hit.permit.scope.day < end else "^ retired, or not yet in force"


def where(hit: pincite.Found) -> str:
    """Return title, version and section of a hit."""
    version = f", v{hit.version}" if hit.version else ""
    return f"{hit.title}{version}" + (f" > {hit.section}" if hit.section != hit.title else "")


def torn(naive: pincite.Corpus) -> None:
    """Show where the naive set-up cuts the table of limits."""
    principal = naive.principal("visitor")
    revision = naive.show("refund-policy", version="3", principal=principal)
    table = next(b for b in revision.blocks if b.kind is BlockKind.TABLE)
    pieces = [c for c in naive.chunks("refund-policy", version="3", principal=principal) if c.span.overlaps(table.span)]
    say()
    say("-" * WIDTH)
    say(f"And the table of limits of the refund policy: naive cuts it into {len(pieces)}; rows lose their header.")
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
            f"{run} access set fraud-desk nobody-at-all && "
            f'{run} ask "What is the extension of the fraud desk?" --as staff',
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
