#pragma once

#include <string_view>

#include "backend/profile.h"

namespace vyre::reference {

inline constexpr std::string_view kReferenceVersion = "0.1.0";

backend::DeviceProfile reference_profile();

}  // namespace vyre::reference
