#!/usr/bin/env bash
# engine_host_test.sh BUILD SANITIZERS: the example engine builds in an empty folder against a moved
# installation and runs.
set -euo pipefail
test_name=engine_host
. "$(dirname "$0")/support.sh"
install_moved
build_example engine_host
expect "against an installation" "engine_host: 60 frames, 1024 particles where they should be" \
  "$work/user/build/engine_host"
