"""The report is one page that needs nothing else, and no text in it becomes markup."""

from __future__ import annotations

import re
from dataclasses import replace
from html.parser import HTMLParser

from pincite.answers import Loss
from pincite.evaluate import Outcome, Result, report_html
from pincite.evaluate.measures import ranked, sliced
from pincite.evaluate.results import LossRecord
from pincite.trace import Event

ATTACK = '<script>alert(1)</script><img src=x onerror="a()">\x1b[31m\ud800'


class Page(HTMLParser):
    """Collects what a browser would fetch, run or show, and checks that elements close in order."""

    VOID = frozenset({"meta", "rect", "line", "br"})

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.open: list[str] = []
        self.ids: list[str] = []
        self.links: list[str] = []
        self.seen: list[tuple[str, dict[str, str | None]]] = []
        self.words = ""
        self.said: list[str] = []
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        self.tags.append(tag)
        self.said += [str(found["aria-label"])] if found.get("role") == "img" else []
        self.seen.append((tag, found))
        self.ids += [value for name, value in attrs if name == "id" and value]
        self.links += [value for name, value in attrs if name in ("href", "src") and value]
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.words += data


def outcome(n: int, rank: int | None = 1, question: str = "What is the window?") -> Outcome:
    gained = tuple("refund#Limits" if at == rank else None for at in range(1, 4))
    lost = LossRecord(label="refund#Limits", loss=Loss.RANKING, rank=11, evidence="it ranks 11", fix="ask with -k 11")
    return Outcome(
        id=f"q{n}",
        kind="numeric" if n % 2 else "lookup",
        question=question,
        answerable=True,
        principal="shop: public",
        ranking=(("refund#Limits", 0.9), ("cap", 0.8), ("gift", 0.7)),
        gained=gained,
        labels={"refund#Limits": 1},
        current=(True, True, False),
        ms=float(n),
        losses=() if rank else (lost,),
    )


def result(*outcomes: Outcome, name: str = "pincite.toml") -> Result:
    done = ranked(outcomes, (1, 3))
    return Result(
        slices=sliced(done, ["recall@1", "recall@3", "ndcg@3", "mrr", "currency"]),
        outcomes=done,
        facts={"sequence": 3, "generation": "g"},
        settings={"chunk.name": "structural"},
        name=name,
        at="2026-01-01T00:00:00+00:00",
    )


ONE = result(outcome(1), outcome(2, 3), outcome(3, None))
OTHER = result(outcome(1, 2), outcome(2, 3), outcome(3, 1), name="naive.toml")


def test_a_report_has_every_section_and_its_elements_close() -> None:
    page = Page(report_html(ONE))
    assert page.open == []
    assert set(page.ids) >= {"summary", "slices", "losses", "ranks", "latency", "worst", "facts"}
    assert {link.removeprefix("#") for link in page.links} <= set(page.ids)
    assert len(page.ids) == len(set(page.ids))


def test_nothing_is_fetched_and_nothing_runs() -> None:
    text = report_html(ONE, OTHER)
    page = Page(text)
    assert "script" not in page.tags
    assert not [link for link in page.links if not link.startswith("#")]
    assert not re.search(r"@import|url\(|https?://", text)
    policy = next(a["content"] for tag, a in page.seen if tag == "meta" and "http-equiv" in a)
    assert policy == "default-src 'none'; style-src 'unsafe-inline'"


def test_no_text_becomes_markup() -> None:
    event = Event(kind="route", stage="retrieve", title=ATTACK, detail={ATTACK: ATTACK})
    bad = replace(outcome(1, None, ATTACK), id=ATTACK, kind=ATTACK, principal=ATTACK, ranking=((ATTACK, 0.5),))
    bad = replace(bad, losses=(replace(bad.losses[0], evidence=ATTACK, fix=ATTACK, label=ATTACK),))
    shown = replace(result(bad, name=ATTACK), warnings=(ATTACK,), settings={ATTACK: ATTACK}, facts={ATTACK: ATTACK})
    page = Page(report_html(shown, shown, traces={ATTACK: [event]}))
    assert not {"script", "img"} & set(page.tags)
    assert page.open == []
    assert "\x1b" not in page.words
    assert "alert(1)" in page.words


def test_a_report_is_for_everyone() -> None:
    """Charts say in words what they show, tables name their columns, and the page has a language and a title."""
    page = Page(report_html(ONE, OTHER))
    charts = [attributes for _, attributes in page.seen if attributes.get("role") == "img"]
    assert len(charts) >= 5
    assert all(chart["aria-label"] for chart in charts)
    assert all(attributes.get("scope") for tag, attributes in page.seen if tag == "th")
    assert page.tags.count("caption") == page.tags.count("table")
    assert page.seen[0] == ("html", {"lang": "en"})
    assert page.tags.count("h1") == 1


def test_the_worst_questions_stand_with_their_losses_and_traces() -> None:
    event = Event(kind="route", stage="retrieve", title="hybrid search", detail={"hits": 60}, ms=3.2)
    words = Page(report_html(ONE, traces={"q3": [event]})).words
    assert "q3 What is the window?" in words
    assert "it ranks 11" in words
    assert "ask with -k 11" in words
    assert "hybrid search" in words
    assert words.index("q3 What") < words.index("q2 What"), "the worst first"


