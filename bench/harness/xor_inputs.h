#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "give_up.h"

namespace bench {

// Words to take the exclusive or of, and room for the result.
struct XorInputs {
  explicit XorInputs(size_t count) : left(count), right(count), result(count) {
    for (size_t i = 0; i < count; ++i) {
      left[i] = static_cast<uint32_t>(i) * 2246822519u + 1;
      right[i] = ~static_cast<uint32_t>(i) * 3266489917u;
    }
  }
  size_t bytes() const { return left.size() * sizeof(uint32_t); }  // of each
  // Ends the process unless the result of |whose| is right; clears it for the next one.
  void need(const std::string& whose) {
    for (size_t i = 0; i < left.size(); ++i) {
      if (result[i] != (left[i] ^ right[i])) give_up("the result of " + whose + " is wrong");
    }
    result.assign(result.size(), 0);
  }
  std::vector<uint32_t> left, right, result;
};

}  // namespace bench
