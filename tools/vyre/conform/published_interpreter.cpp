#include "published_interpreter.h"

#include <algorithm>

namespace tool::published {

namespace {

uint64_t element_count(const vyre_parameter_info& buffer, uint64_t bytes) {
  return buffer.element_bytes == 0 ? bytes : bytes / buffer.element_bytes;
}

// Inputs count only where there is no output, or where a group's work may depend on all of them.
bool inputs_widen(const vyre_program_info& program, bool has_output) {
  return !has_output || (program.needs & (VYRE_NEEDS_ATOMICS | VYRE_NEEDS_WORKGROUP_MEMORY)) != 0;
}

}  // namespace

bool allocates(const vyre_parameter_info& buffer) {
  if (buffer.access == VYRE_ACCESS_WORKGROUP) return false;
  return (buffer.flags & VYRE_PARAMETER_MARKED_OUTPUT) != 0 ||
         buffer.access == VYRE_ACCESS_WRITE_ONLY ||
         (buffer.access == VYRE_ACCESS_READ_WRITE &&
          (buffer.flags & VYRE_PARAMETER_MARKED_LIVE_OUT) != 0);
}

bool takes(const vyre_parameter_info& buffer) {
  return buffer.access != VYRE_ACCESS_WORKGROUP && !allocates(buffer);
}

bool returns(const vyre_parameter_info& buffer) {
  return allocates(buffer) || buffer.access == VYRE_ACCESS_READ_WRITE;
}

uint32_t min_root(uint64_t value, uint32_t degree) {
  const auto power = [&](uint64_t base) {
    return degree == 1 ? base : degree == 2 ? base * base : base * base * base;
  };
  uint64_t low = 0;
  uint64_t high = degree == 1 ? value : degree == 2 ? uint64_t{1} << 17 : uint64_t{1} << 12;
  while (low < high) {
    const uint64_t middle = (low + high) / 2;
    if (power(middle) >= value)
      high = middle;
    else
      low = middle + 1;
  }
  return static_cast<uint32_t>(low);
}

std::array<uint32_t, 3> grid(const vyre_program_info& program,
                             const std::vector<vyre_parameter_info>& buffers,
                             std::span<const uint64_t> bytes) {
  uint64_t elements = 1;
  uint64_t input_elements = 1;
  bool has_output = false;
  for (size_t i = 0; i < buffers.size(); ++i) {
    const vyre_parameter_info& buffer = buffers[i];
    if (buffer.access == VYRE_ACCESS_WORKGROUP) continue;
    const uint64_t count = element_count(buffer, bytes[i]);
    has_output = has_output || returns(buffer);
    // A graph's node table decides as an output does.
    const bool leads = returns(buffer) || (buffer.slot == 0 && view(buffer.name) == "pg_nodes");
    (leads ? elements : input_elements) = std::max(leads ? elements : input_elements, count);
  }
  if (inputs_widen(program, has_output)) elements = std::max(elements, input_elements);

  const uint64_t lanes = std::min<uint64_t>(
      uint64_t{program.workgroup[0]} * program.workgroup[1] * program.workgroup[2], UINT32_MAX);
  const uint64_t groups = (elements + lanes - 1) / lanes;
  const auto active = static_cast<uint32_t>(std::count_if(std::begin(program.workgroup),
                                                          std::end(program.workgroup),
                                                          [](uint32_t a) { return a > 1; }));
  if (active == 0) return {static_cast<uint32_t>(groups), 1, 1};
  const uint32_t side = min_root(groups, active);
  std::array<uint32_t, 3> result{};
  for (size_t axis = 0; axis < result.size(); ++axis)
    result[axis] = program.workgroup[axis] > 1 ? side : 1;
  return result;
}

}  // namespace tool::published
