"""Tracked files hold no paths of a machine and no addresses of registries, and the locks fit what the project asks."""

from __future__ import annotations

import re
import tomllib
from typing import Any

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version

import nightmoot
from tests.lint.hygiene import faults
from tests.lint.tracked import ROOT, tracked


def test_tracked_files_are_clean() -> None:
    files = tracked()
    assert files
    texts = {path: raw.decode() for path in files if b"\0" not in (raw := path.read_bytes())}
    found = [fault for path, text in texts.items() for fault in faults(str(path.relative_to(ROOT)), text)]
    assert not found, "\n".join(found)


@pytest.mark.parametrize(
    ("name", "text", "fault"),
    [
        ("--help", "{}", "the name of an option"),
        ("notes.md", "see /" + "work/plan/x", "path of one machine"),
        ("a.py", "open('/" + "root/.cache')", "path of one machine"),
        ("a.py", "x\n" * 601, "more than 600"),
        ("web/src/a.svelte", "x\n" * 601, "more than 600"),
        ("pip.conf", "index" + "-url = x", "address of a package registry"),
        ("web/.npmrc", "registry" + "=x", "address of a package registry"),
        ("a.md", "https:" + "//x.org/a-1.0.whl", "address of a package registry"),
        ("web/package-lock.json", '"resolved"' + ': "https://x.org/a"', "resolved address"),
        ("requirements/base.txt", "click", "neither a pin"),
        ("requirements/base.txt", "click==8.0", "neither a pin"),
        ("requirements/base.txt", "--extra-index" + "-url x", "neither a pin"),
        ("requirements/base.txt", "click @ https:" + "//x.org/click", "neither a pin"),
    ],
)
def test_each_fault_is_found(name: str, text: str, fault: str) -> None:
    assert any(fault in found for found in faults(name, text))


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.md", "the /api/rooms and src/work/ and $ROOT/work/ and ~/work/"),
        ("requirements/base.txt", f"click==8.5.1 \\\n    --hash=sha256:{'0' * 64}\n    # via nightmoot\n"),
        ("a.yaml", "x\n" * 601),
        ("a.py", "registry = Registry()"),
    ],
)
def test_clean_text_passes(name: str, text: str) -> None:
    assert list(faults(name, text)) == []


def pins(lock: str) -> dict[str, Version]:
    text = (ROOT / "requirements" / f"{lock}.txt").read_text()
    return {name: Version(pin) for name, pin in re.findall(r"^([a-z0-9._-]+)(?:\[.*\])?==(\S+)", text, re.M)}


def project() -> dict[str, Any]:
    return tomllib.loads((ROOT / "pyproject.toml").read_text())


def test_locks_fit_what_the_project_asks_for() -> None:
    settings = project()
    base, dev, build = pins("base"), pins("dev"), pins("build")
    asked = [(text, base) for text in settings["project"]["dependencies"]]
    asked += [(text, dev) for text in settings["dependency-groups"]["dev"]]
    asked += [(text, build) for text in settings["build-system"]["requires"]]
    for text, lock in asked:
        wanted = Requirement(text)
        assert wanted.specifier.contains(lock[canonicalize_name(wanted.name)]), f"{text}: run scripts/lock.sh"
    assert dev.items() >= base.items(), "dev.txt holds all of base.txt"


def test_the_package_and_its_metadata_have_one_version() -> None:
    assert project()["project"]["version"] == nightmoot.__version__
