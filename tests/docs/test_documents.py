"""What the documents show is so: links, quoted code, scenarios, commands, names."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner

from nightmoot.cli import main
from nightmoot.core import Ruleset, registry
from nightmoot.scenarios import check_text
from nightmoot.scenarios.expecting import CHECKS
from nightmoot.scenarios.moderator import OVERRIDES
from nightmoot.scenarios.playing import ENTRIES
from nightmoot.scenarios.standing import KINDS
from tests.docs.blocks import CODE, LINK, Block, documents, every_block, prose, relative
from tests.examples.conftest import lantern
from tests.lint.tracked import ROOT

__all__ = ["lantern"]

#: Where a path in a document may begin.
BASES = (ROOT, ROOT / "src/nightmoot", ROOT / "docs", ROOT / "examples/lantern")
PATH = re.compile(r"\.{0,2}[\w.-]+(?:/[\w.*-]+)+/?|\./\w+|[\w-]+\.(?:py|md|yaml|json|toml|sh)")
#: Paths that are somebody's own, or come into being when a program runs.
NOT_OURS = re.compile(r"^(data/|/|\.venv|texts/|my-)|NNNN|\.nightmoot\.json$|^(poisoned|shown)\.yaml$")
#: Commands that are shown and not run here: they install, listen or wait, or belong to somebody else's program.
BY_HAND = (
    *("openssl", "caddy", "nginx", "sqlite3", "systemctl", "python3 -m venv", "git ", "cd ", "cp ", "curl ", "uv "),
    *("pip ", "/srv/", ".venv/bin/python -m ", ". .venv/bin/activate", "NIGHTMOOT_DB=", "nightmoot serve"),
)


@pytest.mark.parametrize("path", documents(), ids=relative)
def test_links_lead_somewhere(path: Path) -> None:
    broken = []
    for target in LINK.findall(path.read_text(encoding="utf-8")):
        if "://" in target:
            continue
        file, _, heading = target.partition("#")
        place = (path.parent / file).resolve() if file else path
        if not place.exists() or (heading and heading not in headings(place)):
            broken.append(target)
    assert broken == []


def test_the_counts_in_the_readme() -> None:
    table = registry.load()["table"]
    least, most = table.players
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    assert f"for {least} to {most} players with {len(table.roles)} roles, {len(table.options)} options" in text


def test_every_skill_of_the_table_game_is_in_the_list() -> None:
    text = (ROOT / "docs/scenarios.md").read_text(encoding="utf-8")
    names = registry.load()["table"].names
    assert [skill for skill in names.known("skill") if f"`{skill}`" not in text and f"`{skill}:" not in text] == []
    assert [name for kind in ("phase", "mark", "group") for name in names.known(kind) if f"`{name}`" not in text] == []


def test_every_expectation_and_entry_is_in_the_list() -> None:
    text = (ROOT / "docs/scenarios.md").read_text(encoding="utf-8")
    words = (*CHECKS, *ENTRIES, *OVERRIDES, *KINDS)
    assert [word for word in words if f"`{word}" not in text] == []


def headings(path: Path) -> set[str]:
    """The headings of a document as links name them."""
    found = re.findall(r"^#+ (.*)$", prose(path), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", heading).strip().lower().replace(" ", "-") for heading in found}


@pytest.mark.parametrize("path", documents(), ids=relative)
def test_files_that_are_named_exist(path: Path) -> None:
    missing = []
    for word in CODE.findall(prose(path)):
        if PATH.fullmatch(word) and not NOT_OURS.search(word):
            bases = (path.parent, *BASES)
            if not any(list(base.glob(word.removeprefix("../").removesuffix("/"))) for base in bases):
                missing.append(word)
    assert missing == []


def quoted() -> list[Block]:
    """Blocks that say from which file they are."""
    return [block for block in every_block("python", "yaml", "json", "toml", "bash") if "/" in block.info]


@pytest.mark.parametrize("block", quoted(), ids=str)
def test_quoted_code_stands_in_its_file(block: Block) -> None:
    source = (ROOT / block.info).read_text(encoding="utf-8")
    for part in re.split(r"^[ \t]*(?:#|//) ⋯\n", block.text, flags=re.MULTILINE):
        assert part.strip("\n") in source, part


def scenarios() -> list[Block]:
    return [block for block in every_block("yaml") if "title:" in block.text and "/" not in block.info]


@pytest.mark.parametrize("block", scenarios(), ids=str)
def test_scenarios_that_are_shown_do_what_is_said_of_them(block: Block, lantern: Ruleset) -> None:
    for report in check_text("shown.yaml", block.text, registry.load(), twins=True):
        assert report.ok != ("fails" in report.title), report.line()


def test_every_python_block_says_where_it_is_from() -> None:
    """So that none of them can rot: it is quoted, or it is run below."""
    loose = [str(block) for block in every_block("python") if "/" not in block.info and block.info != "run"]
    assert loose == []


@pytest.mark.parametrize("block", [block for block in every_block("python") if block.info == "run"], ids=str)
def test_python_that_is_shown_runs(block: Block, lantern: Ruleset) -> None:
    exec(compile(block.text, str(block), "exec"), {"__name__": "shown"})


# ---------------------------------------------------------------------- commands


def commands() -> list[tuple[Block, str]]:
    found = []
    for block in every_block("console"):
        for line in block.text.splitlines():
            if line.startswith("$ "):
                found.append((block, line[2:]))
    return found


def is_run(command: str) -> bool:
    return not command.startswith(BY_HAND)


@pytest.fixture(scope="module")
def workplace(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder that holds what the documents have told their reader to write."""
    folder = tmp_path_factory.mktemp("reader")
    (folder / "tests").symlink_to(ROOT / "tests")
    (folder / "examples").symlink_to(ROOT / "examples")
    for block in every_block("yaml"):
        if block.info.endswith(".yaml") and "/" not in block.info:
            (folder / block.info).write_text(block.text, encoding="utf-8")
    return folder


