#!/usr/bin/env bash
# layout_test.sh BUILD SANITIZERS: an installation of everything holds what distributions expect, where
# they expect it, nothing else, and no path of the machine that built it.
set -euo pipefail
test_name=layout
. "$(dirname "$0")/support.sh"
cmake --install "$build" --prefix "$work/first" >/dev/null
mv "$work/first" "$work/prefix"
cd "$work/prefix"

lib=$(dirname "$(find lib* -name 'libvyre_driver.*' | head -1)")
soname=$(sed -n 's/^soname_version=//p' "$lib/pkgconfig/vyre_driver.pc")
headers=$(cd "$source_dir/include" && LC_ALL=C && echo vyre_driver*) # and their description for bindings
listed="vyre_driver.api.json vyre_driver.h vyre_driver.hpp vyre_driver_builder.h vyre_driver_image.h \
vyre_driver_interop.h vyre_driver_keys.h vyre_driver_plugin.h vyre_driver_registry.h vyre_driver_sequence.h vyre_driver_tools.h vyre_driver_vulkan.h"
[ "$headers" = "$listed" ] || fail "the headers are $headers"
configuration='-(debug|release|relwithdebinfo|minsizerel|noconfig)'
allowed="^(include/(${headers// /|})|share/doc/vyre_driver/(LICENSE|CHANGELOG\.md|docs/[a-z_-]+\.md)|bin/vyre
|$lib/libvyre_driver\.(a|so(\.$soname)?)|$lib/pkgconfig/vyre_driver(_static)?\.pc
|$lib/cmake/vyre_driver/vyre_driver-(config|config-version|(shared|static)($configuration)?)\.cmake
|share/vyre_driver/(rust|go)/.*)$"
unexpected=$(find . ! -type d | sed 's|^\./||' | grep -vE "${allowed//$'\n'/}" || true)
[ -z "$unexpected" ] || fail "unexpected files: $unexpected"

for file in ${headers//vyre_driver/include/vyre_driver} share/doc/vyre_driver/LICENSE share/doc/vyre_driver/docs/validation.md \
            "$lib/pkgconfig/vyre_driver.pc" "$lib/cmake/vyre_driver/vyre_driver-config.cmake" \
            "$lib/cmake/vyre_driver/vyre_driver-config-version.cmake"; do
  [ -f "$file" ] || fail "$file is missing"
done
named=$(grep -rlIF -e "$build" -e "$source_dir" . | grep -v '^\./share/vyre_driver/' || true)
[ -z "$named" ] || fail "these files name the folder they were built in: $named"

# The name that programs load carries the version whose interface they were built for.
if [ -e "$lib/libvyre_driver.so" ]; then
  [ "$(readlink "$lib/libvyre_driver.so")" = "libvyre_driver.so.$soname" ] || fail "libvyre_driver.so leads elsewhere"
  readelf -d "$lib/libvyre_driver.so" | grep -qF "soname: [libvyre_driver.so.$soname]" || fail "the SONAME is of no version"
  readelf -d "$lib/libvyre_driver.so" | grep -qE 'RPATH|RUNPATH' && fail "the library has a run path"
fi

# Bindings come as sources, without what their tools left behind.
for language in rust:Cargo.toml go:go.mod; do
  folder=${language%:*}
  [ -d "$source_dir/bindings/$folder" ] || { echo "layout: there are no $folder bindings yet"; continue; }
  [ -f "share/vyre_driver/$folder/${language#*:}" ] || fail "share/vyre_driver/$folder/${language#*:} is missing"
  [ -z "$(find "share/vyre_driver/$folder" -name target -o -name '.*')" ] ||
    fail "share/vyre_driver/$folder holds more than sources"
done

# The tool finds its library wherever the prefix is.
if [ -e "$build/vyre" ]; then
  ./bin/vyre --version >"$work/version" || fail "bin/vyre does not run"
  echo "layout: $(head -1 "$work/version")"
fi
echo "layout: $(find . ! -type d | wc -l) files in order"
