"""The house: imports run one way."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from tests.conftest import REPO

ALLOWED = {
    "perception": {"perception"},
    "tools": {"perception", "tools"},
    "prompts": {"prompts"},
    "agent": {"perception", "tools", "prompts", "agent"},
    "eval": {"perception", "tools", "prompts", "agent", "eval"},
}


def imported_packages(path: Path) -> set[str]:
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names.update(alias.name.split(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and node.level == 0:
            names.add(node.module.split(".")[0])
    return names


@pytest.mark.parametrize("package", sorted(ALLOWED))
def test_imports_run_one_way(package: str) -> None:
    for path in sorted((REPO / package).rglob("*.py")):
        used = imported_packages(path) & set(ALLOWED)
        assert used <= ALLOWED[package], f"{path.relative_to(REPO)} imports {used}"


def test_no_utils_module() -> None:
    for package in ALLOWED:
        assert not list((REPO / package).rglob("utils.py"))
