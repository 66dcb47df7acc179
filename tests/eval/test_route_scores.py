"""EMA, PMA and DS: worked examples, and equality with a plain restatement of the rules."""

from __future__ import annotations

import difflib
import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from eval.maptab.kinds import get_kind
from eval.metrics.route_match import exact_match, partial_match, same_station
from eval.metrics.tagged_totals import tagged_text
from eval.metrics.task_score import score_answer, score_record, score_records
from eval.systems import Outcome
from tests.eval.tiny_maptab import ROUTES, TOTALS, record_of

ONLY_MAP = get_kind("metromap", "only_map")
TOTALS_KIND = get_kind("metromap", "constraint_1_2_3_4_totals")


# The rules once more, slow and word by word.


def restated_similarity(reference: str, given: str) -> float:
    return difflib.SequenceMatcher(None, reference.strip().lower(), given.strip().lower()).ratio()


def restated_ema(response: str, references: list[str]) -> int:
    best = 0
    for reference in references:
        names, given = reference.split("-"), response.split("-")
        equal = len(names) == len(given)
        if equal:
            for place in range(len(names)):
                if "(transfer)" in names[place] or "(transfer)" in given[place]:
                    equal = equal and names[place] == given[place]
                else:
                    equal = equal and restated_similarity(names[place], given[place]) >= 0.5
        best = max(best, 1 if equal else 0)
    return best


def restated_pma(response: str, references: list[str]) -> float:
    best = 0.0
    for reference in references:
        names, given = reference.split("-"), response.split("-")
        length = 0
        while (
            length < len(names)
            and length < len(given)
            and restated_similarity(names[length], given[length]) >= 0.5
        ):
            length += 1
        best = max(best, length / len(names))
    return round(best, 4)


STATIONS = (
    "Alder Park",
    "Alder Pier",
    "West 12th_Birch",
    "Cedar",
    "Cedars",
    "Dune / Düne",
    "东湖",
    "东湖公园",
    "Elm St.",
    "F",
    "  Gate",
    "HILL",
    "hill road",
    "ÎLE-DE-FÉE".replace("-", "_"),
    "A1",
    "A2",
    "x" * 230,
    "xy" * 120,
)
MARK = "(transfer)"


