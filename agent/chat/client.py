"""One chat call to an OpenAI-compatible endpoint, with retries that are counted and logged."""

from __future__ import annotations

import math
import os
import threading
import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import httpx2
import openai
import tenacity

from agent.chat.bounded_body import BodyTooLarge, BodyTooSlow, BoundedBody
from agent.chat.call_failed import Attempt, CallFailed
from agent.chat.chat_reply import ChatReply, clip, read_reply
from agent.chat.options import ChatOptions
from agent.chat.prices import read_prices
from agent.chat.rate_limit import RateLimit
from agent.chat.reply_cache import ReplyCache
from agent.chat.retry_after import retry_after_seconds
from agent.chat.usage import reported_usage
from perception.errors import LimitExceeded, ModelError
from perception.ocr.cache_folder import cache_folder

KEY_VARIABLES = ("MAPCLEW_API_KEY", "OPENAI_API_KEY")
# A server on this machine is usually started without a key; the client insists on sending one.
LOOPBACK_KEY = "no-key-needed"


def find_key(options: ChatOptions) -> str:
    """Return the key for the endpoint.

    Raises
    ------
    ModelError
        If none is set and the endpoint is not on this machine.
    """
    for variable in KEY_VARIABLES:
        key = os.environ.get(variable, "").strip()
        if key:
            return key
    if options.loopback:
        return LOOPBACK_KEY
    raise ModelError(
        "no API key",
        file=options.base_url,
        field=f"environment: {' or '.join(KEY_VARIABLES)}",
        mend=f"export {KEY_VARIABLES[0]}=...",
    )