@pytest.mark.parametrize(
    ("block", "command"), [pair for pair in commands() if is_run(pair[1])], ids=lambda item: str(item)
)
def test_commands_that_are_shown_work(
    block: Block, command: str, workplace: Path, lantern: Ruleset, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(workplace)
    program, *arguments = shlex.split(command)
    if program.startswith("./"):
        of_the_project(program, arguments)
        return
    assert program == "nightmoot", command
    if arguments[0] == "simulate":
        arguments += ["--workers", "1"]
    answers = "q\n" if arguments[0] == "play" else ""
    result = CliRunner().invoke(main, arguments, input=answers, catch_exceptions=False)
    wanted = 1 if "fails" in block.info else 0
    assert result.exit_code == wanted, result.output
    shown = [line for line in block.text.split(f"$ {command}\n")[1].split("$ ")[0].splitlines() if line]
    for line in shown:
        assert line.split() in [other.split() for other in result.output.splitlines()], line


def of_the_project(program: str, arguments: list[str]) -> None:
    """A script at the root: it is there, may be run, and knows what it is told."""
    path = ROOT / program
    assert path.stat().st_mode & 0o111
    if program == "./test":
        stages = re.search(r"^stages=\((.*)\)$", path.read_text(), re.MULTILINE)
        assert stages is not None
        named = arguments[: arguments.index("--")] if "--" in arguments else arguments
        assert [stage for stage in named if stage not in stages[1].split()] == []
    elif program == "./play":
        result = CliRunner().invoke(main, ["serve", "--help"])
        assert [option for option in arguments if option.startswith("-") and option not in result.output] == []


# ---------------------------------------------------------------------- names of the code

SOURCE = "".join(
    path.read_text(encoding="utf-8")
    for folder in ("src/nightmoot", "examples", "web/src", "tests/lint")
    for path in sorted((ROOT / folder).rglob("*"))
    if path.suffix in (".py", ".ts", ".svelte", ".yaml") and "static" not in path.parts
)
WORDS = frozenset(re.findall(r"\w+", SOURCE))
DOTTED = re.compile(r"[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)+(?:\(.*\))?|[a-z_]+\(.*\)")
#: Words with dots that are keys of texts.
KEYS = re.compile(r"[a-z]+\.(?:[A-Z]+|watched|\d)")


@pytest.mark.parametrize("name", ["docs/architecture.md", "docs/authoring.md", "docs/hosting.md"])
def test_names_of_the_code_are_names_of_the_code(name: str) -> None:
    unknown = []
    for word in CODE.findall(prose(ROOT / name)):
        if DOTTED.fullmatch(word) and not PATH.fullmatch(word) and not KEYS.match(word) and "://" not in word:
            parts = re.findall(r"\w+", word.split("(")[0])
            unknown += [word for part in parts if part not in WORDS]
    assert unknown == []
