"""All styles to develop on."""

from __future__ import annotations

from eval.atlas.develop_bar_styles import DEVELOP_BARS
from eval.atlas.develop_metro_styles import DEVELOP_METRO
from eval.atlas.develop_place_styles import DEVELOP_PLACES
from eval.atlas.develop_sketch_styles import DEVELOP_SKETCHES
from eval.atlas.develop_travel_styles import DEVELOP_TRAVEL

DEVELOP = (
    *DEVELOP_METRO, *DEVELOP_BARS, *DEVELOP_TRAVEL, *DEVELOP_SKETCHES, *DEVELOP_PLACES,
)  # fmt: skip
