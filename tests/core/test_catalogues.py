"""Catalogues in one file or in several."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from nightmoot.core.text import read_catalogue


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "wordy"
    (folder / "texts/en").mkdir(parents=True)
    (folder / "__init__.py").write_text("")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "wordy", raising=False)
    return folder


def test_the_files_of_a_folder_belong_to_the_catalogue(package: Path) -> None:
    (package / "texts/en.json").write_text('{"a": "1"}')
    (package / "texts/en/more.json").write_text('{"b": "2"}')
    (package / "texts/en/notes.txt").write_text("no text")
    assert read_catalogue("wordy", "en") == {"a": "1", "b": "2"}
    assert read_catalogue("wordy", "zh") == {}


def test_no_key_is_worded_twice(package: Path) -> None:
    (package / "texts/en.json").write_text('{"a": "1"}')
    (package / "texts/en/more.json").write_text('{"a": "2"}')
    with pytest.raises(ValueError, match="a is worded twice"):
        read_catalogue("wordy", "en")
