"""Headless Chromium for tests and measurements; Debian's, nothing is downloaded."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager

from selenium.webdriver import Chrome, ChromeOptions
from selenium.webdriver.chrome.service import Service

CHROMIUM = shutil.which("chromium")
DRIVER = shutil.which("chromedriver")
MISSING = "" if CHROMIUM and DRIVER else "Chromium and its driver are not installed (apt.txt)"


@contextmanager
def open_chromium(width: int = 1280, height: int = 900) -> Iterator[Chrome]:
    """Start Chromium without a window, and end it."""
    options = ChromeOptions()
    options.binary_location = CHROMIUM or ""
    for flag in (
        "--headless=new",
        "--no-sandbox",  # root, as in a container, has no sandbox
        "--disable-gpu",
        "--disable-dev-shm-usage",
        "--host-resolver-rules=MAP * ~NOTFOUND",
        f"--window-size={width},{height}",
    ):
        options.add_argument(flag)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    browser = Chrome(options=options, service=Service(DRIVER))
    try:
        browser.set_page_load_timeout(60)
        browser.implicitly_wait(0)
        yield browser
    finally:
        browser.quit()
