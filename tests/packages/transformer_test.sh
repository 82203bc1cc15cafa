#!/usr/bin/env bash
# transformer_test.sh BUILD SANITIZERS: the layer of a transformer builds in an empty folder against a
# moved installation, runs, and its numbers are those of NumPy.
set -euo pipefail
test_name=transformer
. "$(dirname "$0")/support.sh"
install_moved
build_example transformer
mkdir "$work/arrays"
expect_begin "against an installation" "128 rows of 768, 12 heads" "$work/user/build/transformer" "$work/arrays"
for python in python3 /usr/bin/python3; do # one of the system has the system's packages
  "$python" -c "import numpy" 2>/dev/null && break
done
expect_begin "beside NumPy" "98304 numbers" "$python" "$work/user/numpy_layer.py" "$work/arrays"
