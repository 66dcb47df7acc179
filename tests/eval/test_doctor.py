"""The doctor tells what is missing and how to mend it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from eval import doctor
from eval.cli.main import app
from eval.doctor import Verdict
from perception.ocr import registry
from perception.ocr.registry import DEFAULT_KIND, ENGINES, EngineKind

if not app.registered_commands:
    from eval.cli import commands

    commands.register(app)


def checks_of(what: str) -> list[doctor.Check]:
    return [check for check in doctor.examine() if check.what.startswith(what)]


def test_a_second_opencv_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    versions = {"opencv-contrib-python": "4.10", "opencv-python": "4.11"}
    monkeypatch.setattr(doctor, "installed", versions.get)
    check = doctor.check_cv2()
    assert check.verdict is Verdict.BROKEN
    assert "opencv-python 4.11" in check.found
    assert "make setup" in check.mend


def test_missing_default_weights_are_broken_and_optional_ones_are_not(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PADDLE_PDX_CACHE_HOME", str(tmp_path))
    absent = {"detector": ("absent", tmp_path / "absent.onnx")}

    def lacking() -> dict[str, tuple[str, Path]]:
        from perception.errors import OcrUnavailable

        raise OcrUnavailable("no such file", file=str(absent["detector"][1]), mend="install it")

    small = ENGINES[DEFAULT_KIND]
    broken = EngineKind(small.kind, small.what, small.load, lacking)
    monkeypatch.setattr(registry, "ENGINES", {**ENGINES, DEFAULT_KIND: broken})
    verdicts = {check.what: check for check in checks_of("text engine")}
    assert verdicts[f"text engine {DEFAULT_KIND}"].verdict is Verdict.BROKEN
    assert verdicts[f"text engine {DEFAULT_KIND}"].mend == "install it"
    assert verdicts["text engine ppocr-official"].verdict is Verdict.OPTIONAL


def test_a_key_is_told_but_never_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MAPCLEW_API_KEY", "sk-very-secret")
    (check,) = checks_of("endpoint key")
    assert check.verdict is Verdict.OK
    assert "secret" not in json.dumps(check.to_dict())


def test_the_command_speaks_json() -> None:
    result = CliRunner().invoke(app, ["doctor", "--json"])
    checks = json.loads(result.stdout)
    assert {"what", "verdict", "found", "mend"} <= set(checks[0])
    broken = any(check["verdict"] == "broken" for check in checks)
    assert result.exit_code == int(broken)
