#!/usr/bin/env bash
# install_test.sh BUILD SANITIZERS: installs the library, moves the installation, compiles the C99
# example outside the tree with nothing but pkg-config, and compares what it counts with wc.
set -euo pipefail
build=$1
sanitizers=${2:-}
source_dir=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
. "$source_dir/tests/support/keep_loaded.sh"

cmake --install "$build" --prefix "$work/first" --component driver >/dev/null
mv "$work/first" "$work/prefix"
pkg_config_path=$(dirname "$(find "$work/prefix" -name vyre_driver.pc)")
export PKG_CONFIG_PATH=$pkg_config_path PKG_CONFIG_LIBDIR=$pkg_config_path
pkg-config --validate vyre_driver
[ -z "$(pkg-config --print-requires --print-requires-private vyre_driver)" ]
export LD_LIBRARY_PATH=$(pkg-config --variable=libdir vyre_driver)

cp "$source_dir/examples/run_program.c" "$work"
cd "$work"
program=$source_dir/examples/programs/text_stats.json
text=$source_dir/README.md
[[ $sanitizers != *address* ]] || keep_drivers_loaded "$work"
for compiler in cc clang; do
  command -v "$compiler" >/dev/null || continue
  # A sanitized library wants the runtime of the compiler that built it.
  [ -n "$sanitizers" ] && [ "$compiler" != cc ] && continue
  for static in "" --static; do
    "$compiler" -std=c99 -Wall -Wextra -Werror ${sanitizers:+-fsanitize=$sanitizers} run_program.c \
      $(pkg-config $static --cflags --libs vyre_driver) -o run_program
    ./run_program "$program" "text=$text" >output
    read -r lines words bytes < <(wc -lwc <"$text")
    for line in "lines (4 bytes): $lines" "words (4 bytes): $words" "bytes (4 bytes): $bytes"; do
      grep -qxF "$line" output || { echo "install: no '$line' in:"; cat output; exit 1; }
    done
    echo "install: $compiler $static: $(head -1 output)"
  done
done
