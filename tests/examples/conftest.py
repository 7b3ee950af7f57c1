"""The example ruleset as if it had been installed: on the path, with its entry point."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from nightmoot.core import Ruleset, registry
from nightmoot.core.text import texts
from nightmoot.lab.simulate import rulesets

LANTERN = Path(__file__).parents[2] / "examples/lantern"


def install(project: Path, folder: Path) -> None:
    """What an installer would write about a project: its name and its entry points."""
    about = tomllib.loads((project / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    info = folder / f"{about['name']}-{about['version']}.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {about['name']}\nVersion: {about['version']}\n")
    lines = []
    for group, points in about["entry-points"].items():
        lines += [f"[{group}]", *(f"{name} = {target}" for name, target in points.items())]
    (info / "entry_points.txt").write_text("\n".join(lines) + "\n")


@pytest.fixture(scope="module")
def lantern(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Ruleset]:
    """The lantern game, found by its entry point like any other."""
    folder = tmp_path_factory.mktemp("site")
    install(LANTERN, folder)
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(LANTERN))
        patch.syspath_prepend(str(folder))
        forget()
        yield registry.load()["lantern"]
    forget()


def forget() -> None:
    """Nothing is remembered of what is installed."""
    registry.package_of.cache_clear()
    texts.cache_clear()
    rulesets.cache_clear()
