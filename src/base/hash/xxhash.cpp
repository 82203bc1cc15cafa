#include "base/hash/xxhash.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

namespace vyre {

uint64_t hash_bytes(std::string_view bytes) { return XXH3_64bits(bytes.data(), bytes.size()); }

}  // namespace vyre
