"""Pictures made worse, and where their points go."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from eval.reading.degrade import DEGRADATIONS, degrade, degraded_truth
from perception.errors import ConfigError
from perception.picture import Picture
from perception.scoring.truth_score import MapTruth

PLACES = {"Alba": ((40.0, 30.0),), "Birch": ((200.0, 110.0), (260.0, 40.0))}


def picture_with_dots() -> Picture:
    """Return a pale picture with a dark dot, 9 px across, at each place."""
    rgb = np.full((150, 300, 3), (240, 235, 220), np.uint8)
    for points in PLACES.values():
        for x, y in points:
            rgb[int(y) - 4 : int(y) + 5, int(x) - 4 : int(x) + 5] = (20, 40, 160)
    return Picture("map.png", rgb, 300, 150, "as drawn")


def dark_near(picture: Picture, x: float, y: float) -> tuple[float, float]:
    """Return the centre of what is dark within 10 px of a point."""
    ys, xs = np.nonzero(picture.rgb.mean(axis=2) < 150)
    near = np.hypot(xs - x, ys - y) < 10
    return float(xs[near].mean()), float(ys[near].mean())


@pytest.mark.parametrize("name", DEGRADATIONS)
def test_places_of_the_truth_are_where_the_dots_are(name: str) -> None:
    picture = picture_with_dots()
    truth = MapTruth(("Alba", "Birch"), frozenset(), PLACES)
    moved = degraded_truth(truth, name, picture.width, picture.height)
    worse = degrade(picture, name)
    for points in moved.places.values():
        for x, y in points:
            assert dark_near(worse, x, y) == pytest.approx((x, y), abs=0.5)


@pytest.mark.parametrize("name", DEGRADATIONS)
def test_degrading_is_repeatable_and_leaves_the_picture_alone(name: str) -> None:
    picture = picture_with_dots()
    before = picture.rgb.copy()
    worse, again = degrade(picture, name), degrade(picture, name)
    assert (picture.rgb == before).all()
    assert (worse.rgb == again.rgb).all() and worse.sha256 == again.sha256 != picture.sha256
    assert worse.rgb.shape == (worse.height, worse.width, 3) and worse.rgb.dtype == np.uint8


def test_sizes_are_as_named() -> None:
    picture = picture_with_dots()
    sizes = {
        name: (degrade(picture, name).width, degrade(picture, name).height)
        for name in ("scale75", "scale50", "wide10", "jpeg40", "grey")
    }
    assert sizes == {
        "scale75": (225, 112),
        "scale50": (150, 75),
        "wide10": (330, 150),
        "jpeg40": (300, 150),
        "grey": (300, 150),
    }
    turned = degrade(picture, "rotate1")
    assert turned.width > 300 and turned.height > 150


def test_grey_has_no_colour_and_turning_fills_with_the_background() -> None:
    picture = picture_with_dots()
    grey = degrade(picture, "grey").rgb
    assert (grey[..., 0] == grey[..., 1]).all() and (grey[..., 1] == grey[..., 2]).all()
    turned = degrade(picture, "rotate1").rgb
    assert Counter(map(tuple, turned[:, 0].tolist())).most_common(1)[0][0] == (240, 235, 220)


def test_an_unknown_degradation_is_named() -> None:
    with pytest.raises(ConfigError, match="jpeg40"):
        degrade(picture_with_dots(), "jpeg41")
