"""Port Ostrand: three lines side by side with shared stations, vertical names, a bay."""

from __future__ import annotations

from eval.drawing.decoration import Area, Caption, Legend
from eval.drawing.network import DrawnLine, DrawnNetwork, DrawnStation, Shift
from eval.drawing.style import Style
from eval.mini.mini_map import MiniMap

TRUNK = ("Exchange", "Cathedral", "Customs_House", "Lantern Quay", "Museum", "Tidewall")

NETWORK = DrawnNetwork(
    title="Port Ostrand",
    size=(1440, 960),
    stations=(
        DrawnStation("Exchange", (410, 440), "n", angle=90),
        DrawnStation("Cathedral", (530, 440), "n", angle=90),
        DrawnStation("Customs_House", (650, 440), "n", angle=90),
        DrawnStation("Lantern Quay", (770, 440), "se", label="Lantern\nQuay", nudge=(-6, 8)),
        DrawnStation("Museum", (890, 440), "n", angle=90),
        DrawnStation("Tidewall", (1000, 440), "n", angle=90),
        DrawnStation("Gannet Rock", (180, 160), "e"),
        DrawnStation("Halyard", (180, 260), "w"),
        DrawnStation("Foundry Lane", (1200, 270), "e"),
        DrawnStation("Uplands", (1200, 150), "e"),
        DrawnStation("Wharf Road", (90, 440), "s"),
        DrawnStation("Drydock", (210, 440), "n"),
        DrawnStation("Pilot Mews", (1250, 440), "s", label="Pilot\nMews"),
        DrawnStation("Lowgate", (1370, 440), "n"),
        DrawnStation("Hemp Walk", (180, 710), "w"),
        DrawnStation("Salt Flats", (180, 820), "e"),
        DrawnStation("Orchid Street", (1200, 610), "e"),
        DrawnStation("Brickfield", (1200, 710), "e"),
        DrawnStation("Sluice", (1200, 810), "e"),
        DrawnStation("Moorhead", (770, 130), "e"),
        DrawnStation("Tollbooth", (770, 240), "e"),
        DrawnStation("Kiln End", (770, 570), "w"),
        DrawnStation("Flax Hill", (600, 710), "n"),
        DrawnStation("Gasworks", (440, 710), "n"),
    ),
    lines=(
        DrawnLine("Line A", "#c1121f", ("Gannet Rock", "Halyard", (180, 310), (310, 440), Shift(-1),
                                        *TRUNK, (1090, 440), Shift(0), (1200, 330),
                                        "Foundry Lane", "Uplands")),
        DrawnLine("Line B", "#1b3a6b", ("Wharf Road", "Drydock", *TRUNK, "Pilot Mews",
                                        "Lowgate")),
        DrawnLine("Line C", "#139a8f", ("Salt Flats", "Hemp Walk", (180, 570), (310, 440), Shift(1),
                                        *TRUNK, (1090, 440), Shift(0), (1200, 550),
                                        "Orchid Street", "Brickfield", "Sluice")),
        DrawnLine("Line D", "#e09f3e", ("Moorhead", "Tollbooth", "Lantern Quay", "Kiln End",
                                        (770, 620), (680, 710), "Flax Hill", "Gasworks",
                                        "Hemp Walk")),
    ),
    under=(
        Area(((260, 1000), (300, 880), (470, 820), (640, 850), (790, 900), (960, 860), (1090, 900),
              (1130, 1000)), "#cde4f0", smooth=True),
        Caption("Ostrand Bay", (500, 880), 26, "#6a9cb8"),
    ),
    over=(
        Caption("Port Ostrand Rapid Transit", (50, 34), 44, "#1d2f45", bold=True),
        Legend((880, 600), size=22),
    ),
)  # fmt: skip

MAP = MiniMap(
    "ostrand",
    "metromap",
    NETWORK,
    Style(
        background="#f1f4f6",
        font="grotesque",
        label_size=23,
        line_width=12,
        track_gap=4,
        marker_radius=9,
        interchange_radius=11,
        corner_radius=48,
        marker_outline=3,
    ),
)
