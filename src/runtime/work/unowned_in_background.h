#pragma once

#include <memory>

#include "runtime/work/work.h"

namespace vyre::runtime {

// Work that nobody has, for who carries it on in the background and keeps it as long. A failure is
// told once, there or by who waits for the device, which does not keep the work.
std::shared_ptr<backend::Waitable> as_unowned(std::shared_ptr<Work> work);

}  // namespace vyre::runtime
