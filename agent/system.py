"""The agent as the harness sees it: a task in, a reply out."""

from __future__ import annotations

import traceback
import uuid
from dataclasses import asdict
from importlib.metadata import version
from typing import Any

from langchain_core.runnables import RunnableConfig

from agent.checkpointing import open_checkpointer
from agent.context import AgentContext, make_planner, make_toolbox
from agent.graph import AgentGraph, build_agent
from agent.journey_tools import journey_summary
from agent.options import AgentOptions
from agent.planner import Planner
from agent.question_tools import question_summary
from agent.state import AgentInput, AgentState, Failure
from agent.tool_set import Oracles, reader_without, tools_without
from agent.tool_use import dialogue_as_dicts, planning_usage, tool_use
from agent.toolbox import Toolbox
from perception.errors import ConfigError
from tools.cached_reader import CachedReader
from tools.map_reader import MapReader
from tools.reply import Outcome, Reply
from tools.route import format_totals
from tools.task import Task
from tools.verify_route import NOT_CHECKED

# Without an answer, but not for a fault of the input.
_NO_ANSWER = frozenset({"UnknownStation", "UnknownLine", "NoRoute", "AlignmentError", "GaveUp"})
_UNKNOWN_NAME = frozenset({"UnknownStation", "UnknownLine"})
_STEPS_PER_CALL = 3


class AgentSystem:
    """Answers tasks with the LangGraph agent.

    The graph is compiled at the first task; until then, and across processes, an object holds its
    options only.

    Parameters
    ----------
    options : AgentOptions, optional
        Objective, budgets, perception settings.
    planner : Planner, optional
        Instead of the one that `options.planner` names.
    reader : MapReader, optional
        Instead of the cached picture reader that `options.perception` describes.
    oracles : Oracles, optional
        The truth for the tools that `options.oracle` names.

    Raises
    ------
    ConfigError
        No planner has the name given, or `options.oracle` and `oracles` do not agree.
    """

    name = "agent"

    def __init__(
        self,
        options: AgentOptions | None = None,
        *,
        planner: Planner | None = None,
        reader: MapReader | None = None,
        oracles: Oracles | None = None,
    ) -> None:
        self.options = options or AgentOptions()
        known = oracles.names if oracles is not None else ()
        if set(known) != set(self.options.oracle):
            raise ConfigError(
                f"the truth is given for {', '.join(known) or 'nothing'}, "
                f"and asked for {', '.join(self.options.oracle) or 'nothing'}",
                field="oracle",
                mend="only a run over a data set whose truth is known can have oracles",
            )
        read: MapReader = reader or CachedReader(self.options.perception, self.options.cache)
        tools = tools_without(self.options.without)
        if oracles is not None:
            read, tools = oracles.reader(read), oracles.tools(tools)
        self._reader = reader_without(read, self.options.without)
        self._tools = tools
        self._planner = planner or make_planner(self.options, self._reader)
        self._graph: AgentGraph | None = None
        self._context: AgentContext | None = None

    def __getstate__(self) -> dict[str, Any]:
        """Leave the compiled graph to the process that has it."""
        return {**self.__dict__, "_graph": None, "_context": None}

    def describe(self) -> dict[str, Any]:
        """Return what determines the answers.

        Returns
        -------
        dict
            JSON values: options, planner, perception (engine, weights, versions, settings) and
            the versions of the libraries that plan and pair names.
        """
        return {
            "name": self.name,
            "version": version("mapclew"),
            "options": {
                key: value
                for key, value in self.options.to_dict().items()
                if key not in ("cache", "checkpoints", "model")
            },
            "planner": self._planner.describe(),
            "perception": self._reader.describe(),
            "libraries": {
                name: version(name)
                for name in ("langgraph", "networkx", "opencc", "rapidfuzz", "scipy")
            },
        }

    def answer(self, task: Task) -> Reply:
        """Answer one task.

        Returns
        -------
        Reply
            With every tool call, repair and finding. Bad input and defects end in an outcome and
            an error message, never in an exception or an answer.
        """
        try:
            return reply_of(self.run(task))
        except Exception as error:
            # A defect: it must not take the run with it, and must not be scored as an answer.
            return Reply(
                None,
                Outcome.ERROR,
                f"{type(error).__name__}: {error}",
                trace={"traceback": traceback.format_exc()},
            )

    def run(self, task: Task) -> AgentState:
        """Run the graph on one task and return its final state.

        Raises
        ------
        MapclewError
            The checkpoint file cannot be used; bad input is in the state's `failure` instead.
        """
        graph, context = self._compiled()
        replies = self.options.model.max_turns if self.options.model else 0
        steps = _STEPS_PER_CALL * (self.options.max_calls + self.options.max_repairs) + replies
        config = RunnableConfig(recursion_limit=10 + steps)
        if self.options.checkpoints is not None:
            config["configurable"] = {"thread_id": str(uuid.uuid4())}
        values = graph.invoke(AgentInput(task), config, context=context)
        return AgentState(**values)

    @property
    def toolbox(self) -> Toolbox:
        """The tools, with what they remember."""
        return self._compiled()[1].toolbox

    def _compiled(self) -> tuple[AgentGraph, AgentContext]:
        if self._graph is None or self._context is None:
            checkpoints = self.options.checkpoints
            self._graph = build_agent(open_checkpointer(checkpoints) if checkpoints else None)
            toolbox = make_toolbox(self.options, self._planner, self._reader, self._tools)
            self._context = AgentContext(self.options, self._planner, toolbox)
        return self._graph, self._context


