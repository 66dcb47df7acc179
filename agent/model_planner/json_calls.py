"""A tool call written as JSON in the text of a reply, for models without calls of their own."""

from __future__ import annotations

import json
from typing import Any

from agent.chat.chat_reply import RequestedCall
from agent.model_planner.call_arguments import MAX_ARGUMENTS, InvalidCall

FORM = '{"tool": "NAME", "arguments": {...}}'


def read_json_call(text: str) -> RequestedCall:
    """Return the call that a text holds: its first JSON object that names a tool.

    Text around it, as a code fence or a thought, is passed over.

    Raises
    ------
    InvalidCall
        There is none.

    Examples
    --------
    >>> read_json_call('Next: {"tool": "read_text", "arguments": {}}').name
    'read_text'
    """
    decoder = json.JSONDecoder()
    place, tries = text.find("{"), 0
    while place >= 0 and tries < 50:
        tries += 1
        try:
            value, end = decoder.raw_decode(text[place : place + MAX_ARGUMENTS + 1000])
        except (ValueError, RecursionError):
            place = text.find("{", place + 1)
            continue
        if isinstance(value, dict) and isinstance(value.get("tool"), str):
            return _call(value)
        place = text.find("{", place + end)
    if "{" in text:
        raise InvalidCall(f"no JSON object in the reply has the form {FORM}")
    raise InvalidCall(f"the reply holds no JSON object; reply with {FORM} and nothing else")


def _call(value: dict[str, Any]) -> RequestedCall:
    arguments = value.get("arguments", {})
    # Some write the arguments beside the name, or as a text of their own.
    if "arguments" not in value:
        arguments = {key: item for key, item in value.items() if key != "tool"}
    text = arguments if isinstance(arguments, str) else json.dumps(arguments)
    return RequestedCall("", value["tool"], text)
