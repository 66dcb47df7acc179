from __future__ import annotations

import json
import pickle
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from agent.options import AgentOptions
from agent.system import AgentSystem
from eval.maptab.dataset import MapTabData, Sample
from eval.maptab.kinds import get_kind
from eval.metrics.task_score import score_answer
from perception.errors import ConfigError
from tests.agent.truth_reader import by_city
from tools.reply import Outcome
from tools.task import Task

TABLE_TASKS = [
    "only_tab",
    "map_and_tab",
    "constraint_1",
    "constraint_2",
    "constraint_3",
    "constraint_4",
    "constraint_1_2_4",
    "constraint_1_3_4",
    "constraint_2_3_4",
    "constraint_1_2_3_4",
]
SETS = [("metro_dev", "metromap"), ("maptab_sample", "metromap"), ("maptab_sample", "travelmap")]


def samples(shared: Path, data: str, domain: str, name: str) -> Iterator[Sample]:
    for sample in MapTabData(shared / "datasets" / data).samples(get_kind(domain, name)):
        assert isinstance(sample, Sample)
        yield sample


def a_task(shared: Path, name: str) -> Task:
    return next(samples(shared, "maptab_sample", "metromap", name)).task()


@pytest.fixture(scope="module")
def table_system() -> AgentSystem:
    class NoReader:
        def describe(self) -> dict[str, object]:
            return {}

        def __getattr__(self, name: str) -> object:
            raise AssertionError("the picture must not be read where an Edge_tab is given")

    return AgentSystem(reader=NoReader())  # type: ignore[arg-type]


@pytest.mark.shared
@pytest.mark.parametrize(("data", "domain"), SETS)
@pytest.mark.parametrize("name", TABLE_TASKS)
def test_table_tasks_are_solved_without_perception(
    shared: Path, table_system: AgentSystem, data: str, domain: str, name: str
) -> None:
    for sample in samples(shared, data, domain, name):
        reply = table_system.answer(sample.task())
        assert reply.outcome is Outcome.SCORED, reply.error
        assert reply.verified, reply.why
        assert [call.tool for call in reply.calls] == ["solve_route", "verify_route"]
        assert score_answer(sample.kind, sample.record, reply.response).ema == 1, sample.id


@pytest.mark.shared
@pytest.mark.parametrize("name", ["only_map", "only_vertex2"])
def test_map_tasks_are_solved_on_a_perfect_reading(shared: Path, name: str) -> None:
    system = AgentSystem(reader=by_city(shared))
    count = 0
    for sample in samples(shared, "metro_dev", "metromap", name):
        reply = system.answer(sample.task())
        assert reply.verified, (reply.error, reply.why)
        assert score_answer(sample.kind, sample.record, reply.response).ema == 1, sample.id
        assert [call.tool for call in reply.calls] == [
            "read_text",
            "trace_lines",
            "build_graph",
            "align_tables",
            "solve_route",
            "verify_route",
        ]
        count += 1
    assert count == 80


@pytest.mark.shared
@pytest.mark.parametrize("domain", ["metromap", "travelmap"])
def test_totals_are_written_in_their_tags(shared: Path, domain: str) -> None:
    system = AgentSystem()
    for sample in samples(shared, "maptab_sample", domain, "constraint_1_2_3_4_totals"):
        reply = system.answer(sample.task())
        score = score_answer(sample.kind, sample.record, reply.response)
        assert score.ema == 1
        assert score.totals
        assert all(score.totals.values()), reply.response


@pytest.mark.shared
def test_the_same_task_gives_the_same_reply(shared: Path) -> None:
    task = next(samples(shared, "metro_dev", "metromap", "only_vertex2")).task()
    first, second = (AgentSystem(reader=by_city(shared)).answer(task) for _ in range(2))
    assert first.response == second.response
    assert first.trace == second.trace
    assert [replace(c, seconds=0.0) for c in first.calls] == [
        replace(c, seconds=0.0) for c in second.calls
    ]


@pytest.mark.shared
def test_a_system_goes_to_another_process(shared: Path) -> None:
    task = a_task(shared, "constraint_1")
    system = AgentSystem(AgentOptions(max_repairs=2))
    expected = system.answer(task)
    copy = pickle.loads(pickle.dumps(system))
    assert copy.answer(task).response == expected.response
    assert copy.describe() == system.describe()


def test_the_description_is_json_and_tells_options_apart() -> None:
    first = AgentSystem(AgentOptions(objective="additive")).describe()
    second = AgentSystem(AgentOptions(objective={"travelmap": "averaged"})).describe()
    assert json.loads(json.dumps(first)) == first
    assert first != second
    # Where results are kept does not change them.
    elsewhere = AgentSystem(AgentOptions(cache=Path("other"), checkpoints=Path("x.sqlite")))
    assert elsewhere.describe() == AgentSystem().describe()


@pytest.mark.parametrize(
    "options",
    [{"objective": "fastest"}, {"max_repairs": -1}, {"max_calls": 0}, {"time_limit": float("nan")}],
)
def test_options_out_of_range_are_refused(options: dict[str, object]) -> None:
    with pytest.raises(ConfigError, match=next(iter(options))):
        AgentOptions(**options)  # type: ignore[arg-type]


