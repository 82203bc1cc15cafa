#pragma once

#include <cstdint>
#include <new>
#include <utility>

namespace vyre {

// What a body threw that ran guarded.
enum class Thrown : uint8_t { kNothing, kNoMemory, kOther };

// Runs |body|. The one place that catches: for each entry from outside, threads included, and for
// what gives back, where nobody could be told.
template <typename Body>
Thrown run_guarded(Body&& body) noexcept {
  try {
    std::forward<Body>(body)();
    return Thrown::kNothing;
  } catch (const std::bad_alloc&) {
    return Thrown::kNoMemory;
  } catch (...) {
    return Thrown::kOther;
  }
}

}  // namespace vyre
