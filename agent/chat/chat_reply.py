"""What a chat endpoint answered, read strictly enough that nothing else passes for a reply."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any

from agent.chat.usage import Usage

SERVER_FIELDS = ("model", "system_fingerprint", "usage")
MAX_CALLS = 64
"""Most tool calls that are read from one reply."""
_NOTHING = Usage()


@dataclass(frozen=True, slots=True)
class RequestedCall:
    """A tool call that a model asks for, as it came: nothing of it is checked yet.

    Attributes
    ----------
    id : str
        The server's own, empty where it gives none.
    name : str
        Of the tool; empty where it is missing.
    arguments : str
        JSON text, if the model kept to the form.
    """

    id: str
    name: str
    arguments: str


@dataclass(frozen=True, slots=True)
class ChatReply:
    """What the endpoint answered.

    Attributes
    ----------
    text : str
        Content of the first choice; empty where there is none.
    refusal : str
        The model's refusal, empty where it did not refuse.
    finish_reason : str
        As the server gives it; empty where it gives none.
    reasoning : str
        Thoughts that the server returns apart from the content.
    server : dict
        Model name, fingerprint and token usage as the server reports them.
    tool_calls : tuple of RequestedCall
        What the model asks for, at most `MAX_CALLS`.
    usage : Usage
        Tokens, seconds and cost.
    """

    text: str
    refusal: str = ""
    finish_reason: str = ""
    reasoning: str = ""
    server: dict[str, Any] = field(default_factory=dict)
    tool_calls: tuple[RequestedCall, ...] = ()
    usage: Usage = _NOTHING


def read_reply(payload: bytes) -> ChatReply:
    """Read the body of a response with status 200.

    Parameters
    ----------
    payload : bytes
        The whole body.

    Returns
    -------
    ChatReply
        Empty where the list of choices is.

    Raises
    ------
    ValueError
        If it is not what such an endpoint answers; the message says what was found instead.
    """
    try:
        data = json.loads(payload)
    except ValueError:
        raise ValueError(f"the reply is no JSON ({_start(payload)})") from None
    if not isinstance(data, dict):
        raise ValueError(f"the reply is a JSON {type(data).__name__}, not an object")
    choices = data.get("choices")
    if not choices and data.get("error"):
        raise ValueError(f"status 200 with an error: {clip(json.dumps(data['error']))}")
    if not isinstance(choices, list):
        raise ValueError(f"the reply has no list of choices ({_start(payload)})")
    server = {key: data[key] for key in SERVER_FIELDS if data.get(key) is not None}
    if not choices:
        return ChatReply("", server=server)
    choice = choices[0]
    message = choice.get("message") if isinstance(choice, dict) else None
    if not isinstance(message, dict):
        raise ValueError(f"the first choice has no message ({_start(payload)})")
    return ChatReply(
        text=_text(message.get("content")),
        refusal=_text(message.get("refusal")),
        finish_reason=_text(choice.get("finish_reason")),
        reasoning=_text(message.get("reasoning_content") or message.get("reasoning")),
        server=server,
        tool_calls=_calls(message),
    )


def _calls(message: dict[str, Any]) -> tuple[RequestedCall, ...]:
    """Return the calls of a message, whatever shape a server gives them."""
    found = message.get("tool_calls")
    if not isinstance(found, list):
        single = message.get("function_call")
        found = [{"function": single}] if isinstance(single, dict) else []
    return tuple(_call(item) for item in found[:MAX_CALLS])


def _call(item: Any) -> RequestedCall:
    item = item if isinstance(item, dict) else {}
    function = item.get("function")
    function = function if isinstance(function, dict) else {}
    arguments = function.get("arguments")
    if isinstance(arguments, dict | list):  # some servers send the values themselves
        arguments = json.dumps(arguments)
    return RequestedCall(_text(item.get("id")), _text(function.get("name")), _text(arguments))


def clip(text: str, limit: int = 300) -> str:
    """Return a message on one line, cut to a length.

    >>> clip("too    long", 7)
    'too lo…'
    """
    text = " ".join(text.split())
    return text if len(text) <= limit else text[: limit - 1] + "…"


def _text(value: Any) -> str:
    """Return a content field as text: a string, or the text parts of a list of parts."""
    if isinstance(value, list):
        parts = [part.get("text") for part in value if isinstance(part, dict)]
        value = "".join([part for part in parts if isinstance(part, str)])
    if not isinstance(value, str):
        return ""
    # JSON may escape half a surrogate pair, which no UTF-8 file can hold.
    return value.encode("utf-8", "replace").decode("utf-8")


def _start(payload: bytes) -> str:
    return f"it begins {clip(payload[:200].decode('utf-8', 'replace'), 80)!r}"
