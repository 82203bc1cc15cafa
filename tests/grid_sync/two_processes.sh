#!/usr/bin/env bash
# two_processes.sh PLAN_BYTES CASES: the plans of all cases are the same bytes in two processes, which
# have different addresses and different bytes in memory that nobody has written yet.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
MALLOC_PERTURB_=85 "$1" "$2" >"$work/first"
MALLOC_PERTURB_=170 MALLOC_ARENA_TEST=1 MALLOC_TOP_PAD_=1048576 "$1" "$2" >"$work/second"
cases=$(wc -l <"$work/first")
plans=$(grep -cE '[0-9]+ [0-9a-f]{64}$' "$work/first")
[ "$plans" -ge 567 ] || { echo "only $plans of $cases cases have a plan" >&2; exit 1; }
cmp "$work/first" "$work/second" || { diff "$work/first" "$work/second" | head -4 >&2; exit 1; }
echo "$plans plans of $cases cases are the same"
