#!/usr/bin/env bash
# pkgconfig_test.sh BUILD SANITIZERS: the C example is compiled with nothing but pkg-config, in an empty
# folder, against a moved installation: shared, static, and from the build folder.
set -euo pipefail
test_name=pkgconfig
. "$(dirname "$0")/support.sh"
install_moved
mkdir "$work/user"
cp "$source_dir/examples/double.c" "$work/user"
cd "$work/user"

# try WHAT COMPILER PKG_CONFIG_ARGUMENTS...: builds and runs the example.
try() {
  local compiler=$2 options
  options=$(pkg-config "${@:3}" --cflags --libs "$package")
  "$compiler" -std=c99 -Wall -Wextra -Werror $flags double.c $options -o double
  expect_begin "$1, $compiler" "3 6 -5 8001 on " ./double
}
try_all() {  # try_all WHAT PKG_CONFIG_ARGUMENTS...
  for compiler in cc clang; do
    command -v "$compiler" >/dev/null || { echo "pkgconfig: there is no $compiler here"; continue; }
    [ -n "$sanitizers" ] && [ "$compiler" != cc ] && continue # it has another runtime
    try "$1" "$compiler" "${@:2}"
  done
}
use() {  # use FOLDER: pkg-config sees only the file there
  export PKG_CONFIG_PATH=$1 PKG_CONFIG_LIBDIR=$1
  pkg-config --validate vyre_driver
  [ -z "$(pkg-config --print-requires --print-requires-private vyre_driver)" ] || fail "requires something"
}

package=vyre_driver
pc=$(dirname "$(find "$prefix" -name vyre_driver.pc)")
use "$pc"
library=$(pkg-config --variable=libdir vyre_driver)
if [ -e "$library/libvyre_driver.so" ]; then
  export LD_LIBRARY_PATH=$library
  try_all "shared"
  loads_shared double || fail "the shared library is not used"
  use "$build"
  export LD_LIBRARY_PATH=$(pkg-config --variable=libdir vyre_driver)
  try_all "build folder"
  unset LD_LIBRARY_PATH
  if [ -e "$library/libvyre_driver.a" ]; then # the shared library lies beside it
    use "$pc"
    package=vyre_driver_static
    try_all "static beside shared"
    loads_shared double && fail "the shared library is used"
    package=vyre_driver
  fi
  rm "$library"/libvyre_driver.so*
fi

[ -e "$library/libvyre_driver.a" ] || { echo "pkgconfig: this build has no static library"; exit; }
use "$pc"
try_all "static" --static
loads_shared double && fail "the shared library is used"

# An installation that is static only says all in Libs.
tools=$(sed -n 's/^VYRE_WITH_SPIRV_TOOLS:[^=]*=//p' "$build/CMakeCache.txt") # as the archive was made
cmake -S "$source_dir" -B "$work/static" -DBUILD_SHARED_LIBS=OFF -DVYRE_BUILD_TESTS=OFF \
  -DVYRE_WITH_SPIRV_TOOLS="$tools" \
  -DVYRE_BUILD_TOOLS=OFF -DVYRE_BUILD_EXAMPLES=OFF >/dev/null
cp "$work/static/vyre_driver.pc" "$pc"
try_all "static only"
