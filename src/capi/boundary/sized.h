#pragma once

#include "capi/boundary/convert.h"
#include "capi/boundary/guard.h"

namespace vyre::capi {

// Writes what |produce|() gives, a Result of bytes or text, as the header's conventions say.
template <typename Element, typename Produce>
vyre_error* write_sized(Element* memory, size_t capacity, size_t* out_size, Produce produce) {
  bool fits = true;
  vyre_error* error = guard(out_size, [&]() -> Status {
    VYRE_ASSIGN_OR_RETURN(const auto result, produce());
    fits = copy_sized(result, memory, capacity, out_size);
    return {};
  });
  return fits ? error : insufficient_capacity();
}

}  // namespace vyre::capi
