"""`mapclew perceive`: what is read from one map picture."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Annotated

import typer

from perception.errors import ConfigError


def perceive(
    image: Annotated[Path, typer.Argument(help="Map picture: PNG, JPEG, ...")],
    out: Annotated[
        Path | None, typer.Option(help="Graph as JSON; without it, it goes to the output.")
    ] = None,
    overlay: Annotated[
        Path | None, typer.Option(help="Picture with what was read drawn over it, PNG.")
    ] = None,
) -> None:
    """Read stations, lines and edges from a map picture."""
    import sys

    from PIL import Image

    from perception.overlay import draw_overlay
    from perception.perceive import perceive as run
    from perception.picture import load_picture

    for target in (out, overlay):
        if target is not None:
            make_folder_of(target)
    perception = run(image)
    text = json.dumps(perception.graph.to_dict(), ensure_ascii=False, indent=1)
    if out is None:
        print(text)
    else:
        out.write_text(text + "\n", encoding="utf-8")
    if overlay is not None:
        drawn = draw_overlay(load_picture(image), perception.graph, _font())
        Image.fromarray(drawn).save(overlay, format="PNG")
    for stage in perception.stages:
        counts = ", ".join(f"{count} {what}" for what, count in stage.counts.items())
        print(
            f"{stage.stage:9s} {stage.seconds:7.2f} s  confidence {stage.confidence:.2f}  {counts}",
            file=sys.stderr,
        )
    for note in perception.graph.notes:
        print(f"note: {note}", file=sys.stderr)


def make_folder_of(target: Path) -> None:
    """Make the folder that a file is to be written to, before the work that it is to hold.

    Raises
    ------
    ConfigError
        It cannot be made or written to.
    """
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        found = f"its folder cannot be made ({error.strerror})"
        raise ConfigError(found, file=str(target), mend="choose another place") from error
    if target.is_dir() or not os.access(target.parent, os.W_OK):
        raise ConfigError("cannot be written", file=str(target), mend="choose another place")


def _font() -> Path | None:
    """Return the shipped font with Chinese and Latin letters."""
    from importlib.resources import files

    path = Path(str(files("eval.drawing") / "fonts" / "MapclewHan-Regular.otf"))
    return path if path.is_file() else None
