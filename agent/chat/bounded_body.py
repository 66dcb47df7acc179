"""A response's body, cut where it grows without end or comes too slowly."""

from __future__ import annotations

import time
from collections.abc import Iterator

import httpx2

MAX_BYTES = 16 * 2**20
"""Largest body of a reply; a chat reply is some kilobytes."""


class BodyTooLarge(httpx2.ReadError):
    """A body is larger than any reply can be."""


class BodyTooSlow(httpx2.ReadTimeout):
    """A body was not whole in time, though bytes kept coming."""


class BoundedBody(httpx2.SyncByteStream):
    """Passes a body on as long as it is within its limits.

    Parameters
    ----------
    stream : httpx2.SyncByteStream
        As it comes.
    deadline : float
        By `time.monotonic`.
    max_bytes : int
        Largest size.
    """

    def __init__(
        self, stream: httpx2.SyncByteStream, deadline: float, max_bytes: int = MAX_BYTES
    ) -> None:
        self._stream = stream
        self._deadline = deadline
        self._left = max_bytes

    def __iter__(self) -> Iterator[bytes]:
        for chunk in self._stream:
            self._left -= len(chunk)
            if self._left < 0:
                raise BodyTooLarge("the reply is larger than any reply can be")
            if time.monotonic() > self._deadline:
                raise BodyTooSlow("the reply was not whole in time")
            yield chunk

    def close(self) -> None:
        """Close the connection's side."""
        self._stream.close()
