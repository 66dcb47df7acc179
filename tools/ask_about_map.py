"""Have a model look at a map and answer a question about what it sees."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Protocol

from perception.errors import ConfigError
from tools.look_closer import Look, clip_box
from tools.recorded_call import ToolResult

MAX_QUESTION = 600


class Viewer(Protocol):
    """Looks at pictures."""

    def look(self, image: Path, part: Look | None, question: str) -> tuple[str, dict[str, Any]]:
        """Return what is seen, and what that took as JSON values (`agent.chat.usage.Usage`).

        Raises
        ------
        BadPicture, ModelError
            The picture or the model failed.
        """
        ...


def ask_about_map(
    viewer: Viewer,
    image: Path,
    question: str,
    box: tuple[float, float, float, float] | None = None,
) -> ToolResult[str]:
    """Ask a visual question about a map or a part of it.

    Parameters
    ----------
    viewer : Viewer
        Who looks.
    image : Path
        Picture file.
    question : str
        At most `MAX_QUESTION` characters.
    box : tuple of 4 floats, optional
        Left, top, width, height of the part, image px; without it the whole map is looked at.

    Returns
    -------
    ToolResult of str
        What the viewer says: one more reading of the picture, not a fact.

    Raises
    ------
    ConfigError
        The question is empty or too long, or the part is not on the picture.
    BadPicture, ModelError
        The picture or the model failed.
    """
    if not question.strip() or len(question) > MAX_QUESTION:
        raise ConfigError(
            f"the question has {len(question.strip())} characters",
            field="question",
            mend=f"ask with 1 to {MAX_QUESTION} characters",
        )
    part = None if box is None else clip_box(image, box)
    answer, usage = viewer.look(image, part, question)
    return ToolResult(answer, {"answer": answer, "usage": usage})
