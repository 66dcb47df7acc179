"""How long the report of a large run takes to be written, opened and filtered."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

from selenium.common.exceptions import StaleElementReferenceException
from selenium.webdriver import Chrome
from selenium.webdriver.common.by import By
from selenium.webdriver.support.wait import WebDriverWait

from tests.bench.child import run_mapclew
from tests.bench.figure import Figure
from tests.eval.browser import MISSING, open_chromium

MOST_TO_WRITE = 60.0
MOST_TO_OPEN = 3.0


def measure_report(run: Path, samples: int) -> Iterator[Figure]:
    """Write the report of a run, then open and filter it in Chromium where there is one."""
    page = run.parent / "report.html"
    usage = run_mapclew(["report", str(run), "--out", str(page)])
    what = f"report of {samples:,} samples"
    size = page.stat().st_size / 2**20
    note = f"start included, {usage.cpu_seconds:.1f} s of processor, page {size:.1f} MiB"
    yield Figure(f"{what}, written", usage.seconds, "s", most=MOST_TO_WRITE, note=note)
    yield Figure("its peak memory", usage.peak_mib, "MiB")
    if MISSING:
        return
    with open_chromium() as browser:
        browser.get("about:blank")
        opened = _seconds_to_open(browser, page, samples)
        filtered = _seconds_to_filter(browser)
        shown = _seconds_to_show(browser)
    parts = f"opened {opened:.2f} s, filtered {filtered:.2f} s, Chromium already running"
    yield Figure(
        f"{what}, opened and filtered", opened + filtered, "s", most=MOST_TO_OPEN, note=parts
    )
    yield Figure("its first sample, shown", shown, "s", note="details and picture from the folder")


def _seconds_to_open(browser: Chrome, page: Path, samples: int) -> float:
    start = time.perf_counter()
    browser.get(page.as_uri())
    _wait(browser, "#count", f"{samples:,} of {samples:,}")
    return time.perf_counter() - start


def _seconds_to_filter(browser: Chrome) -> float:
    field = browser.find_element(By.NAME, "text")
    start = time.perf_counter()
    field.send_keys("city007 2_4")
    _waiting(browser).until(_is_filtered)
    return time.perf_counter() - start


def _is_filtered(browser: Chrome) -> bool:
    first = browser.find_element(By.CSS_SELECTOR, "#samples tbody tr").text
    return "constraint_1_2_4" in first and "city007" in first


def _seconds_to_show(browser: Chrome) -> float:
    link = browser.find_element(By.CSS_SELECTOR, "#samples tbody a")
    start = time.perf_counter()
    link.click()
    _wait(browser, "#detail-body", "solve_route")
    return time.perf_counter() - start


def _waiting(browser: Chrome) -> WebDriverWait[Chrome]:
    # A row may be replaced while it is looked at.
    return WebDriverWait(browser, 60, 0.02, [StaleElementReferenceException])


def _wait(browser: Chrome, place: str, text: str) -> None:
    _waiting(browser).until(lambda driver: text in driver.find_element(By.CSS_SELECTOR, place).text)
