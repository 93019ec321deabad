from __future__ import annotations

from datetime import timedelta

import pytest

from pincite.errors import ConfigError
from pincite.validity import today


def test_the_far_west_and_the_far_east_are_on_neighbouring_days() -> None:
    assert today("Pacific/Kiritimati") - today("Pacific/Niue") in (timedelta(1), timedelta(2))
    assert today("Pacific/Niue") <= today() <= today("Pacific/Kiritimati")


@pytest.mark.parametrize("name", ["Mars/Olympus", "../etc/passwd", ""])
def test_an_unknown_time_zone_is_named(name: str) -> None:
    with pytest.raises(ConfigError, match="there is no time zone") as caught:
        today(name)
    assert caught.value.timezone == name
