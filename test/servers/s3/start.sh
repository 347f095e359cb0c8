#!/usr/bin/env bash
# start.sh DATA_DIR: starts S3Mock (an S3-compatible server, Apache-2.0, from Maven Central) on free ports of 127.0.0.1 and
# prints its address once it answers. Any credentials, path-style addresses. Its plain port listens on every interface: for
# tests only. Stop it with: kill "$(cat DATA_DIR/pid)"
# Exit code 3: it cannot be had here (no Java 17, or Maven Central is out of reach).
set -euo pipefail

version=4.11.0
sha256=30916126e4cf559ca3fd25a1ff481eb64f7bfd2e05eb1ea83600999774f63f84
mkdir -p "$1"
data=$(cd "$1" && pwd)
jars=${TEST_SERVERS_CACHE:-$HOME/.cache/attest-test-servers}
jar=$jars/s3mock-$version-exec.jar

install_from_debian() {
  command -v apt-get >/dev/null && [ "$(id -u)" = 0 ] || return 1
  echo "Installing $* from Debian" >&2
  DEBIAN_FRONTEND=noninteractive apt-get -qq update >&2 && DEBIAN_FRONTEND=noninteractive apt-get -qq -y --no-install-recommends install "$@" >&2
}

is_intact() { [ -f "$jar" ] && echo "$sha256  $jar" | sha256sum --check --status; }

command -v java >/dev/null || install_from_debian openjdk-17-jre-headless || { echo "There is no java, and it cannot be installed" >&2; exit 3; }
if ! is_intact; then
  command -v mvn >/dev/null || install_from_debian maven || { echo "There is no mvn, and it cannot be installed" >&2; exit 3; }
  timeout 300 mvn -B -q dependency:copy -Dartifact="com.adobe.testing:s3mock:$version:jar:exec" -DoutputDirectory="$jars" >&2 ||
    { echo "Maven Central cannot be reached" >&2; exit 3; }
  is_intact || { echo "$jar is not the file that was expected" >&2; exit 1; }
fi

free_port() {
  node -e 'const s = require("node:net").createServer().listen(0, "127.0.0.1", () => { console.log(s.address().port); s.close(); })'
}

answers() { node -e 'fetch(process.argv[1]).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))' "$1"; }

for _ in 1 2 3; do
  port=$(free_port)
  COM_ADOBE_TESTING_S3MOCK_STORE_ROOT="$data/store" \
    setsid java -Xmx256m -jar "$jar" --server.address=127.0.0.1 --server.port="$(free_port)" \
    --com.adobe.testing.s3mock.http-port="$port" >"$data/log" 2>&1 </dev/null &
  pid=$!
  echo "$pid" >"$data/pid"
  for _ in $(seq 240); do
    if answers "http://127.0.0.1:$port/favicon.ico"; then
      echo "http://127.0.0.1:$port"
      exit 0
    fi
    kill -0 "$pid" 2>/dev/null || break
    sleep 0.25
  done
  kill "$pid" 2>/dev/null || true
  grep -q 'already in use' "$data/log" || break # A port was taken in the meantime: try others.
done
tail -n 5 "$data/log" >&2
exit 1
