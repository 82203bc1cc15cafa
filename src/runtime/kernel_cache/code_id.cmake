# Writes OUT.cpp, and OUT.d, which names what was read:
# cmake -DROOT=src -DROOMS="a b" -DOUT=code_id -P code_id.cmake
separate_arguments(ROOMS)
set(digests "")
set(read "")
foreach(room ${ROOMS})
  file(GLOB_RECURSE sources RELATIVE ${ROOT} ${ROOT}/${room}/*.cpp ${ROOT}/${room}/*.h ${ROOT}/${room}/*.def)
  if(NOT sources)
    message(FATAL_ERROR "code_id: ${ROOT}/${room} has no sources, so changes there would not be seen")
  endif()
  list(SORT sources)
  foreach(source ${sources})
    file(SHA256 ${ROOT}/${source} digest)
    string(APPEND digests "${source} ${digest}\n")
    string(REPLACE " " "\\ " path "${ROOT}/${source}")
    string(APPEND read " \\\n  ${path}")
  endforeach()
endforeach()
string(SHA256 id "${digests}")
file(WRITE ${OUT}.new "#include \"runtime/kernel_cache/kernel_cache.h\"

namespace vyre::runtime {

std::string_view code_id() { return \"${id}\"; }

}  // namespace vyre::runtime
")
file(COPY_FILE ${OUT}.new ${OUT}.cpp ONLY_IF_DIFFERENT)
file(REMOVE ${OUT}.new)
string(REPLACE " " "\\ " target "${OUT}.cpp")
file(WRITE ${OUT}.d "${target}:${read}\n")
