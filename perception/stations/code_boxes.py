"""Where station codes stand, each in its box, though neighbours were read as one line."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from perception.code_patterns import CODES_WITHIN_LINE, LETTERED_CODES
from perception.markers.scene import Scene
from perception.stations.label import Label, make_label
from perception.text_reading import TextItem

_Span = tuple[float, float]

# A box shows so far from the middle of its text, in heights of it; it goes on under signs so wide,
# and is so wide, in heights of the line; it reaches so far beyond its text, and at most so far.
_ABOVE = (0.3, 0.52)
_SIGNS = (0.6, 0.3, 0.15)
_NARROWEST = 0.8
_BEYOND, _FARTHEST = 0.3, 1.2


@dataclass(frozen=True, slots=True)
class CodeBox:
    """One code.

    Attributes
    ----------
    text : str
        As read.
    corners : (4, 2) float array
        Of the box, scene px.
    along : (2,) float array
        Unit vector of the reading direction.
    line_height : float
        Scene px.
    """

    text: str
    corners: NDArray[np.float64]
    along: NDArray[np.float64]
    line_height: float

    def gap(self, other: CodeBox) -> float:
        """Return how far another box is away, px: the larger way along and across this one."""
        frame = np.stack([self.along, [-self.along[1], self.along[0]]])
        one, two = self.corners @ frame.T, other.corners @ frame.T
        ways = np.maximum(one.min(axis=0) - two.max(axis=0), two.min(axis=0) - one.max(axis=0))
        return float(max(ways.max(), 0.0))


def code_boxes(scene: Scene, item: TextItem) -> list[CodeBox]:
    """Return the codes of a line of text: one, several in boxes of their own, or none.

    Parameters
    ----------
    scene : Scene
        The picture.
    item : TextItem
        A line of it; a name may stand in it beside the codes.
    """
    codes = [
        found[0]
        for found in CODES_WITHIN_LINE.finditer(item.text)
        if any(map(str.isdigit, found[0]))
    ]
    if not codes:
        return []
    label = make_label(item, (), 0.0, 0.0)
    if codes != [item.text]:
        for sign in _SIGNS:
            spans = _spans(scene, label, 0.0, sign)
            if len(spans) == len(codes):
                return [
                    _code_box(code, label, span) for code, span in zip(codes, spans, strict=True)
                ]
        if not LETTERED_CODES.fullmatch(item.text) or len(_spans(scene, label, 0.0)) > 1:
            return []
    return [_code_box(item.text, label, _whole(scene, label))]


def _code_box(text: str, label: Label, span: _Span) -> CodeBox:
    down = label.down
    half = down * (label.height / 2 + _BEYOND * label.line_height)
    ends = label.origin + span[0] * label.along, label.origin + span[1] * label.along
    corners = np.array([ends[0] - half, ends[1] - half, ends[1] + half, ends[0] + half])
    return CodeBox(text, corners, label.along, label.line_height)


def _whole(scene: Scene, label: Label) -> _Span:
    """Return where along its text the box of a code begins and ends, px."""
    reach = label.length / 2 + _FARTHEST * label.line_height
    for start, end in _spans(scene, label, _FARTHEST * label.line_height + 1.0):
        least = 0.8 * label.length
        if start >= -reach and end <= reach and end - start >= least and start < 0 < end:
            return start, end
    half = label.length / 2 + _BEYOND * label.line_height
    return -half, half


def _spans(scene: Scene, label: Label, beyond: float, sign: float = _SIGNS[0]) -> list[_Span]:
    """Return where along a line of text boxes in the colours of strokes begin and end, px."""
    reach = label.length / 2 + beyond
    along = np.arange(-reach, reach + 0.5)
    rows = np.arange(_ABOVE[0] * label.height, _ABOVE[1] * label.height + 0.5)
    down = label.down
    sides = []
    for across in (rows, -rows):
        at = label.origin + along[:, None, None] * label.along + across[None, :, None] * down
        xs = np.clip(np.rint(at[..., 0]).astype(int), 0, scene.shape[1] - 1)
        ys = np.clip(np.rint(at[..., 1]).astype(int), 0, scene.shape[0] - 1)
        sides.append(scene.labels[ys, xs])
    found = []
    for color in range(len(scene.widths)):
        # above and below the signs; a stroke is not so wide
        columns = np.flatnonzero(np.all([(side == color).any(axis=1) for side in sides], axis=0))
        if not len(columns):
            continue
        parted = np.flatnonzero(np.diff(columns) > sign * label.line_height) + 1
        for run in np.split(columns, parted):
            if run[-1] - run[0] >= _NARROWEST * label.line_height:
                found.append((float(along[run[0]]), float(along[run[-1]])))
    return sorted(found)
