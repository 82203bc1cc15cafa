#pragma once

#include <mutex>

#include "specialization/map.h"
#include "vyre_driver.h"

struct vyre_spec_map {
  mutable std::mutex mutex;
  vyre::specialization::Map rep;  // guarded by mutex
};

namespace vyre::capi {

// What |read|() gives for the map as it is now; for the empty one when |map| is null.
template <typename Read>
auto read_spec_map(const vyre_spec_map* map, Read read) {
  if (map == nullptr) return read(specialization::Map());
  const std::lock_guard lock(map->mutex);
  return read(map->rep);
}

}  // namespace vyre::capi
