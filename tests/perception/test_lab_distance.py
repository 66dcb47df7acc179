"""Distances of colours, and what is made of them."""

from __future__ import annotations

import numpy as np

from perception.colors import flat_pixels, to_lab
from perception.lab_distance import squared_distance


def test_distances_are_those_of_the_definition() -> None:
    random = np.random.default_rng(0)
    one = random.uniform(-100, 100, (40, 30, 3)).astype(np.float32)
    other = random.uniform(-100, 100, (40, 30, 3)).astype(np.float32)
    for second in (other, other[0, 0]):
        exact = np.square(one.astype(np.float64) - second).sum(axis=-1)
        assert np.allclose(squared_distance(one, second), exact, rtol=1e-5)


def test_flat_pixels_are_like_their_neighbours() -> None:
    random = np.random.default_rng(1)
    colors = random.integers(0, 256, (3, 3), np.uint8)
    page = colors[random.integers(0, 3, (12, 15))]
    page[2:8, 3:9] = colors[0]
    page[10, :] = colors[1]
    lab = to_lab(page)
    flat = flat_pixels(lab)
    height, width = page.shape[:2]

    def like(y: int, x: int, dy: int, dx: int) -> bool:
        ny, nx = np.clip(y + dy, 0, height - 1), np.clip(x + dx, 0, width - 1)
        return bool(np.linalg.norm(lab[y, x] - lab[ny, nx]) <= 5.0)

    def along(y: int, x: int, dy: int, dx: int) -> bool:
        return like(y, x, dy, dx) and like(y, x, -dy, -dx)

    ways = ((0, 1), (1, 0), (1, 1), (1, -1))
    field = np.array(
        [[all(along(y, x, *way) for way in ways) for x in range(width)] for y in range(height)]
    )
    for y in range(height):
        for x in range(width):
            near = field[max(y - 2, 0) : y + 3, max(x - 2, 0) : x + 3].any()
            thin = any(along(y, x, *way) for way in ways) and not near
            assert flat[y, x] == (field[y, x] or thin)
