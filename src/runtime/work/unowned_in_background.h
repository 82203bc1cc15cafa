#pragma once

#include <memory>

#include "runtime/device/unowned_work.h"
#include "runtime/work/work.h"

namespace vyre::runtime {

// Work that nobody has, for who carries it on in the background and keeps it as long. A failure is
// told once, there or by who waits for the device, which does not keep the work. Made before the
// work is begun.
class UnownedInBackground {
 public:
  explicit UnownedInBackground(std::shared_ptr<Work> work);
  const std::shared_ptr<backend::Waitable>& carried() const { return carried_; }
  void begun();

 private:
  const Device& device_;
  std::shared_ptr<backend::Waitable> carried_;
  UnownedWork::Place place_;
};

}  // namespace vyre::runtime
