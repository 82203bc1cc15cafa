#!/usr/bin/env bash
# skipped LOG: lists the tests that a log of ctest tells as skipped, with the reason, and counts them.
# They say so as GoogleTest does, or as "NAME is skipped: REASON".
set -euo pipefail
exec awk '
  function skip(name, why) { skips = skips "  " name ": " why "\n"; count++ }
  /: Skipped$/ { getline why }
  /^\[  SKIPPED \] .* \([0-9]+ ms\)$/ { skip($4, why) }
  / is skipped: / { name = $1; sub(/^.* is skipped: /, ""); skip(name, $0) }
  END { printf "skipped: %d\n%s", count, skips }' "$1"
