"""The tools that read a map as the graph calls them: text, lines, graph, names of the tables."""

from __future__ import annotations

from collections.abc import Callable

from agent.options import AgentOptions
from agent.problem import label_names, map_names, mix_names, reread_goal
from agent.question_tools import question_names
from agent.requirements import require_goal, require_image, with_ends
from agent.state import AgentState, ToolCall
from agent.tool_set import ToolSet
from agent.work import Work
from perception.errors import ConfigError
from tools.alignment import Alignment
from tools.build_graph import build_graph
from tools.identity_memo import IdentityMemo
from tools.map_reader import MapReader
from tools.read_text import read_text
from tools.recorded_call import ToolResult
from tools.trace_lines import trace_lines


class MapTools:
    """Reads pictures, and remembers which names were found on which map.

    Parameters
    ----------
    reader : MapReader
        Reads pictures.
    options : AgentOptions
        Tools left out.
    tools : ToolSet
        With the alignment.
    """

    def __init__(self, reader: MapReader, options: AgentOptions, tools: ToolSet) -> None:
        self._reader = reader
        self._options = options
        self._set = tools
        self._alignments = IdentityMemo()
        self._labels = IdentityMemo()
        self.tools: dict[str, Callable[[ToolCall, AgentState], Work]] = {
            "read_text": self._read_text,
            "trace_lines": self._trace_lines,
            "build_graph": self._build_graph,
            "align_tables": self._align_tables,
        }

    def _closed_names(self, state: AgentState) -> tuple[str, ...]:
        """Return the names of Mix_tab, which lists all there are; none where they are not used.

        Reading with them matches labels and names, so that it goes with the alignment.
        """
        if state.task.kind.answer != "route" or not state.attempt.closed:
            return ()
        if "alignment" in self._options.without:
            return ()
        if state.task.kind.question_type:
            return question_names(state.task, state.question)
        goal = require_goal(state)
        return map_names(state.task, goal) if goal.values == "mix" else ()

    def _read_text(self, call: ToolCall, state: AgentState) -> Work:
        image = require_image(state)
        return (
            {"image": str(image)},
            lambda: read_text(image, self._reader),
            lambda reading: {"text": {"text_lines": len(reading.lines)}},
        )

    def _trace_lines(self, call: ToolCall, state: AgentState) -> Work:
        image, names = require_image(state), self._closed_names(state)
        return (
            {"image": str(image), "names": len(names)},
            lambda: trace_lines(image, self._reader, names),
            lambda layers: {"lines": {"lines": len(layers)}},
        )

    def _build_graph(self, call: ToolCall, state: AgentState) -> Work:
        image, names = require_image(state), self._closed_names(state)
        return (
            {"image": str(image), "names": len(names)},
            lambda: build_graph(
                image, self._reader, names, named="ocr" not in self._options.without
            ),
            lambda graph: {"map_graph": graph},
        )

    def _align_tables(self, call: ToolCall, state: AgentState) -> Work:
        goal, graph, min_score = state.goal, state.map_graph, state.attempt.min_score
        if graph is None:
            raise ConfigError("there is no graph yet", field="align_tables", mend="build it first")
        mix = state.task.kind.uses_mix_tab if goal is None else goal.values == "mix"
        if not mix:
            labels, _ = self._labels.get((graph,), (), lambda: label_names(graph))
            goal = reread_goal(state.task, with_ends(require_goal(state), call), labels)
        names = mix_names(state.task) if goal is None else map_names(state.task, goal)

        def work() -> ToolResult[Alignment]:
            alignment, cached = self._alignments.get(
                (graph,),
                (names, min_score, mix),
                lambda: self._set.align(graph, names, min_score, eliminate=mix),
            )
            return ToolResult(alignment, alignment.summary(), alignment.confidence, cached)

        source = "Mix_tab" if mix else "question"
        arguments = {"names": source, "count": len(names), "min_score": min_score}
        return arguments, work, lambda alignment: {"alignment": alignment, "goal": goal}
