"""The page is built where its build is missing or older than its sources, and only there."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest

from tests.lint.tracked import ROOT


@pytest.fixture
def page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """scripts/page.py, at work in an empty project with an npm that only writes down what it was asked."""
    spec = importlib.util.spec_from_file_location("page", ROOT / "scripts/page.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    for name in ("ROOT", "WEB", "STATIC", "INSTALLED", "BUILT"):
        monkeypatch.setattr(module, name, tmp_path / getattr(module, name).relative_to(ROOT))
    for name in ("web/package.json", "web/package-lock.json", "web/src/main.ts", "src/nightmoot/core/texts/en.json"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("1")
    module.asked = []

    def npm(*arguments: str) -> None:
        module.asked.append(arguments[0])
        (module.STATIC if arguments[0] == "run" else module.INSTALLED.parent).mkdir(parents=True, exist_ok=True)

    monkeypatch.setattr(module, "npm", npm)
    return module


def test_the_first_build_installs_and_builds_and_the_second_does_nothing(page: ModuleType) -> None:
    page.build()
    page.build()
    assert page.asked == ["ci", "run"]


@pytest.mark.parametrize("changed", ["web/src/main.ts", "web/index.html", "src/nightmoot/core/texts/en.json"])
def test_a_changed_source_builds_again_without_installing(page: ModuleType, changed: str) -> None:
    page.build()
    (page.ROOT / changed).write_text("2")
    page.build()
    assert page.asked == ["ci", "run", "run"]


def test_a_changed_lock_installs_again(page: ModuleType) -> None:
    page.build()
    (page.WEB / "package-lock.json").write_text("2")
    page.build()
    assert page.asked == ["ci", "run", "ci", "run"]


def test_a_missing_build_is_made_again(page: ModuleType) -> None:
    page.build()
    page.BUILT.unlink()
    page.build()
    assert page.asked == ["ci", "run", "run"]


def test_installed_packages_are_no_sources(page: ModuleType) -> None:
    page.build()
    (page.WEB / "node_modules/x.js").write_text("1")
    page.build()
    assert page.asked == ["ci", "run"]
