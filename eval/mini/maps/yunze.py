"""云泽轨道交通: Chinese names, a branch, a crossing without a stop, rings in the line's colour."""

from __future__ import annotations

from eval.drawing.decoration import Caption, Legend, River
from eval.drawing.network import DrawnLine, DrawnNetwork, DrawnStation
from eval.drawing.style import Style
from eval.mini.mini_map import MiniMap

NETWORK = DrawnNetwork(
    title="云泽",
    size=(1300, 980),
    stations=(
        DrawnStation("柳林渡", (110, 470), "n"),
        DrawnStation("青石桥", (240, 470), "n"),
        DrawnStation("汉阙", (370, 470), "n"),
        DrawnStation("鼓楼", (520, 470), "se"),
        DrawnStation("明德广场", (680, 470), "ne"),
        DrawnStation("会展中心", (840, 470), "s"),
        DrawnStation("云帆码头", (1000, 470), "ne"),
        DrawnStation("听涛", (1160, 470), "s"),
        DrawnStation("北麓", (520, 120), "w"),
        DrawnStation("白鹿原", (520, 210), "w"),
        DrawnStation("书院", (520, 370), "e"),
        DrawnStation("盐市口", (520, 590), "w"),
        DrawnStation("大觉寺", (520, 700), "w"),
        DrawnStation("锦屏", (680, 860), "s"),
        DrawnStation("体育馆", (900, 860), "s"),
        DrawnStation("西坞", (160, 290), "s"),
        DrawnStation("竹海", (280, 290), "s"),
        DrawnStation("丝绸巷", (400, 290), "s"),
        DrawnStation("桂花园", (610, 290), "n"),
        DrawnStation("钟表厂", (680, 590), "w"),
        DrawnStation("七星台", (680, 720), "w"),
        DrawnStation("航天城", (840, 680), "s"),
        DrawnStation("药谷", (970, 680), "s"),
        DrawnStation("空港", (1000, 130), "e"),
        DrawnStation("龙脊", (1000, 240), "e"),
        DrawnStation("梅岭", (1000, 350), "e"),
        DrawnStation("灯塔湾", (1120, 690), "e"),
        DrawnStation("锚地", (1120, 780), "e"),
    ),
    lines=(
        DrawnLine("3号线", "#2b9348", ("西坞", "竹海", "丝绸巷", "桂花园", (680, 290), "明德广场",
                                    "钟表厂", "七星台", "锦屏")),
        DrawnLine("3号线", "#2b9348", ("钟表厂", (770, 680), "航天城", "药谷")),
        DrawnLine("1号线", "#d00000", ("柳林渡", "青石桥", "汉阙", "鼓楼", "明德广场", "会展中心",
                                    "云帆码头", "听涛")),
        DrawnLine("2号线", "#0077b6", ("北麓", "白鹿原", "书院", "鼓楼", "盐市口", "大觉寺",
                                    (520, 770), (610, 860), "锦屏", "体育馆")),
        DrawnLine("4号线", "#8e44ad", ("空港", "龙脊", "梅岭", "云帆码头", (1000, 530), (1120, 650),
                                    "灯塔湾", "锚地", (1120, 810), (1070, 860), "体育馆")),
    ),
    under=(
        River(((-40, 600), (200, 620), (380, 540), (600, 530), (800, 590), (1040, 570),
               (1340, 500)), width=54, color="#d4e9f7"),
        Caption("云江", (60, 584), 26, "#6f9fc0"),
    ),
    over=(
        Caption("云泽轨道交通线路图", (50, 36), 44, "#24303a", bold=True),
        Legend((60, 730), title="图例", size=24),
    ),
)  # fmt: skip

MAP = MiniMap(
    "yunze",
    "metromap",
    NETWORK,
    Style(
        background="#fbfaf6",
        font="han",
        label_size=25,
        line_width=13,
        marker_ink="",
        marker_radius=10,
        marker_outline=4,
        interchange="circle",
        interchange_radius=15,
        corner_radius=44,
    ),
)
