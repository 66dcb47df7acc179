"""What a text is worth as a station's name: titles, badges, numbers and legend rows are not."""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np

from perception.code_patterns import LETTERED_CODES
from perception.line_names.claim import Box, bounds
from perception.line_names.sample_rows import is_beside
from perception.markers.lettering import is_lettering
from perception.markers.scene import Scene
from perception.stages import Strokes
from perception.stations.legend_rows import legend_rows
from perception.stations.panels import Panel, is_badge
from perception.stations.scripts import script_of
from perception.text_reading import TextItem

# A plain name; lettering of an outstanding size, or a single letter; a line's badge.
_NAME = 2.0
_DOUBTFUL = 0.5
_BADGE = 0.2
# Heights of names, as shares of the usual one.
_LOWEST, _HIGHEST = 0.55, 1.7
# Lettering so many times as high names no station.
_NO_NAME = 3.0
# So many lines of a script tell its usual height; so many codes ("A12") are the stations' indices.
_FEWEST = 5
_CODES_A_NAME = 1.3
# How far it is, how long it takes: "0.7 km", "1,2 km", "5-10 min", "1 h 20 min", "约3分钟".
_UNITS = "km|mi|m|ft|yd|mins?|hrs?|h|s|км|мин|ч|м|公里|千米|米|分钟|分鐘|分|小时|小時|時間|秒"
_AMOUNT = r"[\dOIl]{1,4}(?:[.,:]\d{1,3})?"
_DISTANCE = re.compile(
    rf"(?=.*\d)[~≈±约約(]*(?:{_AMOUNT}\s?-\s?)?(?:{_AMOUNT}\s?(?:{_UNITS})[.']?\s?){{1,2}}\)?"
    "|km|км|公里|千米",
    re.I,
)


def line_worths(scene: Scene, panels: Sequence[Panel | None], strokes: Strokes) -> list[float]:
    """Return what each text line is worth as a name, in line heights; 0 where it cannot be one.

    Parameters
    ----------
    scene : Scene
        Its text lines are judged.
    panels : sequence of Panel or None
        The box that each line stands in.
    strokes : Strokes
        Its legend tells which texts name lines.
    """
    k = scene.scale
    samples = [
        (name, (x0 * k, y0 * k, x1 * k, y1 * k)) for _, name, (x0, y0, x1, y1) in strokes.legend
    ]
    usual = _usual_heights(scene)
    codes = _codes(scene.lines)
    sampled = [i for i, item in enumerate(scene.lines) if _beside_sample(item, samples)]
    legend = legend_rows(scene.lines, sampled)
    return [
        0.0
        if item.text in codes or i in legend
        else _worth(scene, item, panel, usual.get(script_of(item.text), scene.text_height))
        for i, (item, panel) in enumerate(zip(scene.lines, panels, strict=True))
    ]


def _codes(lines: Sequence[TextItem]) -> set[str]:
    """Return the texts that are index codes of stations, where about as many lines are names."""
    codes = {item.text for item in lines if LETTERED_CODES.fullmatch(item.text)}
    names = sum(sum(c.isalpha() for c in item.text) > 3 for item in lines)
    return codes if _FEWEST <= len(codes) <= _CODES_A_NAME * names else set()


def _usual_heights(scene: Scene) -> dict[str, float]:
    """Return the usual height of the lettering of each script: two scripts have two sizes."""
    heights: dict[str, list[float]] = {}
    for item in scene.lines:
        if sum(c.isalpha() for c in item.text) >= 2:
            heights.setdefault(script_of(item.text), []).append(item.height)
    return {k: float(np.median(v)) for k, v in heights.items() if len(v) >= _FEWEST}


def _worth(
    scene: Scene,
    item: TextItem,
    panel: Panel | None,
    usual: float,
) -> float:
    letters = [c for c in item.text if c.isalpha()]
    if not letters or not is_lettering(item):
        return 0.0
    if _DISTANCE.fullmatch(item.text):
        return 0.0
    if item.height > _NO_NAME * max(usual, 1.0):
        return 0.0
    worth = _NAME
    if not _LOWEST < item.height / max(usual, 1.0) < _HIGHEST or len(letters) < 2:
        worth = _DOUBTFUL
    if is_badge(item, panel, len(scene.layer_ids)):
        worth = _BADGE
    return worth * (0.5 + 0.5 * item.confidence)


def _beside_sample(item: TextItem, samples: Sequence[tuple[str, Box]]) -> bool:
    """Tell whether a text names the colour sample beside it."""
    box = bounds(item)
    height = box[3] - box[1]
    return any(item.text == name and is_beside(box, sample, height) for name, sample in samples)