class ChatClient:
    """Calls one endpoint; safe to share between threads.

    Parameters
    ----------
    options : ChatOptions
        Endpoint, attempts, waits.
    sleep : callable, optional
        Replaces `time.sleep` between attempts.

    Raises
    ------
    ModelError
        If there is no key.
    """

    def __init__(
        self, options: ChatOptions, *, sleep: Callable[[float], None] = tenacity.nap.sleep
    ) -> None:
        self._options = options
        self._prices = read_prices(options.prices)
        self._kept = ReplyCache(options.replies_folder) if options.keep_replies else None
        rate = options.requests_per_minute
        self._rate = RateLimit(rate, cache_folder() / "rates", options.base_url) if rate else None
        self._bounds = threading.local()
        self._key = find_key(options)
        self._sleep = sleep
        self._url = f"{options.base_url}/chat/completions"
        self._client = openai.OpenAI(
            api_key=self._key,
            base_url=options.base_url,
            timeout=options.timeout,
            # Attempts are counted and logged here, so the client makes one call at a time.
            max_retries=0,
            # A proxy set in the environment knows no server on this machine.
            http_client=openai.DefaultHttpxClient(
                trust_env=not options.loopback, event_hooks={"response": [self._bound]}
            ),
        )

    def complete(
        self, body: dict[str, Any], *, seconds: float | None = None
    ) -> tuple[ChatReply, list[Attempt]]:
        """Send one request, again after 429, 5xx, a lost connection or a time-out.

        A reply that is kept on disk from an earlier request of the same content is returned
        without a call.

        Parameters
        ----------
        body : dict
            The whole JSON body; "model" and "messages" among it.
        seconds : float, optional
            For all attempts together, waits included; none is begun after it.

        Returns
        -------
        ChatReply
            The first choice, with its usage.
        list of Attempt
            Every call made, the last one the successful one; empty where the reply was kept.

        Raises
        ------
        CallFailed
            If no usable reply came; its `attempts` say how each call went.
        """
        if (kept := self._find_kept(body)) is not None:
            return kept, []
        start = time.monotonic()
        end = start + (math.inf if seconds is None else seconds)
        attempts: list[Attempt] = []
        waits = [0.0]
        stop: Any = tenacity.stop_after_attempt(self._options.attempts)
        if seconds is not None:
            stop |= tenacity.stop_before_delay(seconds)
        retrying = tenacity.Retrying(
            retry=tenacity.retry_if_exception(_worth_repeating),
            stop=stop,
            wait=self._wait,
            before_sleep=lambda state: waits.append(state.upcoming_sleep),
            sleep=self._sleep,
            reraise=True,
        )

        def call_once() -> tuple[ChatReply, bytes]:
            waited = round(waits[-1], 3)
            try:
                status, payload = self._post(body, end)
            except openai.APIError as error:
                attempts.append(Attempt(_status(error), self._message(error), waited))
                raise
            except LimitExceeded as error:
                late = CallFailed(error.found, file=self._url, mend="use fewer --workers")
                late.out_of_time = time.monotonic() >= end
                raise late from None
            try:
                reply = read_reply(payload)
            except ValueError as error:
                failure = self._broken(str(error))
                attempts.append(Attempt(status, failure.found, waited))
                raise failure from None
            attempts.append(Attempt(status, "", waited))
            return reply, payload

        try:
            reply, payload = retrying(call_once)
        except openai.APIError as error:
            failure = self._failure(error, len(attempts))
            failure.attempts = attempts
            # A wait that was not begun counts as well: it would have gone over the end.
            cut_short = _worth_repeating(error) and len(attempts) < self._options.attempts
            late = isinstance(error, openai.APIConnectionError) and time.monotonic() >= end
            failure.out_of_time = cut_short or late
            raise failure from error
        except CallFailed as failure:
            failure.attempts = attempts
            raise
        took = time.monotonic() - start
        if self._kept is not None:
            self._kept.keep(self._options.base_url, body, payload, reply, took)
        return self._with_usage(reply, body, took), attempts

    def _find_kept(self, body: dict[str, Any]) -> ChatReply | None:
        found = None if self._kept is None else self._kept.get(self._options.base_url, body)
        if found is None:
            return None
        try:
            reply = self._with_usage(read_reply(found[0]), body, found[1])
        except ValueError:
            return None
        return replace(reply, usage=replace(reply.usage, kept=1))

    def _with_usage(self, reply: ChatReply, body: dict[str, Any], seconds: float) -> ChatReply:
        received = len(reply.text) + len(reply.reasoning)
        received += sum(len(call.name) + len(call.arguments) for call in reply.tool_calls)
        usage = reported_usage(reply.server, _text_length(body), received)
        priced = self._prices.priced(usage, str(body["model"]))
        return replace(reply, usage=replace(priced, seconds=round(seconds, 6)))

    def _post(self, body: dict[str, Any], end: float) -> tuple[int, bytes]:
        rest = {key: value for key, value in body.items() if key not in ("model", "messages")}
        left = min(self._options.longest_call, max(0.001, end - time.monotonic()))
        if self._rate is not None:
            self._rate.wait(left)
        self._bounds.deadline = time.monotonic() + left
        response = self._client.chat.completions.with_raw_response.create(
            model=body["model"],
            messages=body["messages"],
            extra_body=rest,
            timeout=min(self._options.timeout, left),
        )
        return response.http_response.status_code, response.http_response.content

    def _bound(self, response: httpx2.Response) -> None:
        """Limit the body of a response before it is read."""
        if isinstance(response.stream, httpx2.SyncByteStream):
            response.stream = BoundedBody(response.stream, self._bounds.deadline)

    def _broken(self, found: str) -> CallFailed:
        return CallFailed(
            self._hide_key(found),
            file=self._url,
            mend="check that --base-url is an OpenAI-compatible endpoint",
        )

    def _failure(self, error: openai.APIError, calls: int) -> CallFailed:
        count = f" ({calls} attempts)" if calls > 1 else ""
        mend = {
            400: "check the model's limits and --extra-body",
            401: f"check the key in {' or '.join(KEY_VARIABLES)}",
            403: "check what the key may do",
            404: "check --base-url and --model",
            413: "lower --max-pixels",
            429: "use fewer --workers, then give the same command again",
        }.get(_status(error) or 0, "give the same command again once it answers")
        return CallFailed(
            self._message(error) + count,
            file=self._url,
            mend=mend,
            filtered=error.code == "content_filter",
        )

    def _message(self, error: openai.APIError) -> str:
        if isinstance(error.__cause__, BodyTooLarge | BodyTooSlow):
            return str(error.__cause__)
        if isinstance(error, openai.APITimeoutError):
            return f"no answer within {self._options.timeout:g} s"
        if isinstance(error, openai.APIConnectionError):
            cause = error.__cause__
            detail = f"{type(cause).__name__}: {cause}" if cause else str(error)
            return self._hide_key(f"connection failed ({clip(detail)})")
        status = _status(error)
        said = error.body.get("message") if isinstance(error.body, dict) else None
        return self._hide_key(f"status {status}: {clip(str(said or error.message))}")

    def _hide_key(self, text: str) -> str:
        return text if self._key == LOOPBACK_KEY else text.replace(self._key, "[key]")

    def _wait(self, state: tenacity.RetryCallState) -> float:
        error = state.outcome.exception() if state.outcome else None
        asked = None
        if isinstance(error, openai.APIStatusError):
            asked = retry_after_seconds(error.response.headers.get("retry-after"))
        if asked is None:
            # Up to half as long again at random, so that the workers do not return in step.
            asked = tenacity.wait_exponential_jitter(
                multiplier=self._options.backoff,
                max=self._options.backoff_cap,
                jitter=self._options.backoff / 2,
            )(state)
        return min(asked, self._options.backoff_cap)


def _worth_repeating(error: BaseException) -> bool:
    if isinstance(error, openai.APIConnectionError):  # time-outs are among them
        return not isinstance(error.__cause__, BodyTooLarge | BodyTooSlow)
    return isinstance(error, openai.APIStatusError) and (
        error.status_code == 429 or error.status_code >= 500
    )


def _status(error: openai.APIError) -> int | None:
    return error.status_code if isinstance(error, openai.APIStatusError) else None


def _text_length(body: dict[str, Any]) -> int:
    """Return the characters of a request's text; pictures are not counted."""
    total = 0
    for message in body["messages"]:
        content = message.get("content") or ""
        if isinstance(content, str):
            total += len(content)
        else:
            total += sum(len(part.get("text", "")) for part in content)
    return total
