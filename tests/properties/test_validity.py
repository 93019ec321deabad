"""The intervals say the same as asking day by day."""

from __future__ import annotations

from datetime import date, timedelta

from hypothesis import given, settings
from hypothesis import strategies as st

from pincite.documents import RevisionKey
from pincite.validity import Dated, intervals

FIRST = date(2024, 1, 1)
N_DAYS = 12
days = st.integers(0, N_DAYS - 1).map(lambda n: FIRST + timedelta(n))


@st.composite
def topics(draw: st.DrawFn) -> list[Dated]:
    return [
        Dated(
            key=RevisionKey(f"k{at}"),
            version=str(draw(st.integers(8, 11))),
            effective=draw(st.none() | days),
            expires=draw(st.none() | days),
            arrival=draw(st.integers(0, 2)),
        )
        for at in range(draw(st.integers(0, 6)))
    ]


def in_force_on(topic: list[Dated], day: date) -> set[str]:
    begun = [each for each in topic if each.effective is None or each.effective <= day]
    if not begun:
        return set()
    highest = max(begun, key=lambda each: (int(each.version), each.effective or date.min, each.arrival, each.key))
    return {highest.key} if highest.expires is None or day < highest.expires else set()


@settings(max_examples=50, deadline=None)
@given(topic=topics(), data=st.data())
def test_the_version_in_force_is_the_highest_that_has_begun_unless_it_has_expired(
    topic: list[Dated], data: st.DataObject
) -> None:
    shuffled = data.draw(st.permutations(topic))
    found = intervals(shuffled)
    for n in range(-1, N_DAYS + 1):
        day = FIRST + timedelta(n)
        assert {key for key, (start, end) in found.items() if start <= day < end} == in_force_on(topic, day)
