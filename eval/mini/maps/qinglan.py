"""青岚谷风景区: Chinese names on paper, two path colours, a dashed road, icons, a station."""

from __future__ import annotations

from eval.drawing.decoration import Area, Caption, Icon
from eval.drawing.network import DrawnLine, DrawnNetwork, DrawnStation
from eval.drawing.style import Style
from eval.mini.mini_map import MiniMap

LOOP = ("环线", "#7cb518")
TRAIL = ("步道", "#7f4f24")
ROAD = ("公路", "#2b2b2b")

NETWORK = DrawnNetwork(
    title="青岚谷",
    size=(1100, 1000),
    stations=(
        DrawnStation("景区大门", (180, 840)),
        DrawnStation("茶马古驿", (190, 690)),
        DrawnStation("听泉亭", (170, 540)),
        DrawnStation("云隐寺", (240, 400)),
        DrawnStation("飞来石", (370, 300)),
        DrawnStation("望日峰", (540, 240)),
        DrawnStation("九曲栈道", (700, 320), "ne"),
        DrawnStation("仙女瀑布", (780, 440)),
        DrawnStation("蝴蝶谷", (790, 590)),
        DrawnStation("镜湖", (690, 720)),
        DrawnStation("百草园", (530, 790)),
        DrawnStation("杜鹃坡", (350, 790)),
        DrawnStation("藏经阁", (380, 450)),
        DrawnStation("千年银杏", (360, 590)),
        DrawnStation("铁索桥", (510, 555)),
        DrawnStation("猕猴岭", (570, 390)),
        DrawnStation("温泉山庄", (660, 620)),
        DrawnStation("滑雪场", (930, 300)),
        DrawnStation("星空营地", (950, 520), label="星\n空\n营\n地"),
        DrawnStation("青岚火车站", (420, 920)),
    ),
    lines=(
        DrawnLine(*ROAD, ("景区大门", (280, 910), "青岚火车站"), dash=(20, 11), smooth=True),
        DrawnLine(*ROAD, ("九曲栈道", (810, 345), "滑雪场", (985, 400), "星空营地", (900, 620),
                          "蝴蝶谷"), dash=(20, 11), smooth=True),
        DrawnLine(*LOOP, ("景区大门", "茶马古驿", "听泉亭", "云隐寺", "飞来石", "望日峰",
                          "九曲栈道", "仙女瀑布", "蝴蝶谷", "镜湖", "百草园", "杜鹃坡",
                          "景区大门"), smooth=True),
        DrawnLine(*TRAIL, ("云隐寺", "藏经阁", "千年银杏", "杜鹃坡"), smooth=True),
        DrawnLine(*TRAIL, ("藏经阁", "猕猴岭", "铁索桥", "千年银杏"), smooth=True),
        DrawnLine(*TRAIL, ("猕猴岭", "九曲栈道"), smooth=True),
        DrawnLine(*TRAIL, ("铁索桥", "温泉山庄", "镜湖"), smooth=True),
    ),
    under=(
        Area(((80, 320), (300, 240), (760, 220), (860, 400), (880, 660), (700, 800), (120, 780)),
             "#f0dcc0", smooth=True),
        Area(((790, 730), (880, 720), (940, 790), (880, 860), (780, 840)), "#a9d8ee", smooth=True),
        Icon("mountain", (640, 160), 110),
        Icon("mountain", (470, 150), 80),
        Icon("pagoda", (300, 500), 74),
        Icon("train", (610, 918), 54),
        Icon("tree", (450, 700), 50),
        Icon("tree", (1000, 700), 60),
    ),
    over=(Caption("青岚谷风景区导览图", (50, 34), 50, "#7a1f1f", bold=True),),
)  # fmt: skip

MAP = MiniMap(
    "qinglan",
    "travelmap",
    NETWORK,
    Style(
        background="#dcbf98",
        texture="paper",
        texture_seed=5,
        font="han",
        label_size=25,
        line_width=7,
        marker="dot",
        interchange="dot",
        marker_ink="#6b3e1f",
        marker_radius=13,
        marker_outline=3.5,
        label_ink="#2a1c12",
    ),
    hubs=("青岚火车站",),
    suffix=".jpg",
)
