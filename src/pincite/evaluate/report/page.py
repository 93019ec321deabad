"""The sections of the report."""

from __future__ import annotations

from importlib.resources import files
from typing import TYPE_CHECKING, Final

from pincite.evaluate.intervals import paired
from pincite.evaluate.measures import LESS_IS_BETTER, chance, shown
from pincite.evaluate.report.charts import Bar, bars, counts, waterfall
from pincite.evaluate.report.markup import Markup, element, joined, table
from pincite.evaluate.results import loss_counts
from pincite.evaluate.worst import flipped, shown_ranks, worst

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from pincite.evaluate.intervals import Paired
    from pincite.evaluate.results import Outcome, Result, Slice
    from pincite.trace import Event

__all__ = ["page"]

_HEADLINE: Final = ("correct", "citation_hit", "recall@", "ndcg@", "mrr")
"""Measures whose slices are drawn, by how their names begin."""
_WORST: Final = 20
_LISTED: Final = 5
"""Items of a list in a trace that are shown."""
_RANKS: Final = ("1", "2", "3", "4-5", "6-10", "11+", "not found")


def page(first: Result, second: Result | None, traces: Mapping[str, Sequence[Event]]) -> str:
    """Return the whole page."""
    title = f"{first.measured.capitalize()} measured: {_names(first, second)}"
    parts = [
        ("summary", "Summary", _summary(first, second)),
        ("slices", "Per slice", _slices(first, second)),
        ("losses", "Where evidence was lost", _losses(first, second)),
        ("ranks", "Ranks", _ranks(first, second)),
        ("latency", "Latency", _latency(first, second)),
        *([("flipped", "Questions that flipped", _flipped(first, second))] if second else []),
        ("worst", "Worst questions", _worst(first, traces)),
        ("facts", "What was measured", _facts(first, second)),
    ]
    links = [element("li", element("a", name, href=f"#{anchor}")) for anchor, name, _ in parts]
    body = [
        element("a", "Skip to the summary", href="#summary", class_="skip"),
        element("header", element("h1", title), element("p", _subtitle(first), class_="soft")),
        element("nav", element("ul", *links), aria_label="Sections"),
        element(
            "main",
            *(
                element(
                    "section",
                    element("h2", name, id=f"{anchor}-title"),
                    content,
                    id=anchor,
                    aria_labelledby=f"{anchor}-title",
                )
                for anchor, name, content in parts
            ),
        ),
    ]
    head = element(
        "head",
        element("meta", charset="utf-8"),
        element("meta", name="viewport", content="width=device-width, initial-scale=1"),
        element("meta", http_equiv="Content-Security-Policy", content="default-src 'none'; style-src 'unsafe-inline'"),
        element("title", title),
        element("style", Markup(files("pincite.evaluate.report").joinpath("style.css").read_text(encoding="utf-8"))),
    )
    return f"<!DOCTYPE html>\n{element('html', head, element('body', *body), lang='en')}\n"


def _names(first: Result, second: Result | None) -> str:
    return f"{_name(first)} and {_name(second, 'second')}" if second else _name(first)


def _name(result: Result, other: str = "first") -> str:
    return result.name or other


def _subtitle(result: Result) -> str:
    return f"{len(result.outcomes)} questions, {result.at or 'no date'}; sequence {result.facts.get('sequence', '?')}"


def _summary(first: Result, second: Result | None) -> Markup:
    warnings = (
        element("div", *(element("p", each) for each in first.warnings[:20]), class_="warning")
        if first.warnings
        else None
    )
    cards = [_card(name, value, first.slices[0]) for name, value in first.overall.items()]
    return joined([warnings, element("dl", *cards, class_="cards"), _compared(first, second) if second else None])


def _card(name: str, value: float | None, over: Slice) -> Markup:
    interval = over.intervals.get(name)
    around = f"{interval.low:.3f} to {interval.high:.3f} (95%)" if interval else f"{over.n} questions"
    return element("div", element("dt", name), element("dd", shown(name, value), element("small", around)))


