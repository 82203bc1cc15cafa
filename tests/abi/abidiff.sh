#!/usr/bin/env bash
# abidiff.sh [--store] LIBRARY: compares the public types in the library's debug information with the dump
# stored here. Errors and incompatible changes fail; the rest is printed, because abidiff 2.2
# takes an added function and a swapped field for the same kind of change. layout.txt tells them apart.
set -uo pipefail
here=$(cd "$(dirname "$0")" && pwd)
stored=$here/vyre_driver.abi
command -v abidw >/dev/null || { echo "abidiff: Fix: install abigail-tools" >&2; exit 1; }
dump() {  # dump LIBRARY FILE
  abidw --suppressions "$here/public.ini" --no-corpus-path --no-comp-dir-path --no-show-locs \
    --no-elf-needed --out-file "$2" "$1" &&
    sed -i -E "s,(path=')[^']*/src/,\1src/," "$2"  # where it was built does not matter
}

if [ "$1" = --store ]; then
  dump "$2" "$stored"
  exit
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
dump "$1" "$work/now.abi" || { echo "abidiff: abidw cannot read $1" >&2; exit 1; }
if ! grep -q "class-decl name='vyre_dispatch_desc'" "$work/now.abi"; then
  echo "abi.abidiff is skipped: $1 was built without debug information about types; the dev preset has it"
  exit 77
fi
abidiff "$stored" "$work/now.abi"
status=$?
# Bits: 1 the tool failed, 2 it was called wrongly, 4 something changed, 8 incompatibly.
if [ $((status & (1 | 2 | 8))) -ne 0 ]; then
  echo "abidiff: incompatible (status $status)" >&2
  echo "Fix: undo it, or raise VYRE_ABI_VERSION, write a line in CHANGELOG.md, run tests/abi/renew." >&2
  exit 1
fi
[ $status -eq 0 ] && echo "abidiff: equal" || echo "abidiff: the changes above need a person's eye"
