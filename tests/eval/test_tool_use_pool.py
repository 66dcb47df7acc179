"""Tool use pooled from samples, and the two scripted models over the mini split."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from agent.model_planner.options import ModelPlannerOptions
from agent.options import AgentOptions
from eval.run.config import RunConfig
from eval.run.runner import run
from eval.run.systems import agent_plan
from eval.run.tool_use_pool import ToolUsePool
from tests.agent.model_planner.policies import at_random, sensible
from tests.eval.scripted_server import Script, ScriptedServer

TASKS = ("only_tab", "constraint_1_2_3_4", "8_qa_vertex_tab_part")


def called(tool: str, status: str = "ran", *, needed: bool = False, redundant: bool = False) -> Any:
    return {"tool": tool, "status": status, "needed": needed, "redundant": redundant}


def sample(*calls: Any, verified: bool = True, failed: int = 0, **trace: Any) -> dict[str, Any]:
    use = {"needed": ["solve_route"], "calls": list(calls), "checks": 1, "failed_checks": failed}
    return {"verified": verified, "trace": {"tool_use": {**use, "repairs": []}, **trace}}


def test_calls_checks_and_usage_are_counted() -> None:
    pool = ToolUsePool()
    solve = called("solve_route", needed=True)
    pool.add(sample(solve), right=True)
    pool.add(sample(called("read_text", redundant=True), solve, failed=1), right=False)
    pool.add(sample(called("shell", "rejected"), verified=False, failed=1), right=False)
    usage = {"requests": 2, "input_tokens": 10, "output_tokens": 5, "cost": 0.5, "seconds": 9.0}
    pool.add({"trace": {"usage": usage}}, right=True)
    found = pool.as_dict()
    assert (found["n"], found["minimum_calls"]) == (3, 3)
    assert found["calls"] == {
        "called": 4,
        "needed": 2,
        "valid": 3,
        "redundant": 1,
        "invalid": 1,
    }
    assert found["selective_use_rate"] == round(1 / 3, 4)
    assert found["verification"] == {"checked": 3, "caught": 2, "mended": 1, "mended_right": 0}
    assert found["usage"]["cost"] == 0.5
    assert "seconds" not in found["usage"]
    assert ToolUsePool().as_dict() == {}


def results(script: Script | None, out: Path) -> tuple[dict[str, float], Any]:
    config = RunConfig(data="mini", tasks=TASKS, limit=2, workers=0, out=out, domain="metromap")
    if script is None:
        summary = run(config, agent_plan(AgentOptions()))
    else:
        with ScriptedServer(script) as server:
            asked = ModelPlannerOptions(
                model="m", base_url=server.url, vision=False, max_stalled=2, max_turns=3
            )
            summary = run(config, agent_plan(AgentOptions(planner="model", model=asked)))
    use = json.loads((out / "tool_use.json").read_text(encoding="utf-8"))
    scores = {name: task.as_dict() for name, task in summary.tasks.items()}
    return {
        name: float(s["ema"] if "ema" in s else s["accuracy"]) for name, s in scores.items()
    }, use


def test_a_sensible_model_reaches_the_rules_and_a_guessing_one_does_not(tmp_path: Path) -> None:
    rules, used = results(None, tmp_path / "rules")
    assert set(rules.values()) == {1.0}
    assert all(task["selective_use_rate"] == 1.0 for task in used["tasks"].values())
    planned, use = results(sensible, tmp_path / "sensible")
    assert planned == rules
    for name, task in use["tasks"].items():
        assert task["tools"] == used["tasks"][name]["tools"]
        assert task["usage"]["requests"] == task["calls"]["called"]
    guessed, use = results(at_random(0), tmp_path / "random")
    assert sum(guessed.values()) < 0.5 * sum(rules.values())
    assert all(task["selective_use_rate"] < 1.0 for task in use["tasks"].values())
