"""Origin and destination from the wording alone."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from perception.errors import BadQuestion
from tools.parse_question import Ends, parse_question
from tools.tables import read_table, vertex_names

# The five published styles and the wordings of the criteria, reworded.
STYLES = (
    "According to the Subway Map, what is the path with the fewest stations from {a} to {b}?",
    "According to Edge Table, what is the shortest path from {a} to {b}?",
    "According to the Scenic Area Planning Map, how can I reach {b} from {a} via the best path?",
    "According to the Subway Map, how can I travel from {a} to {b} with the fewest stations?",
    "According to the map, what is the shortest route in terms of station count from {a} to {b}?",
    "According to the map and the Vertex Table, what is the smoothest ride between {a} and {b}?",
    "Provide the route balancing speed, cost and comfort between {a} and {b}.",
)
FREE = (
    "How do I get to {b} from {a}?",
    "I want to go to {b} starting from {a}.",
    "Based on the map, how do I get to {b} from {a} with as few stations as possible?",
    "How can I reach {b} from {a} with time, price and comfort weighed against one another?",
    "Show me a way from {a} to {b} as cheaply as possible.",
    "How can I go from {a} to {b} most reliably?",
    "Which way should I take from {a} to {b} to save money?",
    "How should I go from {a} to {b} if only comfort counts?",
    "What is the best way to get from {a} to {b}, considering time and price?",
    "Starting at {a} and ending at {b}, which route is the most reliable?",
    "Leaving {a} for {b}, which way is the cheapest?",
    "Origin: {a}; destination: {b}",
    "{a} -> {b}",
    'The fewest stations from "{a}" to "{b}", please.',
    "Which route {a} to {b} is cheapest?",
    "I am at {a}. Which way takes me to {b} soonest?",
    "从{a}到{b}的最短路径是什么？",
    "从{a}出发，到{b}怎么走？",
    "由{a}前往{b}，应该如何换乘？",
    "去{b}，从{a}怎么走？",
    "{a}和{b}之间站数最少的路线是哪条？",
    "{a}到{b}最快的路线是哪条？",
    "起点：{a}，终点：{b}",
)
PLAIN_PAIRS = (
    ("Alder Park", "West 12th_Birch"),
    ("Quay / Kade", "St.Elmo"),
    ("Dr. A. B. Cole Stn., Assembly", "Rook's End"),
    ("东湖寺", "西门_口"),
    ("有乐町", "Line 9 Depot (North)"),
)


@pytest.mark.parametrize("style", STYLES + FREE)
@pytest.mark.parametrize(("source", "target"), PLAIN_PAIRS)
def test_plain_names_need_no_vocabulary(style: str, source: str, target: str) -> None:
    question = style.format(a=source, b=target)
    assert parse_question(question) == Ends(source, target)
    assert parse_question(question, (target, source, "Elsewhere")) == Ends(source, target)


@pytest.mark.parametrize("style", STYLES + FREE)
@pytest.mark.parametrize(
    ("source", "target"),
    [
        ("Road to Nowhere", "Hill and Dale"),
        ("View from Hill", "Lake to Pier"),
        ("Castle and Crown", "Crown"),
        ("Park", "West Park"),
        ("Where?", "How far?"),
        ("Route", "Map"),
        ("King St.", "King"),
    ],
)
def test_a_vocabulary_settles_names_that_look_like_wording(
    style: str, source: str, target: str
) -> None:
    names = (source, target, "Hill", "Lake", "Road", "Nowhere", "Pier", "Castle", "Dale", "West")
    question = style.format(a=source, b=target)
    assert parse_question(question, names) == Ends(source, target)


WORDS = ("to", "and", "from", "Park", "Hill", "St.", "No. 9", "Lake", "北", "Quai", "of", "(old)")
SEPARATORS = (" ", "_", ", ", " / ", " & ")
NAMES = st.lists(
    st.tuples(st.sampled_from(WORDS), st.sampled_from(SEPARATORS)), min_size=1, max_size=4
).map(lambda parts: "".join(word + mark for word, mark in parts).rstrip(" _,/&"))


@settings(max_examples=400, deadline=None)
@given(
    style=st.sampled_from(STYLES),
    names=st.lists(NAMES, min_size=2, max_size=8, unique=True),
)
def test_any_names_of_a_vocabulary_are_found(style: str, names: list[str]) -> None:
    glue = {"to", "and", "from", "of"}
    assume(all(name.strip() and name.lower() not in glue for name in names))
    source, target = names[:2]
    question = style.format(a=source, b=target)
    # Some wordings mean two things: then no reader can tell.
    same = [
        (a, b)
        for a in names
        for b in names
        for other in STYLES
        if (a, b) != (source, target) and other.format(a=a, b=b).endswith(question[40:])
    ]
    assume(not same)
    assert parse_question(question, names) == Ends(source, target)


@pytest.mark.shared
@pytest.mark.parametrize("data", ["maptab_sample", "metro_dev", "real_dev"])
def test_every_question_of_the_data(shared: Path, data: str) -> None:
    root = shared / "datasets" / data
    files = sorted(root.glob("*/data/test_set/*.json"))
    assert files
    for file in files:
        for record in json.loads(file.read_text(encoding="utf-8")):
            table = record["vertex_tab"].replace("vertex2", "vertex")
            names = vertex_names(read_table(root / table, "Vertex_tab"))
            ends = Ends(
                record.get("station_1") or record["spot_1"],
                record.get("station_2") or record["spot_2"],
            )
            assert parse_question(record["question"], names) == ends
            assert parse_question(record["question"]) == ends


def test_equal_ends_are_told_as_they_are() -> None:
    assert parse_question("From Alder to Alder?") == Ends("Alder", "Alder")
    assert parse_question("From Alder to Alder?", ["Alder"]) == Ends("Alder", "Alder")


def test_an_unknown_name_is_told_as_worded_and_no_other_name_takes_its_place() -> None:
    names = ("Map", "Alder", "Route")
    question = "According to the Map, what is the Route from Alder to Atlantis?"
    assert parse_question(question, names) == Ends("Alder", "Atlantis")
    assert parse_question("What Map shows the Route from Mu to Atlantis?", names) == Ends(
        "Mu", "Atlantis"
    )


def test_writing_differs_but_the_vocabulary_has_it() -> None:
    names = ("West 12th_Birch", "Alder")
    assert parse_question("from ALDER to west 12th - birch?", names) == Ends(
        "Alder", "West 12th_Birch"
    )


def test_a_near_vocabulary_picks_the_reading() -> None:
    # Labels as a recogniser reads them: no name is met exactly.
    names = ("Castle and Crovvn", "Bannk", "Elm")
    ends = parse_question("what is the ride between Castle and Crown and Bank?", names)
    assert ends == Ends("Castle and Crown", "Bank")


@pytest.mark.parametrize("question", ["", "  \n", "What time is it?", "from", "to Alder", "？"])
def test_no_ends_no_answer(question: str) -> None:
    with pytest.raises(BadQuestion):
        parse_question(question)
    with pytest.raises(BadQuestion):
        parse_question(question, ["Alder", "Birch"])
