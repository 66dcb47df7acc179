"""An OpenAI-compatible endpoint on loopback that answers as a script says."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


@dataclass(frozen=True)
class Say:
    """One HTTP response."""

    status: int = 200
    payload: Any = None
    headers: dict[str, str] = field(default_factory=dict)
    raw: bytes | None = None
    delay: float = 0.0
    cut_after: int | None = None  # bytes of the body, then the connection is closed
    drip: float = 0.0  # seconds between the bytes of the body


Script = Callable[[dict[str, Any], int], Say]


def chat(
    content: Any = "A-B", finish: str | None = "stop", model: str = "served-model", **message: Any
) -> Say:
    return Say(
        payload={
            "id": "x",
            "object": "chat.completion",
            "model": model,
            "choices": [
                {
                    "index": 0,
                    "finish_reason": finish,
                    "message": {"role": "assistant", "content": content, **message},
                }
            ],
            "usage": {"prompt_tokens": 7, "completion_tokens": 3, "total_tokens": 10},
        }
    )


def failure(status: int, message: str = "no", **headers: str) -> Say:
    named = {key.replace("_", "-"): value for key, value in headers.items()}
    return Say(status=status, payload={"error": {"message": message}}, headers=named)


class ScriptedServer:
    """Serves until closed; keeps every request body and header set it got."""

    def __init__(self, script: Script) -> None:
        self.requests: list[dict[str, Any]] = []
        self.headers: list[dict[str, str]] = []
        self._lock = threading.Lock()
        outer = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                with outer._lock:
                    outer.requests.append(body)
                    outer.headers.append({k.lower(): v for k, v in self.headers.items()})
                    number = len(outer.requests) - 1
                say = script(body, number)
                time.sleep(say.delay)
                data = say.raw if say.raw is not None else json.dumps(say.payload).encode()
                try:
                    self.send_response(say.status)
                    self.send_header("Content-Type", "application/json")
                    self.send_header("Content-Length", str(len(data)))
                    for key, value in say.headers.items():
                        self.send_header(key, value)
                    self.end_headers()
                    part = data if say.cut_after is None else data[: say.cut_after]
                    for piece in [part] if not say.drip else [bytes([byte]) for byte in part]:
                        self.wfile.write(piece)
                        time.sleep(say.drip)
                    if say.cut_after is not None:
                        self.close_connection = True
                except OSError:
                    pass  # the caller gave up, as a time-out test means it to

            def log_message(self, format: str, *args: Any) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self._thread = threading.Thread(
            target=lambda: self._server.serve_forever(poll_interval=0.02), daemon=True
        )
        self._thread.start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._server.server_address[1]}/v1"

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()

    def __enter__(self) -> ScriptedServer:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def says(*responses: Say) -> Script:
    """Answer with these in turn, the last one ever after."""
    return lambda body, number: responses[min(number, len(responses) - 1)]
