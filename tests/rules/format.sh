#!/usr/bin/env bash
# Every C and C++ file is as clang-format leaves it.
set -uo pipefail
mapfile -t files < <(git ls-files -co --exclude-standard '*.h' '*.c' '*.cpp')
clang-format --dry-run -Werror "${files[@]}" || { echo "Fix: clang-format -i the files named above." >&2; exit 1; }
echo "format: ${#files[@]} files in order"
