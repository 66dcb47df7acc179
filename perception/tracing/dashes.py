"""Dashed and dotted strokes: the dashes of a chain joined, so that it is one stroke."""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray
from scipy.spatial import cKDTree

from perception.stages import Mask

Points = NDArray[np.float64]

# A dash is at most so many widths long; so many make a dashed stroke.
_LONGEST = 8.0
_SMALLEST = 0.15
_FEWEST = 8
# Gaps are at most so many widths; one in a chain so many times the usual one.
_WIDEST_GAP = 6.0
_SLACK = 1.7
# A dash shorter than so many widths is a dot, which may be left in any direction. A chain leaves a
# dash within this angle of its axis, and turns at a dot by at most the second.
_DOT = 1.5
_SWERVE = 50.0
_TURN = 50.0
# Two dots on opposite sides of a third: the cosine of how far they are off.
_OPPOSITE = np.cos(np.radians(45.0))
# So much of a gap shows the ground.
_OPEN = 0.5


@dataclass(frozen=True, slots=True)
class _Dash:
    """One dash: its middle, its axis (unit vector), half its length; px."""

    middle: Points
    axis: Points
    half: float
    dot: bool


def join_dashes(
    mask: Mask, width: float, covered: Mask, marks: Mask | None = None
) -> tuple[Mask, float]:
    """Return the strokes with the gaps of dashed ones filled, and their usual gap.

    Parameters
    ----------
    mask : (H, W) bool array
        Strokes of one layer.
    width : float
        Their usual width, px.
    covered : (H, W) bool array
        Where something other than ground is drawn.
    marks : (H, W) bool array, optional
        Where the marks of stations are: what shows of a stroke inside a ring is no dash.

    Returns
    -------
    tuple of ((H, W) bool array, float)
        The strokes, and the longest gap that a chain of dashes has, px; 0 where none is dashed.
    """
    dashes = _dashes(mask, width)
    if marks is not None:
        dashes = [dash for dash in dashes if not _lies_in(marks, dash.middle)]
    if len(dashes) < _FEWEST:
        return mask, 0.0
    middles = np.array([dash.middle for dash in dashes])
    longest = 2.0 * max(dash.half for dash in dashes) + _WIDEST_GAP * width
    pairs = cKDTree(middles).query_pairs(longest, output_type="ndarray")
    links = sorted(
        (
            link
            for one, other in pairs.tolist()
            if (link := _link(dashes, one, other)) is not None
            and link[1] <= _WIDEST_GAP * width
            and _open(covered, mask, dashes[one].middle, dashes[other].middle)
        ),
        key=lambda link: (link[0], link[2], link[3]),
    )
    nearest: dict[int, float] = {}
    for _, gap, one, other in links:
        for dash in (one, other):
            nearest[dash] = min(gap, nearest.get(dash, np.inf))
    if len(nearest) < _FEWEST:
        return mask, 0.0
    usual = float(np.median(list(nearest.values())))
    most = _SLACK * usual + 1.0
    if usual > _WIDEST_GAP * width:
        return mask, 0.0
    joined = mask.astype(np.uint8)
    ways: dict[int, list[Points]] = {}
    count = 0
    for _, _, one, other in _in_order(dashes, [link for link in links if link[1] <= most]):
        if not _free(dashes, ways, one, other):
            continue
        a, b = dashes[one].middle, dashes[other].middle
        ahead = (b - a) / max(float(np.hypot(*(b - a))), 1e-6)
        ways.setdefault(one, []).append(ahead)
        ways.setdefault(other, []).append(-ahead)
        first, last = (tuple(int(v) for v in np.rint(point)) for point in (a, b))
        cv2.line(joined, first, last, (1,), max(round(0.8 * width), 1))
        count += 1
    if count < _FEWEST // 2:
        return mask, 0.0
    return joined > 0, most