def _compared(first: Result, second: Result) -> Markup:
    tested = {each.measure: each for each in paired(first.outcomes, second.outcomes, list(first.overall))}
    rows = [_change(name, first, second, tested.get(name)) for name in first.overall if name in second.overall]
    header = ("Measure", _name(first), _name(second, "second"), "Change", "95% interval", "p", "Questions")
    return table("The two set-ups on the same questions; p from a paired randomisation test", header, rows, numbers=1)


def _change(name: str, first: Result, second: Result, test: Paired | None) -> tuple[object, ...]:
    """Return a row of the comparison; counts and times are not tested."""
    if test:
        changed = element("span", shown(name, test.change, sign=True), class_=_verdict(test))
        around = f"{test.interval.low:+.3f} to {test.interval.high:+.3f}"
        return name, shown(name, test.first), shown(name, test.second), changed, around, chance(test.p), test.n
    one, other = first.overall[name], second.overall[name]
    change = "-" if one is None or other is None else shown(name, other - one, sign=True)
    return name, shown(name, one), shown(name, other), change, "", "", ""


def _verdict(test: Paired) -> str | None:
    if not test.certain:
        return None
    return "better" if (test.change > 0) != (test.measure in LESS_IS_BETTER) else "worse"


def _slices(first: Result, second: Result | None) -> Markup:
    drawn = [name for name in first.overall if name.startswith(_HEADLINE)]
    figures = [bars(f"{name} with 95% intervals", _bars(name, first, second)) for name in drawn]
    names = list(first.overall)
    rows = [
        (
            each.name if each.by == "all" else f"{each.by}: {each.name}",
            each.n,
            *(shown(name, each.values.get(name)) for name in names),
        )
        for each in first.slices
    ]
    return joined(
        [
            _key(first, second),
            *figures,
            table("Every measure per slice", ("Slice", "Questions", *names), rows, numbers=1),
        ]
    )


def _key(first: Result, second: Result | None) -> Markup | None:
    if second is None:
        return None
    return element(
        "p",
        element("span", class_="one"),
        _name(first),
        element("span", class_="two"),
        _name(second, "second"),
        class_="key",
    )


def _bars(measure: str, first: Result, second: Result | None) -> list[Bar]:
    others = {(each.by, each.name): each for each in second.slices} if second else {}
    found = []
    for own in first.slices:
        found.append(_one_bar(measure, own, first, second=False))
        if second and (own.by, own.name) in others:
            found.append(_one_bar(measure, others[own.by, own.name], second, second=True))
    return found


def _one_bar(measure: str, own: Slice, result: Result, *, second: bool) -> Bar:
    n = sum(measure in each.shares for each in result.outcomes if own.by == "all" or getattr(each, own.by) == own.name)
    return Bar(
        name="" if second else own.name,
        value=own.values.get(measure),
        note=f"n={n}",
        interval=own.intervals.get(measure),
        second=second,
    )


def _losses(first: Result, second: Result | None) -> Markup:
    drawn = []
    for result in (first, second) if second else (first,):
        lost = {loss: n for loss, n in loss_counts(result).items() if n}
        total = sum(outcome.n_labels for outcome in result.outcomes if outcome.answerable)
        title = f"{_name(result)}: {total} labels, {sum(lost.values())} lost"
        drawn.append(waterfall(title, total, [(loss.value, n) for loss, n in lost.items()]))
    return joined(drawn)


def _ranks(first: Result, second: Result | None) -> Markup:
    results = (first, second) if second else (first,)
    if not any(outcome.ranking for each in results for outcome in each.outcomes):
        return element("p", "No rankings were measured: pincite eval retrieval has them.")
    counted = [shown_ranks(each.outcomes, _RANKS) for each in results]
    groups = [(name, [counts[name] for counts in counted]) for name in _RANKS]
    return joined([_key(first, second), counts("At which rank each label was found first", groups)])


def _latency(first: Result, second: Result | None) -> Markup:
    results = (first, second) if second else (first,)
    times = [[outcome.ms for outcome in each.outcomes] for each in results]
    edges = _edges([ms for each in times for ms in each])
    groups = [
        (f"≤ {high:,.9g} ms", [sum(low < ms <= high for ms in each) for each in times])
        for low, high in zip((-1.0, *edges), edges, strict=False)
    ]
    said = [f"{_name(r)}: half within {_ms(r, 'p50_ms')}, 95% within {_ms(r, 'p95_ms')}" for r in results]
    return joined([_key(first, second), counts("How long questions took", groups), element("p", "; ".join(said))])


