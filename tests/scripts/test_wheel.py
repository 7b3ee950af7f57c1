"""The wheel holds all that a user needs, and it can be built from the source distribution without Node.js."""

from __future__ import annotations

import subprocess
import sys
import zipfile
from pathlib import Path

from tests.lint.tracked import ROOT, tracked


def build(target: str, source: Path, into: Path, path: str | None = None) -> Path:
    command = [sys.executable, "-m", "hatchling", "build", "--target", target, "--directory", str(into)]
    subprocess.run(command, cwd=source, check=True, capture_output=True, env=None if path is None else {"PATH": path})
    [built] = into.iterdir()
    return built


def test_the_wheel_from_the_source_distribution_holds_code_data_and_page(tmp_path: Path) -> None:
    subprocess.run(["tar", "-xzf", build("sdist", ROOT, tmp_path / "sdist")], cwd=tmp_path, check=True)
    [source] = tmp_path.glob("nightmoot-*")
    with zipfile.ZipFile(build("wheel", source, tmp_path / "wheel", path="")) as wheel:
        names = set(wheel.namelist())
        [entry_points] = [name for name in names if name.endswith("entry_points.txt")]
        assert "table = nightmoot.rulesets.table:RULESET" in wheel.read(entry_points).decode()
    in_package = {str(path.relative_to(ROOT / "src")) for path in tracked("src/nightmoot")}
    assert in_package <= names
    assert {"nightmoot/host/static/index.html", "nightmoot/py.typed"} <= names
    assert any(name.endswith("licenses/LICENSE") for name in names)
