"""Models and endpoints that misbehave: told, counted, cut by budgets; never an answer."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.agent.model_planner.asking import RIGHT, ask, run, statuses, table_task, told
from tests.agent.model_planner.policies import Seen, call, sensible
from tests.eval.scripted_server import Say, chat, failure, says
from tools.reply import Outcome

GOOD = call("solve_route", {"source": "Alder", "target": "Dune"})


def raw_call(name: Any, arguments: Any) -> Say:
    return chat(None, tool_calls=[{"id": "i", "function": {"name": name, "arguments": arguments}}])


@pytest.mark.parametrize(
    ("bad", "found"),
    [
        (raw_call("solve_route", '{"source": "Alder", '), "no JSON"),
        (raw_call("solve_route", "[1]"), "a JSON list"),
        (raw_call("solve_route", '{"source": "Alder"}'), "target: Field required"),
        (raw_call("solve_route", '{"source": 1, "target": "Dune"}'), "source: Input should be"),
        (
            raw_call("solve_route", '{"source": "Alder", "target": "Dune", "route": "Alder-Dune"}'),
            "route: Extra inputs",
        ),
        (raw_call("solve_route", '{"source": ' + "[" * 9000), "no JSON"),
        (raw_call("solve_route", '"' + "x" * 30_000), "characters"),
        (raw_call("shell", '{"command": "ls"}'), "no tool is called 'shell'"),
        (raw_call("read_text", "{}"), "no tool is called 'read_text'"),
        (raw_call("", ""), "no tool is called ''"),
        (raw_call(["x"], {"y": 1}), "no tool is called ''"),
        (chat(RIGHT), "text is no answer"),
        (chat(""), "empty"),
        (chat("Alder-", finish="length"), "cut off after"),
        (Say(payload={"choices": []}), "empty"),
    ],
)
def test_what_is_wrong_is_told_with_what_is_allowed_and_the_model_mends_it(
    bad: Say, found: str
) -> None:
    state, requests = run(says(bad, GOOD), table_task())
    assert state.response == RIGHT
    assert found in json.dumps(requests[1]["messages"][-1])
    assert "solve_route" in json.dumps(requests[1]["messages"][-1])
    reply = ask(says(bad, GOOD), table_task())
    assert statuses(reply)[0][1] in ("rejected", "no_call")
    assert statuses(reply)[1] == ("solve_route", "ran")


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("I would take Alder-Birch.", "no JSON object"),
        ('{"tool": "solve_route", "arguments": {"source": "Alder"', "no JSON object in the reply"),
        ('{"call": "solve_route"}', "has the form"),
        ('{"tool": "shell", "arguments": {}}', "no tool is called 'shell'"),
        ("{" * 5000, "has the form"),
    ],
)
def test_the_same_in_json_mode(text: str, found: str) -> None:
    good = call("solve_route", {"source": "Alder", "target": "Dune"}, native=False, text="So: ")
    reply = ask(says(chat(text), good), table_task(), tool_calls="json")
    assert reply.response == RIGHT
    assert found in told(reply)[0]


def test_a_model_that_only_talks_is_cut_and_its_text_is_no_answer() -> None:
    state, requests = run(says(chat(RIGHT)), table_task(), max_stalled=3)
    assert len(requests) == 3
    assert state.response is None
    reply = ask(says(chat(RIGHT)), table_task(), max_stalled=3)
    assert (reply.response, reply.outcome) == (None, Outcome.LIMIT)
    assert "3 replies in a row" in reply.error


def test_the_same_call_again_and_again_is_cut() -> None:
    again = call("calculate", {"expression": "1 + 1"})
    reply = ask(says(again), table_task(), max_stalled=3)
    assert statuses(reply) == [("calculate", "ran"), *[("calculate", "repeated")] * 3]
    assert reply.outcome == Outcome.LIMIT
    assert len(reply.calls) == 1


def endless(body: dict[str, Any], number: int) -> Say:
    return call("calculate", {"expression": f"{len(Seen(body).results)} + 1"})


@pytest.mark.parametrize(
    ("budget", "field"),
    [
        ({"max_turns": 5}, "max_turns"),
        ({"max_total_tokens": 45}, "max_total_tokens"),
        ({"max_calls": 5}, "max_calls"),
        ({"max_seconds": 0.0001}, "max_seconds"),
    ],
)
def test_endless_different_calls_are_cut_by_each_budget(budget: dict[str, Any], field: str) -> None:
    state, requests = run(endless, table_task(), **budget)
    assert len(requests) <= 6
    assert field in state.spent
    assert state.response is None


def test_money_is_a_budget(tmp_path: Any) -> None:
    prices = tmp_path / "prices.yml"
    prices.write_text("models: {m: {input: 1000, output: 1000}}")  # 0.01 a reply
    state, requests = run(endless, table_task(), prices=prices, max_cost=0.025)
    assert len(requests) == 3
    assert "max_cost" in state.spent


def test_a_flood_of_calls_in_one_reply_is_bounded() -> None:
    flood = [
        {"id": str(i), "function": {"name": "calculate", "arguments": f'{{"expression": "{i}"}}'}}
        for i in range(5000)
    ]
    reply = ask(says(chat(None, tool_calls=flood)), table_task(), max_calls=8)
    assert len(reply.calls) == 8
    assert reply.outcome == Outcome.LIMIT


def test_429_is_waited_for_as_asked_and_tried_again() -> None:
    state, requests = run(says(failure(429, retry_after="0.05"), GOOD), table_task())
    assert state.response == RIGHT
    assert len(requests) == 2
    (first,) = [
        e
        for e in ask(says(failure(429, retry_after="0.05"), GOOD), table_task()).trace["dialogue"]
        if e["role"] == "assistant"
    ]
    assert [attempt["status"] for attempt in first["attempts"]] == [429, 200]
    assert first["attempts"][1]["waited"] == 0.05


def test_a_reply_that_is_cut_off_on_the_wire_is_fetched_again() -> None:
    cut = Say(payload=GOOD.payload, cut_after=40)
    assert ask(says(cut, GOOD), table_task()).response == RIGHT


@pytest.mark.parametrize(
    "broken",
    [failure(500), failure(400, "tools are not supported"), Say(raw=b"<html>"), Say(raw=b"{}")],
)
def test_an_endpoint_that_fails_is_an_error_that_is_asked_again_not_an_answer(broken: Say) -> None:
    reply = ask(says(broken), table_task(), attempts=2)
    assert (reply.response, reply.outcome) == (None, Outcome.ERROR)


def test_an_endpoint_that_fails_midway_leaves_no_half_done_answer(tmp_path: Any) -> None:
    first = call("calculate", {"expression": "1"})
    reply = ask(says(first, failure(503)), table_task(), attempts=1)
    assert (reply.response, reply.outcome) == (None, Outcome.ERROR)


def test_silence_longer_than_the_budget_is_the_budgets_end() -> None:
    slow = Say(payload=GOOD.payload, delay=0.8)
    reply = ask(says(slow), table_task(), max_seconds=0.2, timeout=5)
    assert (reply.response, reply.outcome) == (None, Outcome.LIMIT)


@pytest.mark.parametrize(
    "refused",
    [
        chat(None, refusal="I will not"),
        chat("", finish="content_filter"),
        Say(status=400, payload={"error": {"message": "no", "code": "content_filter"}}),
    ],
)
def test_a_refusal_is_one(refused: Say) -> None:
    reply = ask(says(refused), table_task())
    assert (reply.response, reply.outcome) == (None, Outcome.REFUSED)


def test_what_is_sent_back_is_sound_whatever_the_model_said() -> None:
    """Servers check names and arguments of the history; a strange call must not break the next."""
    strange = chat(
        "x" * 100_000,
        tool_calls=[
            {"id": None, "function": {"name": "do\nthis </tool> ☃", "arguments": "{broken"}},
            {"id": "same", "function": {"name": "calculate", "arguments": '{"expression": "1"}'}},
            {"id": "same", "function": {"name": "calculate", "arguments": '{"expression": "2"}'}},
        ],
    )
    _, requests = run(says(strange, GOOD), table_task())
    said, *answers = requests[1]["messages"][2:]
    assert len(said["content"]) <= 4000
    ids = [item["id"] for item in said["tool_calls"]]
    assert len(set(ids)) == 3
    assert [answer["tool_call_id"] for answer in answers] == ids
    for item in said["tool_calls"]:
        assert item["function"]["name"].replace("_", "").isalnum()
        assert item["function"]["name"].isascii()
        assert isinstance(json.loads(item["function"]["arguments"]), dict)


def test_the_same_conversation_is_told_from_kept_replies(tmp_path: Any) -> None:
    from agent.model_planner.options import ModelPlannerOptions
    from agent.options import AgentOptions
    from agent.system import AgentSystem
    from tests.eval.scripted_server import ScriptedServer

    with ScriptedServer(sensible) as server:
        asked = ModelPlannerOptions(
            model="m", base_url=server.url, keep_replies=True, replies=tmp_path
        )
        replies = [
            AgentSystem(AgentOptions(planner="model", model=asked)).answer(table_task())
            for _ in range(2)
        ]
        assert len(server.requests) == 1
    assert replies[0].response == replies[1].response == RIGHT
    assert [reply.trace["usage"]["kept"] for reply in replies] == [0, 1]
