#!/usr/bin/env bash
# headers.sh: each public header compiles alone, and all do together, in each language that they promise, with gcc and
# clang, without a warning and without padding; also under the macros of Qt and Windows, and without <stdio.h>.
set -uo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# A line for each compilation: compiler, standard, source, further options.
compilations() {
  local all name cc standard
  all=$(basename -a include/*.h)
  local words="-Dsignals=public -Dslots= -Demit= -Dforeach=BAD -Dnear= -Dfar= -Dsmall=char -Dinterface=struct"
  words+=" -Dmin(a,b)=BAD -Dmax(a,b)=BAD"
  printf '#include "%s"\n' $all | tee "$work/all.c" >"$work/all.cpp"
  for name in $(basename -s .h $all) all; do
    [ "$name" = all ] || echo "#include \"$name.h\"" | tee "$work/$name.c" >"$work/$name.cpp"
    for cc in gcc clang; do
      for standard in c99 c11 c17; do
        echo "$cc $standard $name.c -Wpadded -Wundef -Wshadow"
      done
      echo "$cc c11 $name.c $words"
      echo "$cc c99 $name.c -DVYRE_NO_STDIO"
    done
    for cc in g++ clang++; do
      for standard in c++11 c++17 c++20; do
        echo "$cc $standard $name.cpp -Wshadow"
      done
      echo "$cc c++11 $name.cpp $words"
    done
    # Enumerations have a type in C23, of which this clang has all that they need.
    echo "clang c2x $name.c -Wno-builtin-macro-redefined -Wno-fixed-enum-extension" \
      "-U__STDC_VERSION__ -D__STDC_VERSION__=202311L"
  done
}

compile() { # compile COMPILER STANDARD SOURCE [OPTION...]: says nothing when it does
  command -v "$1" >/dev/null || return 0
  local log
  log=$("$1" -std="$2" -fsyntax-only -Wall -Wextra -pedantic -Werror -Iinclude "${@:4}" "$work/$3" 2>&1) && return
  printf 'headers: %s refuses %s:\n%s\n' "$1 -std=$2 ${*:4}" "${3%.*}" "$(grep -E 'error|warning' <<<"$log" | head -5)"
}
export -f compile
export work

failed=$(compilations | tee "$work/list" | xargs -P "$(nproc)" -L 1 bash -c 'compile "$@"' _)
[ -z "$failed" ] || { echo "$failed" >&2; exit 1; }
for cc in gcc g++ clang clang++; do command -v $cc >/dev/null || echo "headers: without $cc, which is not here"; done
count=$(wc -l <"$work/list")
[ "$count" -ge 100 ] || { echo "headers: only $count compilations; is this the root of the repository?" >&2; exit 1; }
echo "headers: $count compilations"
