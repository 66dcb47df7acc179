from __future__ import annotations

import multiprocessing
import os
import pickle
import time
from pathlib import Path

import pytest

from perception.errors import BadPicture, ConfigError
from tools.map_cache import MapCache


def read(cache: MapCache, image: Path, log: Path, settings: dict[str, object] | None = None) -> str:
    """Read through the cache; every real computation leaves a line in the log."""

    def compute() -> str:
        with log.open("a", encoding="utf-8") as file:
            file.write(f"{os.getpid()}\n")
        time.sleep(0.3)
        return "text of " + image.read_text(encoding="utf-8")

    value, _ = cache.get(image, "text", settings or {}, compute, str.encode, bytes.decode)
    return value


def read_in_new_process(folder: Path, image: Path, log: Path) -> None:
    assert read(MapCache(folder), image, log) == "text of a map"


@pytest.fixture
def image(tmp_path: Path) -> Path:
    path = tmp_path / "map.png"
    path.write_text("a map", encoding="utf-8")
    return path


@pytest.fixture
def log(tmp_path: Path) -> Path:
    path = tmp_path / "log"
    path.touch()
    return path


def computed(log: Path) -> int:
    return len(log.read_text(encoding="utf-8").splitlines())


def test_a_picture_is_read_once_in_memory_and_on_disk(
    tmp_path: Path, image: Path, log: Path
) -> None:
    cache = MapCache(tmp_path / "cache")
    for _ in range(3):
        assert read(cache, image, log) == "text of a map"
    assert read(MapCache(tmp_path / "cache"), image, log) == "text of a map"
    assert computed(log) == 1


def test_content_and_settings_are_the_key_not_the_path(
    tmp_path: Path, image: Path, log: Path
) -> None:
    cache = MapCache(tmp_path / "cache")
    read(cache, image, log)
    copy = tmp_path / "copy.png"
    copy.write_bytes(image.read_bytes())
    read(cache, copy, log)
    assert computed(log) == 1
    read(cache, image, log, {"engine": "other"})
    assert computed(log) == 2
    image.write_text("another map", encoding="utf-8")
    assert read(cache, image, log) == "text of another map"
    assert computed(log) == 3


def test_several_processes_compute_once(tmp_path: Path, image: Path, log: Path) -> None:
    context = multiprocessing.get_context("spawn")
    processes = [
        context.Process(target=read_in_new_process, args=(tmp_path / "cache", image, log))
        for _ in range(3)
    ]
    for process in processes:
        process.start()
    for process in processes:
        process.join()
    assert [process.exitcode for process in processes] == [0, 0, 0]
    assert computed(log) == 1


@pytest.mark.parametrize("damage", ["cut", "foreign", "database"])
def test_a_damaged_entry_is_computed_again(
    tmp_path: Path, image: Path, log: Path, damage: str
) -> None:
    folder = tmp_path / "cache"
    cache = MapCache(folder)
    read(cache, image, log)
    if damage == "database":
        for file in (folder / "entries").glob("cache.db*"):
            file.write_bytes(b"no database" * 100)
    else:
        disk = cache._open()
        for key in list(disk):
            disk.set(key, disk[key][:20] if damage == "cut" else {"other": "value"})
        disk.close()
    again = MapCache(folder)
    assert read(again, image, log) == "text of a map"
    assert computed(log) == 2
    assert read(MapCache(folder), image, log) == "text of a map"
    assert computed(log) == 2


def test_a_hopeless_picture_is_tried_once_a_process(tmp_path: Path, image: Path) -> None:
    cache = MapCache(tmp_path / "cache")
    tries = []

    def compute() -> str:
        tries.append(1)
        raise BadPicture("no map on it", file=str(image))

    for _ in range(3):
        with pytest.raises(BadPicture, match="no map on it"):
            cache.get(image, "text", {}, compute, str.encode, bytes.decode)
    assert len(tries) == 1


def test_a_missing_picture_is_named(tmp_path: Path, log: Path) -> None:
    with pytest.raises(BadPicture, match=r"gone\.png"):
        read(MapCache(tmp_path / "cache"), tmp_path / "gone.png", log)


def test_a_cache_goes_to_other_processes_without_its_contents(
    tmp_path: Path, image: Path, log: Path
) -> None:
    cache = MapCache(tmp_path / "cache")
    read(cache, image, log)
    copy = pickle.loads(pickle.dumps(cache))
    assert copy.folder == cache.folder
    assert read(copy, image, log) == "text of a map"
    assert computed(log) == 1


def test_a_folder_that_cannot_be_is_named(tmp_path: Path, image: Path, log: Path) -> None:
    blocked = tmp_path / "file"
    blocked.touch()
    for folder in (blocked, blocked / "below"):
        with pytest.raises(ConfigError, match=r"cache cannot be kept|is a file"):
            read(MapCache(folder), image, log)
