"""What a planned task leaves behind: checkpoints, what describes it, how its tools were used."""

from __future__ import annotations

from pathlib import Path

import pytest

from agent.context import make_planner
from agent.model_planner.options import ModelPlannerOptions
from agent.options import AgentOptions
from agent.system import AgentSystem
from agent.tool_use import needed_tools
from perception.errors import ConfigError, ModelError
from tests.agent.model_planner.asking import RIGHT, ask, map_task, picture, table_task, told
from tests.agent.model_planner.policies import READING, sensible
from tests.agent.test_repairs import a_map, mix_tab
from tests.agent.truth_reader import TruthReader
from tests.eval.scripted_server import ScriptedServer, chat, says
from tools.task import Task, TaskKind

AT = "http://127.0.0.1:9/v1"


def test_the_conversation_goes_through_checkpoints(tmp_path: Path) -> None:
    with ScriptedServer(sensible) as server:
        asked = ModelPlannerOptions(model="m", base_url=server.url, vision=False)
        options = AgentOptions(planner="model", model=asked, checkpoints=tmp_path / "steps.sqlite")
        reply = AgentSystem(options).answer(table_task())
    assert (reply.response, reply.error) == (RIGHT, "")
    assert (tmp_path / "steps.sqlite").stat().st_size > 0


def test_a_repair_is_told_and_its_work_is_done_again(tmp_path: Path) -> None:
    # One edge is weak, and only with it the ends are joined.
    graph = a_map({"1": "ABC"}, {"A": "Alder", "B": "Birch", "C": "Cedar"}, weak="BC")
    task = map_task(picture(tmp_path), "How do I get from Alder to Cedar?")
    with ScriptedServer(sensible) as server:
        asked = ModelPlannerOptions(model="m", base_url=server.url, vision=False)
        options = AgentOptions(planner="model", model=asked, min_edge_confidence=0.3)
        reply = AgentSystem(options, reader=TruthReader(lambda _: graph)).answer(task)
        rules = AgentSystem(
            AgentOptions(min_edge_confidence=0.3), reader=TruthReader(lambda _: graph)
        ).answer(task)
    assert (reply.response, reply.verified) == (rules.response, rules.verified)
    assert reply.response == "Alder-Birch-Cedar"
    assert reply.trace["tool_use"]["repairs"] == rules.trace["tool_use"]["repairs"] != []
    assert any('"repairs"' in text for text in told(reply))


def test_a_budget_that_ends_after_a_route_leaves_it_marked(tmp_path: Path) -> None:
    # Mix_tab lists a station that the map, as read, does not show: the check finds that.
    kind = TaskKind("metromap", "only_vertex2", "", uses_map=True, uses_mix_tab=True, weighted=True)
    table = mix_tab("Alder", "Birch", "Cedar", "Dune", "Elm", "Fir", "Gorse")
    task = Task(
        "How do I get from Alder to Dune?",
        kind,
        picture(tmp_path),
        vertex_table=table,
        weights=(0.25, 0.25, 0.25, 0.25),
    )
    ends = '{"source": "Alder", "target": "Dune"}'
    calls = [
        {"function": {"name": name, "arguments": ends if name == "solve_route" else "{}"}}
        for name in ("build_graph", "align_tables", "solve_route")
    ]
    reply = ask(says(chat(None, tool_calls=calls)), task, max_turns=1)
    assert (reply.response, reply.outcome, reply.verified) == (RIGHT, "limit", False)
    assert "max_turns" in reply.error
    assert "Gorse" in reply.why


def test_what_determines_the_answers_is_described_without_patience_or_places() -> None:
    def described(**more: object) -> object:
        options = ModelPlannerOptions.model_validate({"model": "m", "base_url": AT, **more})
        return AgentSystem(AgentOptions(planner="model", model=options)).describe()

    first = described()
    assert first == described(timeout=3, attempts=1, requests_per_minute=5, replies="elsewhere")
    for change in ({"model": "n"}, {"vision": False}, {"tool_calls": "json"}, {"max_turns": 3}):
        assert described(**change) != first
    assert "planner/system" in str(first)


def test_a_planner_needs_a_model_and_a_key(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("MAPCLEW_API_KEY", "OPENAI_API_KEY"):
        monkeypatch.delenv(name, raising=False)
    reader = TruthReader(lambda _: a_map({"1": "AB"}))
    with pytest.raises(ConfigError, match="--model"):
        make_planner(AgentOptions(planner="model"), reader)
    with pytest.raises(ConfigError, match="rule, model"):
        make_planner(AgentOptions(planner="oracle"), reader)
    far = ModelPlannerOptions(model="m", base_url="https://models.example/v1")
    with pytest.raises(ModelError, match="MAPCLEW_API_KEY"):
        make_planner(AgentOptions(planner="model", model=far), reader)


def test_the_minimum_is_what_the_rules_call(tmp_path: Path) -> None:
    for task in (table_task(), table_task(image=picture(tmp_path)), map_task(picture(tmp_path))):
        reader = TruthReader(lambda _: a_map({"1": "ABCD"}, dict(zip("ABCD", _NAMES, strict=True))))
        system = AgentSystem(reader=reader)
        state = system.run(task)
        called = tuple(record.tool for record in state.calls if record.tool != "verify_route")
        assert needed_tools(task, state.goal, None) == called
    assert set(READING) <= set(called)


_NAMES = ("Alder", "Birch", "Cedar", "Dune")
