"""Velmora: a ring line, names at 45 degrees, white dots, badges, a crossing without a stop."""

from __future__ import annotations

from math import cos, radians, sin

from eval.drawing.decoration import Badge, Caption, Legend
from eval.drawing.network import DrawnLine, DrawnNetwork, DrawnStation, Waypoint
from eval.drawing.style import Style
from eval.mini.mini_map import MiniMap
from perception.map_graph import Point

CENTRE = (610.0, 545.0)
RADIUS = 300.0
RING_STOPS = {
    0: "Domus Gate",
    30: "Thessaly Park",
    45: "Kapitol",
    90: "Marrow Hill",
    135: "Saffron",
    165: "Grand Bazaar",
    180: "Lindenplatz",
    225: "Tiber Arch",
    270: "Kronberg",
    315: "Pavonia",
    330: "Oakwood",
}
"""Stops of the ring by their bearing: degrees clockwise from the east."""


def on_ring(bearing: float) -> Point:
    """Return the place on the ring at a bearing, image px."""
    turn = radians(bearing)
    return (
        round(CENTRE[0] + RADIUS * cos(turn), 1),
        round(CENTRE[1] + RADIUS * sin(turn), 1),
    )


def ring_path() -> tuple[Waypoint, ...]:
    """Return the ring as a closed path: its stops, and bends every few degrees between them."""
    path: list[Waypoint] = []
    bearings = sorted({*RING_STOPS, *range(5, 360, 10)})
    for bearing in bearings:
        near = [stop for stop in RING_STOPS if 0 < abs(stop - bearing) < 5]
        if bearing in RING_STOPS:
            path.append(RING_STOPS[bearing])
        elif not near:
            path.append(on_ring(bearing))
    return (*path, path[0])


RED, BLUE, GREEN, VIOLET = "#e4572e", "#17619c", "#3a9d5d", "#7d4fa8"

_RING_SIDES = {
    "Thessaly Park": "e",
    "Marrow Hill": "se",
    "Saffron": "sw",
    "Grand Bazaar": "w",
    "Kronberg": "nw",
    "Pavonia": "ne",
    "Oakwood": "ne",
}

NETWORK = DrawnNetwork(
    title="Velmora",
    size=(1240, 1060),
    stations=(
        *(
            DrawnStation(name, on_ring(bearing), _RING_SIDES[name])
            for bearing, name in RING_STOPS.items()
            if name in _RING_SIDES
        ),
        DrawnStation("Lindenplatz", on_ring(180), "sw"),
        DrawnStation("Tiber Arch", on_ring(225), "e"),
        DrawnStation("Domus Gate", on_ring(0), "ne", angle=45),
        DrawnStation("Kapitol", on_ring(45), "e", nudge=(8, -3)),
        DrawnStation("Finisterre", (90, 545), "ne", angle=45),
        DrawnStation("Port Azur", (195, 545), "ne", angle=45),
        DrawnStation("Quai Morel", (450, 545), "s"),
        DrawnStation("Halcyon", CENTRE, "ne"),
        DrawnStation("Jubilee", (830, 545), "s"),
        DrawnStation("Meridian", (1020, 545), "ne", angle=45),
        DrawnStation("Estuary", (1130, 545), "ne", angle=45),
        DrawnStation("Fabrika", (225, 160), "ne", angle=45),
        DrawnStation("Monteluz", (310, 245), "ne", angle=45),
        DrawnStation("Nocturne", (490, 425), "sw"),
        DrawnStation("Basalt", (915, 850), "ne", angle=45),
        DrawnStation("Zephyrine", (1005, 940), "ne", angle=45),
        DrawnStation("Skyway", (610, 120), "e"),
        DrawnStation("Perla", (610, 335), "e"),
        DrawnStation("Copper_Foundry", (610, 755), "w"),
        DrawnStation("Low Docks", (610, 960), "e"),
    ),
    lines=(
        DrawnLine("Ring", VIOLET, ring_path(), smooth=True),
        DrawnLine("M3", GREEN, ("Skyway", "Kronberg", "Perla", (610, 390), (740, 520),
                               (740, 600), (610, 730), "Copper_Foundry", "Marrow Hill",
                               "Low Docks")),
        DrawnLine("M2", BLUE, ("Fabrika", "Monteluz", "Tiber Arch", "Nocturne", "Halcyon",
                               "Kapitol", "Basalt", "Zephyrine")),
        DrawnLine("M1", RED, ("Finisterre", "Port Azur", "Lindenplatz", "Quai Morel", "Halcyon",
                              "Jubilee", "Domus Gate", "Meridian", "Estuary")),
    ),
    over=(
        Caption("Velmora", (50, 32), 52, "#3a2f4d", bold=True),
        Badge("M1", (44, 545), RED),
        Badge("M1", (1190, 545), RED),
        Badge("M2", (190, 125), BLUE),
        Badge("M2", (1040, 975), BLUE),
        Badge("M3", (610, 75), GREEN),
        Badge("M3", (610, 1005), GREEN),
        Legend((60, 850), title="Lines", size=22, fill="#fffdf7"),
    ),
)  # fmt: skip

MAP = MiniMap(
    "velmora",
    "metromap",
    NETWORK,
    Style(
        background="#fdf8ec",
        font="grotesque",
        label_size=23,
        line_width=14,
        marker="white",
        marker_radius=5,
        interchange="circle",
        interchange_radius=14,
        marker_ink="#2b2b2b",
        corner_radius=40,
    ),
)
