"""Saltmere: an island in the sea, light roads with a border, ferries, an airfield in the middle."""

from __future__ import annotations

from eval.drawing.decoration import Area, Caption, Icon
from eval.drawing.network import DrawnLine, DrawnNetwork, DrawnStation
from eval.drawing.style import Style
from eval.mini.mini_map import MiniMap

COAST = ("Coast Road", "#f2c14e")
INNER = ("Island Road", "#d9534f")
FERRY = ("Ferry", "#1f4e79")

NETWORK = DrawnNetwork(
    title="Saltmere",
    size=(1360, 1000),
    stations=(
        DrawnStation("Harbour Steps", (270, 570)),
        DrawnStation("Beacon Light", (230, 430)),
        DrawnStation("Smugglers' Cave", (330, 310)),
        DrawnStation("Kite Beach", (480, 240)),
        DrawnStation("Grape Terrace", (670, 230)),
        DrawnStation("Puffin Cliff", (860, 260)),
        DrawnStation("Coral Pool", (1000, 380)),
        DrawnStation("Old Battery", (1020, 550)),
        DrawnStation("Dune Walk", (930, 700), "nw"),
        DrawnStation("Mussel Point", (740, 800)),
        DrawnStation("Fish Shed", (580, 790)),
        DrawnStation("Salt Pans", (400, 720)),
        DrawnStation("Market Cross", (430, 560)),
        DrawnStation("Pinewood", (450, 400)),
        DrawnStation("Saltmere Airfield", (640, 540)),
        DrawnStation("Wishing Well", (800, 575)),
        DrawnStation("Abbey Gate", (730, 390)),
        DrawnStation("Skerry Rock", (1190, 680), "e"),
        DrawnStation("Gull Islet", (170, 840)),
    ),
    lines=(
        DrawnLine(*FERRY, ("Harbour Steps", (215, 700), "Gull Islet", (280, 830), "Salt Pans"),
                  dash=(12, 9), smooth=True, width=5),
        DrawnLine(*FERRY, ("Old Battery", (1130, 580), "Skerry Rock", (1080, 760), "Dune Walk"),
                  dash=(12, 9), smooth=True, width=5),
        DrawnLine(*INNER, ("Harbour Steps", "Market Cross", "Saltmere Airfield", "Wishing Well",
                           "Old Battery"), smooth=True),
        DrawnLine(*INNER, ("Kite Beach", "Pinewood", "Market Cross"), smooth=True),
        DrawnLine(*INNER, ("Grape Terrace", "Abbey Gate", "Wishing Well",
                           "Mussel Point"), smooth=True),
        DrawnLine(*INNER, ("Fish Shed", "Saltmere Airfield", "Abbey Gate"), smooth=True),
        DrawnLine(*COAST, ("Harbour Steps", "Beacon Light", "Smugglers' Cave", "Kite Beach",
                           "Grape Terrace", "Puffin Cliff", "Coral Pool", "Old Battery",
                           "Dune Walk", "Mussel Point", "Fish Shed", "Salt Pans",
                           "Harbour Steps"), smooth=True),
    ),
    under=(
        Area(((90, 470), (130, 290), (420, 150), (680, 130), (960, 150), (1150, 340),
              (1130, 600), (1010, 790), (780, 900), (540, 890), (300, 800), (130, 630)),
             "#e8e3bf", smooth=True),
        Area(((330, 470), (420, 330), (700, 300), (880, 380), (900, 560), (780, 700), (560, 690),
              (380, 640)), "#cfdfb0", smooth=True),
        Area(((1130, 660), (1180, 610), (1260, 640), (1270, 720), (1190, 750)), "#e8e3bf",
             smooth=True),
        Area(((90, 850), (140, 790), (230, 800), (240, 880), (150, 910)), "#e8e3bf", smooth=True),
        Icon("plane", (570, 600), 58),
        Icon("lighthouse", (170, 370), 62),
        Icon("boat", (60, 730), 62),
        Icon("boat", (1240, 830), 62),
        Icon("tree", (560, 330), 50),
        Icon("tree", (600, 350), 40),
    ),
    over=(
        Caption("Saltmere Island", (50, 30), 50, "#17456b", bold=True),
    ),
)  # fmt: skip

MAP = MiniMap(
    "saltmere",
    "travelmap",
    NETWORK,
    Style(
        background="#bfe3f2",
        font="humanist",
        label_size=25,
        line_width=8,
        casing=2,
        casing_color="#6d5f4b",
        marker="ring",
        interchange="ring",
        marker_ink="#7b1e1e",
        marker_radius=11,
        marker_outline=4.5,
        label_ink="#1f2a33",
    ),
    hubs=("Saltmere Airfield",),
)
