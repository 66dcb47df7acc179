"""The chain of four steps over real HTTP: one conversation, leg after leg, summed up."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from eval.mapbench.kinds import NAVIGATION
from eval.mapbench.queries import word_query
from eval.maptab.kinds import get_kind
from eval.native.chain import MOST_LEGS, ChainSystem
from eval.native.options import NativeOptions
from perception.errors import ConfigError
from tests.eval.scripted_server import Say, ScriptedServer, chat
from tools.task import Task

SUMMARY = (
    "Gate -> Hut (from West, moving along Oak Path)\nHut -> Lake (from South, moving along it)"
)


@pytest.fixture
def task(tmp_path: Path) -> Task:
    Image.new("RGB", (60, 40), "white").save(tmp_path / "map.png")
    return Task(word_query("Gate", "Lake"), NAVIGATION, image=tmp_path / "map.png")


def system(server: ScriptedServer) -> ChainSystem:
    return ChainSystem(NativeOptions(model="m", base_url=server.url, attempts=1))


def last(body: dict[str, Any]) -> str:
    content = body["messages"][-1]["content"]
    return content if isinstance(content, str) else content[-1]["text"]


def answer(body: dict[str, Any], number: int) -> Say:
    text = last(body)
    if "sum up" in text:
        return chat(SUMMARY)
    if 'You are at "Gate"' in text:
        return chat("I go on.\nGate -> Hut (from West, moving along Oak Path)")
    if 'You are at "Hut"' in text:
        return chat("Hut -> Lake (from South, moving along the path)")
    return chat("The gate is at the left.")


def test_the_steps_follow_each_other_until_the_destination(task: Task) -> None:
    with ScriptedServer(answer) as server:
        reply = system(server).answer(task)
    assert (reply.outcome, reply.response) == ("scored", SUMMARY)
    steps = [step["step"] for step in reply.trace["steps"]]
    assert steps == ["locate", "surroundings", "connect", "connect", "summarise"]
    assert [len(body["messages"]) for body in server.requests] == [1, 3, 5, 7, 9]
    pictures = [
        part["type"]
        for message in server.requests[-1]["messages"]
        if isinstance(message["content"], list)
        for part in message["content"]
    ]
    assert pictures == ["image_url", "text"]


def test_a_walk_that_never_arrives_is_cut_off_and_one_without_form_ends(task: Task) -> None:
    def lost(body: dict[str, Any], number: int) -> Say:
        done = "sum up" in last(body)
        return chat("No path found" if done else "Gate -> Gate (from East, moving along X)")

    with ScriptedServer(lost) as server:
        reply = system(server).answer(task)
    assert len(reply.trace["steps"]) == MOST_LEGS + 3
    with ScriptedServer(lambda body, number: chat("no idea")) as server:
        assert len(system(server).answer(task).trace["steps"]) == 4


def test_a_step_that_fails_ends_the_sample(task: Task) -> None:
    def failing(body: dict[str, Any], number: int) -> Say:
        return Say(status=400, payload={"error": {"message": "no"}}) if number else chat("here")

    with ScriptedServer(failing) as server:
        reply = system(server).answer(task)
    assert (reply.outcome, reply.response) == ("error", None)
    assert [step["step"] for step in reply.trace["steps"]] == ["locate"]


def test_only_walks_are_answered(task: Task) -> None:
    with ScriptedServer(answer) as server:
        chain = system(server)
        chain.check([NAVIGATION])
        with pytest.raises(ConfigError, match="mapbench"):
            chain.check([get_kind("metromap", "only_map")])
        assert chain.describe()["name"] == "native-cot"