def test_an_unknown_planner_is_refused() -> None:
    with pytest.raises(ConfigError, match="rule"):
        AgentSystem(AgentOptions(planner="oracle"))


@pytest.mark.shared
@pytest.mark.parametrize(
    ("change", "outcome", "message"),
    [
        ({"question": "  "}, Outcome.ERROR, "BadQuestion"),
        ({"question": "Where am I?"}, Outcome.ERROR, "BadQuestion"),
        ({"question": "Go from Triskett to Triskett."}, Outcome.NO_ANSWER, "NoRoute"),
        ({"question": "Go from Triskett to Atlantis."}, Outcome.NO_ANSWER, "Atlantis"),
        ({"weights": None}, Outcome.ERROR, "MissingWeights"),
        ({"weights": (0.5, 0.0, 0.0, 0.0)}, Outcome.ERROR, "MissingWeights"),
        ({"weights": (1.0, -1.0, 0.5, 0.5)}, Outcome.ERROR, "MissingWeights"),
        ({"weights": (0.0, 1.0, 0.0, 0.0)}, Outcome.ERROR, "BadTable"),
    ],
)
def test_bad_input_ends_in_an_error_never_in_an_answer(
    shared: Path, change: dict[str, object], outcome: Outcome, message: str
) -> None:
    task = replace(a_task(shared, "constraint_1"), **change)  # type: ignore[arg-type]
    reply = AgentSystem().answer(task)
    assert reply.response is None
    assert reply.outcome is outcome
    assert message in reply.error


@pytest.mark.shared
def test_stations_that_no_edge_joins_have_no_route(shared: Path) -> None:
    task = a_task(shared, "only_tab")
    table = task.edge_table
    assert table is not None
    place = table.columns.index("Edge")
    kept = tuple(row for row in table.rows if "Triskett-" not in str(row[place]))
    reply = AgentSystem().answer(replace(task, edge_table=replace(table, rows=kept, written=())))
    assert (reply.response, reply.outcome) == (None, Outcome.NO_ANSWER)
    assert "NoRoute" in reply.error


@pytest.mark.shared
@pytest.mark.parametrize("content", [None, b"", b"no picture"])
def test_a_picture_that_cannot_be_read_is_an_error(
    shared: Path, tmp_path: Path, content: bytes | None
) -> None:
    image = tmp_path / "map.png"
    if content is not None:
        image.write_bytes(content)
    task = replace(a_task(shared, "only_map"), image=image)
    reply = AgentSystem(AgentOptions(cache=tmp_path / "cache")).answer(task)
    assert (reply.response, reply.outcome) == (None, Outcome.ERROR)
    assert "BadPicture" in reply.error
    assert "map.png" in reply.error
    assert reply.calls[-1].error


def test_a_task_without_any_topology_is_an_error() -> None:
    task = Task("From A to B?", get_kind("metromap", "only_tab"))
    reply = AgentSystem().answer(task)
    assert (reply.response, reply.outcome) == (None, Outcome.ERROR)
    assert "neither picture nor Edge_tab" in reply.error


@pytest.mark.shared
def test_stations_that_are_not_on_the_map_are_unknown(shared: Path) -> None:
    sample = next(samples(shared, "metro_dev", "metromap", "only_map"))
    task = replace(sample.task(), question="How do I get from Zanzibar to Petillon?")
    reply = AgentSystem(reader=by_city(shared)).answer(task)
    assert (reply.response, reply.outcome) == (None, Outcome.NO_ANSWER)
    assert "Zanzibar" in reply.error


@pytest.mark.shared
def test_checkpoints_hold_every_step(shared: Path, tmp_path: Path) -> None:
    from agent.checkpointing import open_checkpointer

    file = tmp_path / "steps.sqlite"
    task = next(samples(shared, "metro_dev", "metromap", "only_vertex2")).task()
    kept = AgentSystem(AgentOptions(checkpoints=file), reader=by_city(shared)).answer(task)
    plain = AgentSystem(reader=by_city(shared)).answer(task)
    assert kept.response == plain.response
    saved = list(open_checkpointer(file).list(None))
    assert len(saved) > 10
    values = saved[0].checkpoint["channel_values"]
    assert values["response"] == plain.response
    assert values["task"] == task


def test_a_checkpoint_file_that_is_none_is_named(tmp_path: Path) -> None:
    file = tmp_path / "steps.sqlite"
    file.write_bytes(b"no database at all, but text" * 100)
    task = Task("From A to B?", get_kind("metromap", "only_tab"))
    reply = AgentSystem(AgentOptions(checkpoints=file)).answer(task)
    assert reply.response is None
    assert "steps.sqlite" in reply.error


def test_a_file_in_the_place_of_the_cache_folder_is_told_at_once(tmp_path: Path) -> None:
    file = tmp_path / "cache"
    file.write_text("no folder")
    for place in (file, file / "perception"):
        with pytest.raises(ConfigError, match=r"cache: --cache: is a file.*name a folder"):
            AgentSystem(AgentOptions(cache=place))
