#pragma once

#include <cstddef>
#include <span>
#include <string_view>

#include "base/status/status.h"
#include "vyre_driver.h"

namespace vyre::capi {

// Gives the caller a blob with a copy of |bytes|.
Status hand_out_blob(vyre_blob** out, std::span<const std::byte> bytes);

inline Status hand_out_blob(vyre_blob** out, std::string_view text) {
  return hand_out_blob(out, std::as_bytes(std::span(text)));
}

}  // namespace vyre::capi
