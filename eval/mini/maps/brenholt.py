"""Brenholt old town: every spot a box with its name inside, lanes between them, a river."""

from __future__ import annotations

from eval.drawing.decoration import Area, Caption, Icon, River
from eval.drawing.network import DrawnLine, DrawnNetwork, DrawnStation
from eval.drawing.style import Style
from eval.mini.mini_map import MiniMap

ROYAL = ("Royal Route", "#9c2f45")
LANES = ("Lanes", "#6b6f76")

NETWORK = DrawnNetwork(
    title="Brenholt",
    size=(1360, 960),
    stations=(
        DrawnStation("Castle Yard", (220, 240)),
        DrawnStation("Falcon Tower", (520, 200)),
        DrawnStation("Herb Terrace", (830, 220)),
        DrawnStation("Observatory", (1140, 240)),
        DrawnStation("Mint House", (180, 420)),
        DrawnStation("Guild Court", (480, 400)),
        DrawnStation("Fountain Square", (800, 420)),
        DrawnStation("Puppet Museum", (1150, 420)),
        DrawnStation("Bakers Row", (250, 590)),
        DrawnStation("St Olga Church", (560, 590)),
        DrawnStation("Clock Passage", (870, 610)),
        DrawnStation("Silk Bazaar", (1180, 600)),
        DrawnStation("Watermill", (190, 780)),
        DrawnStation("Bridge Chapel", (490, 790)),
        DrawnStation("Linden Quay", (790, 800)),
        DrawnStation("Brenholt Station", (1120, 790)),
    ),
    lines=(
        DrawnLine(*LANES, ("Castle Yard", "Mint House", "Bakers Row", "Watermill",
                           "Bridge Chapel")),
        DrawnLine(*LANES, ("Mint House", "Guild Court", "St Olga Church", "Bakers Row")),
        DrawnLine(*LANES, ("Falcon Tower", "Herb Terrace", "Observatory", "Puppet Museum",
                           "Silk Bazaar", "Brenholt Station", "Linden Quay")),
        DrawnLine(*LANES, ("Herb Terrace", "Fountain Square", "Puppet Museum")),
        DrawnLine(*LANES, ("St Olga Church", "Clock Passage", "Silk Bazaar")),
        DrawnLine(*LANES, ("Bridge Chapel", "Linden Quay", "Clock Passage")),
        DrawnLine(*ROYAL, ("Castle Yard", "Falcon Tower", "Guild Court", "Fountain Square",
                           "Clock Passage", "Brenholt Station")),
        DrawnLine(*ROYAL, ("St Olga Church", "Bridge Chapel")),
    ),
    under=(
        Area(((60, 150), (1300, 130), (1310, 860), (50, 860)), "#f6edd9", "#c9b48c", 6),
        River(((-40, 900), (260, 870), (620, 885), (980, 870), (1400, 905)), 50, "#bcdcec"),
        Icon("castle", (330, 160), 76),
        Icon("train", (1262, 790), 54),
        Icon("tree", (960, 320), 46),
        Icon("tree", (1000, 335), 38),
        Icon("tree", (340, 500), 42),
    ),
    over=(Caption("Old Town of Brenholt", (50, 34), 50, "#5a2331", bold=True),),
)  # fmt: skip

MAP = MiniMap(
    "brenholt",
    "travelmap",
    NETWORK,
    Style(
        background="#e9dcc0",
        font="humanist",
        label_size=25,
        line_width=7,
        marker="box",
        interchange="box",
        marker_ink="#5a4630",
        marker_fill="#fffaf0",
        marker_outline=2.5,
        corner_radius=24,
    ),
    hubs=("Brenholt Station",),
)
