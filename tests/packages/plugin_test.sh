#!/usr/bin/env bash
# plugin_test.sh TOOL BUILD SANITIZERS: the example plug-in builds in an empty folder against a moved
# installation, by CMake and by hand, links nothing of the library, and TOOL finds it right.
set -euo pipefail
test_name=plugin
tool=$1
shift
. "$(dirname "$0")/support.sh"
install_moved

cp -r "$source_dir/examples/plugin_backend" "$work/user"
cmake -S "$work/user" -B "$work/user/build" -DCMAKE_PREFIX_PATH="$prefix" >"$work/log" 2>&1 &&
  cmake --build "$work/user/build" >>"$work/log" 2>&1 || { cat "$work/log"; fail "the example does not build"; }

pc=$(dirname "$(find "$prefix" -name vyre_driver.pc)")
read -ra cflags <<<"$(PKG_CONFIG_PATH=$pc pkg-config --cflags vyre_driver)"
cc -shared -fPIC -fvisibility=hidden -Wl,-z,defs "${cflags[@]}" \
  "$work/user/plugin_backend.c" -o "$work/by_hand.so" || fail "the example does not build by hand"

for plugin in "$work/user/build/plugin_backend.so" "$work/by_hand.so"; do
  ! loads_shared "$plugin" || fail "$plugin links the library"
  exported=$(nm -D --defined-only "$plugin" | awk '{print $3}')
  [ "$exported" = vyre_plugin_entry ] || fail "$plugin exports $exported"
  "$tool" info --plugin "$plugin" | grep -q '^example' || fail "vyre info does not list $plugin"
  "$tool" conform --plugin "$plugin" "$source_dir/tests/vectors/grid_sync_cases.json" >"$work/log" ||
    { cat "$work/log"; fail "$plugin does not conform"; }
  echo "plugin: $(basename "$plugin"): $(head -1 "$work/log")"
done
