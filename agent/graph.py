"""The wiring of the agent: decompose, plan and call tools, verify, repair, answer."""

from __future__ import annotations

from typing import Any, Literal

from langgraph.checkpoint.base import BaseCheckpointSaver
from langgraph.graph import END, START, StateGraph
from langgraph.graph.state import CompiledStateGraph

from agent.context import AgentContext
from agent.nodes.answer import answer
from agent.nodes.call_tool import call_tool
from agent.nodes.decompose import decompose
from agent.nodes.plan import plan
from agent.nodes.repair import repair
from agent.nodes.verify import verify
from agent.state import AgentInput, AgentState, Rejected, ToolCall

AgentGraph = CompiledStateGraph[AgentState, AgentContext, AgentInput, AgentState]


def after_decompose(state: AgentState) -> Literal["plan", "answer"]:
    """Plan, unless the task itself is unsound."""
    return "plan" if state.failure is None else "answer"


def after_plan(state: AgentState) -> Literal["call_tool", "verify", "repair", "plan"]:
    """Call the tool that was chosen; verify where the planner has finished."""
    if state.failure is not None:
        return "repair"
    if isinstance(state.decision, Rejected):
        return "plan"
    return "call_tool" if isinstance(state.decision, ToolCall) else "verify"


def after_call(state: AgentState) -> Literal["plan", "verify", "repair"]:
    """Verify a route or an answer as soon as there is one; otherwise ask the planner again."""
    if state.failure is not None:
        return "repair"
    return "verify" if state.found else "plan"


def after_verify(state: AgentState) -> Literal["answer", "repair"]:
    """Answer what holds, repair what does not."""
    holds = state.verification is not None and state.verification.ok
    return "answer" if holds and state.failure is None else "repair"


def after_repair(state: AgentState) -> Literal["plan", "verify", "answer"]:
    """Try again after a change; answer with what there is where none is left."""
    if state.given_up:
        return "answer"
    return "plan" if state.solution is None else "verify"


def build_agent(checkpointer: BaseCheckpointSaver[Any] | None = None) -> AgentGraph:
    """Compile the graph.

    Parameters
    ----------
    checkpointer : BaseCheckpointSaver, optional
        Keeps the state after every step.

    Returns
    -------
    CompiledStateGraph
        To be invoked with `AgentInput` and an `AgentContext`.
    """
    graph = StateGraph(AgentState, context_schema=AgentContext, input_schema=AgentInput)
    graph.add_node("decompose", decompose)
    graph.add_node("plan", plan)
    graph.add_node("call_tool", call_tool)
    graph.add_node("verify", verify)
    graph.add_node("repair", repair)
    graph.add_node("answer", answer)
    graph.add_edge(START, "decompose")
    graph.add_conditional_edges("decompose", after_decompose)
    graph.add_conditional_edges("plan", after_plan)
    graph.add_conditional_edges("call_tool", after_call)
    graph.add_conditional_edges("verify", after_verify)
    graph.add_conditional_edges("repair", after_repair)
    graph.add_edge("answer", END)
    return graph.compile(checkpointer=checkpointer, name="mapclew")
