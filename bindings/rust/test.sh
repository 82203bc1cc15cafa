#!/usr/bin/env bash
# test.sh STEP BUILD: one ctest entry of the Rust crates, against an installation made from BUILD.
# STEP is tests, example, bindings-are-current, clippy, docs, rustfmt, asan, floor, bridge or bridge-tests.
set -euo pipefail
step=$1
build=$(cd "$2" && pwd)
here=$(cd "$(dirname "$0")" && pwd)

skip() {
  echo "rust.$step is skipped: $1"
  exit 77
}
export PATH=${CARGO_HOME:-$HOME/.cargo}/bin:$PATH # as scripts/rust installs it
command -v cargo >/dev/null || skip "cargo is not installed; scripts/rust installs it"

prefix=$build/rust/prefix
cmake --install "$build" --prefix "$prefix" --component driver >/dev/null
pkg_config_path=$(dirname "$(find "$prefix" -name vyre_driver.pc)")
export PKG_CONFIG_PATH=$pkg_config_path
LD_LIBRARY_PATH=$(pkg-config --variable=libdir vyre_driver)${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}
export LD_LIBRARY_PATH
export CARGO_TARGET_DIR=$build/rust
export VYRE_TEST_PLUGIN=$build/tests/plugin/modules/plugin_good.so # for the tests of plug-ins
cd "$here"

# Runs the tests under AddressSanitizer. The flag is unstable, so a stable compiler is told to allow
# it: for this test only. What the Vulkan driver leaks is listed in lsan.supp, which needs the driver's
# name: so it stays loaded to the end.
address_sanitizer() {
  local target
  target=$(rustc -vV | sed -n 's/^host: //p')
  compgen -G "$(rustc --print sysroot)/lib/rustlib/$target/lib/librustc-*_rt.asan.a" >/dev/null ||
    skip "this toolchain comes without the runtime of AddressSanitizer (rustup's has it)"
  export RUSTC_BOOTSTRAP=1 RUSTFLAGS=-Zsanitizer=address CARGO_TARGET_DIR=$build/rust/asan
  . "$here/../../tests/support/keep_loaded.sh"
  keep_drivers_loaded "$build/rust"
  cargo test --locked --quiet --package vyre-gpu --tests --target "$target" -- --test-threads 1
}

# Builds and tests with the oldest compiler that the crates promise to work with.
floor() {
  local version=1.85.0
  command -v rustup >/dev/null && rustup toolchain list | grep -q "^$version" ||
    skip "Rust $version is not installed; 'scripts/rust floor' installs it"
  RUSTUP_TOOLCHAIN=$version CARGO_TARGET_DIR=$build/rust/floor cargo test --locked --quiet
}

# What the published crates are built into stays for the next build tree; in the folder are two versions of them.
enter_bridge() {
  export CARGO_TARGET_DIR=${XDG_CACHE_HOME:-$HOME/.cache}/vyre_driver/cargo/$1
  cd "$here/bridge/$1"
}

# The page that a user of the newest published library reads first.
bridge() {
  enter_bridge v0.7
  output=$(cargo run --locked --quiet --example double)
  echo "$output"
  grep -Fq "[3.0, 6.0, -5.0, 8001.0] by vyre-gpu " <<<"$output"
}

# All of both versions: the published crates' interpreters are beside.
bridge_tests() {
  local version
  for version in v0.6 v0.7; do
    (enter_bridge "$version" && cargo test --locked --quiet && cargo clippy --locked --quiet --all-targets -- -D warnings)
  done
}

case $step in
  tests) cargo test --locked --quiet ;;
  example)
    output=$(cargo run --locked --quiet --example double)
    echo "$output"
    grep -Fq "[3.0, 6.0, -5.0, 8001.0] on " <<<"$output"
    ;;
  bindings-are-current)
    cargo test --locked --quiet --package vyre-gpu-sys --features buildtime_bindgen \
      --test bindings_current
    ;;
  clippy)
    cargo clippy --version >/dev/null 2>&1 || skip "clippy is not installed"
    cargo clippy --locked --quiet --all-targets -- -D warnings
    ;;
  docs) RUSTDOCFLAGS="-D warnings" cargo doc --locked --quiet --no-deps ;;
  rustfmt)
    cargo fmt --version >/dev/null 2>&1 || skip "rustfmt is not installed"
    cargo fmt --check
    for version in v0.6 v0.7; do (cd "bridge/$version" && cargo fmt --check); done
    ;;
  asan) address_sanitizer ;;
  floor) floor ;;
  bridge) bridge ;;
  bridge-tests) bridge_tests ;;
  *)
    echo "test.sh: there is no step '$step'" >&2
    exit 2
    ;;
esac
