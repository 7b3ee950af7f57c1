"""``nightmoot check``: run scenario files."""

from __future__ import annotations

import sys
from pathlib import Path

import click
import msgspec

from nightmoot.core import registry
from nightmoot.scenarios import check_paths


@click.command()
@click.argument("paths", metavar="FILE-OR-FOLDER...", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object a document instead.")
@click.option("--twins", is_flag=True, help="Play every document in other manners too; all must agree.")
def check(paths: tuple[Path, ...], as_json: bool, twins: bool) -> None:
    """Run the scenarios in files and folders; succeed only if all of them pass.

    \b
    Examples:
      nightmoot check my-scenario.yaml
      nightmoot check --json tests/scenarios
    """
    passed = failed = 0
    for report in check_paths(paths, registry.load(), twins=twins):
        if report.ok:
            passed += 1
        else:
            failed += 1
        click.echo(msgspec.json.encode(report.plain()).decode() if as_json else report.line())
    if not as_json:
        click.echo(f"{passed} passed, {failed} failed")
    sys.exit(1 if failed or not passed else 0)
