#!/usr/bin/env bash
# subdirectory_test.sh: a project that takes the library in by add_subdirectory gets vyre::driver and
# nothing else: no test, no warning flag, no install rule. Install rules come when they are asked for.
set -euo pipefail
test_name=subdirectory
. "$(dirname "$0")/support.sh" .

configure() {  # configure FOLDER OPTIONS...
  cmake -G Ninja -S "$source_dir/tests/packages/parent" -B "$@" -DVYRE_SOURCE_DIR="$source_dir" >"$work/log" 2>&1 ||
    { cat "$work/log"; fail "the parent project does not configure"; }
}
rules() { cat $(find "$1" -name cmake_install.cmake) | grep -c 'file(INSTALL' || true; }

configure "$work/plain"
[ "$(ctest --test-dir "$work/plain" -N | tail -1)" = "Total Tests: 0" ] || fail "tests come along"
[ "$(rules "$work/plain")" = 0 ] || fail "install rules come along"
steps=$(ninja -C "$work/plain" -n consumer | tail -2)
grep -q 'Linking C executable consumer' <<<"$steps" || fail "the program cannot be built: $steps"

configure "$work/asked" -DVYRE_INSTALL=ON
[ "$(rules "$work/asked")" -gt 5 ] || fail "install rules do not come when asked for"
echo "subdirectory: vyre::driver and nothing else"
