#!/usr/bin/env bash
# transformer_test.sh BUILD SANITIZERS: the layer of a transformer builds in an empty folder against a
# moved installation, runs, and its numbers are those of NumPy.
set -euo pipefail
test_name=transformer
. "$(dirname "$0")/support.sh"
install_moved

cp -r "$source_dir/examples/transformer" "$work/user"
cmake -S "$work/user" -B "$work/user/build" -DCMAKE_PREFIX_PATH="$prefix" -DCMAKE_C_FLAGS="$flags" \
  >"$work/log" 2>&1 && cmake --build "$work/user/build" >>"$work/log" 2>&1 ||
  { cat "$work/log"; fail "the example does not build"; }
mkdir "$work/arrays"
expect_begin "against an installation" "128 rows of 768, 12 heads" "$work/user/build/transformer" "$work/arrays"
for python in python3 /usr/bin/python3; do # one of the system has the system's packages
  "$python" -c "import numpy" 2>/dev/null && break
done
expect_begin "beside NumPy" "98304 numbers" "$python" "$work/user/numpy_layer.py" "$work/arrays"
