# Sourced: declared_functions prints every function that the public headers declare with VYRE_API or VYRE_TRY, sorted.
declared_functions() {
  sed -e ':more' -e '/\\$/{N;s/\\\n//;bmore' -e '}' -e '/^#/d' include/*.h | tr '\n' ' ' |
    sed -E 's,/\*([^*]|\*+[^*/])*\*+/,,g; s/[;{}]/&\n/g' |
    sed -nE 's/^ *(VYRE_NODISCARD )?VYRE_(TRY|API) ([a-z0-9_* ]*[* ])?(vyre_[a-z0-9_]+)\(.*/\4/p' | sort -u
}
