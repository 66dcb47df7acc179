"""`mapclew draw`: fictional maps with exact truth."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer


def draw(
    out: Annotated[Path, typer.Option(help="Gets one folder per map.")],
    count: Annotated[int, typer.Option(min=1, help="How many maps; the styles take turns.")] = 10,
    seed: Annotated[int, typer.Option(help="What they are made from.")] = 0,
    styles: Annotated[
        list[str] | None,
        typer.Option(help="develop, kept-aside, all, or a style's name; repeatable."),
    ] = None,
    domain: Annotated[str, typer.Option(help="metromap, travelmap or all.")] = "all",
    workers: Annotated[int, typer.Option(min=1, help="Processes.")] = 1,
) -> None:
    """Draw fictional maps of many layouts and styles, with exact truth.

    Each folder holds map.png or map.jpg, edges.csv and truth.json, as `mapclew perceive --truth`
    reads them. The same seed and styles give the same maps.
    """
    from eval.atlas.write_maps import choose_styles, write_maps
    from perception.errors import ConfigError

    chosen = choose_styles(styles or ["develop"], domain)
    try:
        out.mkdir(parents=True, exist_ok=True)
        empty = not any(out.iterdir())
    except OSError as error:
        raise ConfigError(
            f"cannot be made ({error.strerror})", file=str(out), mend="name another folder"
        ) from None
    if not empty:
        raise ConfigError("is no empty folder", file=str(out), mend="name another folder")
    for number, written in enumerate(write_maps(out, chosen, count, seed, workers), start=1):
        doubt = f" ({written.clashes} names touch something)" if written.clashes else ""
        print(f"[{number}/{count}] {written.folder.name}{doubt}", file=sys.stderr)
    print(f"maps: {out}")
