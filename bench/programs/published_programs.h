#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace bench {

using Bytes = std::vector<uint8_t>;

// The wire bytes of the published programs, or of the one with that |name|. The file lies beside
// this program where it was carried to another machine.
std::vector<Bytes> published_programs(const std::string& name = {});

}  // namespace bench
