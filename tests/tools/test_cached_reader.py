from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import perception
from tools.cached_reader import TEXT_CODE


def test_what_the_text_stage_imports_is_in_the_key_of_its_readings() -> None:
    root = Path(perception.__file__).parent
    code = (
        "import sys, perception.text.read, perception.ocr.registry\n"
        "print(*(m.__file__ for n, m in sys.modules.items() if n.startswith('perception.')))"
    )
    printed = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    imported = {Path(file) for file in printed.stdout.split()}
    known = {file for pattern in TEXT_CODE for file in root.glob(pattern)}
    assert len(imported) > 20
    assert imported <= known
