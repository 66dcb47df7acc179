"""The tools that only a model needs: looking closer, asking, calculating, proposing."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from agent.state import AgentState, ToolCall
from agent.work import Work
from perception.errors import ConfigError
from tools.ask_about_map import Viewer, ask_about_map
from tools.calculate import calculate
from tools.look_closer import Look, look_closer
from tools.map_reader import MapReader
from tools.recorded_call import ToolResult

ASIDE = frozenset({"look_closer", "ask_about_map", "calculate"})
"""Tools whose failure fails no attempt: nothing is planned on what they find."""


class ModelTools:
    """Looks, asks and calculates; what is found goes to the planner, and into no answer.

    Parameters
    ----------
    reader : MapReader
        Reads the text of a part for a planner that cannot see.
    viewer : Viewer or None
        Who is asked about the map.
    vision : bool
        Whether the planner sees.
    """

    def __init__(self, reader: MapReader, viewer: Viewer | None, *, vision: bool) -> None:
        self._reader = reader
        self._viewer = viewer
        self._vision = vision
        self.tools: dict[str, Callable[[ToolCall, AgentState], Work]] = {
            "look_closer": self._look_closer,
            "ask_about_map": self._ask_about_map,
            "calculate": self._calculate,
        }

    def _look_closer(self, call: ToolCall, state: AgentState) -> Work:
        image = state.task.image
        if image is None:
            raise _no_picture()
        box = _box(call.arguments)
        reader = None if self._vision else self._reader

        def work() -> ToolResult[Look]:
            found = look_closer(image, box, reader)
            if reader is None:
                return found
            texts = [{"text": text, "x": x, "y": y} for text, x, y in found.value.texts]
            return ToolResult(found.value, {**found.summary, "texts": texts}, cached=found.cached)

        return dict(call.arguments), work, lambda _: {}

    def _ask_about_map(self, call: ToolCall, state: AgentState) -> Work:
        image, viewer = state.task.image, self._viewer
        if image is None:
            raise _no_picture()
        if viewer is None:
            raise ConfigError("no model can be asked about the map", field="ask_about_map")
        part = call.arguments.get("part")
        box = None if part is None else _box(part)
        question = str(call.arguments["question"])
        return (
            dict(call.arguments),
            lambda: ask_about_map(viewer, image, question, box),
            lambda _: {},
        )

    def _calculate(self, call: ToolCall, state: AgentState) -> Work:
        expression = str(call.arguments["expression"])
        return {"expression": expression}, lambda: calculate(expression), lambda _: {}


def _box(arguments: dict[str, Any]) -> tuple[float, float, float, float]:
    left, top, width, height = (float(arguments[name]) for name in ("x", "y", "width", "height"))
    return (left, top, width, height)


def _no_picture() -> ConfigError:
    return ConfigError("the task has no picture", field="image", mend="use the tables")
