#!/usr/bin/env bash
# start.sh PORT DATA_DIR: starts one Elasticsearch node (from Maven Central, see pom.xml) on 127.0.0.1:PORT, without security, and
# returns once it answers. Called again on the same folder it goes on with what is there, after a kill -9 too.
# Stop it with: kill "$(cat DATA_DIR/pid)"
# Exit code 3: it cannot be had here (no JDK of 21 or newer, or Maven Central is out of reach).
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
. "$here/../fromMaven.sh"
port=$1
mkdir -p "$2"
data=$(cd "$2" && pwd)
build=${TEST_SERVERS_CACHE:-$HOME/.cache/attest-test-servers}/elasticsearch-9.4.3

# A JDK that is new enough, wherever one is; the first java on the path may be an older one.
jdk_here() {
  local home version
  for home in "${ES_JAVA_HOME:-}" "${JAVA_HOME:-}" /usr/lib/jvm/* "$HOME"/.sdkman/candidates/java/*; do
    [ -n "$home" ] && [ -x "$home/bin/java" ] && [ -f "$home/release" ] || continue
    version=$(sed -n 's/^JAVA_VERSION="\([0-9]*\).*/\1/p' "$home/release")
    # A JRE will not do: its launcher needs modules that only a JDK has.
    if [ "${version:-0}" -ge 21 ] && [ -x "$home/bin/javac" ]; then
      echo "$home"
      return
    fi
  done
  return 1
}

if ! jdk=$(jdk_here); then
  install_from_debian openjdk-21-jdk-headless >/dev/null || true
  jdk=$(jdk_here) || { echo 'There is no JDK of 21 or newer, and none can be installed' >&2; exit 3; }
fi
fetch_from_maven "$here/pom.xml" "$build"
home=$(echo "$build"/target/dist/*/elasticsearch)

mkdir -p "$data"/{config,tmp,data,logs}
cp "$home/config/log4j2.properties" "$data/config/"
grep -vE '^-Xlog:gc|HeapDumpOnOutOfMemoryError' "$home/config/jvm.options" >"$data/config/jvm.options"
cat >"$data/config/elasticsearch.yml" <<YAML
cluster.name: attest-test
node.name: node-$port
discovery.type: single-node
network.host: 127.0.0.1
http.port: $port
transport.port: 0
path.data: $data/data
path.logs: $data/logs
xpack.security.enabled: false
# What searches do without takes half of the work of a start.
xpack.ml.enabled: false
xpack.watcher.enabled: false
xpack.profiling.enabled: false
# Else it calls home.
xpack.inference.elastic.authorization.enabled: false
xpack.inference.elastic.periodic_authorization_enabled: false
# A disk that is nearly full makes indexes read-only.
cluster.routing.allocation.disk.threshold_enabled: false
YAML

# It refuses to run as root. In a user namespace nothing has to change its owner.
as=()
if [ "$(id -u)" = 0 ]; then
  if unshare --user --map-user=1000 --map-group=1000 true 2>/dev/null; then
    as=(unshare --user --map-user=1000 --map-group=1000)
  else
    chown -R 65534:65534 "$data"
    as=(setpriv --reuid=65534 --regid=65534 --clear-groups)
  fi
fi

rm -f "$data/pid"
unset JAVA_HOME JAVA_TOOL_OPTIONS _JAVA_OPTIONS
export ES_HOME=$home ES_PATH_CONF=$data/config ES_TMPDIR=$data/tmp ES_DISTRIBUTION_TYPE=zip
export ES_JAVA_HOME=$jdk JAVA_TYPE=ES_JAVA_HOME JAVA=$jdk/bin/java
export ES_JAVA_OPTS='-Xms512m -Xmx512m -XX:-AlwaysPreTouch -XX:TieredStopAtLevel=1'
cd "$home"
# A machine that does much else is slow to start it; nothing waits where it is not.
if ! timeout 300 "${as[@]}" "$jdk/bin/java" -Xms4m -Xmx64m -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -cp "$home/lib/tools/server-launcher/*" \
  org.elasticsearch.server.launcher.ServerLauncher -d -p "$data/pid" </dev/null >"$data/start.log" 2>&1; then
  grep -E 'ERROR|Exception|Caused by' "$data/start.log" | cut -c1-300 | head -n 8 >&2 || tail -n 8 "$data/start.log" >&2
  exit 1
fi
for _ in $(seq 480); do
  if node -e 'fetch(process.argv[1]).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))' "http://127.0.0.1:$port/_cluster/health?wait_for_status=yellow&timeout=1s"; then exit 0; fi
  kill -0 "$(cat "$data/pid")" 2>/dev/null || break
  sleep 0.25
done
tail -n 5 "$data/start.log" >&2
exit 1
