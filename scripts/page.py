"""Build the page: `page.py install` brings its packages, `page.py build` its files, each only where needed.

Standard library only: the wheel's build hook uses it too.
"""

from __future__ import annotations

import hashlib
import shutil
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
WEB = ROOT / "web"
STATIC = ROOT / "src/nightmoot/host/static"
INSTALLED = WEB / "node_modules/.installed-from"
BUILT = STATIC / ".built-from"
NOT_SOURCES = {"node_modules", "dist", "dev-dist", "coverage", "test-results"}


def digest(paths: Iterable[Path]) -> str:
    whole = hashlib.sha256()
    for path in sorted(paths):
        whole.update(f"{path.relative_to(ROOT)}\0".encode())
        whole.update(hashlib.sha256(path.read_bytes()).digest())
    return whole.hexdigest()


def sources() -> list[Path]:
    """The files the page is made of: web/ and every catalogue of texts."""
    own = (path for path in WEB.rglob("*") if NOT_SOURCES.isdisjoint(path.relative_to(WEB).parts))
    texts = (ROOT / "src/nightmoot").rglob("texts/*.json")
    return [path for path in (*own, *texts) if path.is_file()]


def stamped(stamp: Path) -> str:
    return stamp.read_text() if stamp.exists() else ""


def npm(*arguments: str) -> None:
    program = shutil.which("npm")
    if program is None or shutil.which("node") is None:
        sys.exit("Building the page needs Node.js 20 or newer, with npm, on the PATH.")
    subprocess.run([program, *arguments], cwd=WEB, check=True)


def install() -> None:
    wanted = digest([WEB / "package.json", WEB / "package-lock.json"])
    if stamped(INSTALLED) != wanted:
        print("Installing the packages of the page", flush=True)
        npm("ci", "--no-audit", "--no-fund", "--no-update-notifier", "--loglevel=error")
        INSTALLED.write_text(wanted)


def build() -> None:
    """Leave an up-to-date page in STATIC; a source distribution already holds one and needs no Node.js."""
    if stamped(BUILT) == digest(sources()):
        return
    install()
    print("Building the page", flush=True)
    npm("run", "build")
    BUILT.write_text(digest(sources()))


def main() -> None:
    commands = {"install": install, "build": build}
    if len(sys.argv) != 2 or sys.argv[1] not in commands:
        sys.exit("usage: page.py install|build")
    try:
        commands[sys.argv[1]]()
    except subprocess.CalledProcessError as failed:
        sys.exit(f"{' '.join(map(str, failed.cmd))}: exit status {failed.returncode}")


if __name__ == "__main__":
    main()
