"""All tools as the graph calls them: one run of one call, its record, and what it changes."""

from __future__ import annotations

from collections.abc import Callable

from agent.journey_tools import JourneyTools
from agent.map_tools import MapTools
from agent.model_tools import ModelTools
from agent.options import AgentOptions
from agent.question_tools import QuestionTools
from agent.route_tools import RouteTools
from agent.state import AgentState, ToolCall
from agent.tool_set import ToolSet, tools_without
from agent.work import Update, Work, failure_of
from perception.errors import ConfigError, MapclewError
from tools.ask_about_map import Viewer
from tools.map_reader import MapReader
from tools.recorded_call import record_call


class Toolbox:
    """Runs tools and remembers what they derived from the same inputs.

    Parameters
    ----------
    reader : MapReader
        Reads pictures.
    options : AgentOptions
        Objective, limits, tools left out.
    tools : ToolSet, optional
        Instead of those that `options.without` leaves.
    viewer : Viewer, optional
        A model to ask about the map.
    """

    def __init__(
        self,
        reader: MapReader,
        options: AgentOptions,
        tools: ToolSet | None = None,
        viewer: Viewer | None = None,
    ) -> None:
        used = tools or tools_without(options.without)
        self.reader = reader
        self.routes = RouteTools(options, used)
        self._tools: dict[str, Callable[[ToolCall, AgentState], Work]] = {
            **MapTools(reader, options, used).tools,
            **self.routes.tools,
            **QuestionTools().tools,
            **JourneyTools(used).tools,
            **ModelTools(reader, viewer, vision=bool(options.model and options.model.vision)).tools,
        }

    def run(self, call: ToolCall, state: AgentState) -> Update:
        """Run one tool.

        Returns
        -------
        dict
            Updates of the state: the tool's result or a failure, and the record of the call.
        """
        prepare = self._tools.get(call.tool)
        if prepare is None:
            names = ", ".join(self._tools)
            found = ConfigError(f"no tool is called {call.tool!r}", mend=f"choose of {names}")
            return {"failure": failure_of("plan", found)}
        try:
            arguments, work, update = prepare(call, state)
        except MapclewError as error:
            return {"failure": failure_of(call.tool, error)}
        done = record_call(call.tool, arguments, work)
        if done.error is not None:
            return {"failure": failure_of(call.tool, done.error), "calls": (done.record,)}
        return {**update(done.value), "calls": (done.record,)}
