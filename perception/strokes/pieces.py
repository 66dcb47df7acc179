"""Connected components of the flat colours, measured as strokes."""

from __future__ import annotations

import math
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from perception.colors import Palette
from perception.stages import Mask

Box = tuple[int, int, int, int]

_SMALLEST = 6
# What is so many heights of a text line away is near it.
_NEAR = 0.35
# Marking one piece takes about as long as looking up so many pixels.
_PER_PIECE = 2000


@dataclass(frozen=True, slots=True)
class Piece:
    """One connected component of one flat colour.

    Attributes
    ----------
    mode : int
        Index of its colour in the palette.
    label : int
        Its number in the label image.
    box : tuple of int
        x0, y0, x1, y1, px; the last two are beyond it.
    area : int
        Px.
    width, widest : float
        Usual and greatest width, px.
    under_text, clear : float
        Share of it inside text boxes, and far from any.
    """

    mode: int
    label: int
    box: Box
    area: int
    width: float
    widest: float
    under_text: float
    clear: float

    @property
    def length(self) -> float:
        """Length of an even stroke of its area and width, px."""
        return self.area / max(self.width, 1.0)

    @property
    def elongation(self) -> float:
        """Length over width."""
        return self.length / max(self.width, 1.0)


@dataclass(frozen=True, slots=True)
class Pieces:
    """All components of a picture's colours, the background left out.

    Attributes
    ----------
    labels : (H, W) int32 array
        Number of the component of every pixel; 0 where none is, or a speck.
    of_mode : dict of int to list of Piece
        By colour.
    """

    labels: NDArray[np.int32]
    of_mode: dict[int, list[Piece]]

    def all(self) -> list[Piece]:
        """Return the components of all colours."""
        return [piece for pieces in self.of_mode.values() for piece in pieces]

    def mask(self, pieces: list[Piece]) -> Mask:
        """Return the pixels of some components, (H, W)."""
        boxes = sum((x1 - x0) * (y1 - y0) for x0, y0, x1, y1 in (piece.box for piece in pieces))
        if boxes + _PER_PIECE * len(pieces) < self.labels.size:
            mask = np.zeros(self.labels.shape, np.bool_)
            for piece in pieces:
                x0, y0, x1, y1 = piece.box
                mask[y0:y1, x0:x1] |= self.labels[y0:y1, x0:x1] == piece.label
            return mask
        chosen = np.zeros(int(self.labels.max()) + 1, bool)
        chosen[[piece.label for piece in pieces]] = True
        return np.asarray(chosen.take(self.labels), np.bool_)


def find_pieces(palette: Palette, text: Mask) -> Pieces:
    """Return the components of every colour but the first, the background.

    Parameters
    ----------
    palette : Palette
        Flat colours.
    text : (H, W) bool array
        Inside text boxes.
    """
    beside = _beside(text)
    labels = np.zeros(palette.labels.size, np.int32)
    of_mode: dict[int, list[Piece]] = {}
    offset = 0
    for mode in range(1, len(palette.rgb)):
        components = find_components(palette.labels == mode, text, beside)
        of_mode[mode] = components.pieces(mode, offset)
        labels[components.places] = components.numbers + offset
        offset += components.count
    return Pieces(labels.reshape(palette.labels.shape), of_mode)


@dataclass(frozen=True, slots=True)
class Components:
    """The connected components of a mask, measured; 0 is the outside.

    Attributes
    ----------
    places : (N,) int array
        Flat indices of the mask's pixels.
    numbers : (N,) int32 array
        Component of each, from 1.
    stats : (count + 1, 5) int array
        x, y, width, height, area, px.
    mean, middle, widest : (count + 1,) float array
        Mean, usual and greatest depth, px; see `_middle_depths`.
    under_text, clear : (count + 1,) float array
        Share inside text boxes, and far from any.
    """

    places: NDArray[np.intp]
    numbers: NDArray[np.int32]
    stats: NDArray[np.int32]
    mean: NDArray[np.float64]
    middle: NDArray[np.float64]
    widest: NDArray[np.float32]
    under_text: NDArray[np.float64]
    clear: NDArray[np.float64]

    @property
    def count(self) -> int:
        """How many there are."""
        return len(self.stats) - 1

    def pieces(self, mode: int, offset: int) -> list[Piece]:
        """Return those that are no specks as pieces of a colour, `offset` added to their number."""
        pieces = []
        large = self.stats[:, cv2.CC_STAT_AREA] >= _SMALLEST
        for label in (np.flatnonzero(large[1:]) + 1).tolist():
            x, y, w, h, area = self.stats[label].tolist()
            pieces.append(
                Piece(
                    mode=mode,
                    label=label + offset,
                    box=(x, y, x + w, y + h),
                    area=area,
                    width=_width(float(self.middle[label]), float(self.mean[label])),
                    widest=2.0 * float(self.widest[label]) - 1.0,
                    under_text=float(self.under_text[label]),
                    clear=float(self.clear[label]),
                )
            )
        return pieces


