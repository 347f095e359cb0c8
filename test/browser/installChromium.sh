#!/usr/bin/env bash
# installChromium.sh: installs Debian's Chromium, which the journeys through the console are made with, where there is none.
# Exit code 3: it cannot be had here.
set -euo pipefail
. "$(dirname "$0")/../servers/fromMaven.sh"
command -v chromium >/dev/null || install_from_debian chromium fonts-dejavu-core || { echo 'There is no Chromium, and it cannot be installed' >&2; exit 3; }
