# Sourced: declared_functions prints every function that the public headers declare with VYRE_API, sorted.
declared_functions() {
  sed -n '/VYRE_API/,/;/p' include/*.h | tr '\n' ' ' | sed 's/;/;\n/g' | grep VYRE_API |
    sed -nE 's/.*VYRE_API//; s/\(.*/(/; s/.*\b(vyre_[a-z0-9_]+)\(.*/\1/p' | sort -u
}
