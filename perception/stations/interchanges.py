"""Which marks form one station: circles that touch or are joined by drawn connectors."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import networkx as nx
import numpy as np
from numpy.typing import NDArray
from shapely.geometry import MultiPoint

from perception.markers.candidate import Candidate
from perception.markers.flat_colors import to_lab
from perception.markers.scene import Scene

# Cost of taking touching marks apart, for each of the two.
_PARTING = 0.5
_TOUCHING = 3.0
# So many sizes of a mark away from the next, a connector is a way; its strength.
_WAY = 0.8
_LONG_WAY = 0.95


@dataclass(frozen=True, slots=True)
class Link:
    """Two marks that are drawn as joined.

    Attributes
    ----------
    first, second : int
        Indices of the candidates.
    strength : float
        1 for a connector drawn between them; less where they only touch.
    """

    first: int
    second: int
    strength: float


def find_links(scene: Scene, candidates: Sequence[Candidate]) -> list[Link]:
    """Find the pairs of marks that touch or are joined by a connector."""
    if not candidates:
        return []
    centres = np.array([c.centre for c in candidates])
    radii = np.array([c.radius for c in candidates])
    links = []
    for i, first in enumerate(candidates):
        apart = np.linalg.norm(centres - centres[i], axis=1)
        reach = radii + radii[i] + 3.0 * scene.width
        for j in np.flatnonzero(apart <= reach):
            if j <= i:
                continue
            if _parted(centres, radii, i, int(j)):
                continue
            strength = _strength(scene, first, candidates[int(j)], float(apart[j]))
            if strength > 0:
                links.append(Link(i, int(j), strength))
    return links


@dataclass(frozen=True, slots=True)
class Hypothesis:
    """A set of marks that may be one station.

    Attributes
    ----------
    members : tuple of int
        Indices of the candidates, sorted.
    penalty : float
        Cost of taking it for one station though marks outside it touch it.
    share : float
        Its share of the marks that touch each other: what is believed of all is split up when
        they are taken apart.
    """

    members: tuple[int, ...]
    penalty: float
    share: float


def hypotheses(count: int, links: Sequence[Link]) -> tuple[list[Hypothesis], list[tuple[int, ...]]]:
    """Return the possible stations among marks, and the sets of them that exclude each other.

    Marks joined by a connector are one station. Marks that only touch are one station or several;
    their labels decide. The sets offered are those that hang together by links above some
    strength, and the pairs of those.
    """
    graph: nx.Graph[int] = nx.Graph()
    graph.add_nodes_from(range(count))
    for link in links:
        graph.add_edge(link.first, link.second, strength=link.strength)
    found: list[Hypothesis] = []
    exclusive: list[tuple[int, ...]] = []
    for whole in sorted(sorted(part) for part in nx.connected_components(graph)):
        part = graph.subgraph(whole)
        sets = _subsets(part)
        start = len(found)
        for members in sets:
            leaving = [
                data["strength"]
                for a, b, data in part.edges(members, data=True)
                if (a in members) != (b in members)
            ]
            found.append(
                Hypothesis(
                    members=members,
                    penalty=_PARTING * max(leaving, default=0.0),
                    share=len(members) / len(whole),
                )
            )
        for mark in whole:
            here = tuple(i for i in range(start, len(found)) if mark in found[i].members)
            if len(here) > 1 and here not in exclusive:
                exclusive.append(here)
    return found, exclusive


def _subsets(part: nx.Graph[int]) -> list[tuple[int, ...]]:
    """Return the sets of marks of one cluster that may be a station, sorted."""
    strengths = sorted({round(d["strength"], 3) for _, _, d in part.edges(data=True)})
    sets = {tuple(sorted(part.nodes))}
    for strength in strengths:
        if strength >= 1:
            break
        kept: nx.Graph[int] = nx.Graph()
        kept.add_nodes_from(part.nodes)
        kept.add_edges_from(
            (a, b) for a, b, d in part.edges(data=True) if d["strength"] > strength + 1e-3
        )
        pieces = [tuple(sorted(piece)) for piece in nx.connected_components(kept)]
        sets.update(pieces)
        for i, a in enumerate(pieces):
            for b in pieces[:i]:
                if any(part.has_edge(m, n) for m in a for n in b):
                    sets.add(tuple(sorted(a + b)))
    return sorted(sets)


def _parted(centres: NDArray[np.float64], radii: NDArray[np.float64], i: int, j: int) -> bool:
    """Tell whether a third mark lies between two."""
    axis = centres[j] - centres[i]
    square = float(axis @ axis)
    if square < 1.0:
        return False
    offset = centres - centres[i]
    along = offset @ axis / square
    across = np.abs(offset[:, 0] * axis[1] - offset[:, 1] * axis[0]) / np.sqrt(square)
    # capsules round both and the bits of ground between two circles are no third mark
    least = 0.6 * min(float(radii[i]), float(radii[j]))
    compact = (radii < 0.75 * np.sqrt(square)) & (radii > least)
    return bool(((along > 0.2) & (along < 0.8) & (across < radii) & compact).any())


def _strength(scene: Scene, a: Candidate, b: Candidate, apart: float) -> float:
    rims = {c.rim_color for c in (a, b) if c.rim >= 1.0 and c.rim_color >= len(scene.widths)}
    rims.discard(scene.background)
    if a.elongation > 1.45 or b.elongation > 1.45:
        long, other = (a, b) if a.elongation > b.elongation else (b, a)
        sign = {long.color} | ({long.rim_color} & rims)
        if not any(_dark(scene, {color}) for color in sign):
            return 0.0
        if long.size > 1.2 * other.size and _inside(long.outline, other.centre):
            return 1.0
        # a tick or dot at the border of an interchange
        beside = long.kind == "capsule" and min(a.belief, b.belief) > 0.4
        return 0.9 if beside and _between(long.outline, other.outline) <= _TOUCHING else 0.0
    if not rims or (a.rim_color != b.rim_color and len(rims) < 2):
        return 0.0
    bare = apart - 0.56 * (a.size + b.size)
    dark = _dark(scene, rims)
    if bare < 0 and dark:
        return 1.0
    if _joined(scene, a, b, apart, rims):
        # a long way between two marks may join stations of two names
        far = bare > _WAY * max(a.size, b.size)
        return _LONG_WAY if far else 0.9 if bare <= a.rim + b.rim + 2.0 else 1.0
    reach = a.rim + b.rim + 1.0
    if bare > reach:
        return 0.0
    # dark rims run together into one sign; a rim like the ground sets marks apart
    near = 1.0 - 0.4 * max(0.0, bare) / reach
    return near * (0.8 if dark else 0.3)


def _dark(scene: Scene, rims: set[int]) -> bool:
    """Tell whether rims stand out from the ground more than half of the way to black or white."""
    lab = to_lab(scene.colors[[*rims, scene.background]])
    return float(np.linalg.norm(lab[:-1] - lab[-1], axis=1).min()) > 45.0


def _joined(scene: Scene, a: Candidate, b: Candidate, apart: float, rims: set[int]) -> bool:
    """Tell whether the rims' colour runs between two marks, in the middle or on both sides."""
    start, end = np.array(a.centre), np.array(b.centre)
    axis = (end - start) / max(apart, 1e-6)
    normal = np.array([-axis[1], axis[0]])
    near, far = 0.56 * a.size, apart - 0.56 * b.size
    if far - near < 1.0:
        return False
    along = np.arange(near - 0.5, far + 0.6, 1.0)
    half = 0.56 * min(a.size, b.size) + max(a.rim, b.rim)
    dark = []
    offsets = np.linspace(-half, half, 13)
    for offset in offsets:
        at = start + axis * along[:, None] + normal * offset
        dark.append(_share(scene, at, rims))
    shares = np.array(dark)
    side = len(offsets) // 2
    touching = far - near <= a.rim + b.rim + 2.0
    if touching:
        # the rims alone fill the middle; a connector shows at the flanks
        return bool(shares[: side - 3].max() >= 0.9 and shares[side + 4 :].max() >= 0.9)
    middle = shares[side - 1 : side + 2].max()
    # the rims themselves are met at both ends, the connector must be dark between them as well
    return bool(middle >= 0.9 or (shares[:side].max() >= 0.9 and shares[side + 1 :].max() >= 0.9))


def _share(scene: Scene, at: NDArray[np.float64], colors: set[int]) -> float:
    xs = np.clip(np.rint(at[:, 0]).astype(int), 0, scene.shape[1] - 1)
    ys = np.clip(np.rint(at[:, 1]).astype(int), 0, scene.shape[0] - 1)
    return float(np.isin(scene.labels[ys, xs], list(colors)).mean())


def _between(one: NDArray[np.float64], other: NDArray[np.float64]) -> float:
    """Return the distance of two outlines, px."""
    # The outline of a mark of few pixels may be a line or a point.
    return float(MultiPoint(one).convex_hull.distance(MultiPoint(other).convex_hull))


def _inside(outline: NDArray[np.float64], point: tuple[float, float]) -> bool:
    nxt = np.roll(outline, -1, axis=0)
    edge = nxt - outline
    toward = np.array(point) - outline
    cross = edge[:, 0] * toward[:, 1] - edge[:, 1] * toward[:, 0]
    return bool((cross >= -1e-6).all() or (cross <= 1e-6).all())
