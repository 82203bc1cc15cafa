#include "cache/hit_rate.h"

namespace vyre::cache {
namespace {

constexpr uint32_t kAll = 10'000;

}  // namespace

std::optional<uint32_t> hit_rate(uint64_t hits, uint64_t misses) {
  if (hits == 0 && misses == 0) return std::nullopt;
  if (misses == 0) return kAll;
  __extension__ using Wide = unsigned __int128;
  return static_cast<uint32_t>(Wide{hits} * kAll / (Wide{hits} + misses));
}

}  // namespace vyre::cache
