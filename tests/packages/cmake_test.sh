#!/usr/bin/env bash
# cmake_test.sh BUILD SANITIZERS: the C++ example finds a moved installation by find_package, in an
# empty folder; so does a project without C++, which links both forms of the library.
set -euo pipefail
test_name=cmake
. "$(dirname "$0")/support.sh"
install_moved

# configure FOLDER: builds the project in a copy of FOLDER.
build_copy() {
  cp -r "$1" "$work/user"
  cmake -S "$work/user" -B "$work/user/build" -DCMAKE_PREFIX_PATH="$prefix" \
    -DCMAKE_C_FLAGS="$flags" -DCMAKE_CXX_FLAGS="$flags" >"$work/log" 2>&1 &&
    cmake --build "$work/user/build" >>"$work/log" 2>&1 || { cat "$work/log"; fail "$1 does not build"; }
}

build_copy "$source_dir/examples/cmake_program"
expect "C++" "2.25 4 9" "$work/user/build/cmake_program"
rm -rf "$work/user"

cp "$source_dir/examples/double.c" "$work"
build_copy "$source_dir/tests/packages/consumer"
for program in "$work"/user/build/with_*; do
  expect_begin "$(basename "$program")" "3 6 -5 8001 on " "$program"
done
if [ -e "$work/user/build/with_driver_static" ] && loads_shared "$work/user/build/with_driver_static"; then
  fail "vyre::driver_static is the shared library"
fi
