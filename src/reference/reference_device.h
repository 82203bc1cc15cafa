#pragma once

#include <memory>
#include <memory_resource>
#include <string_view>

#include "backend/device.h"
#include "base/status/status.h"
#include "profile/device_profile.h"

namespace vyre::reference {

inline constexpr std::string_view kReferenceVersion = "0.1.0";

profile::DeviceProfile reference_profile();

// The CPU oracle, "cpu-ref": runs programs exactly as the language defines them, lane by lane and
// statement by statement, and starts no threads. A dispatch advances while somebody waits for it,
// for a later one that uses the same memory, or reads or writes such memory; dispatches that share
// memory run in the order of submission.
//
// Buffers and the state of running programs come from |memory|, which may be used from several
// threads at once and outlives the backend and everything made with it.
Result<std::shared_ptr<backend::Device>> create_reference_device(
    std::pmr::memory_resource* memory = std::pmr::get_default_resource());

}  // namespace vyre::reference
