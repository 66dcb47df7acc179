"""Questions in free words: route or number, which kind, and what has to be given for it."""

from __future__ import annotations

import pytest

from eval.bench.questions.question_wording import QUESTIONS, STYLES, word_type
from eval.mini.paths import mini_root
from perception.errors import BadQuestion, UnknownStation
from tools.asks_for_number import asks_for_number
from tools.find_names import KnownNames
from tools.question import Asked
from tools.read_question import read_question

KNOWN = KnownNames(("Hill", "Lake", "Fort", "Quay"), ("Red Line", "2"))
NAMES = {"a": "Hill", "b": "Lake", "c": "Fort", "d": "Quay", "x": "Red Line", "y": "2"}
EDGES = {"a": "Hill-Lake", "b": "Fort-Quay"}
GIVES = ({"map"}, {"edges"}, {"vertices"}, {"map", "vertices"})
KINDS = {
    "metromap": (
        Asked.LINE_COUNT,
        Asked.STATIONS_BETWEEN,
        Asked.IS_ON_LINE,
        Asked.LONGEST_LINE,
        Asked.EDGE_VALUE,
        Asked.ROWS_BETWEEN,
        Asked.TRANSFER_COUNT,
        Asked.TRANSFERS_ON_LINE,
        Asked.SHARE_LINE,
        Asked.LONGEST_STOP_TIME,
        Asked.MEAN_RELIABILITY,
        Asked.SHORTEST_TRANSFER,
    ),
    "travelmap": (
        Asked.SPOT_COUNT,
        Asked.ON_CIRCLE,
        Asked.ADJACENT_COUNT,
        Asked.MOST_FREQUENT,
        Asked.EDGE_VALUE,
        Asked.IS_NEAR,
        Asked.BRIEF_COUNT,
        Asked.CHEAPEST_OF,
        Asked.IS_ABOVE,
        Asked.SAME_COUNT,
        Asked.BRIEF_ON_WAY,
        Asked.CHEAPEST_ADJACENT,
    ),
}


def worded(domain: str, number: int, style: str) -> str:
    edges = KINDS[domain][number - 1] in (Asked.EDGE_VALUE, Asked.ROWS_BETWEEN)
    return word_type(domain, number, style, {**NAMES, **(EDGES if edges else {}), "column": "Time"})


@pytest.mark.parametrize("domain", list(QUESTIONS))
@pytest.mark.parametrize("style", STYLES)
def test_every_type_is_told_by_its_wording_whatever_else_is_given(domain: str, style: str) -> None:
    for number, kind in enumerate(KINDS[domain], start=1):
        text = worded(domain, number, style)
        assert asks_for_number(text), text
        enough = GIVES[(number - 1) // 3]
        for gives in (enough, {"map", "vertices"}, {"edges", "vertices"}, {"edges"}, {"vertices"}):
            try:
                found = read_question(text, domain, gives, KNOWN, free=True)
            except BadQuestion as error:
                assert gives != enough, text
                assert "give" in error.mend
            else:
                # What the inputs cannot answer is not taken for what they can.
                assert found.asked is kind, (text, gives)


def test_planning_questions_ask_for_a_route() -> None:
    import json

    files = sorted(mini_root().glob("*/data/*/*.json"))
    texts = {record["question"] for f in files for record in json.loads(f.read_text("utf-8"))}
    assert len(texts) > 300
    assert not [text for text in texts if asks_for_number(text)]


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("How do I get from Hill to Lake?", False),
        ("Hill to Lake, from Hill to Lake", False),
        ("Which route from Hill to Lake has the fewest stations?", False),
        ("What is the cheapest way to go from Hill to Lake?", False),
        ("Is the shortest path from Hill to Lake less than 5 edges?", True),
        ("How many stops are there from Hill to Lake?", True),
        ("Can I go from Hill to Lake without changing?", True),
        ("Lowest price among Hill and Lake?", True),
    ],
)
def test_route_or_number(text: str, number: bool) -> None:
    assert asks_for_number(text) is number


@pytest.mark.parametrize(
    "text",
    [
        "How many lines pass Hill?",
        "how many lines stop at hill",
        "How many metro lines serve Hill station?",
        "What is the number of lines through Hill?",
        "How many lines does Hill have?",
    ],
)
def test_the_lines_of_a_station_are_counted_not_all_lines(text: str) -> None:
    for gives in ({"map"}, {"edges"}, {"vertices"}):
        found = read_question(text, "metromap", gives, KNOWN, free=True)
        assert (found.asked, found.stations) == (Asked.LINES_AT, ("Hill",))
    assert read_question(text, "metromap", {"map"}, KNOWN).asked is Asked.LINES_AT


@pytest.mark.parametrize("name", ["Nowhere", "nowhere"])
def test_an_unknown_station_is_no_reason_to_count_something_else(name: str) -> None:
    for free in (True, False):
        with pytest.raises(UnknownStation, match=name):
            read_question(f"how many lines pass {name}?", "metromap", {"map"}, KNOWN, free=free)
