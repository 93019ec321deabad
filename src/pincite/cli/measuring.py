"""What the commands that measure share: options, running, comparing, keeping and reporting."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pincite.cli.options import bundle
from pincite.cli.progress import Meter
from pincite.cli.screen import emit, note, plural, say

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from pincite.cli.session import Session
    from pincite.corpus import Corpus
    from pincite.evaluate import Labelled, Result

__all__ = ["FILE", "CutOffs", "Measured", "Run", "run_options", "select"]

FILE = click.Path(path_type=Path, dir_okay=False)
_SHOWN = 10
_WORST = 20

if TYPE_CHECKING:
    _CutOffsType = click.ParamType[tuple[int, ...]]
else:
    _CutOffsType = click.ParamType  # not subscriptable in every version


class CutOffs(_CutOffsType):
    """Whole numbers written as "3,10"."""

    name = "numbers"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> tuple[int, ...]:
        """Return the numbers, in order, each once."""
        if isinstance(value, tuple):
            return value
        try:
            found = tuple(sorted({int(part) for part in str(value).split(",")}))
        except ValueError:
            self.fail(f"{value!r} is no list of whole numbers: expected such as 3,10", param, ctx)
        if found[0] < 1:
            self.fail(f"{value!r}: a cut-off is at least 1", param, ctx)
        return found


@dataclass(frozen=True, slots=True, kw_only=True)
class Measured:
    """One set-up, measured."""

    place: Path
    result: Result
    traces: Any
    """The steps of the worst questions, by id."""

    @property
    def name(self) -> str:
        """What the set-up is called."""
        return self.result.name


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """How a measurement is run and what is made of it."""

    compare: Path | None
    gate: tuple[str, ...]
    report: Path | None
    split: str | None
    losses: bool
    strict: bool
    as_json: bool

    def labels(self, file: Path, *, measures: Sequence[str]) -> tuple[Labelled, ...]:
        """
        Return the labelled questions of a file; the gate is checked first, before anything runs.

        :param measures: What the measurement can measure, leaks and times aside.
        :raises InputError: If the file or a gate cannot be read.
        :raises UnknownName: If no question is of the split, or a gate names no measure.
        """
        from pincite.errors import UnknownName
        from pincite.evaluate import Gate
        from pincite.evaluate.measures import ALWAYS_MEASURED

        known = (*measures, *ALWAYS_MEASURED)
        for name in (name for text in self.gate for name in Gate(text).names):
            if name not in known:
                raise UnknownName("measure in the gate", name, known)
        return select(file, self.split)

    def measure(
        self,
        session: Session,
        labels: tuple[Labelled, ...],
        evaluate: Callable[[Corpus, str, Callable[[int], object]], Result],
    ) -> list[Measured]:
        """
        Measure the corpus, and the set-up to compare with, where one is named; keep each result in its corpus.

        :param evaluate: Given a corpus, a name and what to tell of progress, gives the result.
        """
        from pincite.cli.beside import own_state

        measured = [self._one(session, session.place(), labels, evaluate)]
        if self.compare:
            with own_state(self.compare):
                measured.append(self._one(session, session.beside(self.compare), labels, evaluate))
        return measured

    def _one(
        self,
        session: Session,
        place: Path,
        labels: tuple[Labelled, ...],
        evaluate: Callable[[Corpus, str, Callable[[int], object]], Result],
    ) -> Measured:
        from pincite.evaluate import ResultStore
        from pincite.evaluate.worst import traces_of, worst

        name = place.name if place.is_file() else "pincite.toml"
        with session.open_at(place) as corpus, Meter() as meter:
            if corpus.config.sources and not corpus.sources():
                note(f"{name} holds nothing yet: reading its sources first.")
                corpus.sync(progress=meter)
            result = evaluate(corpus, name, lambda done: meter("ask", done, len(labels)))
            self._warn(result)
            traces = traces_of(corpus, labels, worst(result, _WORST)) if self.report else {}
            ResultStore(corpus.state).save(result)
        return Measured(place=place, result=result, traces=traces)

    def _warn(self, result: Result) -> None:
        from pincite.errors import InputError

        if not result.warnings:
            return
        if self.strict:
            raise InputError(f"{plural(len(result.warnings), 'label')} cannot be met: {'; '.join(result.warnings)}")
        for line in result.warnings[:_SHOWN]:
            note(f"Warning: {line}")
        if len(result.warnings) > _SHOWN:
            note(f"Warning: and {len(result.warnings) - _SHOWN} more labels like these")

    def show(self, found: list[Measured]) -> None:
        """Print the results, write the report, and end with 1 where a gate does not hold."""
        from pincite.cli.measures import comparison_text, outcome_json, result_json, result_text
        from pincite.evaluate import report_html

        if self.as_json:
            for each in found:
                emit(result_json(each.result, each.name))
                for outcome in each.result.outcomes:
                    emit(outcome_json(outcome, each.name))
        elif len(found) == 2:
            say(comparison_text(found[0].result, found[1].result, (found[0].name, found[1].name)))
        else:
            say(result_text(found[0].result))
        if self.report:
            second = found[1].result if len(found) == 2 else None
            self.report.write_text(report_html(found[0].result, second, traces=found[0].traces), encoding="utf-8")
            note(f"Report: {self.report}")
        self._gate(found[0].result)

    def _gate(self, result: Result) -> None:
        from pincite.evaluate import Gate

        named = dict.fromkeys(name for text in self.gate for name in Gate(text).names)
        values = {name: result.overall.get(name) for name in named}
        failures = [line for text in self.gate for line in Gate(text).failures(values)]
        for line in failures:
            note(f"Gate: {line}")
        if self.gate and not failures:
            note(f"The gate holds: {'; '.join(self.gate)}")
        if failures:
            click.get_current_context().exit(1)


def select(file: Path, split: str | None) -> tuple[Labelled, ...]:
    """
    Return the labelled questions of a file.

    :param split: Only those of this split; ``None`` for all.
    :raises InputError: If it cannot be read.
    :raises UnknownName: If no question is of the split.
    """
    from pincite.errors import UnknownName
    from pincite.evaluate import load_labels

    found = load_labels(file)
    if split is None:
        return found
    own = tuple(label for label in found if label.split == split)
    if not own:
        raise UnknownName(f"split of {file}", split, {label.split for label in found if label.split})
    return own


def run_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options of every measurement; the command gets ``run``."""
    options: Iterable[Callable[..., Any]] = (
        click.option("--compare", type=FILE, metavar="CONFIG", help="Measure this settings file too, side by side."),
        click.option(
            "--gate", multiple=True, metavar="EXPR", help="Fail unless it holds: 'recall@3 >= 0.95 and leaks == 0'."
        ),
        click.option("--report", type=FILE, metavar="FILE", help="Write a page with charts, readable offline."),
        click.option("--split", metavar="NAME", help="Only questions of this split."),
        click.option(
            "--no-losses",
            "losses",
            is_flag=True,
            flag_value=False,
            default=True,
            help="Do not look where each label that was missed was lost.",
        ),
        click.option("--strict", is_flag=True, help="Fail where a label names what the corpus does not hold."),
        click.option("--json", "as_json", is_flag=True, help="One JSON object a line."),
    )
    decorated: Callable[..., Any] = bundle(Run, "run", *options)(function)
    return decorated
