"""The page as a file: self-contained, escaped, with its details in it or beside it."""

from __future__ import annotations

import json
import re
import shutil
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from eval.report import page
from eval.report.maps import Maps
from eval.report.page import MARK, write_page
from eval.report.pictures import LONGEST_SIDE, web_picture
from eval.report.samples import collect
from eval.run.stored_run import StoredRun
from perception.errors import BadPicture
from perception.map_graph import MapGraph
from tests.eval.fake_systems import FakeSystem
from tests.eval.report_runs import HOSTILE, hostile_run, small_graph, small_run


class Elements(HTMLParser):
    """Collects the elements of a page and the text of its data."""

    def __init__(self, html: Path) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.data: dict[str, str] = {}
        self.feed(html.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        tag, attributes = self.found[-1] if self.found else ("", {})
        if tag == "script" and attributes.get("id"):
            self.data[str(attributes["id"])] = data


def written(runs: list[StoredRun], out: Path, *, embed: bool | None = None) -> list[Path]:
    found = collect(runs)
    return write_page(out, found, Maps(found), embed=embed)


def test_nothing_is_loaded_from_elsewhere(tmp_path: Path) -> None:
    run = small_run(tmp_path, "run", FakeSystem())
    assert written([run], tmp_path / "page.html") == [tmp_path / "page.html"]
    elements = Elements(tmp_path / "page.html")
    for tag, attributes in elements.found:
        for name in ("src", "href", "srcset", "data", "action"):
            target = attributes.get(name) or ""
            assert target.startswith(("#", "data:")) or not target, (tag, target)
    policy = next(a["content"] for t, a in elements.found if t == "meta" and "http-equiv" in a)
    assert str(policy).startswith("default-src 'none'")
    assert "http" not in str(policy)


def test_pictures_have_words_and_ids_are_unique(tmp_path: Path) -> None:
    written([small_run(tmp_path, "run", FakeSystem())], tmp_path / "page.html")
    elements = Elements(tmp_path / "page.html")
    assert all(len(str(a.get("alt"))) > 30 for t, a in elements.found if t == "img")
    ids = [a["id"] for _, a in elements.found if a.get("id")]
    assert len(ids) == len(set(ids))
    labelled = [a["aria-labelledby"] for _, a in elements.found if "aria-labelledby" in a]
    assert set(labelled) <= set(ids)


def test_hostile_text_stays_text(tmp_path: Path) -> None:
    written([hostile_run(tmp_path)], tmp_path / "page.html")
    text = (tmp_path / "page.html").read_text(encoding="utf-8")
    assert "<script>window.broken" not in text
    elements = Elements(tmp_path / "page.html")
    assert json.loads(elements.data["data"])["rows"][0][5].endswith(HOSTILE)
    (detail,) = json.loads(elements.data["samples00000"])
    assert detail["references"] == [f"{HOSTILE}-{HOSTILE}"]
    assert HOSTILE in detail["results"][0]["error"] or "fault" in detail["results"][0]["error"]


def test_details_beside_are_those_embedded(tmp_path: Path) -> None:
    run = small_run(tmp_path, "run", FakeSystem(graph=small_graph()))
    written([run], tmp_path / "in.html", embed=True)
    html, folder = written([run], tmp_path / "out.html", embed=False)
    embedded = Elements(tmp_path / "in.html").data
    names = {file.stem for file in folder.glob("*.js")}
    assert names == set(embedded) - {"data"}
    for name in names:
        text = (folder / f"{name}.js").read_text(encoding="utf-8")
        match = re.fullmatch(rf'mapclewLoaded\("{name}",(.*)\);\n', text, re.DOTALL)
        assert match
        beside, inside = json.loads(match[1]), json.loads(embedded[name])
        if name.startswith("map"):
            assert (html.parent / beside.pop("picture")).is_file()
            assert inside.pop("picture").startswith("data:image/png;base64,")
        assert beside == inside


def test_heavy_pictures_go_beside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run = small_run(tmp_path, "run", FakeSystem())
    monkeypatch.setattr(page, "MOST_BYTES", 100)
    assert written([run], tmp_path / "page.html") == [
        tmp_path / "page.html",
        tmp_path / "page_files",
    ]


def test_a_report_is_the_same_bytes_again(tmp_path: Path) -> None:
    runs = [small_run(tmp_path, "run", FakeSystem(graph=small_graph()))]
    written(runs, tmp_path / "page.html")
    before = (tmp_path / "page.html").read_bytes()
    written(runs, tmp_path / "page.html")
    assert (tmp_path / "page.html").read_bytes() == before


def test_a_folder_of_something_else_is_left_alone(tmp_path: Path) -> None:
    run = small_run(tmp_path, "run", FakeSystem())
    (tmp_path / "page_files").mkdir()
    (tmp_path / "page_files" / "mine.txt").write_text("mine")
    with pytest.raises(FileExistsError, match="page_files"):
        written([run], tmp_path / "page.html", embed=False)
    assert (tmp_path / "page_files" / "mine.txt").read_text() == "mine"
    (tmp_path / "page_files" / MARK).write_text("")
    written([run], tmp_path / "page.html", embed=False)
    assert not (tmp_path / "page_files" / "mine.txt").exists()


def detail_of(html: Path, sample: str) -> tuple[dict[str, Any], dict[str, Any]]:
    data = Elements(html).data
    details = [one for name in data if name.startswith("samples") for one in json.loads(data[name])]
    detail = next(one for one in details if one["id"] == sample)
    return detail, json.loads(data[detail["map"]])


def test_routes_lie_on_the_graph_that_the_run_read(tmp_path: Path) -> None:
    one = small_run(tmp_path, "one", FakeSystem(graph=small_graph()))
    two = small_run(tmp_path, "two", FakeSystem(wrong="from Alder to Cedar"))
    written([one, two], tmp_path / "page.html")
    detail, shared = detail_of(tmp_path / "page.html", "metromap/only_map/00000")
    reference, right = detail["layers"]
    assert reference["stops"] == right["stops"] == ["s0", "s1", "s2"]
    assert right["agrees"] == 3
    assert shared["readings"][0]["stations"]["s2"] == [40, 24]
    assert "one" in shared["readings"][0]["source"]


def test_a_picture_that_nobody_read_is_said(tmp_path: Path) -> None:
    run = small_run(tmp_path, "run", FakeSystem())
    written([run], tmp_path / "page.html")
    detail, shared = detail_of(tmp_path / "page.html", "metromap/only_map/00000")
    assert [layer["stops"] for layer in detail["layers"]] == [None, None]
    assert shared["unread"]
    assert shared["picture"]
    read: list[str] = []

    def read_map(path: Path) -> MapGraph:
        read.append(path.name)
        return small_graph()

    found = collect([run])
    write_page(tmp_path / "page.html", found, Maps(found, read_map=read_map))
    detail, shared = detail_of(tmp_path / "page.html", "metromap/only_map/00000")
    assert detail["layers"][0]["stops"] == ["s0", "s1", "s2"]
    assert not shared["unread"]
    assert read == ["map.png", "map.png"]  # one a domain


def test_a_picture_that_is_gone_is_said(tmp_path: Path) -> None:
    run = small_run(tmp_path, "run", FakeSystem(graph=small_graph()))
    shutil.rmtree(tmp_path / "data")
    written([run], tmp_path / "page.html")
    detail, shared = detail_of(tmp_path / "page.html", "metromap/only_map/00000")
    assert shared["picture"] is None
    assert shared["fault"]
    assert detail["layers"][0]["stops"] == ["s0", "s1", "s2"]


def test_pictures_for_a_browser(tmp_path: Path) -> None:
    small = tmp_path / "small.png"
    Image.new("RGB", (40, 30), "red").save(small)
    assert web_picture(small).data == small.read_bytes()
    large = tmp_path / "large.png"
    Image.new("RGB", (LONGEST_SIDE * 2, 100), "red").save(large)
    found = web_picture(large)
    assert (found.width, found.height, found.suffix) == (LONGEST_SIDE * 2, 100, "jpg")
    turned = tmp_path / "turned.jpg"
    exif = Image.Exif()
    exif[0x0112] = 6
    Image.new("RGB", (40, 30), "red").save(turned, exif=exif)
    assert (web_picture(turned).width, web_picture(turned).height) == (30, 40)
    (tmp_path / "none.png").write_bytes(b"no picture")
    with pytest.raises(BadPicture):
        web_picture(tmp_path / "none.png")
