"""Scores of walks: worked by hand, and as the released evaluator logged them."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from eval.mapbench.benchmark import MapBench
from eval.mapbench.kinds import NAVIGATION
from eval.mapbench.landmarks import EmbeddingMatcher, Landmarks, LexicalMatcher, make_matcher
from eval.mapbench.read_pickle import read_pickle
from eval.mapbench.task_score import pool_scores, score_answer
from eval.systems import Outcome
from perception.errors import ConfigError
from tests.eval.small_scenes import park_scene, record
from tools.scene_graph import SceneGraph, SceneNode


@pytest.fixture
def scene(tmp_path: Path) -> SceneGraph:
    return park_scene(tmp_path)


DIRECT = "Gate -> Lake (from West, moving along the road)"
AROUND = (
    "1. Gate -> Hut (old) (from Northwest, moving along the road)\n"
    "2. Hut (old) -> Lake (from Southwest, moving along the path by Lake"
)


def test_a_direct_walk_scores_one_and_a_detour_more(scene: SceneGraph) -> None:
    direct = score_answer(record(scene), DIRECT)
    assert (direct.outcome, direct.right, direct.pqs) == ("scored", 1, 1.0)
    assert direct.directions == (1, 1)
    # Direct: 100 + 100 + 200 + 100 = 500 px; by the hut 100 more there and back.
    around = score_answer(record(scene), f"Here is the way:\n{AROUND}\nEnjoy!")
    assert around.pqs == 700 / 500
    assert (around.directions, around.landmarks, around.roads) == ((2, 2), (4, 4), (1, 1))


@pytest.mark.parametrize(
    ("answer", "failure"),
    [
        ("There is no way.", "missing_path"),
        ("No path found -> none", "missing_path"),
        (
            "Start Node Name -> Next Node Name (from Direction, moving along Road Name)",
            "missing_path",
        ),
        ("Gate -> Lake along the road", "unparsable"),
        ("-> Lake (from West, moving along the road)", "unparsable"),
        ("Gate -> Qxzv (from West, moving along the road)", "unknown_landmark"),
        ("Hut (old) -> Lake (from West, moving along the road)", "incoherent"),
        ("Gate -> Hut (old) (from West, moving along the road)", "incoherent"),
        (f"{DIRECT}\nGate -> Lake (from West, moving along the road)", "incoherent"),
    ],
)
def test_each_class_of_failure(scene: SceneGraph, answer: str, failure: str) -> None:
    score = score_answer(record(scene), answer)
    assert (score.outcome, score.right, score.pqs) == ("scored", 0, None)
    assert score.failure == failure


def test_no_answer_is_a_missing_path_and_an_error_is_not(scene: SceneGraph) -> None:
    assert score_answer(record(scene), None).failure == "missing_path"
    assert (
        score_answer(record(scene), None, MapBench().score(NAVIGATION, {}, "").outcome).right == 0
    )


@pytest.mark.parametrize(
    ("start", "destination"), [("Qxzv", "Lake"), ("Gate", "Gate"), ("Gate", "Island")]
)
@pytest.mark.parametrize("answer", [DIRECT, None])
def test_a_query_that_cannot_be_walked_is_a_bad_record_whatever_is_answered(
    scene: SceneGraph, start: str, destination: str, answer: str | None
) -> None:
    parts = SceneGraph(scene.name, (*scene.nodes, SceneNode((9.0, 9.0), "Island")), scene.edges)
    for outcome in (None, Outcome.NO_ANSWER) if answer is None else (None,):
        score = score_answer(record(parts, start, destination), answer, outcome)
        assert (score.outcome, score.right, score.failure) == ("bad_record", 0, "")
        assert score.fault


def test_shares_and_means_over_all_samples(scene: SceneGraph) -> None:
    answers = [DIRECT, AROUND, "no", "Gate -> Lake", "Gate -> Hut (old) (from X, along Y)", None]
    scores = [score_answer(record(scene), answer) for answer in answers]
    scores.append(score_answer({"map_class": "mall"}, DIRECT))
    total = pool_scores(scores)
    assert (total.n, total.success, total.pqs) == (7, 2 / 7, 1.2)
    assert total.failures == {
        "missing_paths": 2 / 7,
        "format_non_compliance": 1 / 7,
        "linguistic_incoherence": 1 / 7,
    }
    assert total.classes["zoo"] == {"n": 6, "success": 2 / 6, "pqs": 1.2}
    assert total.classes["mall"] == {"n": 1, "success": 0.0, "pqs": None}
    assert (total.outcomes["bad_record"], total.outcomes["no_answer"]) == (1, 1)


def test_landmarks_are_matched_by_letters_or_by_embeddings(scene: SceneGraph) -> None:
    lexical = Landmarks(scene, LexicalMatcher())
    assert [lexical.meant(name) for name in ("the gate", "Old hut", "Zzz")] == [
        "Gate",
        "Hut (old)",
        None,
    ]

    def encode(texts: Sequence[str]) -> Any:
        water = ("Lake", "Pond")
        return np.array([[float(text in water), 1.0, float("Hut" in text)] for text in texts])

    embedding = Landmarks(scene, EmbeddingMatcher(encode))
    assert embedding.meant("Pond") == "Lake"
    answer = "Gate -> Pond (from West, moving along the road)"
    assert score_answer(record(scene), answer).right == 0
    assert score_answer(record(scene), answer, matcher=EmbeddingMatcher(encode)).right == 1


def test_a_matcher_that_is_not_there_is_refused() -> None:
    assert make_matcher("numpy:asarray").name == "numpy:asarray"
    for name in ("embeddings", "no.such:encode", "numpy:no_such"):
        with pytest.raises(ConfigError, match="--set"):
            make_matcher(name)


@pytest.mark.shared
@pytest.mark.parametrize("released", [False, True])
def test_scores_are_those_that_are_logged(shared: Path, released: bool) -> None:
    root = shared / "datasets/mapbench"
    scene = read_pickle(root / "pkl/google_map/4_2.pkl", "google_map/4_2")
    logged = [json.loads(line) for line in (root / "logs/google_map.jsonl").open()]
    assert len(logged) == 4
    for query in logged:
        sample = {**query, "scene": scene.to_dict()}
        score = score_answer(sample, query["answer"], released=released)
        assert (score.right, score.pqs) == (query["success"], query["path_score"])
