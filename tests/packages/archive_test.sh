#!/usr/bin/env bash
# archive_test.sh ARCHIVE: the static library shows the interface and nothing else, and is one object.
set -uo pipefail
cd "$(dirname "$0")/../.." && . tests/support/declared_functions.sh
failed=0
public=$(nm -g --defined-only "$1" | awk 'NF == 3 {print $3}' | sort)
listed=$(declared_functions)
for name in $(comm -23 <(echo "$public") <(echo "$listed")); do
  echo "archive: $name is public" >&2; failed=1
done
for name in $(comm -13 <(echo "$public") <(echo "$listed")); do
  echo "archive: $name is missing" >&2; failed=1
done
# A linker would drop a group that the host has too, and with it code that only we call.
if readelf -gW "$1" | grep -q 'COMDAT'; then
  echo "archive: holds section groups that a host's may replace" >&2; failed=1
fi
[ "$(ar t "$1" | wc -l)" = 1 ] || { echo "archive: holds more than one object" >&2; failed=1; }
[ $failed = 0 ] && echo "archive: $(wc -w <<<"$public") public symbols, one object"
exit $failed
