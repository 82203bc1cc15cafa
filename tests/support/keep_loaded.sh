# Sourced. keep_drivers_loaded FOLDER: in programs started from here drivers stay loaded to the end, so
# that the leak sanitizer can name the one whose leaks lsan.supp lists. FOLDER gets a helper library.
keep_drivers_loaded() {
  cc -shared -fPIC -o "$1/keep_loaded.so" "$(dirname "${BASH_SOURCE[0]}")/keep_loaded.c"
  export LD_PRELOAD=$1/keep_loaded.so
  export ASAN_OPTIONS=verify_asan_link_order=0${ASAN_OPTIONS:+:$ASAN_OPTIONS} # the helper comes first
}
