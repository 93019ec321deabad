from __future__ import annotations

import pytest

from pincite.errors import CapReached, ConfigError
from pincite.models.caps import Caps, Meter, estimate_tokens
from pincite.models.prices import PRICES, Price, price_of


def clocked(*times: float) -> Meter:
    ticks = iter(times)
    return Meter(Caps(seconds=10), clock=lambda: next(ticks))


def test_caps_hold_over_all_calls_of_a_question() -> None:
    meter = Meter(Caps(input_tokens=100, output_tokens=50))
    meter.spend(fresh=60, output=30)
    assert meter.allow(input_tokens=40, max_tokens=100) == 20, "what is left may be written"
    with pytest.raises(CapReached, match="101 would be sent") as caught:
        meter.allow(input_tokens=41, max_tokens=1)
    assert caught.value.facts["cap"] == "input_tokens"


def test_with_nothing_left_to_write_nothing_is_sent() -> None:
    meter = Meter(Caps(output_tokens=50))
    meter.spend(fresh=1, output=50)
    with pytest.raises(CapReached, match="50 output tokens"):
        meter.allow(input_tokens=1, max_tokens=10)


def test_time_is_counted_from_the_first_call() -> None:
    meter = clocked(0.0, 4.0, 10.0)
    assert meter.left_s() == 6.0
    with pytest.raises(CapReached, match=r"10 seconds .* \[generate\] cap_seconds"):
        meter.left_s()


@pytest.mark.parametrize("cap", [{"input_tokens": 0}, {"seconds": -1.0}, {"money": 0.0}, {"seconds": float("nan")}])
def test_a_cap_of_nothing_is_refused(cap: dict[str, float]) -> None:
    with pytest.raises(ConfigError, match="expected more than 0"):
        Caps(**cap)  # type: ignore[arg-type]  # any of them


def test_a_stated_price_goes_before_the_table() -> None:
    assert price_of("claude-sonnet-5-5", {}) == PRICES["claude-sonnet-5-5"]
    assert price_of("claude-sonnet-5-5", {"claude-sonnet-5-5": (1.0, 3.0)}) == Price(
        input=1.0, output=3.0, cache_read=1.0, cache_write=1.0
    )
    assert price_of("unheard-of", {}) is None


def test_an_estimate_is_too_high_for_words_and_for_other_scripts() -> None:
    assert estimate_tokens("The refund window is thirty days.") >= 8
    assert estimate_tokens("\u9000\u6b3e\u671f\u9650\u4e3a\u4e09\u5341\u5929") >= 8
