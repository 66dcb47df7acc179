"""A planner behind which a chat model stands.

Each decision is made from the state alone: what was said is in it, so a planner serves many tasks
at once and a checkpoint holds the whole conversation. The model proposes; whether a call can be
run is decided here, and what is answered by the graph's verification.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import replace
from typing import Any

from agent.chat.call_failed import CallFailed, ModelRefused, attempts_as_dicts
from agent.chat.client import ChatClient
from agent.chat.options import HOW_PATIENTLY
from agent.chat.picture_encoding import PictureEncoder
from agent.dialogue import (
    Begun,
    Entry,
    Status,
    Told,
    Turn,
    next_call,
    turns,
    under_way,
)
from agent.model_planner.budgets import check_budgets, seconds_left
from agent.model_planner.call_arguments import InvalidCall
from agent.model_planner.call_checks import CheckedCall, check_call
from agent.model_planner.json_calls import read_json_call
from agent.model_planner.messages import Messages, prompt_hashes
from agent.model_planner.offered_tools import GIVE_UP, OfferedTool, offered_tools
from agent.model_planner.options import ModelPlannerOptions
from agent.model_planner.plain_text import clean
from agent.model_planner.reports import no_call, rejection, repetition, report, skipped
from agent.state import AgentState, Decision, Finish, Rejected, ToolCall
from perception.errors import LimitExceeded
from tools.map_reader import MapReader

_REFUSALS = frozenset({"content_filter", "refusal"})
_ONE_NUMBER = "one number of your own is checked, and it was not confirmed; use the other tools"
_KEPT_TEXT = 8000
"""Characters of a reply's text and of its reasoning that are kept."""


