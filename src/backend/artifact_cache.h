#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "base/status/status.h"

namespace vyre::backend {

// Where a backend keeps what it made of one compile request: for other requests of the process and,
// when the host gave a folder, for other processes. What cannot be kept is made again.
class ArtifactCache {
 public:
  using Bytes = std::vector<uint8_t>;
  enum class Values : uint8_t { kAny, kThese };  // of the request's specialization
  virtual ~ArtifactCache() = default;

  // The request's code that is right for |values|: what was kept, else what |make| makes.
  virtual Result<std::shared_ptr<const Bytes>> code(Values values,
                                                    const std::function<Result<Bytes>()>& make) = 0;

  // What the device's driver wants back to make this executable faster; empty when there is none.
  virtual Bytes driver_data() = 0;
  virtual void keep_driver_data(Bytes bytes) = 0;
};

}  // namespace vyre::backend
