# Writes code_id.cpp: cmake -DROOT=src -DROOMS="a b" -DOUT=file -P code_id.cmake
separate_arguments(ROOMS)
set(digests "")
foreach(room ${ROOMS})
  file(GLOB sources RELATIVE ${ROOT} ${ROOT}/${room}/*.cpp ${ROOT}/${room}/*.h)
  list(SORT sources)
  foreach(source ${sources})
    file(SHA256 ${ROOT}/${source} digest)
    string(APPEND digests "${source} ${digest}\n")
  endforeach()
endforeach()
string(SHA256 id "${digests}")
file(WRITE ${OUT}.new "#include \"runtime/code_id.h\"

namespace vyre::runtime {

std::string_view code_id() { return \"${id}\"; }

}  // namespace vyre::runtime
")
file(COPY_FILE ${OUT}.new ${OUT} ONLY_IF_DIFFERENT)
file(REMOVE ${OUT}.new)