def damaged(route: list[str], chance: random.Random) -> str:
    """Damage a route in one to four ways."""
    pieces = list(route)
    for _ in range(chance.randint(0, 4)):
        way = chance.randrange(12)
        place = chance.randrange(len(pieces)) if pieces else 0
        if not pieces:
            pieces = [chance.choice(STATIONS)]
        elif way == 0:
            del pieces[place]
        elif way == 1:
            other = chance.randrange(len(pieces))
            pieces[place], pieces[other] = pieces[other], pieces[place]
        elif way == 2:
            pieces.insert(place, chance.choice(STATIONS))
        elif way == 3 and pieces[place]:
            letters = list(pieces[place])
            for _ in range(chance.randint(1, max(1, len(letters) * 2 // 3))):
                letters[chance.randrange(len(letters))] = chance.choice("abcxyz 东é-_")
            pieces[place] = "".join(letters)
        elif way == 4:
            pieces[place] = chance.choice([str.upper, str.lower, str.title])(pieces[place])
        elif way == 5:
            pieces[place] = chance.choice([" ", "\n", "\t"]) + pieces[place] + " "
        elif way == 6:
            pieces[place] += MARK
        elif way == 7:
            pieces[place] = pieces[place].replace(MARK, "")
        elif way == 8 and MARK in pieces[place]:
            pieces[place] = pieces[place].replace(MARK, "")
            pieces[(place + 1) % len(pieces)] += MARK
        elif way == 9:
            pieces[place] = chance.choice(["", "-", "--", "?", "🚇", "(Transfer)", MARK])
        elif way == 10:
            pieces[place] = pieces[place][: chance.randint(0, len(pieces[place]))]
        else:
            pieces = pieces[: chance.randint(0, len(pieces))]
    return chance.choice(["-", "-", "-", " - ", "→", "--"]).join(pieces)


def test_equal_to_the_restated_rules_on_damaged_routes() -> None:
    chance = random.Random(20240607)
    seen = set()
    for _ in range(4000):
        references = []
        for _ in range(chance.choice([1, 1, 1, 2, 3])):
            stations = chance.choices(STATIONS, k=chance.randint(1, 7))
            references.append([s + (MARK if chance.random() < 0.2 else "") for s in stations])
        response = damaged(chance.choice(references), chance)
        written = ["-".join(reference) for reference in references]
        expected = restated_ema(response, written), restated_pma(response, written)
        assert (exact_match(response, written), partial_match(response, written)) == expected
        seen.add(expected)
    assert {(0, 0.0), (1, 1.0)} < seen
    assert len({pma for ema, pma in seen if not ema}) > 15


@settings(max_examples=300, deadline=None)
@given(
    response=st.text(st.sampled_from("ab-東 (transfer)"), max_size=40),
    references=st.lists(
        st.text(st.sampled_from("ab-東 (transfer)"), max_size=30), min_size=1, max_size=3
    ),
)
def test_equal_to_the_restated_rules_on_any_text(response: str, references: list[str]) -> None:
    assert exact_match(response, references) == restated_ema(response, references)
    assert partial_match(response, references) == restated_pma(response, references)


def test_similarity_takes_the_reference_first() -> None:
    # The ratio is not symmetric: it depends on which of the two is given first.
    one, other = "tide", "diet"
    assert restated_similarity(one, other) != restated_similarity(other, one)
    for reference, answer in ((one, other), (other, one)):
        expected = restated_similarity(reference, answer) >= 0.5
        assert same_station(reference, answer) == expected


def test_worked_examples() -> None:
    references = ["A Hill-Birch(transfer)-Cedar-Dune", "A Hill-Elm-Dune"]
    assert exact_match("A Hill-Birch(transfer)-Cedar-Dune", references) == 1
    assert exact_match("a hil-BIRCH(transfer)-Ceder-Dune", references) == 0  # marked: identical
    assert exact_match("a hil-Birch(transfer)-Ceder- dune ", references) == 1
    assert exact_match("A Hill-Birch-Cedar-Dune", references) == 0  # the mark is missing
    assert exact_match("A Hill-Elm(transfer)-Dune", references) == 0  # a mark too many
    assert exact_match("A Hill-Elm-Dune", references) == 1  # any reference will do
    assert partial_match("A Hill-Birch-Cedar-Nowhere", references) == 0.75  # marks are letters
    assert partial_match("A Hill-Elm-Xyz-Dune", references) == 0.6667
    assert partial_match("A Hill-Elm-Dune-Far-Farther", references) == 1.0
    assert partial_match("Dune-Elm-A Hill", references) == 0.0


@pytest.mark.parametrize(
    ("levels", "ds"),
    [
        (("Easy", "Easy"), 2),
        (("Hard", "Easy"), 4),
        (("Medium", "Hard"), 5),
        (("hard", "HARD"), 6),
        (("Hard", ...), 0),
        (("Hard", "Harder"), 0),
        ((None, 3), 0),
    ],
)
def test_difficulty_counts_where_the_match_is_exact(levels: tuple[Any, Any], ds: int) -> None:
    changes = {"Map_Difficulty": levels[0], "Query_Difficulty": levels[1]}
    record = record_of(ONLY_MAP, **changes)
    right = score_record(ONLY_MAP, record | {"response": record["routes"][1]})
    wrong = score_record(ONLY_MAP, record | {"response": "Alder-Dune"})
    assert (right.ema, right.ds, right.difficulty) == (1, ds, ds)
    assert (wrong.ema, wrong.ds, wrong.difficulty) == (0, 0, ds)
    assert wrong.pma == 0.25


@pytest.mark.parametrize(
    ("record", "outcome"),
    [
        (record_of(ONLY_MAP), Outcome.NO_ANSWER),
        (record_of(ONLY_MAP, response=None), Outcome.NO_ANSWER),
        (record_of(ONLY_MAP, response=" \n"), Outcome.NO_ANSWER),
        (record_of(ONLY_MAP, response=None, outcome="limit"), Outcome.LIMIT),
        (record_of(ONLY_MAP, response="", outcome="refused"), Outcome.REFUSED),
        (record_of(ONLY_MAP, response="", outcome="scored"), Outcome.NO_ANSWER),
        (record_of(ONLY_MAP, response=None, outcome="thrilled"), Outcome.NO_ANSWER),
        (record_of(ONLY_MAP, response=None, outcome=["limit"]), Outcome.NO_ANSWER),
        (record_of(ONLY_MAP, response="x", outcome="limit"), Outcome.SCORED),
        (record_of(ONLY_MAP, response=["Alder"]), Outcome.BAD_RECORD),
        (record_of(ONLY_MAP, response="x", routes=...), Outcome.BAD_RECORD),
        (record_of(ONLY_MAP, response="x", routes=[]), Outcome.BAD_RECORD),
        (record_of(ONLY_MAP, response="x", routes="Alder-Dune"), Outcome.BAD_RECORD),
        (record_of(ONLY_MAP, response="x", routes=[None]), Outcome.BAD_RECORD),
        ("Alder-Dune", Outcome.BAD_RECORD),
        (None, Outcome.BAD_RECORD),
    ],
)
def test_every_record_has_an_outcome(record: object, outcome: Outcome) -> None:
    score = score_record(ONLY_MAP, record)
    assert (score.outcome, score.ema, score.pma, score.ds) == (outcome, 0, 0.0, 0)


def test_damaged_values_beside_the_score_do_not_matter() -> None:
    changes: dict[str, Any] = {
        "station_1": 5,
        "city": None,
        "weights": "x",
        "Total_Time": "soon",
        "extra": {},
    }
    record = record_of(ONLY_MAP, response=ROUTES["metromap"][0], **changes)
    assert score_record(ONLY_MAP, record).ema == 1
    assert score_record(TOTALS_KIND, record).ema == 1


def test_a_stated_outcome_other_than_scored_scores_nothing() -> None:
    record = record_of(ONLY_MAP)
    for outcome in Outcome:
        score = score_answer(ONLY_MAP, record, record["routes"][0], outcome)
        assert score.outcome == outcome
        assert score.ema == (outcome is Outcome.SCORED)
        assert score.difficulty == 5


def test_fractions_are_of_all_records() -> None:
    route = ROUTES["metromap"][0]
    records = [
        record_of(ONLY_MAP, response=route),
        record_of(ONLY_MAP, response=route),  # the same record twice counts twice
        record_of(ONLY_MAP, response="Alder-Birch-Nowhere"),
        record_of(ONLY_MAP, response=None),
        record_of(ONLY_MAP, response=route, routes=...),
    ]
    score = score_records(ONLY_MAP, records).as_dict()
    assert score == {
        "n": 5,
        "ema": 0.4,
        "pma": 0.5,
        "ds": 10,
        "ds_max": 20,
        "outcomes": {
            "scored": 3,
            "no_answer": 1,
            "refused": 0,
            "limit": 0,
            "error": 0,
            "bad_record": 1,
        },
    }


def test_no_records_no_fractions() -> None:
    score = score_records(ONLY_MAP, [])
    assert (score.n, score.ema, score.pma, score.ds, score.ds_max) == (0, None, None, 0, 0)


def test_raw_response_stands_in_for_a_missing_response() -> None:
    record = record_of(ONLY_MAP, raw_response=ROUTES["metromap"][0])
    assert score_record(ONLY_MAP, record).ema == 1


def tagged(route: str, totals: dict[str, Any], newline: str = "") -> str:
    parts = [f"<route_begin>{newline}{route}{newline}<route_end>"]
    parts += [f"<{name}_begin>{value}<{name}_end>" for name, value in totals.items()]
    return "Some words.\n" + "\n".join(parts)


def test_totals_are_judged_after_rounding() -> None:
    route = ROUTES["metromap"][0]

    def judged(**changes: Any) -> tuple[int, list[bool]]:
        given = TOTALS | {
            name.replace("_Comfort", "_Comfort Level"): v for name, v in changes.items()
        }
        score = score_record(
            TOTALS_KIND, record_of(TOTALS_KIND, response=tagged(route, given, "\n"))
        )
        assert score.totals is not None
        return score.ema, list(score.totals.values())

    assert judged() == (1, [True] * 4)
    assert judged(Total_Time="123.450") == (1, [True] * 4)
    assert judged(Total_Time="123.4451") == (1, [True] * 4)
    assert judged(Total_Time=" 123.445 ") == (1, [True] * 4)  # a half goes up
    assert judged(Total_Time="123.444") == (1, [False, True, True, True])
    assert judged(Total_Price="67.9") == (1, [True, False, True, True])
    assert judged(Average_Comfort="0.9876539") == (1, [True] * 4)
    assert judged(Average_Comfort="0.98765") == (1, [True, True, False, True])
    assert judged(Average_Reliability="nan") == (1, [True, True, True, False])
    assert judged(Average_Reliability="45 %") == (1, [True, True, True, False])
    assert judged(Total_Time="1e999999999") == (1, [False, True, True, True])


def test_the_route_is_read_from_its_tags_and_alone_where_there_are_none() -> None:
    route = ROUTES["metromap"][1]
    for response in (
        tagged(route, {}),
        tagged(route, TOTALS).upper().replace(route.upper(), route),
    ):
        assert score_record(TOTALS_KIND, record_of(TOTALS_KIND, response=response)).ema == 1
    # Released results files hold the bare route, and the totals in fields of their own.
    fields = {"Answer_" + name.replace(" ", "_"): str(value) for name, value in TOTALS.items()}
    score = score_record(TOTALS_KIND, record_of(TOTALS_KIND, response=route, **fields))
    assert (score.ema, score.totals) == (1, dict.fromkeys(TOTALS, True))
    # A plain task has no tags: they are part of the answer.
    assert score_record(ONLY_MAP, record_of(ONLY_MAP, response=tagged(route, {}))).ema == 0
    assert tagged_text("<route_begin>A-B", "route") is None


def test_totals_are_fractions_of_all_records_and_a_damaged_label_is_wrong() -> None:
    right = record_of(TOTALS_KIND, response=tagged(ROUTES["metromap"][0], TOTALS))
    score = score_records(
        TOTALS_KIND,
        [right, right | {"Total_Time": None}, right | {"response": None}, right | {"routes": 1}],
    ).as_dict()
    assert score["ema"] == 0.5
    assert score["totals"] == {
        "Total_Time": 0.25,
        "Total_Price": 0.5,
        "Average_Comfort Level": 0.5,
        "Average_Reliability": 0.5,
    }


def test_only_totals_of_columns_that_the_task_shows_are_asked_for() -> None:
    kind = get_kind("metromap", "constraint_1_totals")
    response = tagged(ROUTES["metromap"][0], {"Total_Time": TOTALS["Total_Time"]})
    score = score_records(kind, [record_of(kind, response=response)]).as_dict()
    assert (score["ema"], score["totals"]) == (1.0, {"Total_Time": 1.0})


def test_an_unknown_difficulty_is_counted_and_told() -> None:
    right = record_of(ONLY_MAP, response=ROUTES["metromap"][0])
    odd = [right | {"Map_Difficulty": "extreme"}, right | {"Query_Difficulty": None}]
    score = score_records(ONLY_MAP, [right, *odd])
    assert score.ema == 1.0
    assert score.as_dict()["unrated"] == 2
    assert "2 of 3" in score.remarks()[0]
    known = score_records(ONLY_MAP, [right])
    assert (score.ds, score.ds_max) == (known.ds, known.ds_max)
    assert known.remarks() == ()
    assert "unrated" not in known.as_dict()
