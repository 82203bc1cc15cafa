#!/usr/bin/env bash
# engine_host_test.sh BUILD SANITIZERS: the example engine builds in an empty folder against a moved
# installation and runs.
set -euo pipefail
test_name=engine_host
. "$(dirname "$0")/support.sh"
install_moved

cp -r "$source_dir/examples/engine_host" "$work/user"
cmake -S "$work/user" -B "$work/user/build" -DCMAKE_PREFIX_PATH="$prefix" -DCMAKE_C_FLAGS="$flags" \
  >"$work/log" 2>&1 && cmake --build "$work/user/build" >>"$work/log" 2>&1 ||
  { cat "$work/log"; fail "the example does not build"; }
expect "against an installation" "engine_host: 60 frames, 1024 particles where they should be" \
  "$work/user/build/engine_host"
