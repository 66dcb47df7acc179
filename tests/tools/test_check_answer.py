from __future__ import annotations

import pytest

from tools.check_answer import Evidence, check_answer
from tools.facts import Facts
from tools.question import Answer, Asked, Question

FACTS = Facts(
    place="the map",
    stations=("Ash", "Birch", "Cedar"),
    stops={"Red": ("Ash", "Birch")},
)


@pytest.mark.parametrize(
    ("question", "value"),
    [
        (Question(Asked.IS_ON_LINE, ("Cedar",), ("Red",)), 0.0),
        (Question(Asked.SHARE_LINE, ("Ash", "Cedar")), 0.0),
        (Question(Asked.SHARE_LINE, ("Ash", "Birch")), 1.0),
        (Question(Asked.LINES_AT, ("Cedar",)), 0.0),
    ],
)
def test_a_station_that_no_line_was_traced_to_is_on_none(question: Question, value: float) -> None:
    checked = check_answer(Evidence(question, None, None, FACTS), Answer(value, "made"))
    assert checked.ok
    assert not check_answer(Evidence(question, None, None, FACTS), Answer(value + 1.0, "made")).ok
