"""Larkspur Vale: footpaths on a green ground, a dashed ridge path, a railway halt."""

from __future__ import annotations

from eval.drawing.decoration import Area, Caption, Icon, Legend, River
from eval.drawing.network import DrawnLine, DrawnNetwork, DrawnStation
from eval.drawing.style import Style
from eval.mini.mini_map import MiniMap

MAIN = ("Main Trail", "#8a5a2b")
FIELD = ("Field Path", "#c9720a")
RIDGE = ("Ridge Path", "#4b3d60")

NETWORK = DrawnNetwork(
    title="Larkspur Vale",
    size=(1240, 940),
    stations=(
        DrawnStation("Larkspur Halt", (140, 810)),
        DrawnStation("Information Hut", (270, 720)),
        DrawnStation("Stone Circle", (420, 770)),
        DrawnStation("Heron Pond", (550, 735)),
        DrawnStation("Mossy Weir", (670, 620), "s", label="Mossy\nWeir", nudge=(0, 18)),
        DrawnStation("Fern Grotto", (520, 550)),
        DrawnStation("Chapel Ruin", (390, 590)),
        DrawnStation("Old Orchard", (240, 560)),
        DrawnStation("Bee Garden", (150, 440)),
        DrawnStation("Windmill Rise", (240, 320)),
        DrawnStation("Giant Oak", (390, 420)),
        DrawnStation("Rope Bridge", (540, 390)),
        DrawnStation("Eagle Ledge", (410, 240)),
        DrawnStation("High Tor", (580, 170)),
        DrawnStation("Silver Falls", (700, 300)),
        DrawnStation("Camp Meadow", (790, 470)),
        DrawnStation("Boathouse", (800, 700)),
        DrawnStation("Lily Landing", (950, 740)),
        DrawnStation("Fisher's Pier", (1080, 640)),
        DrawnStation("Sunset Knoll", (1020, 490)),
        DrawnStation("Cider Barn", (920, 330)),
    ),
    lines=(
        DrawnLine(*FIELD, ("Information Hut", "Old Orchard", "Bee Garden", "Windmill Rise",
                           "Giant Oak", "Chapel Ruin", "Fern Grotto", "Mossy Weir"), smooth=True),
        DrawnLine(*FIELD, ("Old Orchard", "Chapel Ruin"), smooth=True),
        DrawnLine(*MAIN, ("Larkspur Halt", "Information Hut", "Stone Circle", "Heron Pond",
                          "Mossy Weir", "Boathouse", "Lily Landing", "Fisher's Pier",
                          "Sunset Knoll", "Camp Meadow", "Mossy Weir"), smooth=True),
        DrawnLine(*MAIN, ("Sunset Knoll", "Cider Barn", "Silver Falls"), smooth=True),
        DrawnLine(*RIDGE, ("Windmill Rise", "Eagle Ledge", "High Tor", "Silver Falls",
                           "Camp Meadow"), dash=(16, 9), smooth=True),
        DrawnLine(*RIDGE, ("Giant Oak", "Rope Bridge", "Silver Falls"), dash=(16, 9), smooth=True),
    ),
    under=(
        Area(((800, 790), (900, 800), (1040, 790), (1160, 730), (1200, 800), (1130, 880),
              (930, 900), (820, 870)), "#bfe0ef", smooth=True),
        River(((1280, 90), (1100, 160), (840, 180), (640, 470), (700, 800), (880, 850)), 20,
              "#bfe0ef"),
        Icon("mountain", (440, 120), 90),
        Icon("mountain", (260, 190), 64),
        Icon("tree", (110, 640), 52),
        Icon("tree", (330, 490), 46),
        Icon("tree", (1120, 380), 56),
        Icon("tree", (1160, 420), 44),
        Icon("train", (90, 870), 54),
        Icon("boat", (1060, 830), 60),
    ),
    over=(
        Caption("Larkspur Vale", (50, 34), 50, "#35502b", bold=True),
        Caption("walking map", (56, 96), 26, "#35502b"),
        Legend((960, 60), size=22, fill="#fbfdf4", outline="#9db184"),
    ),
)  # fmt: skip

MAP = MiniMap(
    "larkspur",
    "travelmap",
    NETWORK,
    Style(
        background="#e3efcf",
        texture="grass",
        texture_seed=11,
        font="grotesque",
        label_size=23,
        line_width=8,
        marker="dot",
        interchange="dot",
        marker_ink="#5c3317",
        marker_radius=11,
        marker_outline=3,
        label_ink="#26311c",
    ),
    hubs=("Larkspur Halt",),
)