def find_components(mask: Mask, text: Mask, beside: Mask | None = None) -> Components:
    """Measure the components of a mask.

    Parameters
    ----------
    mask : (H, W) bool array
        Pixels of one colour.
    text : (H, W) bool array
        Inside text boxes.
    beside : (H, W) bool array, optional
        Inside them or near; as `text` if absent.
    """
    count, found, stats, _ = cv2.connectedComponentsWithStats(mask.view(np.uint8), connectivity=8)
    places = np.flatnonzero(mask)
    numbers = np.asarray(found, np.int32).ravel().take(places)
    depths, ridge = _depths(mask)
    area = np.maximum(stats[:, cv2.CC_STAT_AREA], 1)
    widest = np.zeros(count, np.float32)
    np.maximum.at(widest, numbers, depths)
    lettered = numbers[text.ravel().take(places)]
    clear = numbers[~(text if beside is None else beside).ravel().take(places)]
    return Components(
        places=places,
        numbers=numbers,
        stats=np.asarray(stats, np.int32),
        mean=np.bincount(numbers, depths, minlength=count) / area,
        middle=_middle_depths(numbers[ridge], depths[ridge], count),
        widest=widest,
        under_text=np.bincount(lettered, minlength=count) / area,
        clear=np.bincount(clear, minlength=count) / area,
    )


def tight_fill(labels: NDArray[np.int32], label: int, box: Box) -> float:
    """Return how much of its tightest rectangle a component fills: a dash all, a disc 0.79.

    Parameters
    ----------
    labels : (H, W) int32 array
        Component numbers.
    label : int
        Of the component.
    box : tuple of int
        x0, y0, x1, y1, px; the last two are beyond it.
    """
    x0, y0, x1, y1 = box
    ys, xs = np.nonzero(labels[y0:y1, x0:x1] == label)
    (_, (one, other), degrees) = cv2.minAreaRect(np.stack([xs, ys], axis=1).astype(np.float32))
    # Slanted borders lie less than half a px beyond the middles of the pixels along them.
    turn = math.radians(degrees)
    beyond = 1.0 / (abs(math.cos(turn)) + abs(math.sin(turn)))
    return len(xs) / ((one + beyond) * (other + beyond))


def _beside(text: Mask) -> Mask:
    """Return what lies in text boxes or near them, as the rest of a panel round a text does."""
    depths, ridge = _depths(text)
    if not ridge.any():
        return text
    size = 2 * round(2 * _NEAR * float(np.median(depths[ridge]))) + 1
    return np.asarray(cv2.dilate(text.view(np.uint8), np.ones((size, size), np.uint8))) > 0


def stroke_width(mask: Mask) -> float:
    """Return the usual width of the strokes in a mask, px."""
    x, y, width, height = cv2.boundingRect(mask.view(np.uint8))
    depths, ridge = _depths(mask[y : y + height, x : x + width])
    middle = _middle_depths(np.zeros(int(ridge.sum()), np.int32), depths[ridge], 1)
    return _width(float(middle[0]), float(depths.mean()))


def weighted_median(values: list[float], weights: list[float]) -> float:
    """Return the value at which half of the weight is reached."""
    order = np.argsort(values, kind="stable")
    running = np.cumsum(np.asarray(weights)[order])
    return float(np.asarray(values)[order][np.searchsorted(running, running[-1] / 2.0)])


def _depths(mask: Mask) -> tuple[NDArray[np.float32], NDArray[np.bool_]]:
    """Return the distance to the outside, px, of each pixel of a mask, and which are its ridge."""
    framed = np.pad(mask, 1)
    depth = np.asarray(
        cv2.distanceTransform(framed.view(np.uint8), cv2.DIST_L2, 5), np.float32
    ).ravel()
    highest = np.asarray(
        cv2.dilate(depth.reshape(framed.shape), np.ones((3, 3), np.uint8)), np.float32
    ).ravel()
    own = np.flatnonzero(framed)
    depths = depth.take(own)
    return depths, np.asarray(depths >= highest.take(own) - 0.01, np.bool_)


def _middle_depths(
    owners: NDArray[np.int32], depths: NDArray[np.float32], count: int
) -> NDArray[np.float64]:
    """Return, for each of `count` components, the ridge depth that half of its area has.

    A ridge pixel stands for an area proportional to its depth, so that ragged borders, whose
    ridges are shallow, disturb little.
    """
    order = np.lexsort((depths, owners))
    owners, weights = owners[order], depths[order].astype(np.float64)
    if not len(weights):
        return np.zeros(count)
    running = np.concatenate([[0.0], np.cumsum(weights)])
    first = np.searchsorted(owners, np.arange(count))
    last = np.searchsorted(owners, np.arange(count), side="right")
    half = (running[first] + running[last]) / 2.0
    place = np.clip(np.searchsorted(running, half) - 1, 0, len(weights) - 1)
    return np.where(last > first, weights[place], 0.0)


def _width(middle: float, mean: float) -> float:
    """Return the usual width of a stroke, px, from its middle ridge depth and its mean depth.

    An even stroke's mean depth is a quarter of its width; that tells more where strokes are a
    few px thin or of two widths.
    """
    return max(2.0 * middle - 1.0, 4.0 * mean - 2.0, 1.0)
