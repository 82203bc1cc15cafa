#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "host/library.h"

// How the published interpreter of the vyre IR is called. It knows no grid: it infers one, in
// another way than this library does. Its results are replayed by passing that grid.
namespace tool::published {

// The interpreter makes the buffer itself, as zeros.
bool allocates(const vyre_parameter_info& buffer);

// The caller gives bytes for the buffer; inputs come in the order of declaration.
bool takes(const vyre_parameter_info& buffer);

// The interpreter returns the buffer; outputs come in the order of declaration.
bool returns(const vyre_parameter_info& buffer);

// The inferred grid. |bytes| holds the size of each declared buffer.
std::array<uint32_t, 3> grid(const vyre_program_info& program,
                             const std::vector<vyre_parameter_info>& buffers,
                             std::span<const uint64_t> bytes);

// Least r with r to the power |degree| at least |value|; |degree| is 1, 2 or 3.
uint32_t min_root(uint64_t value, uint32_t degree);

}  // namespace tool::published
