"""Drawn travel maps as scene graphs with pictures: what perception can be measured on."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from statistics import fmean
from typing import Final

from eval.bench.source_map import SourceMap, read_source_maps
from perception.errors import ConfigError
from tools.scene_graph import EdgeKind, SceneEdge, SceneGraph, SceneNode

MAP_CLASS: Final = "drawn"


def export_maps(maps: Path, out: Path) -> Iterator[str]:
    """Write scenes and pictures of drawn travel maps, see `mapclew draw`; others are passed over.

    Parameters
    ----------
    maps : Path
        One folder a map: picture, `edges.csv`, `truth.json`.
    out : Path
        Folder that gets `scenes/drawn/MAP.json` and `images/drawn/MAP.png` or jpg.

    Yields
    ------
    str
        Name of each map, once it is written.

    Raises
    ------
    ConfigError
        There is no travel map.
    """
    sources = [source for source in read_source_maps(maps) if source.domain == "travelmap"]
    if not sources:
        raise ConfigError("holds no travel maps", file=str(maps), field="--maps", mend="draw some")
    for folder in ("scenes", "images"):
        (out / folder / MAP_CLASS).mkdir(parents=True, exist_ok=True)
    for source in sources:
        text = json.dumps(scene_of_source(source).to_dict(), ensure_ascii=False, indent=1)
        scene = out / "scenes" / MAP_CLASS / f"{source.key}.json"
        scene.write_text(text + "\n", encoding="utf-8")
        picture = out / "images" / MAP_CLASS / f"{source.key}{source.picture.suffix}"
        shutil.copyfile(source.picture, picture)
        yield source.key


def scene_of_source(source: SourceMap) -> SceneGraph:
    """Return the scene that a travel map shows: spots are landmarks, and ways join them."""
    dots = source.truth.get("positions", {})
    names = list(dict.fromkeys(name for pair in source.edges for name in pair))
    place = {name: number for number, name in enumerate(names)}
    nodes = []
    for name in names:
        points = dots.get(name) or [[0.0, 0.0]]
        xy = (fmean(p[0] for p in points), fmean(p[1] for p in points))
        nodes.append(SceneNode(xy, name.replace("_", "-")))
    edges = tuple(
        SceneEdge(place[one], place[other], EdgeKind.ADJACENT, "Adjacent")
        for one, other in source.edges
    )
    return SceneGraph(f"{MAP_CLASS}/{source.key}", tuple(nodes), edges)
