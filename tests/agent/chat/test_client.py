"""Calls over real HTTP: what is tried again, how long it waits, what is logged."""

from __future__ import annotations

import socket
import time
from collections.abc import Callable
from email.utils import formatdate
from pathlib import Path
from typing import Any

import pytest

from agent.chat.bounded_body import MAX_BYTES
from agent.chat.call_failed import CallFailed
from agent.chat.chat_reply import MAX_CALLS
from agent.chat.client import ChatClient
from agent.chat.options import ChatOptions
from agent.chat.retry_after import retry_after_seconds
from perception.errors import ModelError
from tests.eval.scripted_server import Say, ScriptedServer, chat, failure, says

BODY = {"model": "m", "messages": [{"role": "user", "content": "hello"}], "temperature": 0}


@pytest.fixture(autouse=True)
def _no_keys(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("MAPCLEW_API_KEY", "OPENAI_API_KEY"):
        monkeypatch.delenv(name, raising=False)


def client_for(
    server: ScriptedServer, sleep: Callable[[float], None] = lambda _: None, **options: Any
) -> ChatClient:
    settings = {"model": "m", "base_url": server.url, "backoff": 0.25, "timeout": 5.0, **options}
    return ChatClient(ChatOptions(**settings), sleep=sleep)


def test_good_reply_is_one_call() -> None:
    with ScriptedServer(says(chat("A-B"))) as server:
        reply, attempts = client_for(server).complete(dict(BODY))
    assert reply.text == "A-B"
    assert reply.server["model"] == "served-model"
    assert reply.server["usage"]["total_tokens"] == 10
    assert [a.status for a in attempts] == [200]
    assert server.requests == [BODY]


@pytest.mark.parametrize("status", [429, 500, 502, 503, 504])
def test_transient_status_is_tried_again(status: int) -> None:
    with ScriptedServer(says(failure(status), failure(status), chat())) as server:
        reply, attempts = client_for(server).complete(dict(BODY))
    assert reply.text == "A-B"
    assert [a.status for a in attempts] == [status, status, 200]


def test_waits_double_and_are_logged() -> None:
    waits: list[float] = []
    with ScriptedServer(says(failure(500), failure(500), failure(500), chat())) as server:
        _, attempts = client_for(server, waits.append).complete(dict(BODY))
    for wait, base in zip(waits, (0.25, 0.5, 1.0), strict=True):
        assert base <= wait <= base + 0.125  # and up to half the first wait at random
    assert [a.waited for a in attempts] == [0.0, *(round(wait, 3) for wait in waits)]


@pytest.mark.parametrize("status", [400, 401, 403, 404, 409, 413, 422])
def test_other_4xx_is_not_tried_again(status: int) -> None:
    with ScriptedServer(says(failure(status, "that will not do"), chat())) as server:
        with pytest.raises(CallFailed, match=f"status {status}: that will not do") as caught:
            client_for(server).complete(dict(BODY))
        assert len(server.requests) == 1
        assert server.url in str(caught.value)
    assert [a.status for a in caught.value.attempts] == [status]


def test_attempts_end() -> None:
    with ScriptedServer(says(failure(503))) as server:
        with pytest.raises(CallFailed, match="3 attempts") as caught:
            client_for(server, attempts=3).complete(dict(BODY))
        assert len(server.requests) == 3
    assert len(caught.value.attempts) == 3


def test_retry_after_in_seconds_is_honoured() -> None:
    waits: list[float] = []
    with ScriptedServer(says(failure(429, retry_after="7"), chat())) as server:
        client_for(server, waits.append).complete(dict(BODY))
    assert waits == [7.0]


def test_retry_after_as_a_date_is_honoured() -> None:
    waits: list[float] = []
    date = formatdate(time.time() + 30, usegmt=True)
    with ScriptedServer(says(failure(503, retry_after=date), chat())) as server:
        client_for(server, waits.append).complete(dict(BODY))
    assert 20 < waits[0] <= 30


def test_retry_after_is_capped() -> None:
    waits: list[float] = []
    with ScriptedServer(says(failure(429, retry_after="86400"), chat())) as server:
        client_for(server, waits.append, backoff_cap=9.0).complete(dict(BODY))
    assert waits == [9.0]


@pytest.mark.parametrize("value", ["", "soon", "nan", "inf", "Mon, 99 Foo 2020"])
def test_unreadable_retry_after_means_none(value: str) -> None:
    assert retry_after_seconds(value) is None


def test_past_date_means_no_wait() -> None:
    assert retry_after_seconds("Thu, 01 Jan 1970 00:00:00 GMT", now=100.0) == 0.0


def test_silence_is_a_time_out_and_tried_again() -> None:
    with ScriptedServer(says(Say(200, {}, delay=1.0), chat("late"))) as server:
        reply, attempts = client_for(server, timeout=0.2).complete(dict(BODY))
    assert reply.text == "late"
    assert attempts[0].status is None
    assert "no answer within 0.2 s" in attempts[0].error


def test_connection_closed_midway_is_tried_again() -> None:
    whole = chat("whole")
    cut = Say(payload=whole.payload, cut_after=20)
    with ScriptedServer(says(cut, whole)) as server:
        reply, attempts = client_for(server).complete(dict(BODY))
    assert reply.text == "whole"
    assert "connection failed" in attempts[0].error


def test_endpoint_down_names_the_address() -> None:
    with socket.socket() as held:
        held.bind(("127.0.0.1", 0))  # bound but not listening: calls are refused
        url = f"http://127.0.0.1:{held.getsockname()[1]}/v1"
        client = ChatClient(ChatOptions(model="m", base_url=url, attempts=2), sleep=lambda _: None)
        with pytest.raises(CallFailed, match=r"connection failed.*2 attempts") as caught:
            client.complete(dict(BODY))
    assert url in str(caught.value)


@pytest.mark.parametrize(
    ("raw", "found"),
    [
        (b"<html>welcome</html>", "no JSON"),
        (b"[1, 2]", "a JSON list"),
        (b"{}", "no list of choices"),
        (b'{"choices": [{"text": "A-B"}]}', "no message"),
        (b'{"error": {"message": "overloaded"}}', "overloaded"),
    ],
)
def test_reply_of_another_shape_is_an_error(raw: bytes, found: str) -> None:
    with ScriptedServer(says(Say(raw=raw))) as server:
        with pytest.raises(CallFailed, match=found) as caught:
            client_for(server).complete(dict(BODY))
        assert len(server.requests) == 1
    assert caught.value.attempts[0].status == 200


def test_content_in_parts_is_joined() -> None:
    parts = [{"type": "text", "text": "A-"}, {"type": "other"}, {"type": "text", "text": "B"}]
    with ScriptedServer(says(chat(parts))) as server:
        reply, _ = client_for(server).complete(dict(BODY))
    assert reply.text == "A-B"


def test_half_a_surrogate_pair_does_not_survive() -> None:
    raw = b'{"choices": [{"message": {"content": "A-\\ud83d-B"}}]}'
    with ScriptedServer(says(Say(raw=raw))) as server:
        reply, _ = client_for(server).complete(dict(BODY))
    assert reply.text == "A-?-B"


def test_missing_key_is_told_before_any_call() -> None:
    with pytest.raises(ModelError, match="MAPCLEW_API_KEY"):
        ChatClient(ChatOptions(model="m", base_url="https://models.example/v1"))


def test_key_comes_from_the_environment_and_stays_out_of_messages(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "second-choice")
    monkeypatch.setenv("MAPCLEW_API_KEY", "s3cret")
    with ScriptedServer(says(failure(401, "wrong key s3cret"))) as server:
        with pytest.raises(CallFailed) as caught:
            client_for(server).complete(dict(BODY))
        assert server.headers[0]["authorization"] == "Bearer s3cret"
    assert "s3cret" not in str(caught.value)
    assert "s3cret" not in caught.value.attempts[0].error


def test_proxy_of_the_environment_is_not_asked_for_loopback(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("HTTP_PROXY", "http://127.0.0.1:9")
    with ScriptedServer(says(chat())) as server:
        reply, _ = client_for(server).complete(dict(BODY))
    assert reply.text == "A-B"


def test_an_endless_body_is_cut_and_not_tried_again() -> None:
    endless = Say(raw=b'{"choices": "' + b"x" * (MAX_BYTES + 1))
    with ScriptedServer(says(endless, chat())) as server:
        with pytest.raises(CallFailed, match="larger than any reply"):
            client_for(server).complete(dict(BODY))
        assert len(server.requests) == 1


def test_a_body_that_drips_is_cut() -> None:
    drip = Say(raw=b" " * 400, drip=0.01)
    with ScriptedServer(says(drip)) as server, pytest.raises(CallFailed, match="not whole in time"):
        client_for(server, longest_call=0.15).complete(dict(BODY))


def test_attempts_end_with_the_seconds_given() -> None:
    with ScriptedServer(says(failure(429, retry_after="30"), chat())) as server:
        with pytest.raises(CallFailed, match="status 429"):
            client_for(server).complete(dict(BODY), seconds=5.0)
        assert len(server.requests) == 1  # the wait alone would take longer


def test_workers_share_one_rate(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("MAPCLEW_CACHE_DIR", str(tmp_path))
    with ScriptedServer(says(chat())) as server:
        first, second = (client_for(server, requests_per_minute=2) for _ in range(2))
        first.complete(dict(BODY), seconds=1.0)
        second.complete(dict(BODY), seconds=1.0)
        with pytest.raises(CallFailed, match="no request may be made within"):
            first.complete(dict(BODY), seconds=0.2)
        assert len(server.requests) == 2


def test_tool_calls_are_read_in_any_shape_a_server_gives_them() -> None:
    calls = [
        {"id": "a", "type": "function", "function": {"name": "f", "arguments": '{"x": 1}'}},
        {"function": {"name": "g", "arguments": {"y": [2]}}},
        {"function": "broken"},
        "broken",
    ]
    with ScriptedServer(says(chat(None, finish="tool_calls", tool_calls=calls))) as server:
        reply, _ = client_for(server).complete(dict(BODY))
    assert [(c.id, c.name, c.arguments) for c in reply.tool_calls] == [
        ("a", "f", '{"x": 1}'),
        ("", "g", '{"y": [2]}'),
        ("", "", ""),
        ("", "", ""),
    ]


def test_a_flood_of_calls_is_cut() -> None:
    flood = [{"function": {"name": "f", "arguments": "{}"}}] * 5000
    with ScriptedServer(says(chat(None, tool_calls=flood))) as server:
        reply, _ = client_for(server).complete(dict(BODY))
    assert len(reply.tool_calls) == MAX_CALLS
