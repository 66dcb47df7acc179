"""Joining the pieces of a stroke over what covers it: other lines, text, missed markers, dashes."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from scipy.spatial import cKDTree

from perception.stages import Mask
from perception.tracing.bridge_offers import (
    Offer,
    at_marks,
    end_to_end,
    free_ends,
    straight_ahead,
)
from perception.tracing.skeleton import Arc, Skeleton

# A bridge may span this many stroke widths in all (or this share of the picture's diagonal, for
# thin strokes broken by numbers), and this many widths of open background; one from a piece that
# is too short to have a sure direction so many (or a dash's gap).
_LONGEST = 14.0
_LONGEST_SHARE = 0.04
_OPEN = 2.2
_SHORT_REACH = 4.0
# Straight on between long strokes it may run over so many widths of background (at most this share
# of the picture's diagonal): there may be a patch with a number.
_STRAIGHT_OPEN = 14.0
_STRAIGHT_SHARE = 0.02
# Dashes: at least so many gaps, at most so many widths long, their quartiles this near together;
# a gap may then be so many times the usual one.
_FEWEST_DASHES = 6
_LONGEST_DASH_GAP = 6.0
_DASH_SPREAD = 0.6
_DASH_SLACK = 1.7
# Spare bridges may be so many times as long.
_SPARE = 2.0


def bridge_gaps(
    skeleton: Skeleton,
    width: float,
    covered: Mask,
    bodies: NDArray[np.int32],
    cores: NDArray[np.int32],
    dash_gap: float = 0.0,
    spare: bool = False,
) -> None:
    """Add arcs from free ends to the ends, arcs and stations that they face.

    Parameters
    ----------
    skeleton : Skeleton
        Changed in place.
    width : float
        Stroke width, px.
    covered : (H, W) bool array
        Where something other than background is drawn, which may hide the stroke.
    bodies, cores : (H, W) int32 array
        The areas of all stations' markers and their inner parts, by station number. No bridge
        leaps over a core; one that leads to a core ends where the body begins.
    dash_gap : float
        The longest gap between joined dashes, px; 0 where the strokes are whole.
    spare : bool
        Whether runners-up and longer bridges are added as well, for edges that may be right.
    """
    reach = max(_LONGEST * width, _LONGEST_SHARE * float(np.hypot(*covered.shape)))
    ends = free_ends(skeleton, width, bodies)
    if not ends:
        return
    tree = cKDTree([end.at for end in ends])
    offers = []
    for one, other in sorted(tree.query_pairs(reach)):
        if ends[one].arc != ends[other].arc or skeleton.arcs[ends[one].arc].length > 4 * width:
            offer = end_to_end(ends, one, other, width, covered, cores)
            if offer is not None:
                offers.append(offer)
    dash_gap = max(dash_gap, _dash_gap(offers, width))
    offers += straight_ahead(skeleton, ends, width, reach, covered, bodies, cores)
    offers += at_marks(ends, width, _OPEN * width + dash_gap, covered, bodies)
    allowed = max(_OPEN * width, dash_gap)
    straight_on = max(
        allowed, min(_STRAIGHT_OPEN * width, _STRAIGHT_SHARE * float(np.hypot(*covered.shape)))
    )
    shortest = max(_SHORT_REACH * width, dash_gap)
    if spare:
        allowed, straight_on, shortest = (_SPARE * x for x in (allowed, straight_on, shortest))
    offers = [
        offer
        for offer in offers
        if offer.open_run <= (straight_on if offer.straight else allowed)
        and not (offer.short and offer.length > shortest)
    ]
    offers.sort(key=lambda offer: (offer.cost, offer.one, offer.other))
    matched = _match(offers, each=2 if spare else 1)
    cuts: dict[int, list[Offer]] = {}
    for offer in matched:
        end = ends[offer.one]
        line = np.stack([end.at, offer.target])
        if offer.other >= 0:
            skeleton.add(Arc(end.place, ends[offer.other].place, line, bridge=True))
        elif offer.station:
            skeleton.add(Arc(end.place, offer.station, line, bridge=True))
        else:
            cuts.setdefault(offer.arc, []).append(offer)
    for identity, found in sorted(cuts.items()):
        places = _split(skeleton, identity, [offer.index for offer in found])
        for offer in found:
            line = np.stack([ends[offer.one].at, offer.target])
            skeleton.add(Arc(ends[offer.one].place, places[offer.index], line, bridge=True))


def _match(offers: list[Offer], each: int = 1) -> list[Offer]:
    """Give every end at most so many bridges to different goals, the cheapest first."""
    used: dict[int, int] = {}
    met: set[tuple[int, int, int, int]] = set()
    matched = []
    for offer in offers:
        goal = (offer.one, offer.other, offer.station, offer.arc)
        ends = [end for end in (offer.one, offer.other) if end >= 0]
        if goal not in met and all(used.get(end, 0) < each for end in ends):
            met.add(goal)
            for end in ends:
                used[end] = used.get(end, 0) + 1
            matched.append(offer)
    return matched


def _dash_gap(offers: list[Offer], width: float) -> float:
    """Return the longest gap between the dashes of a dashed stroke, px; 0 where it is none."""
    near = [offer for offer in offers if offer.length <= _LONGEST_DASH_GAP * width]
    matched = _match(sorted(near, key=lambda offer: (offer.cost, offer.one, offer.other)))
    gaps = [offer.length for offer in matched if offer.open_run >= 0.5 * offer.length > 0]
    if len(gaps) < _FEWEST_DASHES:
        return 0.0
    low, middle, high = np.quantile(gaps, (0.25, 0.5, 0.75))
    return _DASH_SLACK * float(middle) if high - low <= _DASH_SPREAD * middle else 0.0


def _split(skeleton: Skeleton, identity: int, indices: list[int]) -> dict[int, int]:
    """Cut an arc at some of its points; return the new places by index."""
    arc = skeleton.arcs.pop(identity)
    places: dict[int, int] = {}
    start, begin = arc.start, 0
    for index in sorted(set(indices)):
        x, y = arc.points[index]
        places[index] = skeleton.add_place((float(x), float(y)))
        skeleton.add(Arc(start, places[index], arc.points[begin : index + 1]))
        start, begin = places[index], index
    skeleton.add(Arc(start, arc.end, arc.points[begin:]))
    return places