def _edges(times: Sequence[float]) -> list[float]:
    """Return 1, 2, 5, 10, 20, … milliseconds, from what holds the shortest time to what holds the longest."""
    steps = [step * 10.0**power for power in range(-1, 8) for step in (1, 2, 5)]
    first = next((at for at, step in enumerate(steps) if min(times, default=0.0) <= step), 0)
    last = next((at for at, step in enumerate(steps) if max(times, default=0.0) <= step), len(steps) - 1)
    return steps[first : last + 1]


def _ms(result: Result, name: str) -> str:
    value = result.overall.get(name)
    return "not measured" if value is None else f"{value:.1f} ms"


def _flipped(first: Result, second: Result | None) -> Markup:
    rows = flipped(first, second) if second else ()
    if not rows or second is None:
        return element("p", "No question came to another end.")
    named = {"first": _name(first), "second": _name(second, "second")}
    header = ("Question", "Text", *named.values(), "Which is better")
    return table(
        f"{len(rows)} questions",
        header,
        [(each.id, each.question, each.first, each.second, named.get(each.better, each.better)) for each in rows],
    )


def _worst(result: Result, traces: Mapping[str, Sequence[Event]]) -> Markup:
    found = worst(result, _WORST)
    if not found:
        return element("p", "Every question was found whole.")
    return joined(_one(outcome, traces.get(outcome.id, ())) for outcome in found)


def _one(outcome: Outcome, events: Sequence[Event]) -> Markup:
    rows = [(r.label, f"{r.loss.stage}: {r.loss}", r.evidence, r.fix) for r in outcome.losses]
    hits = [
        (at, where, f"{score:.4f}", gained or "")
        for at, ((where, score), gained) in enumerate(zip(outcome.ranking, outcome.gained, strict=False), start=1)
    ]
    steps = [
        (e.stage, e.title, "; ".join(f"{k}: {_told(v)}" for k, v in e.detail.items()), f"{e.ms:.1f} ms") for e in events
    ]
    wanted = ", ".join(outcome.labels) or "nothing: it is unanswerable"
    answer = (
        [element("p", f"Answer ({outcome.status}): {outcome.text or outcome.reason or 'not kept'}")]
        if outcome.status
        else []
    )
    return element(
        "details",
        element(
            "summary",
            element("strong", outcome.id),
            f" {outcome.question} ",
            element("span", f"({outcome.kind}, {outcome.principal})", class_="soft"),
        ),
        element("p", f"Wanted: {wanted}"),
        *answer,
        table("Lost", ("Label", "Loss", "Evidence", "What to try"), rows) if rows else None,
        table("Hits", ("Rank", "Section", "Score", "Meets"), hits) if hits else None,
        table("Trace", ("Stage", "Step", "Detail", "Took"), steps) if steps else None,
    )


def _detail(event: Event) -> str:
    return "; ".join(f"{key}: {_told(value)}" for key, value in event.detail.items())


def _told(value: object) -> str:
    """Return a detail of a step; of a long list its beginning."""
    if not isinstance(value, list | tuple):
        return str(value)
    more = f" … and {len(value) - _LISTED} more" if len(value) > _LISTED else ""
    return ", ".join(map(str, value[:_LISTED])) + more


def _facts(first: Result, second: Result | None) -> Markup:
    others = second.facts if second else {}
    names = [*first.facts, *(name for name in others if name not in first.facts)]
    rows = [(name, str(first.facts.get(name, "")), *([str(others.get(name, ""))] if second else [])) for name in names]
    header = ("Fact", _name(first), *([_name(second, "second")] if second else []))
    settings = [(key, value) for key, value in first.settings.items()]
    return joined(
        [
            table("State, settings, prompt, model and questions", header, rows),
            element(
                "details", element("summary", "Every setting in force"), table("Settings", ("Key", "Value"), settings)
            ),
        ]
    )