def _in_order(
    dashes: list[_Dash], links: list[tuple[float, float, int, int]]
) -> list[tuple[float, float, int, int]]:
    """Return the links as they are to be tried: those between the ends of chains come last.

    A dot between two others has their direction; where chains meet at a mark, the last dots of
    two are nearer to each other than the dots of one chain.
    """
    near: dict[int, list[int]] = {}
    for _, _, one, other in links:
        near.setdefault(one, []).append(other)
        near.setdefault(other, []).append(one)
    found = list(dashes)
    for dash, others in near.items():
        if not dashes[dash].dot:
            continue
        spans = np.array([dashes[k].middle - dashes[dash].middle for k in others])
        ahead = spans / np.maximum(np.hypot(*spans.T), 1e-6)[:, None]
        cosines = ahead @ ahead.T
        first, second = divmod(int(cosines.argmin()), len(others))
        if cosines[first, second] <= -_OPPOSITE:
            axis = ahead[first] - ahead[second]
            found[dash] = replace(dashes[dash], axis=axis / np.hypot(*axis), dot=False)
    again = []
    for _, gap, one, other in links:
        link = _link(found, one, other)
        if link is not None:
            again.append((found[one].dot and found[other].dot, link[0], gap, one, other))
    return [link[1:] for link in sorted(again)]


def _dashes(mask: Mask, width: float) -> list[_Dash]:
    count, labels, stats, _ = cv2.connectedComponentsWithStats(
        mask.astype(np.uint8), connectivity=8
    )
    area = stats[:, cv2.CC_STAT_AREA]
    dashes = []
    for label in range(1, count):
        if not _SMALLEST * width**2 <= area[label] <= _LONGEST * width**2:
            continue
        x, y, w, h = (int(value) for value in stats[label, :4])
        ys, xs = np.nonzero(labels[y : y + h, x : x + w] == label)
        cloud = np.stack([xs + x, ys + y], axis=1).astype(np.float64)
        middle = cloud.mean(axis=0)
        if len(cloud) < 4:
            dashes.append(_Dash(middle, np.array([1.0, 0.0]), 1.0, True))
            continue
        axis = np.linalg.eigh(np.cov(cloud.T))[1][:, 1]
        half = float(np.abs((cloud - middle) @ axis).max()) + 0.5
        across = float(np.abs((cloud - middle) @ np.array([-axis[1], axis[0]])).max()) + 0.5
        dashes.append(_Dash(middle, axis, half, half < _DOT * max(across, 0.5 * width)))
    return dashes


def _lies_in(mask: Mask, point: Points) -> bool:
    x, y = np.rint(point).astype(int)
    return bool(mask[y, x])


def _link(dashes: list[_Dash], one: int, other: int) -> tuple[float, float, int, int] | None:
    """Return cost, gap and the two dashes; None where they do not face each other."""
    a, b = dashes[one], dashes[other]
    span = b.middle - a.middle
    apart = float(np.hypot(*span))
    if apart < 1e-6:
        return None
    gap = max(apart - a.half - b.half, 0.0)
    bends = []
    for dash in (a, b):
        cosine = min(abs(float(dash.axis @ span)) / apart, 1.0)
        bends.append(0.0 if dash.dot else float(np.degrees(np.arccos(cosine))))
    if max(bends) > _SWERVE:
        return None
    return (gap + 1.0) * (1.0 + sum(bends) / 60.0), gap, one, other


def _free(dashes: list[_Dash], ways: dict[int, list[Points]], one: int, other: int) -> bool:
    """Tell whether a link leaves both dashes where no other link does."""
    span = dashes[other].middle - dashes[one].middle
    ahead = span / max(float(np.hypot(*span)), 1e-6)
    for dash, way in ((one, ahead), (other, -ahead)):
        taken = ways.get(dash, [])
        if len(taken) >= 2:
            return False
        if taken and float(taken[0] @ way) > -np.cos(np.radians(_TURN)):
            return False
    return True


def _open(covered: Mask, mask: Mask, a: Points, b: Points) -> bool:
    """Tell whether what lies between two dashes is mostly ground."""
    count = max(int(np.hypot(*(b - a))), 2)
    line = np.rint(a + np.linspace(0.0, 1.0, count)[:, None] * (b - a)).astype(np.intp)
    xs = np.clip(line[:, 0], 0, mask.shape[1] - 1)
    ys = np.clip(line[:, 1], 0, mask.shape[0] - 1)
    between = ~mask[ys, xs]
    if not between.any():
        return True
    return float((between & ~covered[ys, xs]).sum()) >= _OPEN * float(between.sum())
