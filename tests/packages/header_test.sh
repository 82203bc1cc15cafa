#!/usr/bin/env bash
# header_test.sh: each public header compiles by itself in every standard that it promises, under the words
# that Qt and Windows take for themselves, warns nowhere and pads nothing, before and after those of Vulkan;
# every _INIT and _DEFAULT macro and every inline function is used.
set -euo pipefail
cd "$(dirname "$0")/../.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

headers=$(cd include && echo vyre_driver*.h)
for header in $headers; do
  echo "#include \"$header\"" >"$work/${header%.h}.c"
  cat "$work/${header%.h}.c" >>"$work/all.h"
done

(echo '#include "all.h"'
echo 'uint64_t use(void); uint64_t use(void) { uint64_t sum = 0;'
for macro in $(grep -ohE '^#define VYRE_[A-Z_]+_INIT\b' include/*.h | cut -d' ' -f2); do
  type=$(tr A-Z a-z <<<"${macro%_INIT}")
  echo "{ $type value = $macro; sum += value.struct_size; value = ${macro%_INIT}_DEFAULT; sum += value.struct_size;"
  echo "  sum += sizeof(char[sizeof value % 8 == 0 ? 1 : -1]); }"
done
cat <<'END'
  const vyre_binding all[] = {
      vyre_bind_input(0, NULL, 0), vyre_bind_output(0, NULL, 0), vyre_bind_inout(0, NULL, 0),
      vyre_bind_zeros(0, 0), vyre_bind_buffer(0, NULL), vyre_bind_range(0, NULL, 0, 0),
      vyre_bind_image(0, NULL, NULL), vyre_bind_sampler(0, NULL),
      vyre_bind_name("n", vyre_bind_at(1, 2, vyre_bind_(0, VYRE_BIND_ZEROS, 0)))};
  const vyre_constant constants[] = {
      vyre_constant_u32("n", 1), vyre_constant_i32("n", -1), vyre_constant_f32("n", 1.0f),
      vyre_constant_bool("n", 1), vyre_constant_("n", VYRE_CONSTANT_U32, 1)};
  const vyre_dispatch_desc descs[] = {vyre_shape(1, 1, 1), vyre_grid(1, 1, 1), vyre_grid_for(NULL, 1, 1, 1)};
  const vyre_parameter parameters[] = {
      vyre_builder_input(NULL, "n", VYRE_TYPE_U32), vyre_builder_output(NULL, "n", VYRE_TYPE_U32),
      vyre_builder_inout(NULL, "n", VYRE_TYPE_U32), vyre_builder_shared(NULL, "n", VYRE_TYPE_U32, 4),
      vyre_builder_uniform(NULL, "n", VYRE_TYPE_U32)};
  const vyre_expr none = vyre_expr_none();
  const vyre_expr exprs[] = {
      vyre_builder_index(NULL), vyre_builder_add(NULL, none, none), vyre_builder_sub(NULL, none, none),
      vyre_builder_mul(NULL, none, none), vyre_builder_div(NULL, none, none), vyre_builder_lt(NULL, none, none)};
  vyre_device* device = NULL;
  sum += (uint64_t)vyre_error_print(vyre_device_open_id(NULL, "n", &device));
  sum += vyre_target_extension("n").extension.size + (size_t)vyre_target_of(VYRE_TARGET_PTX).kind;
  sum += vyre_push(NULL, 0).size + vyre_str("n").size + (uint64_t)vyre_file_of(1).handle;
  sum += sizeof(char[sizeof(vyre_binding) == 96 ? 1 : -1]);
  sum += sizeof all + sizeof constants + sizeof descs + sizeof parameters + sizeof exprs;
  return sum;
}
END
) >"$work/use.c"
for function in $(sed -nE 's/^(VYRE_NODISCARD )?static inline .*[ *](vyre_[a-z0-9_]+)\(.*/\2/p' include/*.h); do
  grep -q "$function(" "$work/use.c" || { echo "header: $function( is not used here"; exit 1; }
done

compiled=0
try() {  # try COMPILER STANDARD FILE OPTIONS...
  command -v "$1" >/dev/null || return 0
  "$1" -std="$2" -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wundef -Werror -Iinclude -I"$work" "${@:4}" \
    -c "$work/$3" -o "$work/use.o" || { echo "header: $1 -std=$2 refuses $3"; exit 1; }
  compiled=$((compiled + 1))
}
echo '#include <vulkan/vulkan.h>' | cat - "$work/use.c" >"$work/after.c"
(cat "$work/use.c"; echo '#include <vulkan/vulkan.h>') >"$work/before.c"
for file in "$work"/*.c; do cp "$file" "${file}pp"; done
words=(-Dsignals=public -Dslots= -Demit= -Dforeach=BAD -Dnear= -Dfar= -Dsmall=char -Dinterface=struct
  '-Dmin(a,b)=BAD' '-Dmax(a,b)=BAD')
for header in $headers; do
  for standard in c99 c17; do
    for compiler in gcc clang; do try $compiler $standard "${header%.h}.c" -Wpadded; done
  done
  try gcc c11 "${header%.h}.c" "${words[@]}"
  for compiler in g++ clang++; do try $compiler c++11 "${header%.h}.cpp" "${words[@]}"; done
done
for standard in c99 c11 c17; do
  for compiler in gcc clang; do
    for file in use before after; do try $compiler $standard $file.c -Wpadded; done
  done
done
for standard in c++11 c++14 c++17 c++20; do
  for compiler in g++ clang++; do
    for file in use after; do try $compiler $standard $file.cpp; done
  done
done
echo '#include "all.h"' >"$work/silent.c" # printf is of vyre_error_print alone
for standard in c99 c17; do try gcc $standard silent.c -DVYRE_NO_STDIO; done
! gcc -std=c99 -DVYRE_NO_STDIO -Iinclude -I"$work" -E "$work/silent.c" | grep -q 'printf *(' ||
  { echo "header: VYRE_NO_STDIO leaves <stdio.h> in"; exit 1; }
command -v clang >/dev/null || echo "header: without clang, which is not here"
[ "$compiled" -ge 7 ] || { echo "header: only $compiled compilations; is there a compiler?"; exit 1; }
echo "header: $compiled compilations, $(grep -c 'value = VYRE_.*_INIT' "$work/use.c") _INIT macros"
