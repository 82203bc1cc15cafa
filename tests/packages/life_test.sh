#!/usr/bin/env bash
# life_test.sh LIFE: the example of sequences. Two runs are 80 generations, in which a glider moves by
# 20 cells: by 4 on its torus. The example itself compares them with generations one by one.
set -euo pipefail
empty=................
expected=$(printf '%s\n' $empty $empty $empty $empty .....#.......... ......#......... ....###......... \
  $empty $empty $empty $empty $empty $empty $empty $empty $empty)
for backend in vulkan cpu-ref; do
  output=$("$1" 2 "$backend") || { echo "life: on $backend it ended with $?:"; echo "$output"; exit 1; }
  grep -q '^recorded: .* us for a generation$' <<<"$output"
  picture=$(tail -n 16 <<<"$output")
  [ "$picture" = "$expected" ] || { echo "life: on $backend got"; echo "$picture"; exit 1; }
  echo "life, $backend: the glider is where it belongs"
done
