"""Records on disk: whatever a tool left in them, whole or not at all."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st

from eval.run.config import flatten
from eval.run.fingerprint import code_sha256, git_state, package_versions
from eval.run.store import RunStore, to_json
from eval.systems import Outcome
from tests.conftest import REPO
from tools.tool_record import ToolRecord

JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53), 2**53) | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=10,
)


@given(JSON)
def test_json_comes_back_as_it_went(value: Any) -> None:
    try:
        json.dumps(value, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        return  # half a surrogate pair, which UTF-8 cannot hold
    assert json.loads(to_json(value)) == value


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (Path("a/b"), "a/b"),
        ({"b", "a"}, ["a", "b"]),
        (np.float64(0.5), 0.5),
        (np.arange(3), [0, 1, 2]),
        (np.arange(6).reshape(2, 3)[:, ::2], [[0, 2], [3, 5]]),
        ((1, (2,)), [1, [2]]),
        ({1: 2}, {"1": 2}),
        (Outcome.LIMIT, "limit"),
        (b"\x00\x01", "2 bytes"),
        (2**70, 2**70),
        (float("nan"), None),
    ],
)
def test_what_json_has_no_type_for(value: object, expected: object) -> None:
    assert json.loads(to_json(value)) == expected


def test_half_a_surrogate_pair_costs_a_character_not_the_record() -> None:
    record = {"response": "A-\ud83d-B", "x": float("nan")}
    assert orjson.loads(to_json(record)) == {"response": "A-?-B", "x": None}


def test_tool_record_is_written_field_by_field() -> None:
    assert json.loads(to_json(ToolRecord("read_text", {"n": 1}))) == {
        "tool": "read_text",
        "arguments": {"n": 1},
        "result": {},
        "confidence": None,
        "seconds": 0.0,
        "cached": False,
        "cost": 0.0,
        "error": "",
    }


@pytest.mark.parametrize(
    "record",
    [
        {},
        {"task": "metromap/only_tab", "index": 2, "outcome": "scored", "scores": {}},
        {"task": "metromap/only_map", "index": 1, "outcome": "scored", "scores": {}},
        {"task": "metromap/only_tab", "index": 1, "outcome": "fine", "scores": {}},
        {"task": "metromap/only_tab", "index": 1, "outcome": "scored", "scores": None},
    ],
)
def test_record_of_something_else_is_none(tmp_path: Path, record: dict[str, Any]) -> None:
    store = RunStore(tmp_path)
    store.write_sample("metromap/only_tab", 1, record)
    assert store.read_sample("metromap/only_tab", 1) is None


def test_predictions_are_named_as_released_files_are(tmp_path: Path) -> None:
    file = RunStore(tmp_path).predictions_file("metromap/constraint_1_2_4", "agent")
    assert file == tmp_path / "predictions/metromap_constraint_1_2_4_agent_results.json"


def test_code_hash_follows_code_and_texts_only(tmp_path: Path) -> None:
    (tmp_path / "tools").mkdir()
    (tmp_path / "tools" / "a.py").write_text("x = 1")
    first = code_sha256(tmp_path)
    (tmp_path / "tools" / "__pycache__").mkdir()
    (tmp_path / "tools" / "__pycache__" / "a.pyc").write_bytes(b"1")
    (tmp_path / "notes.py").write_text("not of the packages")
    assert code_sha256(tmp_path) == first
    (tmp_path / "tools" / "a.py").write_text("x = 2")
    second = code_sha256(tmp_path)
    (tmp_path / "tools" / "a.py").rename(tmp_path / "tools" / "b.py")
    assert len({first, second, code_sha256(tmp_path)}) == 3


def test_versions_name_what_answers_depend_on() -> None:
    versions = package_versions()
    assert {"python", "mapclew", "langgraph", "openai", "paddleocr"} <= set(versions)
    assert "absent" not in {versions[name] for name in ("langgraph", "openai")}


def test_no_git_state_outside_a_clone(tmp_path: Path) -> None:
    assert git_state(tmp_path) is None
    if (REPO / ".git").exists():
        state = git_state(REPO)
        assert state is not None
        assert len(state["commit"]) == 40


def test_flatten_keeps_empty_parts() -> None:
    assert flatten({"a": {}, "b": {"c": [1]}}) == {"a": {}, "b.c": [1]}
