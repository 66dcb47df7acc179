"""ReasonMap's scores: worked by hand, rule by rule, and under random damage."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from eval.reasonmap.benchmark import ReasonMap
from eval.reasonmap.kinds import KINDS
from eval.reasonmap.names import Names
from eval.reasonmap.task_score import RideScore, pool_scores, score_answer
from eval.reasonmap.wording import word_question
from tools.ride import RideForm, Segment, write_ride
from tools.task import TaskKind

BY_NAME = {kind.name: kind for kind in KINDS}
SHORT, LONG = BY_NAME["short_text"], BY_NAME["long_text"]
METRO = {
    "Line 1": ["A Station", "B Station", "C Station (Transfer Station)", "D Station"],
    "Line 2": ["E Station", "C Station (Transfer Station)", "F Station", "G Station", "H Station"],
    "Line 3": ["A Station", "X Station", "H Station"],
}
DIRECT = [
    {
        "route_name": "M3",
        "departure_stop": "A",
        "arrival_stop": "H",
        "via_stops": ["X"],
        "num_via_stops": 1,
    }
]
CHANGING = [
    {
        "route_name": "Line 1",
        "departure_stop": "A",
        "arrival_stop": "C",
        "via_stops": ["B"],
        "num_via_stops": 1,
    },
    {
        "route_name": "Metro 2 Line",
        "departure_stop": "C",
        "arrival_stop": "H",
        "via_stops": ["F", "G"],
        "num_via_stops": 2,
    },
]


def record(form: RideForm = RideForm.COUNTS, **changes: Any) -> dict[str, Any]:
    return {
        "country": "nowhere",
        "city": "town",
        "station_1": "A Station",
        "station_2": "H Station",
        "question_short": word_question("A Station", "H Station", RideForm.SHORT),
        "question_long": word_question("A Station", "H Station", form),
        "json": METRO,
        "routes": {"1": CHANGING},
        "map_difficulty": "easy",
        "question_difficulty": "medium",
        **changes,
    }


def block(line: str, departure: str, arrival: str, extra: str = "") -> str:
    text = f"Route Name: {line}\nDeparture Stop: {departure}\nArrival Stop: {arrival}"
    return f"{text}\n{extra}" if extra else text


RIGHT = f"{block('Line 1', 'A Station', 'C Station')}\n--\n{block('2', 'C Station', 'H Station')}"


def short(answer: str, **changes: Any) -> RideScore:
    return score_answer(SHORT, record(**changes), answer)


def long(answer: str, form: RideForm = RideForm.COUNTS, **changes: Any) -> RideScore:
    return score_answer(LONG, record(form, **changes), answer)


def test_a_right_answer_of_two_segments() -> None:
    # Ends 1, two lines 4, four stops 4: 9, and 10 for being correct.
    score = short(RIGHT)
    assert (score.outcome, score.right, score.map_score) == ("scored", 1, 19.0)
    assert score.parts == {"ends": 1, "lines": 4, "stops": 4, "via_count": 0, "via_names": 0}
    assert score.without_ends == 18.0
    assert score.weight == 1.5


@pytest.mark.parametrize(
    "answer",
    [
        block("Line 1", "B Station", "C Station") + "\n--\n" + block("2", "C Station", "H Station"),
        block("Line 1", "A Station", "C Station") + "\n--\n" + block("2", "C Station", "G Station"),
        block("Line 9", "A Station", "C Station") + "\n--\n" + block("2", "C Station", "H Station"),
        block("Line 1", "A Station", "F Station") + "\n--\n" + block("2", "F Station", "H Station"),
        block("Line 1", "A Station", "D Station") + "\n--\n" + block("2", "C Station", "H Station"),
        "I would take Line 1 and change at C.",
        "Route Name: Line 3\nDeparture Stop: A Station",
    ],
    ids=["start", "end", "no line", "not on line", "not joined", "no block", "half a block"],
)
def test_each_rule_of_correctness(answer: str) -> None:
    assert short(answer).right == 0


def test_wrong_ends_score_nothing_and_a_wrong_middle_keeps_its_parts() -> None:
    assert short(block("Line 1", "B Station", "H Station")).map_score == 0
    # Ends 1; the first line is right 2, its departure 1; the second line 2, its arrival 1.
    broken = block("Line 1", "A Station", "D Station") + "\n--\n" + block("2", "X", "H Station")
    assert short(broken).map_score == 7


@pytest.mark.parametrize("style", ["Line 1", "Route 1", "1", "Metro 1 Line", "M1", "LINE 1"])
def test_lines_are_equal_up_to_style(style: str) -> None:
    assert short(RIGHT.replace("Line 1", style)).map_score == 19


def test_names_are_cleaned() -> None:
    noisy = RIGHT.replace("C Station", "**c- Station** (Transfer Station)")
    assert short(noisy).map_score == 19


def test_a_block_without_its_fields_is_skipped() -> None:
    assert short(f"Of course!\n--\n{RIGHT}\n--\nHave a nice ride.").map_score == 19


def test_thoughts_before_the_answer_do_not_count() -> None:
    thought = f"<think>{block('Line 3', 'A Station', 'X Station')}\n--\n</think>{RIGHT}"
    assert short(thought).map_score == 19


def test_the_best_of_several_plans_counts() -> None:
    both = {"1": CHANGING, "2": DIRECT, "3": None}
    direct = block("Line 3", "A Station", "H Station")
    # Against the plan that changes: ends 1, departure 1. Against the direct one 1 + 2 + 2.
    assert short(direct).map_score == 12
    assert short(direct, routes=both).map_score == 15
    assert short(RIGHT, routes=both).map_score == 19


def test_short_quality_is_capped_at_ten() -> None:
    stops = [f"S{i} Station" for i in range(5)]
    plan = [
        {"route_name": f"Line {i}", "departure_stop": stops[i], "arrival_stop": stops[i + 1]}
        for i in range(4)
    ]
    metro = {f"Line {i}": stops[i : i + 2] for i in range(4)}
    answer = "\n--\n".join(block(f"Line {i}", stops[i], stops[i + 1]) for i in range(4))
    score = short(answer, json=metro, routes=[plan], station_1=stops[0], station_2=stops[4])
    assert sum(score.parts.values()) == 17
    assert score.map_score == 20


def counted(first: str, second: str) -> str:
    return (
        block("Line 1", "A Station", "C Station", f"Number of Via Stops: {first}")
        + "\n--\n"
        + block("Line 2", "C Station", "H Station", f"Number of Via Stops: {second}")
    )


@pytest.mark.parametrize(
    ("first", "second", "paper", "released"),
    [
        ("1", "2", 8.0, 8.0),
        ("1", "3", 4 + 4 - 4 / 3, 4 + 2.0),
        ("1", "4", 4 + 2.0, 4 + 0.0),
        ("0", "2", 4 + 0.0, 4 + 0.0),
        ("about 2 stops", "none", 2.0, 0.0),
    ],
)
def test_numbers_of_stops_between(first: str, second: str, paper: float, released: float) -> None:
    answer = counted(first, second)
    score = long(answer)
    assert score.parts["via_count"] == pytest.approx(paper)
    assert score.map_score == pytest.approx(9 + paper + 20)
    found = score_answer(LONG, record(), answer, mode="released")
    assert found.parts["via_count"] == pytest.approx(released)


def test_no_stop_between_on_either_side_is_right_and_else_is_not() -> None:
    plan = [{"route_name": "1", "departure_stop": "A", "arrival_stop": "B", "num_via_stops": 0}]
    changes: dict[str, Any] = {"routes": [plan], "station_2": "B Station"}
    right = block("1", "A Station", "B Station", "Number of Via Stops: 0")
    wrong = right.replace("Stops: 0", "Stops: 2")
    assert long(right, **changes).parts["via_count"] == 4
    untold = long(block("1", "A Station", "B Station"), **changes)
    assert (untold.right, untold.parts["via_count"]) == (1, 0)
    assert long(wrong, **changes).parts["via_count"] == 0
    for answer, points in ((right, 4), (wrong, 0)):
        found = score_answer(LONG, record(**changes), answer, mode="released")
        assert found.parts["via_count"] == points


def named(first: str, second: str, line: str = "Line 2") -> str:
    return (
        block("Line 1", "A Station", "C Station", f"Via Stops: {first}")
        + "\n--\n"
        + block(line, "C Station", "H Station", f"Via Stops: {second}")
    )


def test_names_of_stops_between() -> None:
    # All three named and no other: matched 3, overlap 1: (3 + 10) / 2.
    right = long(named("B Station", "F Station, G Station"), RideForm.NAMES)
    assert right.parts["via_names"] == 6.5
    assert right.map_score == 9 + 6.5 + 20
    # One of three, and one that is none: matched 1, overlap 1 of 4.
    some = long(named("D Station", "F Station"), RideForm.NAMES)
    assert some.parts["via_names"] == pytest.approx((1 + 10 / 4) / 2)
    # On another line the names match, but do not overlap with a line's: only B of B does.
    other = long(named("B Station", "F Station, G Station", "Line 3"), RideForm.NAMES)
    assert other.parts["via_names"] == pytest.approx((3 + 10) / 2)
    assert other.right == 0


def test_nothing_between_earns_nothing_by_names() -> None:
    plan = [{"route_name": "1", "departure_stop": "A", "arrival_stop": "B", "via_stops": []}]
    answer = block("1", "A Station", "B Station", "Via Stops: none")
    score = long(answer, RideForm.NAMES, routes=[plan], station_2="B Station")
    # Ends 1, line 2, stops 2, and 20 for being correct.
    assert (score.parts["via_names"], score.map_score) == (0, 25)


def test_local_and_english_names_are_both_right_by_the_users_table() -> None:
    metro = {"1号线": ["甲站", "乙站", "丙站"]}
    plan = [{"route_name": "地铁1号线(甲--丙)", "departure_stop": "甲", "arrival_stop": "丙"}]
    local = record(json=metro, routes=[plan], station_1="甲站", station_2="丙站")
    english = block("Line 1", "Jia Station", "Bing Station")
    names = Names({"甲站": "Jia Station", "丙站": "Bing Station"})
    assert score_answer(SHORT, local, block("1", "甲站", "丙站")).map_score == 15
    assert score_answer(SHORT, local, english).right == 0
    assert score_answer(SHORT, local, english, names=names).map_score == 15


def test_a_reference_line_that_the_data_does_not_name_is_the_one_of_its_stops() -> None:
    plan = [{**DIRECT[0], "route_name": "Kajang Express"}]
    assert short(block("Line 3", "A Station", "H Station"), routes=[plan]).map_score == 15


def test_released_lines_are_keys_and_elsewhere_their_own_reference() -> None:
    def released(answer: str, kind: TaskKind = SHORT, **changes: Any) -> RideScore:
        return score_answer(kind, record(**changes), answer, mode="released")

    exact = RIGHT.replace("Name: 2", "Name: Line 2")
    assert released(exact).right == 1
    assert released(RIGHT).right == 0
    assert released(exact).weight == 1.0
    # Outside China "Line 1" gives "Line Li", which it is not: no points for lines.
    assert released(exact).parts["lines"] == 0
    china = released(exact, country="china")
    assert china.parts["lines"] == 4
    # There the stops end in 站, so none of these agree.
    assert china.parts["stops"] == 0


def test_released_arrival_comes_from_a_departure_that_ends_in_station() -> None:
    plan = [{**part, "departure_stop": f"{part['departure_stop']} Station"} for part in CHANGING]
    exact = RIGHT.replace("Name: 2", "Name: Line 2")
    found = score_answer(SHORT, record(routes=[plan]), exact, mode="released")
    # Both departures agree; the references' arrivals have become A and C.
    assert found.parts["stops"] == 2


def test_released_chinese_names_for_lines() -> None:
    metro = {"Line 1": ["甲站", "乙站"], "Line 4": ["乙站", "丙站"]}
    plan = [{"route_name": "地铁八通线", "departure_stop": "甲", "arrival_stop": "乙"}]
    local = record(json=metro, routes=[plan], station_1="甲站", station_2="乙站", country="china")
    found = score_answer(SHORT, local, block("八通线", "甲站", "乙站"), mode="released")
    assert found.right == 1
    assert found.parts["lines"] == 2


@pytest.mark.parametrize(
    ("question", "level", "weight"),
    [
        ("easy", "easy", 1.0),
        ("medium", "easy", 1.5),
        ("hard", "easy", 2.0),
        ("easy", "medium", 1.5),
        ("medium", "middle", 2.0),
        ("hard", "medium", 2.5),
        ("easy", "hard", 2.0),
        ("medium", "hard", 2.5),
        ("hard", "hard", 3.0),
    ],
)
def test_weights_of_the_papers_table(question: str, level: str, weight: float) -> None:
    assert short("", question_difficulty=question, map_difficulty=level).weight == weight


def test_weighted_means_over_all_samples() -> None:
    scores = [
        short(RIGHT, question_difficulty="hard", map_difficulty="hard"),
        short("no idea", question_difficulty="easy"),
        score_answer(SHORT, {"station_1": "A"}, RIGHT),
    ]
    total = pool_scores(scores)
    assert total.n == 3
    assert total.accuracy == pytest.approx(1 / 3)
    assert total.weighted_accuracy == pytest.approx(3 / 5)
    assert total.weighted_map_score == pytest.approx(3 * 19 / 5)
    assert total.c1 == pytest.approx(19 / 3)
    assert total.c2 == pytest.approx(18 / 3)
    assert total.outcomes["bad_record"] == 1
    assert total.tokens is not None


def test_tokens_are_the_servers_where_it_counts_them() -> None:
    trace = {"server": {"usage": {"completion_tokens": 321}}}
    assert ReasonMap().score(SHORT, record(), RIGHT, None, trace).tokens == 321
    assert ReasonMap().score(SHORT, record(), "Line 1: 站台", None, {}).tokens == 5


@pytest.mark.parametrize(
    "broken",
    [
        {"json": None},
        {"json": "{"},
        {"json": {"Line 1": "A"}},
        {"routes": {}},
        {"routes": {"1": [{"route_name": "Line 1"}]}},
        {"station_1": ""},
        {"station_2": 7},
    ],
)
def test_a_broken_record_is_told_and_scores_nothing(broken: dict[str, Any]) -> None:
    score = short(RIGHT, **broken)
    assert (score.outcome, score.right, score.map_score) == ("bad_record", 0, 0)
    assert score.fault


_STOPS = st.sampled_from(["A", "B", "C", "D", "E", "F", "G", "H", "X", "Q"])
_SEGMENTS = st.builds(
    lambda line, one, other, via, count: Segment(
        line, f"{one} Station", f"{other} Station", tuple(f"{v} Station" for v in via), count
    ),
    st.sampled_from(["Line 1", "Line 2", "Line 3", "4", "M1"]),
    _STOPS,
    _STOPS,
    st.lists(_STOPS, max_size=4),
    st.integers(0, 9),
)


@settings(max_examples=150, deadline=None)
@given(
    answers=st.lists(st.lists(_SEGMENTS, min_size=1, max_size=4), min_size=1, max_size=12),
    form=st.sampled_from(list(RideForm)),
    plans=st.sampled_from([[CHANGING], [DIRECT], [CHANGING, DIRECT]]),
)
def test_a_correct_answer_always_outscores_an_incorrect_one(
    answers: list[list[Segment]], form: RideForm, plans: list[Any]
) -> None:
    kind = SHORT if form is RideForm.SHORT else LONG
    sample = record(form, routes=plans)
    correct = [RIGHT, block("3", "A Station", "H Station")]
    texts = [*correct, *(write_ride(answer, form) for answer in answers)]
    scores = [score_answer(kind, sample, text) for text in texts]
    right = [score.map_score for score in scores if score.right]
    wrong = [score.map_score for score in scores if not score.right]
    assert min(right) > max(wrong, default=-1)
    cap = 20 if form is RideForm.SHORT else 40
    assert all(0 <= score.map_score <= cap for score in scores)


@settings(max_examples=150, deadline=None)
@given(st.text(max_size=200), st.sampled_from(list(KINDS)), st.sampled_from(["paper", "released"]))
def test_any_text_can_be_scored(text: str, kind: TaskKind, mode: str) -> None:
    score = score_answer(kind, record(RideForm.NAMES), text, mode=mode)
    assert score.right == 0


def test_a_difficulty_in_another_word_is_counted_and_told() -> None:
    known, odd = record(map_difficulty="hard"), record(map_difficulty="extreme")
    answer = "no ride"
    total = pool_scores([score_answer(SHORT, each, answer) for each in (known, odd)])
    assert total.as_dict()["unrated"] == 1
    assert "1 of 2" in total.remarks()[0]
    assert pool_scores([score_answer(SHORT, known, answer)]).remarks() == ()
