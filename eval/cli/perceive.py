"""`mapclew perceive`: what is read from one map picture."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer


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


def _font() -> Path | None:
    """Return the shipped font with Chinese and Latin letters."""
    from importlib.resources import files

    path = Path(str(files("eval.drawing") / "fonts" / "MapclewHan-Regular.otf"))
    return path if path.is_file() else None
