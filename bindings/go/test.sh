#!/usr/bin/env bash
# test.sh CHECK PREFIX LIBDIR: one check of the Go binding against the library installed at PREFIX:
# format, vet, test (with the race detector), cgocheck2, calls, example or floor.
set -euo pipefail
check=$1
libdir=$2/$3
cd "$(dirname "$0")"
go=../../scripts/go

export PKG_CONFIG_PATH=$libdir/pkgconfig
export LD_LIBRARY_PATH=$libdir${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}
# Go's cache sees neither that a header outside the package has changed nor that pkg-config answers
# with another folder; a definition of the digest of both tells.
digest=$( (echo "$libdir" && cat "$2"/include/*.h) | sha256sum | cut -c1-16)
export CGO_CFLAGS="-O2 -g -Wall -Werror -DVYRE_HEADER_DIGEST=0x$digest"

case $check in
  format)
    gofmt=$($go env GOROOT)/bin/gofmt
    unformatted=$("$gofmt" -l .)
    [ -z "$unformatted" ] || { echo "Fix: gofmt -w $unformatted"; exit 1; }
    echo "go.format: $(find . -name '*.go' | wc -l) files in order"
    ;;
  vet) $go vet ./... ;;
  test) $go test -count=1 -timeout=60m -race ./... ;;
  cgocheck2) GOEXPERIMENT=cgocheck2 $go test -count=1 -timeout=60m ./... ;;
  floor) $go --floor test -count=1 -timeout=60m ./... ;;
  calls)
    profile=$(mktemp)
    trap 'rm -f "$profile"' EXIT
    $go test -count=1 -timeout=60m -coverprofile="$profile" .
    $go run ./internal/calls "$2"/include/*.h "$profile"
    ;;
  example)
    output=$($go run ./examples/double)
    echo "$output"
    grep -q '^\[3 6 -5 8001\] on .' <<<"$output"
    [ "$(wc -l <examples/double/main.go)" -le 40 ]
    ;;
  *)
    echo "test.sh: no check is called '$check'" >&2
    exit 2
    ;;
esac
