"""Which replies are kept, and that a kept one is the same reply without a call."""

from __future__ import annotations

import contextlib
from pathlib import Path
from typing import Any

import pytest

from agent.chat.call_failed import CallFailed
from agent.chat.client import ChatClient
from agent.chat.options import ChatOptions
from tests.eval.scripted_server import Say, ScriptedServer, chat, failure, says

BODY: dict[str, Any] = {
    "model": "m",
    "messages": [
        {
            "role": "user",
            "content": [
                {"type": "image_url", "image_url": {"url": "data:image/png;base64,AAAA"}},
                {"type": "text", "text": "hello"},
            ],
        }
    ],
    "temperature": 0.0,
    "max_tokens": 9,
}


def client(server: ScriptedServer, folder: Path) -> ChatClient:
    options = ChatOptions(
        model="m", base_url=server.url, backoff=0, attempts=1, keep_replies=True, replies=folder
    )
    return ChatClient(options, sleep=lambda _: None)


def test_the_same_request_is_sent_once_and_its_usage_stays(tmp_path: Path) -> None:
    with ScriptedServer(says(chat("first"), chat("second"))) as server:
        first, attempts = client(server, tmp_path).complete(dict(BODY))
        again, none = client(server, tmp_path).complete(dict(BODY))
        assert len(server.requests) == 1
    assert (first.text, again.text) == ("first", "first")
    assert (len(attempts), none) == (1, [])
    assert (first.usage.kept, again.usage.kept) == (0, 1)
    assert again.usage.tokens == first.usage.tokens == 10
    assert again.usage.seconds == pytest.approx(first.usage.seconds, abs=1e-5)


@pytest.mark.parametrize(
    "change",
    [
        {"model": "n"},
        {"max_tokens": 10},
        {"seed": 1},
        {"messages": [{"role": "user", "content": "hello"}]},
        {
            "messages": [
                {
                    "role": "user",
                    "content": [
                        {"type": "image_url", "image_url": {"url": "data:image/png;base64,AAAB"}},
                        {"type": "text", "text": "hello"},
                    ],
                }
            ]
        },
    ],
)
def test_another_model_prompt_picture_or_parameter_is_another_request(
    tmp_path: Path, change: dict[str, Any]
) -> None:
    with ScriptedServer(says(chat("first"), chat("second"))) as server:
        asks = client(server, tmp_path)
        asks.complete(dict(BODY))
        assert asks.complete({**BODY, **change})[0].text == "second"


@pytest.mark.parametrize("temperature", [0.7, None])
def test_nothing_is_kept_that_was_drawn_at_random(
    tmp_path: Path, temperature: float | None
) -> None:
    body = {key: value for key, value in BODY.items() if key != "temperature"}
    body |= {} if temperature is None else {"temperature": temperature}
    with ScriptedServer(says(chat("first"), chat("second"))) as server:
        asks = client(server, tmp_path)
        asks.complete(dict(body))
        assert asks.complete(dict(body))[0].text == "second"


@pytest.mark.parametrize(
    "bad",
    [
        chat("cut", finish="length"),
        chat("", finish="stop"),
        chat(None, refusal="no"),
        chat("x", finish="content_filter"),
        Say(payload={"choices": []}),
        Say(raw=b"<html>"),
        failure(500),
    ],
)
def test_failures_refusals_cut_and_empty_replies_are_asked_for_again(
    tmp_path: Path, bad: Say
) -> None:
    with ScriptedServer(says(bad, chat("good"))) as server:
        asks = client(server, tmp_path)
        with contextlib.suppress(CallFailed):
            asks.complete(dict(BODY))
        assert asks.complete(dict(BODY))[0].text == "good"


def test_a_damaged_entry_is_asked_for_again(tmp_path: Path) -> None:
    from diskcache import Cache

    with ScriptedServer(says(chat("first"), chat("second"))) as server:
        client(server, tmp_path).complete(dict(BODY))
        with Cache(str(tmp_path)) as entries:
            (key,) = list(entries)
            entries[key] = entries[key][:-5]
        assert client(server, tmp_path).complete(dict(BODY))[0].text == "second"
