"""The benchmark runs; what it measures is no test."""

from __future__ import annotations

import json

import pytest

from benchmarks import run


def test_the_benchmark_prints_its_figures(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(run, "BATCH", 3)
    for flag in ("--json", "--seconds=0"):
        monkeypatch.setattr("sys.argv", ["run.py", "--seconds=0", flag])
        run.main()
        printed = capsys.readouterr().out
        if flag == "--json":
            found = json.loads(printed)
            assert found["games_per_second"] > 0
            assert all(figure["loops"] > 0 for figure in found["figures"].values())
        else:
            assert "games a second" in printed
