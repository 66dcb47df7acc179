"""Models that follow a script: one that plans sensibly, one that finds routes by its own reasoning
where it is offered no solver, one that guesses, and pieces for others.

They see what a model sees, the request, and nothing else.
"""

from __future__ import annotations

import json
import random
import re
from dataclasses import dataclass, field
from typing import Any

import networkx as nx

from tests.eval.scripted_server import Say, Script, chat
from tools.answer_question import tool_for
from tools.question import Asked

READING = ("read_text", "trace_lines", "build_graph")
JOURNEYS = (("build_lines", "plan_ride"), ("build_scene", "plan_walk"))
_UNDERSTOOD = re.compile(r"Read from the question: (\{.*\})")
_ASKED_OF_LINES = ("longest_stop_time", "shortest_transfer")


def call(
    tool: str, arguments: dict[str, Any] | str | None = None, *, native: bool = True, text: str = ""
) -> Say:
    """A reply that asks for one call."""
    values = {} if arguments is None else arguments
    if not native:
        return chat(text + json.dumps({"tool": tool, "arguments": values}))
    written = values if isinstance(values, str) else json.dumps(values)
    function = {"name": tool, "arguments": written}
    return chat(
        text or None,
        finish="tool_calls",
        tool_calls=[{"id": "x", "type": "function", "function": function}],
    )


@dataclass
class Seen:
    """What a request shows."""

    body: dict[str, Any]
    task: str = ""
    native: bool = True
    pictures: int = 0
    results: list[dict[str, Any]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.native = "tools" in self.body
        for place, message in enumerate(self.body["messages"]):
            content = message.get("content") or ""
            texts = [content] if isinstance(content, str) else []
            for part in content if isinstance(content, list) else []:
                self.pictures += part["type"] == "image_url"
                texts += [part["text"]] if part["type"] == "text" else []
            if place == 1:
                self.task = "\n".join(texts)
            elif message["role"] in ("tool", "user"):
                self.results += [json.loads(text) for text in texts if text.startswith("{")]

    @property
    def offered(self) -> list[str]:
        if self.native:
            return [tool["function"]["name"] for tool in self.body["tools"]]
        system = self.body["messages"][0]["content"]
        return re.findall(r"^- (\w+): ", system, re.MULTILINE)

    @property
    def understood(self) -> dict[str, Any]:
        found = _UNDERSTOOD.search(self.task)
        return json.loads(found[1]) if found else {}

    @property
    def done(self) -> list[str]:
        """Tools that found something since the last repair."""
        names: list[str] = []
        for result in self.results:
            if "result" in result:
                names.append(result["tool"])
            if "repairs" in result:
                # Tracing and text stay; what was planned on them is done again.
                names = [name for name in names if name in ("read_text", "trace_lines")]
        return names


def next_call(seen: Seen) -> tuple[str, dict[str, Any]]:
    """Return what a sensible planner calls next."""
    given_up = any("no repair is left" in result.get("next", "") for result in seen.results)
    if given_up:
        return "give_up", {"reason": "nothing leads further"}
    journey = next((steps for steps in JOURNEYS if steps[-1] in seen.offered), None)
    if journey:
        # No picture is offered to be read where the task has none.
        steps = [step for step in (*READING, *journey) if step in seen.offered]
    elif "solve_route" in seen.offered:
        steps = [] if 'name="Edge_tab"' in seen.task else [*READING, "align_tables"]
        steps.append("solve_route")
    else:
        steps = _question_steps(seen)
    tool = next((step for step in steps if step not in seen.done), "give_up")
    return tool, seen.understood if tool == "solve_route" else {}


def _question_steps(seen: Seen) -> list[str]:
    asked = seen.understood.get("asked") or next(
        (found["result"]["asked"] for found in seen.results if found["tool"] == "read_question"), ""
    )
    mix = 'name="Mix_tab"' in seen.task
    lines = mix and '"Line"' in seen.task.split('name="Mix_tab"')[1]
    steps: list[str] = []
    if "build_graph" in seen.offered and not (lines and asked in _ASKED_OF_LINES):
        steps += READING
        steps += ["align_tables"] if mix else []
    if not seen.understood:
        steps.append("read_question")
    return [*steps, tool_for(Asked(asked))] if asked else steps


def sensible(body: dict[str, Any], number: int) -> Say:
    """Plan as an attentive model would."""
    seen = Seen(body)
    tool, arguments = next_call(seen)
    return call(tool, arguments, native=seen.native)


def _shown_edges(seen: Seen) -> list[tuple[str, str]]:
    """Return the pairs of neighbours that the request shows: of Edge_tab, else of the graph."""
    if 'name="Edge_tab"' in seen.task:
        table = seen.task.split('name="Edge_tab"')[1].split("</table")[0]
        joined = re.findall(r'"Edge": "([^"]+)"', table)
        return [(a, b) for a, _, b in (text.partition("-") for text in joined)]
    graphs = [found["result"] for found in seen.results if found.get("tool") == "build_graph"]
    return [(edge[0], edge[1]) for edge in graphs[-1]["edges"]] if graphs else []


def own_route(seen: Seen) -> list[str]:
    """Return the way with the fewest stops between the ends, as one may find it by looking."""
    source, target = seen.understood["source"], seen.understood["target"]
    graph = nx.Graph(_shown_edges(seen))
    try:
        return [str(name) for name in nx.shortest_path(graph, source, target)]
    except (nx.NodeNotFound, nx.NetworkXNoPath):
        return [source, target]


def reasoning(body: dict[str, Any], number: int) -> Say:
    """Plan as an attentive model would; without a solver, take the way with the fewest stops."""
    seen = Seen(body)
    if {"solve_route", "verify_route"} & set(seen.offered) != {"verify_route"}:
        return sensible(body, number)
    steps = [] if 'name="Edge_tab"' in seen.task else [*READING, "align_tables"]
    tool = next((step for step in steps if step not in seen.done), "verify_route")
    if tool != "verify_route":
        return call(tool, native=seen.native)
    if "verify_route" in seen.done:
        return call("give_up", {"reason": "it is the best that I see"}, native=seen.native)
    return call("verify_route", {"stations": own_route(seen)}, native=seen.native)


def at_random(seed: int) -> Script:
    """Answer with guessed routes and numbers, made of names that the task shows."""

    def script(body: dict[str, Any], number: int) -> Say:
        seen = Seen(body)
        # The same request gets the same guess, whatever the order of requests.
        chance = random.Random(f"{seed} {json.dumps(body['messages'], sort_keys=True)}")
        names = re.findall(r"[A-Z]\w+(?: [A-Z]\w+)*", seen.task)
        if "check_answer" in seen.offered:
            return call("check_answer", {"value": chance.randint(0, 9)}, native=seen.native)
        ends = seen.understood
        middle = chance.sample(names, min(len(names), chance.randint(0, 4)))
        stations = [ends["source"], *middle, ends["target"]]
        return call("verify_route", {"stations": stations}, native=seen.native)

    return script