def reply_of(state: AgentState) -> Reply:
    """Return the reply that a final state stands for."""
    verification = state.verification
    trace: dict[str, Any] = {"repairs": [asdict(repair) for repair in state.repairs]}
    if isinstance(state.task, Task):
        trace["tool_use"] = tool_use(state)
    if state.dialogue:
        trace["usage"] = planning_usage(state)
        trace["dialogue"] = dialogue_as_dicts(state.dialogue)
    if state.alignment is not None:
        trace["alignment"] = {
            "confidence": state.alignment.confidence,
            "unpaired_names": [item.text for item in state.alignment.unpaired_names],
        }
    if verification is not None:
        trace["findings"] = [asdict(finding) for finding in verification.findings]
    if state.response is None:
        failure = state.failure or Failure("plan", "LimitExceeded", "no answer was found")
        return Reply(
            None,
            outcome_of(failure, is_question=_is_question(state)),
            f"{failure.kind}: {failure.message}",
            calls=state.calls,
            trace={**trace, "failed_stage": failure.stage},
            graph=state.map_graph,
        )
    if state.question is not None:
        trace["question"] = question_summary(state.question)
    if state.answer is not None:
        trace["because"] = state.answer.because
    if state.journey is not None:
        trace["journey"] = journey_summary(state)
    if state.solution is not None:
        trace["cost"] = state.solution.cost
        trace["optimal"] = state.solution.optimal
        trace["bound"] = state.solution.bound
        trace["ties"] = len(state.solution.routes)
    if state.route is not None:
        trace["lines"] = list(state.route.lines)
        trace["totals"] = format_totals(state.route.totals) if state.route.totals else {}
    return Reply(
        state.response,
        Outcome.LIMIT if state.spent else Outcome.SCORED,
        state.spent and f"LimitExceeded: {state.spent}",
        verified=(verification is not None and verification.ok and verification != NOT_CHECKED),
        why=_why(state),
        calls=state.calls,
        trace=trace,
        graph=state.map_graph,
    )


def _is_question(state: AgentState) -> bool:
    # A task that could not be built is still what it came as.
    return isinstance(state.task, Task) and bool(state.task.kind.question_type)


def _why(state: AgentState) -> str:
    """Return what the verdict rests on, with every repair that it supposes."""
    found = state.verification.why if state.verification else "the answer was not checked"
    candidate = state.candidate
    earlier = candidate is not None and candidate.solution is state.solution
    repairs = state.repairs[: candidate.repairs] if candidate and earlier else state.repairs
    return "; ".join((found, *(f"supposing that {done.change}" for done in repairs)))


def outcome_of(failure: Failure, *, is_question: bool = False) -> Outcome:
    """Return how a sample without an answer ended.

    A question that names a station or line that is not there is refused.
    """
    if is_question and failure.kind in _UNKNOWN_NAME:
        return Outcome.REFUSED
    if failure.kind == "ModelRefused":
        return Outcome.REFUSED
    if failure.kind == "LimitExceeded":
        return Outcome.LIMIT
    return Outcome.NO_ANSWER if failure.kind in _NO_ANSWER else Outcome.ERROR
