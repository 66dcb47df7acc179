"""A model that is asked what a picture shows."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from agent.chat.client import ChatClient
from agent.chat.picture_encoding import PictureEncoder
from agent.model_planner.options import ModelPlannerOptions
from agent.model_planner.plain_text import clean
from perception.errors import ModelError
from prompts.loader import load_prompt
from tools.look_closer import Look

_ANSWER = 2000


class ModelViewer:
    """Shows a picture to a model and returns what it says, as `tools.ask_about_map.Viewer`.

    Parameters
    ----------
    options : ModelPlannerOptions
        `options.viewer` is asked, at the same endpoint.
    client : ChatClient
        Calls it.
    """

    def __init__(self, options: ModelPlannerOptions, client: ChatClient) -> None:
        self._options = options
        self._client = client
        self._encoder = PictureEncoder(options.picture)

    def look(self, image: Path, part: Look | None, question: str) -> tuple[str, dict[str, Any]]:
        """Return what is seen; see `Viewer`."""
        options = self._options
        encoded = self._encoder.encode(image, part.box if part is not None else None)
        text = load_prompt("planner/look").render(question=question, part=part is not None)
        content = [
            {"type": "image_url", "image_url": {"url": encoded.url}},
            {"type": "text", "text": text},
        ]
        body: dict[str, Any] = {
            "model": options.viewer,
            "messages": [{"role": "user", "content": content}],
            "temperature": options.temperature,
            "max_tokens": options.max_tokens,
            "seed": options.seed,
            **options.extra_body,
        }
        reply, _ = self._client.complete(
            {key: value for key, value in body.items() if value is not None},
            seconds=options.max_seconds,
        )
        answer = clean(reply.text or reply.refusal, _ANSWER)
        if not answer:
            raise ModelError("the model that was asked about the map said nothing")
        return answer, reply.usage.as_dict()
