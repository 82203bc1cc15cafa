#!/usr/bin/env bash
# symbols.sh LIBRARY: a shared library exports the C interface, all of it and nothing else.
set -uo pipefail
. tests/support/declared_functions.sh
failed=0
exported=$(nm -D --defined-only "$1" | awk '$2 != "A" {sub(/@.*/, "", $3); print $3}' | sort -u)
declared=$(declared_functions)
for name in $(comm -23 <(echo "$exported") <(echo "$declared")); do
  echo "symbols: $name is exported but not declared with VYRE_API" >&2; failed=1
done
for name in $(comm -13 <(echo "$exported") <(echo "$declared")); do
  echo "symbols: $name is declared but not exported" >&2; failed=1
done
[ "$(wc -w <<<"$exported")" -gt 20 ] || { echo "symbols: fewer than 20 symbols in $1" >&2; failed=1; }
[ $failed -eq 0 ] && echo "symbols: $(wc -w <<<"$exported") exported"
exit $failed
