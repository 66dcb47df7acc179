"""Fixtures shared by all tests."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

REPO = Path(__file__).resolve().parent.parent


def shared_folder() -> Path | None:
    """Return the folder with the third-party sample data, or None where it is absent."""
    folder = Path(os.environ.get("MAPCLEW_SHARED", REPO.parent / "shared"))
    return folder if folder.is_dir() else None


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Skip tests marked `shared` where the sample data is absent."""
    if shared_folder() is not None:
        return
    skip = pytest.mark.skip(reason="the third-party sample data (../shared) is absent")
    for item in items:
        if "shared" in item.keywords:
            item.add_marker(skip)


@pytest.fixture(scope="session")
def shared() -> Path:
    """Folder with the third-party sample data."""
    folder = shared_folder()
    assert folder is not None
    return folder
