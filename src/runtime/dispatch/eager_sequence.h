#pragma once

#include <memory>

#include "backend/sequence.h"

namespace vyre::runtime {

// A sequence on a backend that records none: each run is done, step after step, when submit()
// returns. |raw| is borrowed, and used by submit() alone.
std::unique_ptr<backend::DeviceSequence> make_eager_sequence(
    backend::Device& raw, const backend::SequenceOptions& options);

}  // namespace vyre::runtime
