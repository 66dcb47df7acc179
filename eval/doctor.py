"""What this machine has, what it lacks for mapclew, and how to mend it."""

from __future__ import annotations

import importlib.metadata
import os
import platform
import shutil
import sys
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from enum import StrEnum
from typing import Any

import psutil
from packaging.requirements import Requirement

from perception.errors import OcrUnavailable
from perception.ocr.cache_folder import CACHE_VARIABLE, cache_folder
from perception.ocr.registry import engine_states
from perception.ocr.tesseract import find_program
from perception.ocr.writing_systems import COMMON

CV2_WHEELS = (
    "opencv-python",
    "opencv-python-headless",
    "opencv-contrib-python",
    "opencv-contrib-python-headless",
)
MIN_PYTHON = (3, 11)
NEEDED_GIB = 2.0
KEY_VARIABLES = ("MAPCLEW_API_KEY", "OPENAI_API_KEY")


class Verdict(StrEnum):
    """How a check came out."""

    OK = "ok"
    OPTIONAL = "optional"
    """Absent, and needed only for one use."""
    BROKEN = "broken"
    """The agent does not run properly until it is mended."""


@dataclass(frozen=True, slots=True)
class Check:
    """One finding.

    Attributes
    ----------
    what : str
        What was looked at.
    verdict : Verdict
        How it came out.
    found : str
        What is there.
    mend : str
        What to do; empty where nothing is.
    """

    what: str
    verdict: Verdict
    found: str
    mend: str = ""

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form."""
        return asdict(self)


def installed(package: str) -> str | None:
    """Return the installed version of a package, None where it is absent."""
    try:
        return importlib.metadata.version(package)
    except importlib.metadata.PackageNotFoundError:
        return None


def check_python() -> Check:
    """Check the interpreter."""
    found = f"{platform.python_version()} at {sys.prefix}"
    if sys.version_info < MIN_PYTHON:
        return Check("Python", Verdict.BROKEN, found, "use Python 3.11 or newer")
    return Check("Python", Verdict.OK, found)


def check_packages() -> Iterator[Check]:
    """Check that what the project asks for is installed."""
    requirements = importlib.metadata.requires("mapclew") or []
    names = [Requirement(requirement).name for requirement in requirements]
    missing = [name for name in names if installed(name) is None]
    if missing:
        yield Check(
            "packages",
            Verdict.BROKEN,
            f"missing: {', '.join(missing)}",
            "run `make setup` in the checkout",
        )
    else:
        yield Check("packages", Verdict.OK, f"all {len(names)} direct requirements installed")


def check_cv2() -> Check:
    """Check that exactly one OpenCV wheel provides `cv2`.

    paddlex requires opencv-contrib-python, the superset of opencv-python; a second wheel writes
    into the same folder and breaks either.
    """
    wheels = [f"{name} {installed(name)}" for name in CV2_WHEELS if installed(name)]
    found = ", ".join(wheels) or "none"
    if len(wheels) == 1 and wheels[0].startswith("opencv-contrib-python "):
        return Check("cv2", Verdict.OK, found)
    return Check(
        "cv2",
        Verdict.BROKEN,
        found,
        "uninstall every opencv-* package, then run `make setup` (cv2 comes from "
        "opencv-contrib-python alone)",
    )


def check_engines() -> Iterator[Check]:
    """Check the text recognisers."""
    for state in engine_states():
        if state.usable:
            verdict = Verdict.OK
        else:
            verdict = Verdict.BROKEN if state.default else Verdict.OPTIONAL
        yield Check(f"text engine {state.kind}", verdict, state.found, state.mend)


def check_tesseract() -> Iterator[Check]:
    """Check the program that reads scripts PP-OCR does not know, and its language for each."""
    try:
        program = find_program()
    except OcrUnavailable as error:
        scripts = ", ".join(system.name for system in COMMON)
        yield Check(
            "tesseract",
            Verdict.OPTIONAL,
            f"{error.found}: names in {scripts} are not read",
            "run `apt-get install $(grep ^tesseract apt.txt)` in the checkout, or install "
            "Tesseract 5 with these languages",
        )
        return
    yield Check("tesseract", Verdict.OK, f"{program.version} at {program.path}")
    if "osd" not in program.languages:
        yield Check(
            "tesseract script detection",
            Verdict.OPTIONAL,
            "language osd is not installed: an unread script cannot be named",
            "apt-get install tesseract-ocr-osd",
        )
    for system in COMMON:
        there = [language for language in system.languages if language in program.languages]
        what = f"tesseract {system.name}"
        if there:
            yield Check(what, Verdict.OK, f"language {', '.join(there)}")
        else:
            yield Check(
                what,
                Verdict.OPTIONAL,
                f"language {system.languages[0]} is not installed",
                f"apt-get install {system.package}",
            )


def check_cache() -> Check:
    """Check that the cache folder can be written."""
    folder = cache_folder()
    probe = folder
    while not probe.exists():
        probe = probe.parent
    if probe.is_dir() and os.access(probe, os.W_OK):
        free = shutil.disk_usage(probe).free / 2**30
        return Check("cache folder", Verdict.OK, f"{folder}, {free:.0f} GiB free")
    return Check(
        "cache folder",
        Verdict.BROKEN,
        f"{folder} cannot be written",
        f"set {CACHE_VARIABLE} to a folder that can",
    )


def check_memory() -> Check:
    """Check the memory that is free for reading maps."""
    free = psutil.virtual_memory().available / 2**30
    cores = os.cpu_count() or 1
    found = f"{free:.1f} GiB free, {cores} cores"
    if free < NEEDED_GIB:
        return Check("memory", Verdict.BROKEN, found, f"free {NEEDED_GIB:.0f} GiB a worker")
    return Check("memory", Verdict.OK, found)


def check_key() -> Check:
    """Check whether an endpoint's key is set; only the native baseline needs one."""
    for name in KEY_VARIABLES:
        if os.environ.get(name):
            return Check("endpoint key", Verdict.OK, f"{name} is set")
    return Check(
        "endpoint key",
        Verdict.OPTIONAL,
        "none set",
        f"set {KEY_VARIABLES[0]} to run the native baseline; the agent needs none",
    )


def examine() -> list[Check]:
    """Run every check, in the order in which they would be mended."""
    return [
        check_python(),
        *check_packages(),
        check_cv2(),
        *check_engines(),
        *check_tesseract(),
        check_cache(),
        check_memory(),
        check_key(),
    ]
