"""Replies kept on disk by the content of their request.

Only what is sure to come again is kept: the reply to a request at temperature 0 that ended as it
should. A failure, a refusal, an empty or a cut reply is asked for again.
"""

from __future__ import annotations

import hashlib
import json
import sqlite3
from pathlib import Path
from typing import Any

from diskcache import Cache, Timeout

from agent.chat.chat_reply import ChatReply
from perception.errors import ConfigError

_WHOLE = frozenset({"", "stop", "tool_calls", "function_call"})
_READ_ERRORS = (sqlite3.Error, Timeout, OSError, ValueError, KeyError, TypeError, EOFError)
_SIZE = 2**34


class ReplyCache:
    """Bodies of replies by request; safe to share between threads and processes.

    Parameters
    ----------
    folder : Path
        Where they are kept; made when first used. Above 16 GiB the oldest go.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._disk: Cache | None = None

    def __getstate__(self) -> dict[str, Any]:
        """Leave open files to the process that has them."""
        return {"folder": self.folder, "_disk": None}

    def get(self, base_url: str, body: dict[str, Any]) -> tuple[bytes, float] | None:
        """Return the body of the reply to a request and the seconds it took; None if unknown.

        Raises
        ------
        ConfigError
            The folder cannot be used.
        """
        if not is_deterministic(body):
            return None
        try:
            data = self._open().get(request_key(base_url, body))
            # The first part of an entry is its own digest: a cut or altered one is not used.
            if not isinstance(data, bytes) or hashlib.sha256(data[32:]).digest() != data[:32]:
                return None
            seconds, payload = data[32:].split(b"\n", 1)
            return payload, float(seconds)
        except _READ_ERRORS:
            return None

    def keep(
        self, base_url: str, body: dict[str, Any], payload: bytes, reply: ChatReply, seconds: float
    ) -> None:
        """Keep a reply, if it is one that would come again."""
        if not is_deterministic(body) or not is_whole(reply):
            return
        data = f"{seconds:.6f}\n".encode() + payload
        try:
            entry = hashlib.sha256(data).digest() + data
            self._open().set(request_key(base_url, body), entry)
        except _READ_ERRORS:
            # A full disk costs another request, not the answer.
            return

    def _open(self) -> Cache:
        if self._disk is None:
            try:
                self.folder.mkdir(parents=True, exist_ok=True)
            except OSError as error:
                raise ConfigError(
                    f"replies cannot be kept there ({error.strerror})",
                    file=str(self.folder),
                    field="--replies",
                    mend="name another folder, or give --no-keep-replies",
                ) from None
            self._disk = Cache(str(self.folder), size_limit=_SIZE)
        return self._disk


def is_deterministic(body: dict[str, Any]) -> bool:
    """Whether a request asks for the likeliest reply: at temperature 0, said so.

    >>> is_deterministic({"temperature": 0.0}), is_deterministic({})
    (True, False)
    """
    return body.get("temperature") == 0


def is_whole(reply: ChatReply) -> bool:
    """Whether a reply says something and was neither refused nor cut off."""
    says = bool(reply.text.strip() or reply.tool_calls)
    return says and not reply.refusal and reply.finish_reason in _WHOLE


def request_key(base_url: str, body: dict[str, Any]) -> str:
    """Return the SHA-256 over endpoint, model, messages with their pictures, and parameters."""
    text = json.dumps([base_url, body], sort_keys=True, ensure_ascii=True, separators=(",", ":"))
    return hashlib.sha256(text.encode("ascii")).hexdigest()