def test_two_set_ups_stand_side_by_side_with_the_questions_that_flipped() -> None:
    page = Page(report_html(ONE, OTHER))
    assert "flipped" in page.ids
    flipped = page.words[page.words.index("2 questions") :]
    assert flipped.index("q1") < flipped.index("q3"), "what got worse first"
    assert "95% interval" in page.words


def test_the_waterfall_ends_in_what_was_found() -> None:
    page = Page(report_html(ONE))
    assert "3 labels, 1 lost" in page.words
    assert any("all labels 3; lost: ranking 1; found 2" in each for each in page.said)


def test_a_result_with_nothing_in_it_still_makes_a_page() -> None:
    empty = Result(slices=sliced([], ["mrr"]), outcomes=())
    assert Page(report_html(empty)).open == []


def test_a_report_of_answers_says_what_they_came_to_and_shows_no_ranks() -> None:
    right = replace(outcome(1), ranking=(), gained=(), status="answered", refused=False, correct=True)
    wrong = replace(right, status="abstained", refused=True, correct=False, text="Not there.")
    shown = [replace(result(each), measured="answers") for each in (right, wrong)]
    words = Page(report_html(*shown)).words
    assert "No rankings were measured" in words
    assert "answered, right" in words
    assert "refused, wrong" in words


def bar_widths(page: Page) -> list[str]:
    return [str(a["style"]) for _, a in page.seen if (a.get("class") or "").split()[:1] == ["bar"]]


def test_bars_are_shares_of_the_width_there_is_so_that_words_keep_their_size_on_a_small_screen() -> None:
    page = Page(report_html(ONE))
    assert not {"svg", "canvas"} & set(page.tags), "a picture is scaled with its words"
    assert "left:0.0%;width:33.3%" in bar_widths(page), "recall@1 of one label in three"


def test_a_bar_counts_the_questions_that_it_is_measured_on() -> None:
    unanswerable = replace(outcome(4), answerable=False, labels={}, gained=(None, None, None))
    words = Page(report_html(result(outcome(1), outcome(2, 3), outcome(3, None), unanswerable))).words
    drawn = words[words.index("recall@1 with 95%") : words.index("recall@3 with 95%")]
    assert "n=3" in drawn
    assert "n=4" not in drawn


def test_one_slow_question_does_not_put_all_others_into_one_column() -> None:
    slow = [replace(outcome(n), ms=ms) for n, ms in enumerate((12.0, 30.0, 70.0, 90.0, 9_000.0), start=1)]
    said = " ".join(Page(report_html(result(*slow))).said)
    assert "≤ 20 ms 1; ≤ 50 ms 1; ≤ 100 ms 2" in said
    assert "≤ 10,000 ms 1" in said


def test_two_set_ups_share_the_name_of_a_slice_and_each_has_its_bar() -> None:
    page = Page(report_html(ONE, OTHER))
    assert any("second" in (attributes.get("class") or "") for _, attributes in page.seen)
    drawn = page.words[page.words.index("recall@1 with 95%") : page.words.index("recall@3 with 95%")]
    assert "lookup" in drawn


def refusing(*refused: bool, name: str) -> Result:
    rows = [replace(outcome(n), refused=each, leaks=int(each)) for n, each in enumerate(refused)]
    rows = [replace(row, shares={"answerable_refused": (float(bool(row.refused)), 1.0)}) for row in rows]
    return Result(slices=sliced(rows, ["answerable_refused"]), outcomes=tuple(rows), name=name)


def test_more_refusals_of_what_can_be_answered_are_shown_as_worse() -> None:
    page = Page(report_html(refusing(*[False] * 12, name="a"), refusing(*[True] * 12, name="b")))
    assert [a["class"] for tag, a in page.seen if tag == "span" and a.get("class") in ("better", "worse")] == ["worse"]


def test_leaks_and_times_of_both_set_ups_are_in_the_comparison() -> None:
    words = Page(report_html(refusing(*[False] * 12, name="a"), refusing(*[True] * 12, name="b"))).words
    table = words[words.index("The two set-ups") : words.index("Per slice", words.index("The two set-ups"))]
    assert "leaks012+12" in table
    assert "p95_ms" in table


def test_a_chance_is_never_shown_as_nothing() -> None:
    words = Page(report_html(refusing(*[False] * 30, name="a"), refusing(*[True] * 30, name="b"))).words
    assert "< 0.001" in words


def test_nothing_is_drawn_where_there_is_nothing() -> None:
    page = Page(report_html(result(outcome(1), outcome(2))))
    assert "left:0.0%;width:0.0%" not in bar_widths(page)


def test_a_long_list_in_a_trace_is_cut_and_says_how_many_more_there_are() -> None:
    dropped = [f"chunk{n}: budget" for n in range(55)]
    event = Event(kind="pack", stage="assemble", title="passages", detail={"passages": 5, "dropped": dropped}, ms=3.2)
    words = Page(report_html(ONE, traces={"q3": [event]})).words
    assert "passages: 5; dropped: chunk0: budget, chunk1: budget" in words
    assert "and 50 more" in words
    assert "chunk5:" not in words
