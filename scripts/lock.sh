#!/usr/bin/env bash
# Write requirements/*.txt anew from pyproject.toml and requirements/build.in.
# Versions already locked stay unless asked otherwise: scripts/lock.sh --upgrade
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/setup.sh
ensure_venv

lock() { # lock OUTPUT ARGS…
  local output=$1
  shift
  .venv/bin/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes \
    --custom-compile-command scripts/lock.sh \
    "$@" --output-file "$output"
}

lock requirements/build.txt requirements/build.in "$@"
lock requirements/base.txt pyproject.toml "$@"
lock requirements/dev.txt pyproject.toml --group dev --constraint requirements/base.txt "$@"
