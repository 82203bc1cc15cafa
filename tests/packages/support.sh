# What the package tests share. Sourced with BUILD and SANITIZERS as arguments.
build=$(cd "$1" && pwd)
sanitizers=${2:-}
source_dir=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# A sanitized library wants programs that are built alike.
flags=${sanitizers:+-fsanitize=$sanitizers}
. "$source_dir/tests/support/keep_loaded.sh"
[[ $sanitizers != *address* ]] || keep_drivers_loaded "$work"

fail() { echo "$test_name: $1" >&2; exit 1; }

# Installs the library and moves the installation, which must not matter, to $prefix.
install_moved() {
  cmake --install "$build" --prefix "$work/first" --component driver >/dev/null
  mkdir "$work/moved"
  mv "$work/first" "$work/moved/prefix"
  prefix=$work/moved/prefix
}

# expect WHAT OUTPUT COMMAND...: the command prints exactly OUTPUT.
expect() {
  local what=$1 expected=$2 output
  output=$("${@:3}") || fail "$what: failed"
  [ "$output" = "$expected" ] || fail "$what: printed '$output', expected '$expected'"
  echo "$test_name: $what: $output"
}

# expect_begin WHAT TEXT COMMAND...: the command prints one line that begins with TEXT and says more.
expect_begin() {
  local what=$1 begin=$2 output
  output=$("${@:3}") || fail "$what: failed"
  [[ $output == "$begin"?* && $output != *$'\n'* ]] || fail "$what: printed '$output', expected '$begin...'"
  echo "$test_name: $what: $output"
}

# Whether a program loads the shared library.
loads_shared() { readelf -d "$1" | grep -q 'NEEDED.*libvyre_driver'; }

# build_example NAME: an example builds in an empty folder against the installation; into $work/user/build.
build_example() {
  cp -r "$source_dir/examples/$1" "$work/user"
  cmake -S "$work/user" -B "$work/user/build" -DCMAKE_PREFIX_PATH="$prefix" -DCMAKE_C_FLAGS="$flags" \
    >"$work/log" 2>&1 && cmake --build "$work/user/build" >>"$work/log" 2>&1 ||
    { cat "$work/log"; fail "the example does not build"; }
}