class ModelPlanner:
    """Has a chat model decide which tool is called with which arguments.

    Parameters
    ----------
    options : ModelPlannerOptions
        Model, endpoint, how calls are read, budgets.
    reader : MapReader
        What it read is told to the model.
    without : collection of str
        Tools left out: without "solver", routes are the model's own.
    client : ChatClient, optional
        Instead of the one made from `options`.
    objective_of : callable, optional
        From a domain to "additive" or "averaged"; told where routes are the model's own.
    """

    name = "model"
    goes_on = True

    def __init__(
        self,
        options: ModelPlannerOptions,
        reader: MapReader,
        *,
        without: Collection[str] = (),
        client: ChatClient | None = None,
        objective_of: Callable[[str], str] = lambda _: "additive",
    ) -> None:
        self._without = frozenset(without)
        self._options = options
        self._reader = reader
        self._client = client or ChatClient(options)
        self._messages = Messages(options, PictureEncoder(options.picture), objective_of)

    @property
    def client(self) -> ChatClient:
        """Who is asked."""
        return self._client

    def describe(self) -> dict[str, Any]:
        """Return what determines its decisions; how patiently it calls does not."""
        settings = self._options.model_dump(mode="json", exclude=set(HOW_PATIENTLY))
        return {"name": self.name, "version": 1, **settings, "prompts": prompt_hashes()}

    def decide(self, state: AgentState) -> Decision:
        """Return the model's next call that can be run.

        Raises
        ------
        LimitExceeded
            A budget is spent.
        CallFailed
            The endpoint gave no usable reply.
        ModelRefused
            The model or the endpoint's filter declined.
        BadPicture
            The picture cannot be read.
        """
        tools = offered_tools(
            state.task,
            vision=self._options.vision,
            viewer=bool(self._options.viewer),
            solver="solver" not in self._without,
        )
        said: list[Entry] = self._since(state)
        dialogue = (*state.dialogue, *said)
        if next_call(dialogue) is None:
            turn = self._ask(state, dialogue, tools)
            said.append(turn)
            if not turn.calls:
                said.append(no_call(turn.fault, [tool.name for tool in tools]))
        return self._next(state, said, tools)

    def _since(self, state: AgentState) -> list[Entry]:
        """Return what is to be told of the call that was run since the last decision."""
        begun = under_way(state.dialogue)
        if begun is None:
            return []
        said: list[Entry] = [report(begun, state, self._reader, vision=self._options.vision)]
        changed = len(state.repairs) > begun.repairs or state.handed_back is not None
        latest = turns(state.dialogue)[-1]
        if changed:
            rest = list(enumerate(latest.calls))[begun.call + 1 :]
            said += [skipped(place, call.name) for place, call in rest]
        return said

    def _next(
        self, state: AgentState, said: list[Entry], tools: tuple[OfferedTool, ...]
    ) -> Decision:
        """Return the first call of the latest turn that can be run, if there is one."""
        while (place := next_call((*state.dialogue, *said))) is not None:
            dialogue = (*state.dialogue, *said)
            call = turns(dialogue)[-1].calls[place]
            try:
                checked = check_call(call, state, tools)
            except InvalidCall as fault:
                said.append(rejection(place, call.name, str(fault), [tool.name for tool in tools]))
                continue
            if checked.tool == GIVE_UP:
                said.append(Told(place, GIVE_UP, Status.RAN, "{}"))
                reason = clean(str(checked.arguments.get("reason", "")), 300)
                return Finish(f"the model gave up: {reason}", tuple(said))
            if checked.tool == "check_answer" and _was_unconfirmed(dialogue):
                names = [tool.name for tool in tools if tool.name != "check_answer"]
                said.append(rejection(place, checked.tool, _ONE_NUMBER, names))
                continue
            if _was_run(checked, state, dialogue):
                said.append(repetition(place, checked.tool))
                continue
            begun = Begun(
                place, checked.tool, checked.canonical, len(state.calls), len(state.repairs)
            )
            text = clean(turns(dialogue)[-1].text, 300)
            said.append(begun)
            return ToolCall(checked.tool, checked.arguments, text, tuple(said))
        return Rejected(tuple(said))

    def _ask(
        self, state: AgentState, dialogue: tuple[Entry, ...], tools: tuple[OfferedTool, ...]
    ) -> Turn:
        options = self._options
        check_budgets(state, dialogue, options)
        left = seconds_left(state, dialogue, options)
        body: dict[str, Any] = {
            "model": options.model,
            "messages": self._messages.write(state, dialogue, tools),
            "temperature": options.temperature,
            "max_tokens": options.max_tokens,
            "seed": options.seed,
        }
        if options.tool_calls == "native":
            body["tools"] = [tool.as_function() for tool in tools]
        body |= options.extra_body
        try:
            reply, attempts = self._client.complete(
                {key: value for key, value in body.items() if value is not None}, seconds=left
            )
        except CallFailed as failure:
            if failure.filtered:
                raise ModelRefused(failure.found, file=failure.file) from failure
            if failure.out_of_time:
                raise LimitExceeded(
                    f"no reply within the {left:.0f} s that were left ({failure.found})",
                    field="max_seconds",
                ) from failure
            raise
        if reply.finish_reason in _REFUSALS or (reply.refusal and not reply.tool_calls):
            raise ModelRefused(f"the model declined ({clean(reply.refusal or reply.text, 200)})")
        turn = Turn(
            reply.text[:_KEPT_TEXT],
            reply.tool_calls,
            finish_reason=reply.finish_reason,
            reasoning=reply.reasoning[:_KEPT_TEXT],
            usage=reply.usage,
            tries=tuple(attempts_as_dicts(attempts)),
            served=reply.server,
        )
        if options.tool_calls == "json":
            turn = _with_json_call(turn, reply.text)
        if not turn.calls and not turn.fault:
            turn = replace(turn, fault=_fault(turn, options))
        return turn


def _with_json_call(turn: Turn, text: str) -> Turn:
    try:
        return replace(turn, calls=(read_json_call(text),))
    except InvalidCall as fault:
        cut = " (it was cut off at the limit of output tokens)" * (turn.finish_reason == "length")
        return replace(turn, calls=(), fault=f"{fault}{cut}")


def _fault(turn: Turn, options: ModelPlannerOptions) -> str:
    if turn.finish_reason == "length":
        return f"the reply was cut off after {options.max_tokens} tokens without a tool call"
    if not turn.text.strip():
        return "the reply is empty; call a tool"
    return "text is no answer; call a tool"


def _was_unconfirmed(dialogue: tuple[Entry, ...]) -> bool:
    """Tell whether a number of the model's own was checked; were it confirmed, the task had ended.

    Numbers are few: whoever may have any number of them checked is right by trying.
    """
    return any(
        isinstance(entry, Told) and entry.tool == "check_answer" and entry.status is Status.RAN
        for entry in dialogue
    )


def _was_run(checked: CheckedCall, state: AgentState, dialogue: tuple[Entry, ...]) -> bool:
    """Tell whether the very same call was run and nothing was changed by a repair since.

    A call that came too early may be repeated.
    """
    earlier: Begun | None = None
    for entry in dialogue:
        if isinstance(entry, Begun):
            same = (entry.tool, entry.arguments) == (checked.tool, checked.canonical)
            earlier = entry if same and entry.repairs == len(state.repairs) else None
        elif isinstance(entry, Told) and earlier is not None:
            if entry.status in (Status.RAN, Status.FAILED):
                return True
            earlier = None
    return False
