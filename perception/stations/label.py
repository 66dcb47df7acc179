"""A text that may name a station."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from perception.text_reading import TextItem

Polygon = tuple[tuple[float, float], ...]


@dataclass(frozen=True, slots=True)
class Label:
    """A text, and which lines of the reading it uses.

    Attributes
    ----------
    item : TextItem
        The text with its place.
    lines : tuple of int
        Indices of its lines.
    origin : (2,) float array
        Centre of its box.
    along : (2,) float array
        Unit vector of the reading direction.
    length, height : float
        Of its box, px.
    line_height : float
        Of one line, px.
    worth : float
        What it costs to leave it without a station.
    strain : float
        How doubtful it is that these lines belong together.
    atoms : tuple of int
        What no two names may share: the lines, or the pieces of lines that may be taken apart.
    part : bool
        Whether it is a part of a line.
    ink : int
        Index of the layer whose colour it is printed in; -1 for none.
    served : tuple of int
        Indices of the layers whose colours the codes beside it have.
    """

    item: TextItem
    lines: tuple[int, ...]
    origin: NDArray[np.float64]
    along: NDArray[np.float64]
    length: float
    height: float
    line_height: float
    worth: float
    strain: float
    atoms: tuple[int, ...]
    part: bool = False
    ink: int = -1
    served: tuple[int, ...] = ()

    @property
    def down(self) -> NDArray[np.float64]:
        """Unit vector to the next line, (2,)."""
        return np.array([-self.along[1], self.along[0]])

    def corners(self, beyond: float = 0.0) -> NDArray[np.float64]:
        """Return the corners of its box, (4, 2), px, moved outwards by so many px."""
        u, v = self.length / 2 + beyond, self.height / 2 + beyond
        signs = ((-u, -v), (u, -v), (u, v), (-u, v))
        return np.array([self.origin + a * self.along + b * self.down for a, b in signs])

    def holding(self, polygons: Sequence[Polygon]) -> Label:
        """Return the label with a box that holds some polygons as well."""
        if not polygons:
            return self
        relative = np.concatenate([np.asarray(p) for p in polygons]) - self.origin
        u = np.append(relative @ self.along, [-self.length / 2, self.length / 2])
        v = np.append(relative @ self.down, [-self.height / 2, self.height / 2])
        middle = self.along * (u.max() + u.min()) / 2 + self.down * (v.max() + v.min()) / 2
        return replace(
            self,
            origin=self.origin + middle,
            length=float(u.max() - u.min()),
            height=float(v.max() - v.min()),
        )


def make_label(
    item: TextItem,
    lines: tuple[int, ...],
    worth: float,
    strain: float,
    place: Polygon | None = None,
) -> Label:
    """Describe a text item as a label; `place` is the box it stands in, if any."""
    corners = np.asarray(place or item.polygon, np.float64)
    along = corners[1] - corners[0]
    length = float(np.linalg.norm(along))
    along = along / length if length > 0 else np.array([1.0, 0.0])
    down = np.array([-along[1], along[0]])
    relative = corners - corners.mean(axis=0)
    u, v = relative @ along, relative @ down
    origin = corners.mean(axis=0) + along * (u.max() + u.min()) / 2 + down * (v.max() + v.min()) / 2
    return Label(
        item=item,
        lines=lines,
        origin=origin,
        along=along,
        length=float(u.max() - u.min()),
        height=float(v.max() - v.min()),
        line_height=item.height or float(v.max() - v.min()),
        worth=worth,
        strain=strain,
        atoms=lines,
    )
