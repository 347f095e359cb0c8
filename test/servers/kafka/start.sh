#!/usr/bin/env bash
# start.sh PORT DATA_DIR: starts one Kafka broker (KRaft, from Maven Central) on 127.0.0.1:PORT, its controller on PORT+1, and
# returns once it answers. Called again on the same folder it goes on with what is there, after a kill -9 too.
# ADVERTISED="P Q ...": it also listens on PORT+2, PORT+3, ..., and tells whoever comes in there to come to P, Q, ... of 127.0.0.1:
# what stands between them and the broker.
# Stop it with: kill "$(cat DATA_DIR/pid)"
# Exit code 3: it cannot be had here (no Java 17, or Maven Central is out of reach).
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
. "$here/../fromMaven.sh"
port=$1
mkdir -p "$2"
data=$(cd "$2" && pwd)
build=${TEST_SERVERS_CACHE:-$HOME/.cache/attest-test-servers}/kafka-4.2.0

command -v java >/dev/null || install_from_debian openjdk-17-jre-headless || { echo "There is no java, and it cannot be installed" >&2; exit 3; }
fetch_from_maven "$here/pom.xml" "$build"

listeners='' advertised='' protocols='' number=0
for way in ${ADVERTISED:-}; do
  listeners+=,WAY$number://127.0.0.1:$((port + 2 + number))
  advertised+=,WAY$number://127.0.0.1:$way
  protocols+=,WAY$number:PLAINTEXT
  number=$((number + 1))
done

config=$data/server.properties
if [ ! -f "$config" ]; then
  cat >"$config.new" <<PROPERTIES
process.roles=broker,controller
node.id=1
controller.quorum.voters=1@127.0.0.1:$((port + 1))
controller.listener.names=CONTROLLER
listeners=PLAINTEXT://127.0.0.1:$port,CONTROLLER://127.0.0.1:$((port + 1))$listeners
advertised.listeners=PLAINTEXT://127.0.0.1:$port$advertised
listener.security.protocol.map=PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT$protocols
inter.broker.listener.name=PLAINTEXT
log.dirs=$data/log
auto.create.topics.enable=false
default.replication.factor=1
offsets.topic.num.partitions=4
offsets.topic.replication.factor=1
transaction.state.log.replication.factor=1
transaction.state.log.min.isr=1
group.initial.rebalance.delay.ms=0
broker.heartbeat.interval.ms=500
broker.session.timeout.ms=2000
PROPERTIES
  # An id that began with a hyphen would be taken for an option.
  id=$(head -c 16 /dev/urandom | base64 | tr '+/' 'pq' | tr -d =)
  java -cp "$build/target/broker/*" kafka.tools.StorageTool format -t "$id" -c "$config.new" >"$data/format.log" 2>&1 ||
    { cat "$data/format.log" >&2; exit 1; }
  mv "$config.new" "$config"
fi

setsid java -Xmx512m -cp "$build/target/broker/*" kafka.Kafka "$config" >>"$data/kafka.log" 2>&1 </dev/null &
pid=$!
echo "$pid" >"$data/pid"
last=$((number > 0 ? port + 1 + number : port))
for _ in $(seq 240); do
  # Listeners open one after the other; one whose port is taken ends the broker.
  if (exec 3<>"/dev/tcp/127.0.0.1/$port" 4<>"/dev/tcp/127.0.0.1/$last") 2>/dev/null; then exit 0; fi
  kill -0 "$pid" 2>/dev/null || break
  sleep 0.25
done
tail -n 5 "$data/kafka.log" >&2
exit 1
