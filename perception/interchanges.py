"""Which marks form one station: circles that touch or are joined by drawn connectors."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import networkx as nx
import numpy as np
from numpy.typing import NDArray

from perception.markers.candidates import Candidate
from perception.markers.scene import Scene


@dataclass(frozen=True, slots=True)
class Link:
    """Two marks that are drawn as joined.

    Attributes
    ----------
    first, second : int
        Indices of the candidates.
    strength : float
        1 for a connector drawn between them, less where they only touch.
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
            strength = _strength(scene, first, candidates[int(j)], float(apart[j]))
            if strength > 0:
                links.append(Link(i, int(j), strength))
    return links


def group(candidates: Sequence[Candidate], links: Sequence[Link]) -> list[tuple[int, ...]]:
    """Return the groups of joined marks, each as sorted indices."""
    graph: nx.Graph[int] = nx.Graph()
    graph.add_nodes_from(range(len(candidates)))
    graph.add_edges_from((link.first, link.second) for link in links)
    return sorted(tuple(sorted(part)) for part in nx.connected_components(graph))


def _strength(scene: Scene, a: Candidate, b: Candidate, apart: float) -> float:
    rims = {c.rim_color for c in (a, b) if c.rim >= 1.0 and c.rim_color >= len(scene.widths)}
    rims.discard(scene.background)
    if a.elongation > 1.45 or b.elongation > 1.45:
        long, other = (a, b) if a.elongation > b.elongation else (b, a)
        return 1.0 if _inside(long.outline, other.centre) else 0.0
    if not rims or (a.rim_color != b.rim_color and len(rims) < 2):
        return 0.0
    if _joined(scene, a, b, apart, rims):
        return 1.0
    bare = apart - 0.56 * (a.size + b.size)
    return 0.5 if bare <= max(a.rim, b.rim) + 2.0 else 0.0


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
    middle = shares[side - 1 : side + 2].max()
    # the rims themselves are met at both ends, the connector must be dark between them as well
    return bool(middle >= 0.9 or (shares[:side].max() >= 0.9 and shares[side + 1 :].max() >= 0.9))


def _share(scene: Scene, at: NDArray[np.float64], colors: set[int]) -> float:
    xs = np.clip(np.rint(at[:, 0]).astype(int), 0, scene.shape[1] - 1)
    ys = np.clip(np.rint(at[:, 1]).astype(int), 0, scene.shape[0] - 1)
    return float(np.isin(scene.labels[ys, xs], list(colors)).mean())


def _inside(outline: NDArray[np.float64], point: tuple[float, float]) -> bool:
    nxt = np.roll(outline, -1, axis=0)
    edge = nxt - outline
    toward = np.array(point) - outline
    cross = edge[:, 0] * toward[:, 1] - edge[:, 1] * toward[:, 0]
    return bool((cross >= -1e-6).all() or (cross <= 1e-6).all())
