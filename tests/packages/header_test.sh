#!/usr/bin/env bash
# header_test.sh: the public headers compile by themselves in every standard that they promise, warn
# nowhere and pad nothing, before and after those of Vulkan; every _INIT macro and every inline
# function is used.
set -euo pipefail
cd "$(dirname "$0")/../.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

echo '#include "vyre_driver_vulkan.h"' >"$work/use.c"
echo 'uint64_t use(void); uint64_t use(void) { uint64_t sum = 0;' >>"$work/use.c"
for macro in $(grep -ohE '^#define VYRE_[A-Z_]+_INIT' include/*.h | cut -d' ' -f2); do
  type=$(tr A-Z a-z <<<"${macro%_INIT}")
  echo "{ $type value = $macro; sum += sizeof value; sum += *(unsigned char*)&value; }" >>"$work/use.c"
done
cat >>"$work/use.c" <<'END'
  const vyre_string name = vyre_str("n");
  const vyre_binding all[] = {
      vyre_bind_input(0, NULL, 0), vyre_bind_output(0, NULL, 0), vyre_bind_inout(0, NULL, 0),
      vyre_bind_zeros(0, 0), vyre_bind_buffer(0, NULL), vyre_bind_buffer_range(0, NULL, 0, 0),
      vyre_bind_input_name(name, NULL, 0), vyre_bind_output_name(name, NULL, 0),
      vyre_bind_inout_name(name, NULL, 0), vyre_bind_zeros_name(name, 0),
      vyre_bind_buffer_name(name, NULL), vyre_bind_buffer_range_name(name, NULL, 0, 0),
      vyre_bind_name(name, vyre_bind_zeros(0, 0))};
  vyre_builder_declare_input(NULL, 0, name, name);
  vyre_builder_declare_output(NULL, 0, name, name);
  vyre_builder_declare_shared(NULL, name, name, 0);
  sum += vyre_target_extension(name).extension.size + (size_t)vyre_target_of(VYRE_TARGET_PTX).kind;
  sum += vyre_spec_u32(1).bits + vyre_spec_i32(-1).bits + vyre_spec_f32(1.0f).bits +
         vyre_spec_boolean(1).bits + vyre_spec_element(name).element.size;
  sum += sizeof(char[sizeof(vyre_spec_value) == 32 ? 1 : -1]);
  sum += sizeof(char[sizeof(vyre_binding) == 64 ? 1 : -1]);
  sum += sizeof(char[sizeof(vyre_output) == 64 ? 1 : -1]);
  sum += sizeof(char[sizeof(vyre_finding) == 64 ? 1 : -1]);
  return sum + all[0].size;
}
END
cp "$work/use.c" "$work/use.cpp"
for function in $(sed -nE 's/^static inline .*[ *](vyre_[a-z0-9_]+[a-z0-9])\(.*/\1/p' include/*.h); do
  grep -q "$function(" "$work/use.c" || { echo "header: $function( is not used here"; exit 1; }
done

compiled=0
try() {  # try COMPILER STANDARD FILE
  command -v "$1" >/dev/null || return 0
  "$1" -std="$2" -Wall -Wextra -Wpadded -Wpedantic -Wshadow -Wconversion -Wundef -Werror \
    -Iinclude -c "$work/$3" -o "$work/use.o" ||
    { echo "header: $1 -std=$2 refuses it"; exit 1; }
  compiled=$((compiled + 1))
}
echo '#include <vulkan/vulkan.h>' | cat - "$work/use.c" >"$work/after.c"
(cat "$work/use.c"; echo '#include <vulkan/vulkan.h>') >"$work/before.c"
cp "$work/after.c" "$work/after.cpp"
for standard in c99 c11 c17; do
  for compiler in gcc clang; do
    for file in use before after; do try $compiler $standard $file.c; done
  done
done
for standard in c++11 c++14 c++17 c++20; do
  for compiler in g++ clang++; do
    for file in use after; do try $compiler $standard $file.cpp; done
  done
done
command -v clang >/dev/null || echo "header: without clang, which is not here"
[ "$compiled" -ge 7 ] || { echo "header: only $compiled compilations; is there a compiler?"; exit 1; }
echo "header: $compiled compilations, $(grep -c 'value = ' "$work/use.c") _INIT macros"
