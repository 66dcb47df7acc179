"""The page in headless Chromium: opens, filters, sorts, shows a route, by keyboard, no error."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from selenium.webdriver import Chrome, Keys
from selenium.webdriver.common.by import By
from selenium.webdriver.support.select import Select
from selenium.webdriver.support.wait import WebDriverWait

from eval.report.maps import Maps
from eval.report.page import write_page
from eval.report.samples import collect
from tests.eval.browser import MISSING, open_chromium
from tests.eval.fake_systems import FakeSystem
from tests.eval.report_runs import HOSTILE, HOSTILE_NAME, hostile_run, small_graph, small_run

pytestmark = pytest.mark.skipif(bool(MISSING), reason=MISSING or "found")


@pytest.fixture(scope="module")
def chromium() -> Iterator[Chrome]:
    with open_chromium() as browser:
        yield browser


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    folder = tmp_path_factory.mktemp("report")
    finding = {"fault": "not_adjacent", "text": HOSTILE_NAME}
    message = {"role": "assistant", "content": HOSTILE_NAME}
    trace = {"findings": [finding], "dialogue": [message]}
    one = small_run(folder, "one", FakeSystem(graph=small_graph(), trace=trace))
    two = small_run(folder, "two", FakeSystem(wrong="from Alder to Dune"))
    found = collect([one, two])
    made = {}
    for name, embed in (("in", True), ("beside", False)):
        made[name] = folder / f"{name}.html"
        write_page(made[name], found, Maps(found), embed=embed)
    hostile = collect([hostile_run(folder / "hostile")])
    made["hostile"] = folder / "hostile.html"
    write_page(made["hostile"], hostile, Maps(hostile))
    return made


def visit(browser: Chrome, page: Path, sample: str = "") -> None:
    browser.get("about:blank")
    browser.get(page.as_uri() + (f"#{sample}" if sample else ""))


def wait(browser: Chrome, text: str, place: str = "body") -> None:
    WebDriverWait(browser, 20).until(
        lambda driver: text in driver.find_element(By.CSS_SELECTOR, place).text,
        f"{text!r} does not appear in {place}",
    )


def console(browser: Chrome) -> list[Any]:
    """Return what the page wrote to its console, errors of loading included."""
    found: list[Any] = browser.get_log("browser")  # type: ignore[no-untyped-call]
    return found


def shown(browser: Chrome) -> list[str]:
    links = browser.find_elements(By.CSS_SELECTOR, "#samples tbody th a")
    return [link.text for link in links]


def test_filters_and_sorts(chromium: Chrome, pages: dict[str, Path]) -> None:
    visit(chromium, pages["in"])
    wait(chromium, "16 of 16 samples", "#count")
    chromium.find_element(By.NAME, "text").send_keys("birch TRAVELMAP")
    wait(chromium, "3 of 16 samples", "#count")
    chromium.find_element(By.CSS_SELECTOR, "#filters button[type=reset]").click()
    wait(chromium, "16 of 16 samples", "#count")
    Select(chromium.find_element(By.NAME, "answer")).select_by_value("differ")
    wait(chromium, "2 of 16 samples", "#count")
    assert shown(chromium) == ["metromap/only_tab/00002", "travelmap/only_tab/00002"]
    chromium.find_element(By.CSS_SELECTOR, "#samples thead button").click()
    assert shown(chromium) == ["travelmap/only_tab/00002", "metromap/only_tab/00002"]
    head = chromium.find_element(By.CSS_SELECTOR, "#samples thead th[data-column]")
    assert head.get_attribute("aria-sort") == "descending"
    assert console(chromium) == []


@pytest.mark.parametrize("name", ["in", "beside"])
def test_shows_a_route_over_its_map(chromium: Chrome, pages: dict[str, Path], name: str) -> None:
    visit(chromium, pages[name])
    chromium.find_element(By.LINK_TEXT, "metromap/only_map/00000").click()
    wait(chromium, "answer of two: 3 stops", "#detail")
    lines = chromium.find_elements(By.CSS_SELECTOR, ".map polyline")
    assert len(lines) == 3 * 2 * 2  # reference and two answers, two legs, each with a seam
    size = chromium.execute_script(
        "const box = document.querySelector('.map image').getBBox(); return [box.width, box.height]"
    )
    assert size == [64, 48]
    text = chromium.find_element(By.ID, "detail").text
    for part in ("solve_route", "not_adjacent", HOSTILE_NAME, "Messages of the model"):
        assert part in text
    assert chromium.execute_script("return window.broken") is None
    assert console(chromium) == []


def test_hostile_text_does_nothing(chromium: Chrome, pages: dict[str, Path]) -> None:
    visit(chromium, pages["hostile"], "metromap/only_tab/00000")
    wait(chromium, "reference 1", "#detail")
    assert HOSTILE.splitlines()[0] in chromium.find_element(By.ID, "detail").text
    assert chromium.execute_script("return window.broken") is None
    assert console(chromium) == []


def test_by_keyboard(chromium: Chrome, pages: dict[str, Path]) -> None:
    visit(chromium, pages["in"])
    wait(chromium, "16 of 16 samples", "#count")
    link = chromium.find_element(By.LINK_TEXT, "metromap/only_map/00001")
    link.send_keys(Keys.ENTER)
    wait(chromium, "answer of one", "#detail")
    focused = chromium.switch_to.active_element
    assert focused.get_attribute("id") == "detail-title"
    chromium.find_element(By.ID, "later").send_keys(Keys.ENTER)
    wait(chromium, "metromap/only_tab/00000", "#detail-title")
    chromium.switch_to.active_element.send_keys(Keys.ESCAPE)
    WebDriverWait(chromium, 20).until(
        lambda driver: driver.switch_to.active_element.text == "metromap/only_map/00001"
    )
    assert not chromium.find_element(By.ID, "detail").is_displayed()
    assert "#" not in chromium.current_url


def test_narrow_and_at_200_percent_nothing_is_cut(chromium: Chrome, pages: dict[str, Path]) -> None:
    for sample in ("", "metromap/only_map/00000"):
        visit(chromium, pages["in"], sample)
        if sample:
            wait(chromium, "answer of one", "#detail")
        # A window of 640 px, as 1280 px at 200 %.
        metrics = {"width": 640, "height": 450, "deviceScaleFactor": 2, "mobile": False}
        chromium.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
        try:
            wide = chromium.execute_script(
                "const part = document.querySelector('dialog[open]') || document.documentElement;"
                "return [part.scrollWidth, part.clientWidth]"
            )
            assert wide[0] <= wide[1], sample
        finally:
            chromium.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})


def test_in_print_a_sample_stands_alone_with_nothing_cut(
    chromium: Chrome, pages: dict[str, Path]
) -> None:
    visit(chromium, pages["in"], "metromap/only_map/00000")
    wait(chromium, "Messages of the model", "#detail")
    # A4 across, less the margins, at 96 px to the inch.
    metrics = {"width": 1032, "height": 703, "deviceScaleFactor": 1, "mobile": False}
    chromium.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
    chromium.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "print"})
    try:
        found = chromium.execute_script(
            "const part = document.querySelector('dialog[open]');"
            "const size = (cell) => parseFloat(getComputedStyle(cell).fontSize);"
            "return {"
            "  wide: [document.documentElement.scrollWidth, document.documentElement.clientWidth],"
            "  overflow: getComputedStyle(part).overflow,"
            "  summary: getComputedStyle(document.querySelector('main')).display,"
            "  heads: [...part.querySelectorAll('th')].map((cell) =>"
            "    [cell.textContent, cell.clientHeight / size(cell)])"
            "};"
        )
    finally:
        chromium.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": ""})
        chromium.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
    assert found["wide"][0] <= found["wide"][1]
    assert (found["overflow"], found["summary"]) == ("visible", "none")
    assert "confidence" in {name for name, _ in found["heads"]}
    # Headings of one word are on one line: no column is narrower than its word.
    assert {name for name, lines in found["heads"] if lines > 2.5} == set()


def test_a_missing_folder_is_said(chromium: Chrome, pages: dict[str, Path], tmp_path: Path) -> None:
    lonely = tmp_path / "beside.html"
    lonely.write_bytes(pages["beside"].read_bytes())
    visit(chromium, lonely, "metromap/only_map/00000")
    wait(chromium, "keep the folder beside the page", "#detail")


def test_every_control_has_a_name(chromium: Chrome, pages: dict[str, Path]) -> None:
    visit(chromium, pages["in"], "metromap/only_map/00000")
    wait(chromium, "answer of one", "#detail")
    tree = chromium.execute_cdp_cmd("Accessibility.getFullAXTree", {})
    roles = {"button", "link", "textbox", "searchbox", "combobox", "checkbox", "region", "image"}
    unnamed = [
        json.dumps(node)
        for node in tree["nodes"]
        if not node.get("ignored")
        and node.get("role", {}).get("value") in roles
        and not node.get("name", {}).get("value")
    ]
    assert unnamed == []
