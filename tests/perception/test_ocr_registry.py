"""Text recognisers by kind."""

from __future__ import annotations

from pathlib import Path

import pytest

from perception.errors import ConfigError, OcrUnavailable
from perception.ocr import registry
from perception.ocr.registry import ENGINES, engine_kind, engine_states, load_engine
from perception.ocr.tesseract import TesseractProgram


def test_an_unknown_kind_lists_the_known_ones() -> None:
    with pytest.raises(ConfigError, match="ppocr-v6-small"):
        engine_kind("tesserocr")


def test_one_kind_is_the_default_and_names_all_it_may_read_with(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    assert [state.kind for state in engine_states() if state.default] == ["auto"]
    data = tmp_path / "rus.traineddata"
    data.write_bytes(b"data")
    program = TesseractProgram(tmp_path / "tesseract", "5.3.0", tmp_path, ("eng", "rus"))
    monkeypatch.setattr(registry, "find_program", lambda: program)
    weights = ENGINES["auto"].weights()
    assert set(weights) == {"detector", "recogniser", "rus"}
    data.write_bytes(b"other data")
    assert ENGINES["auto"].weights() != weights


def test_official_models_say_what_to_do_where_they_are_not(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PADDLE_PDX_CACHE_HOME", str(tmp_path))
    with pytest.raises(OcrUnavailable, match="ppocr-v6-small"):
        ENGINES["ppocr-official"].weights()


def test_weights_are_told_without_loading_them() -> None:
    weights = ENGINES["ppocr-v6-small"].weights()
    assert {len(part["sha256"]) for part in weights.values()} == {64}


@pytest.mark.ocr
def test_the_loaded_engine_describes_the_same_weights() -> None:
    engine = load_engine("ppocr-v6-small")
    told = ENGINES["ppocr-v6-small"].weights()
    loaded = engine.describe()["weights"]
    assert {part["name"] for part in loaded.values()} == {part["name"] for part in told.values()}
    assert {part["sha256"] for part in loaded.values()} == {
        part["sha256"] for part in told.values()
    }
