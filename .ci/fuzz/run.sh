#!/usr/bin/env bash
# run.sh FOLDER [OPTION…]: installs Schemathesis for itself in FOLDER and runs fuzz.mjs with it. Ends with 3 where it cannot be had here.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
folder=$1
shift
install() {
  python3 -m venv "$folder/venv" &&
    "$folder/venv/bin/pip" install --quiet --disable-pip-version-check --requirement "$here/requirements.txt"
}
mkdir -p "$folder"
install >&2 || exit 3
exec node "$here/fuzz.mjs" "$folder/venv/bin/schemathesis" "$folder" "$@"
