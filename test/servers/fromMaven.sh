# Sourced by the start scripts of servers that Maven Central has: what they install and fetch before they start anything.

install_from_debian() {
  command -v apt-get >/dev/null && [ "$(id -u)" = 0 ] || return 1
  echo "Installing $* from Debian" >&2
  # One at a time, also of two lanes of the gate: apt does not wait for itself.
  (
    flock 9
    export DEBIAN_FRONTEND=noninteractive
    apt-get -qq update >&2 && apt-get -qq -y --no-install-recommends install "$@" >&2
  ) 9>"${TMPDIR:-/tmp}/attest-debian.lock"
}

# fetch_from_maven POM DIR: puts into DIR/target what the POM names, unless it is there. Ends the script with 3 where it cannot be had.
fetch_from_maven() {
  [ ! -f "$2/complete" ] || return 0
  command -v mvn >/dev/null || install_from_debian maven || { echo 'There is no mvn, and it cannot be installed' >&2; exit 3; }
  mkdir -p "$2"
  cp "$1" "$2/pom.xml"
  timeout 300 mvn -B -q -f "$2/pom.xml" generate-resources >&2 || { echo 'Maven Central cannot be reached' >&2; exit 3; }
  touch "$2/complete"
}
