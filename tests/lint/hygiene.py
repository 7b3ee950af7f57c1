"""What must not stand in any tracked file, as checks from a name and a text to what is wrong with them."""

from __future__ import annotations

import re
from collections.abc import Iterator

LONGEST = 600
LIMITED = (".py", ".ts", ".svelte")
GENERATED = (".d.ts",)

MACHINE_PATH = re.compile(r"(?<![\w.$}~-])/(?:work|root|farm|home/[a-z]\w*)/")
INDEX_LINE = re.compile(r"(?:extra-)?index" + "-url|" + "find" + "-links")
NPM_REGISTRY = re.compile(r"\s*(?:@\w+:)?registry\s*=")
DOWNLOAD = re.compile(r"https?://\S+\.(?:whl|tgz|tar\.gz)")
RESOLVED = re.compile(r'"resolved"\s*:\s*"[a-z+]+:')
PIN = re.compile(r"[a-z0-9][a-z0-9._-]*(?:\[[a-z0-9,-]+\])?==[\w.+!-]+(?: ; .+)? \\")
HASH = re.compile(r"    --hash=sha256:[0-9a-f]{64}(?: \\)?")


def faults(name: str, text: str) -> Iterator[str]:
    """Everything wrong with one file."""
    lines = text.splitlines()
    if name.startswith("-"):
        yield f"{name}: the name of an option, written by a mistaken command"
    if name.endswith(LIMITED) and not name.endswith(GENERATED) and len(lines) > LONGEST:
        yield f"{name}: {len(lines)} lines, more than {LONGEST}"
    for number, line in enumerate(lines, 1):
        where = f"{name}:{number}"
        if MACHINE_PATH.search(line):
            yield f"{where}: a path of one machine"
        if INDEX_LINE.search(line) or DOWNLOAD.search(line):
            yield f"{where}: the address of a package registry"
        if name.endswith(".npmrc") and NPM_REGISTRY.match(line):
            yield f"{where}: the address of a package registry"
        if name.endswith("package-lock.json") and RESOLVED.search(line):
            yield f"{where}: a resolved address"
        if name.startswith("requirements/") and name.endswith(".txt") and not locked(line):
            yield f"{where}: neither a pin with a hash nor a comment"


def locked(line: str) -> bool:
    """Is this a line of a lock that holds names, versions and hashes and nothing else?"""
    return line.lstrip().startswith("#") or bool(PIN.fullmatch(line) or HASH.fullmatch(line))
