"""What code and which packages a run was made with."""

from __future__ import annotations

import hashlib
import platform
import re
import subprocess
import sys
from importlib import metadata
from pathlib import Path
from typing import Any

from perception.errors import ConfigError

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = ("agent", "eval", "perception", "prompts", "tools")
SUFFIXES = (".py", ".md", ".txt", ".yml")
# Installed by way of others, and telling in what a picture is read as.
ALSO = ("opencv-contrib-python", "rapidocr")


def code_sha256(root: Path = ROOT) -> str:
    """Return the hash over the project's code and texts, names and contents.

    Parameters
    ----------
    root : Path
        Folder that holds the packages.
    """
    digest = hashlib.sha256()
    for package in PACKAGES:
        for file in sorted((root / package).rglob("*")):
            if file.suffix in SUFFIXES and file.is_file():
                digest.update(file.relative_to(root).as_posix().encode() + b"\0")
                digest.update(hashlib.sha256(file.read_bytes()).digest())
    return digest.hexdigest()


def package_versions() -> dict[str, str]:
    """Return the versions of Python, of this project and of what it requires directly.

    Raises
    ------
    ConfigError
        If the project itself is not installed.
    """
    try:
        required = metadata.requires("mapclew") or []
        versions = {
            "python": platform.python_version(),
            "mapclew": metadata.version("mapclew"),
        }
    except metadata.PackageNotFoundError:
        raise ConfigError(
            "the package mapclew is not installed", mend="run `make setup` or `pip install -e .`"
        ) from None
    names = [re.split(r"[^A-Za-z0-9._-]", line, maxsplit=1)[0] for line in required]
    for name in sorted({*names, *ALSO}):
        try:
            versions[name] = metadata.version(name)
        except metadata.PackageNotFoundError:
            versions[name] = "absent"
    return versions


def machine() -> dict[str, str]:
    """Return the platform, for the record; it is not expected to change a result."""
    return {"platform": platform.platform(), "implementation": sys.implementation.name}


def git_state(root: Path = ROOT) -> dict[str, Any] | None:
    """Return the commit and whether tracked files differ from it; None outside a clone."""
    if not (root / ".git").exists():
        return None

    def git(*arguments: str) -> str:
        return subprocess.run(
            ["git", "-C", str(root), *arguments],
            capture_output=True,
            text=True,
            check=True,
            timeout=20,
        ).stdout.strip()

    try:
        commit = git("rev-parse", "HEAD")
        dirty = bool(git("status", "--porcelain", "--untracked-files=no"))
    except (OSError, subprocess.SubprocessError):
        return None
    return {"commit": commit, "dirty": dirty}
