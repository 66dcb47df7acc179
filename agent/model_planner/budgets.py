"""How far a model may go for one task: replies, tokens, seconds, money, and going in circles."""

from __future__ import annotations

from agent.chat.usage import Usage, usage_from
from agent.dialogue import Entry, stalled_turns, turns, usage_of
from agent.model_planner.options import ModelPlannerOptions
from agent.state import AgentState
from perception.errors import LimitExceeded


def spent(state: AgentState, dialogue: tuple[Entry, ...]) -> Usage:
    """Return what planning took so far: replies, and models that tools asked."""
    asked = [record.result.get("usage") for record in state.calls]
    return sum((usage_from(usage) for usage in asked if usage), usage_of(dialogue))


def seconds_spent(state: AgentState, dialogue: tuple[Entry, ...]) -> float:
    """Return the seconds of replies and tools so far; a kept reply counts what it once took."""
    return usage_of(dialogue).seconds + sum(record.seconds for record in state.calls)


def seconds_left(
    state: AgentState, dialogue: tuple[Entry, ...], options: ModelPlannerOptions
) -> float:
    """Return the seconds that are left for the next reply."""
    return options.max_seconds - seconds_spent(state, dialogue)


def check_budgets(
    state: AgentState, dialogue: tuple[Entry, ...], options: ModelPlannerOptions
) -> None:
    """Let one more reply be asked for.

    Raises
    ------
    LimitExceeded
        A budget is spent; its name is the error's field.
    """
    usage = spent(state, dialogue)
    took = seconds_spent(state, dialogue)
    replies, stalled = len(turns(dialogue)), stalled_turns(dialogue)
    for name, reached, limit, what in (
        ("max_turns", replies, options.max_turns, "replies"),
        ("max_stalled", stalled, options.max_stalled, "replies in a row without a sound call"),
        ("max_total_tokens", usage.tokens, options.max_total_tokens, "tokens"),
        ("max_seconds", took, options.max_seconds, "seconds"),
        ("max_cost", usage.cost or 0.0, options.max_cost, "of the price table's currency"),
    ):
        if limit is not None and reached >= limit:
            raise LimitExceeded(
                f"{reached:.6g} {what} are spent", field=name, mend="raise the budget"
            )
