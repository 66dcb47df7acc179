"""Draw many maps into a folder, one folder each."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path

from eval.atlas.develop_styles import DEVELOP
from eval.atlas.draw_map import draw_map
from eval.atlas.kept_styles import KEPT_ASIDE
from eval.atlas.style import MapStyle
from perception.errors import ConfigError

GROUPS: dict[str, tuple[MapStyle, ...]] = {
    "develop": DEVELOP,
    "kept-aside": KEPT_ASIDE,
    "all": (*DEVELOP, *KEPT_ASIDE),
}
_REDRAWS = 4


@dataclass(frozen=True, slots=True)
class WrittenMap:
    """One map that was written: its folder, and how many names touch what they should not."""

    folder: Path
    clashes: int


def choose_styles(names: list[str], domain: str) -> list[MapStyle]:
    """Return the styles that are named, by group or by key, of one domain or of "all".

    Raises
    ------
    ConfigError
        There is no such style, or none of the domain.
    """
    every = styles_by_key(GROUPS["all"]) | GROUPS
    found: list[MapStyle] = []
    for name in names:
        if name not in every:
            raise ConfigError(
                f"no style {name!r}", field="--styles", mend=f"use {', '.join(every)}"
            )
        found += [style for style in every[name] if style not in found]
    found = [style for style in found if domain in ("all", style.domain)]
    if not found:
        raise ConfigError(
            f"no style is of domain {domain!r}",
            field="--domain",
            mend="use metromap, travelmap or all",
        )
    return found


def styles_by_key(styles: Sequence[MapStyle]) -> dict[str, tuple[MapStyle, ...]]:
    """Return styles by their keys, each alone in a tuple.

    Raises
    ------
    ConfigError
        Two have the same key: whoever asks for one to develop on could be shown one kept aside.
    """
    found: dict[str, tuple[MapStyle, ...]] = {}
    for style in styles:
        if style.key in found:
            raise ConfigError(
                f"two styles are called {style.key!r}",
                field="--styles",
                mend="give the one to develop on another key in eval/atlas",
            )
        found[style.key] = (style,)
    return found


def write_maps(
    out: Path, styles: list[MapStyle], count: int, seed: int, workers: int = 1, *, first: int = 0
) -> Iterator[WrittenMap]:
    """Draw `count` maps, the styles in turn, and hand over each as it is written.

    Parameters
    ----------
    out : Path
        Gets a folder `STYLE-NUMBER` a map: picture, `edges.csv`, `truth.json`.
    styles : list of MapStyle
        Used in turn.
    count, seed : int
        How many; what they are made from. Neither the number of maps nor of workers changes a map.
    workers : int
        Processes.
    first : int
        How many were drawn before: the next in turn follow.
    """
    jobs = [
        (out, styles[number % len(styles)], seed, number // len(styles))
        for number in range(first, first + count)
    ]
    if workers == 1:
        yield from map(_write, jobs)
        return
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        yield from pool.map(_write, jobs)


def _write(job: tuple[Path, MapStyle, int, int]) -> WrittenMap:
    out, style, seed, number = job
    # A network whose names cannot all be set is drawn anew; the last is taken as it is.
    drawn = draw_map(style, f"{seed}.{number}")
    for attempt in range(1, _REDRAWS):
        if drawn.clashes == 0:
            break
        other = draw_map(style, f"{seed}.{number}.{attempt}")
        drawn = min(drawn, other, key=lambda each: each.clashes)
    folder = out / f"{style.key}-{number:03d}"
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.glob("map.*"):
        old.unlink()
    if drawn.quality:
        drawn.picture.save(folder / "map.jpg", quality=drawn.quality, optimize=True)
    else:
        drawn.picture.save(folder / "map.png", optimize=True)
    text = json.dumps(drawn.truth, ensure_ascii=False)
    (folder / "truth.json").write_text(text + "\n", encoding="utf-8")
    with (folder / "edges.csv").open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, list(drawn.edges[0]), lineterminator="\n")
        writer.writeheader()
        writer.writerows(drawn.edges)
    return WrittenMap(folder, drawn.clashes)
