#!/usr/bin/env bash
# Sight goes one way: which room of src/ may include headers of which. Also: one room says Vk, one
# room sees the public header, and each third-party header enters at one file.
set -uo pipefail
below_backend="base ir launch specialization"
declare -A sees=(
  [base]="" [ir]="base"
  [registry]="ir base" [launch]="ir base" [specialization]="ir base" [grid_sync]="ir base"
  [spirv]="registry launch specialization grid_sync ir base"
  [backend]="launch specialization ir base"
  [cache]="specialization base"
  [reference]="backend $below_backend" [vulkan]="backend spirv cache $below_backend"
  [runtime]="backend cache spirv grid_sync registry $below_backend"
  [capi]="runtime reference vulkan backend cache spirv grid_sync registry $below_backend"
)
failed=0
complain() { echo "layers: $1" >&2; failed=1; }

for file in $(git ls-files -co --exclude-standard 'src/*.h' 'src/*.cpp' 'src/*.c'); do
  room=$(cut -d/ -f2 <<<"$file")
  [ -n "${sees[$room]+known}" ] || { complain "$file: room '$room' is not in the table"; continue; }
  for seen in $(sed -nE 's/^#include "([a-z_]+)\/.*/\1/p' "$file" | sort -u); do
    [ "$seen" = "$room" ] || [[ " ${sees[$room]} " == *" $seen "* ]] ||
      complain "$file: $room must not see $seen"
  done
done

only_in() {  # only_in ROOM PATTERN WHAT
  for file in $(git grep -lE --untracked "$2" -- src | grep -v "^src/$1/"); do complain "$file: only $1 may $3"; done
}
only_in vulkan '\bVk[A-Z]' "name Vulkan types"
only_in capi 'include [<"]vyre_driver' "include the public header"

one_file() {  # one_file PATTERN
  local count
  count=$(git grep -lE --untracked "$1" -- src | wc -l)
  [ "$count" -le 1 ] || complain "$count files match '$1'; a third-party header enters at one file"
}
one_file 'include <cjson/'
one_file 'include [<"]xxhash'
one_file 'include [<"]volk\.c'
one_file 'include [<"]spirv-tools/'

for file in $(git ls-files -co --exclude-standard 'tools/*.cpp' 'tools/*.h' 'examples/*.c' 'bench/*.cpp'); do
  grep -qE '#include "(base|ir|launch|backend|runtime|reference|spirv|vulkan|capi|registry|specialization)/' "$file" &&
    complain "$file: sees more than the public headers"
done
[ $failed -eq 0 ] && echo "layers: $(git ls-files 'src/*' | wc -l) files in order"
exit $failed
