# Set-up shared by ./play, ./test, ./bench and ./fuzz; sourced, at the root of the project.
# Everything is installed from the locks, inside .venv and web/node_modules, and only where a lock has changed.
# shellcheck shell=bash

die() {
  printf '%s\n' "$@" >&2
  exit 1
}

# apt_install REASON PACKAGE…
apt_install() {
  local reason=$1
  shift
  local by_hand="apt-get update && apt-get install -y --no-install-recommends $*"
  command -v apt-get >/dev/null || die "$reason: please install $* (this system has no apt-get)."
  local -a as_root=()
  if [ "$(id -u)" -ne 0 ]; then
    command -v sudo >/dev/null || die "$reason: please run as root: $by_hand"
    as_root=(sudo)
    [ -t 0 ] || as_root=(sudo -n)
  fi
  echo "Installing $* with apt-get ($reason)"
  "${as_root[@]}" apt-get update -qq || echo "apt-get update failed; trying with the lists at hand" >&2
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$@" >/dev/null ||
    die "$reason: apt-get failed. By hand, as root: $by_hand"
}

recent_python() { "$1" -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1; }

ensure_venv() {
  if recent_python .venv/bin/python && [ -x .venv/bin/pip ]; then return; fi
  local python
  for python in "${PYTHON:-}" python3.11 python3; do
    if [ -n "$python" ] && recent_python "$python"; then break; fi
    python=
  done
  [ -n "$python" ] || die "Nightmoot needs Python 3.11 or newer; set PYTHON to one if it has another name."
  "$python" -c 'import ensurepip, venv' 2>/dev/null || apt_install "python3 cannot make a .venv" python3-venv
  rm -rf .venv
  "$python" -m venv .venv
}

# What the installed packages depend on: when one of these changes, they are installed anew.
lock_digest() { sha256sum requirements/build.txt "requirements/$1.txt" pyproject.toml hatch_build.py; }

# ensure_python base|dev
ensure_python() {
  local lock=$1 stamp=.venv/.installed
  ensure_venv
  # dev holds all of base
  local have
  for have in "$lock" dev; do
    if [ "$(cat "$stamp-$have" 2>/dev/null)" = "$(lock_digest "$have")" ]; then return; fi
  done
  echo "Installing Python packages ($lock)"
  rm -f "$stamp"-*
  .venv/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements/build.txt
  local -a install=(.venv/bin/uv pip install --quiet --python .venv/bin/python)
  "${install[@]}" --require-hashes -r "requirements/$lock.txt"
  "${install[@]}" --no-deps --no-build-isolation --editable .
  lock_digest "$lock" >"$stamp-$lock"
}

# The page in src/nightmoot/host/static, where it is missing or older than its sources.
ensure_page() { .venv/bin/python scripts/page.py build; }

# Chromium, a font with Chinese characters, and what Playwright's own driver is linked against.
ensure_browser() {
  local -a missing=()
  local package
  command -v chromium >/dev/null || missing+=(chromium)
  for package in fonts-noto-cjk libatomic1; do
    dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null | grep -qx installed || missing+=("$package")
  done
  [ ${#missing[@]} -eq 0 ] || apt_install "the page is tested in a browser" "${missing[@]}"
}
