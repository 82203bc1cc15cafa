#pragma once

#include <vector>

#include "backend/device.h"
#include "vulkan/context/scoped_submission.h"

namespace vyre::vulkan {

// A part of a dispatch, with a command buffer of its own.
struct SlicedSubmission {
  ScopedSubmission submission;
  uint64_t workgroups = 0;

  const Kernel& kernel() const { return *submission.context().kernels.front(); }
};

// Submits what is prepared in |whole|'s context, which keeps memory and kernels, in parts that are
// estimated to take the device at most |max_ns| each. A kernel of which nothing is known yet runs
// in small parts first, and this waits for each of them to learn from it. |whole| is over when the
// last part is.
Result<std::vector<SlicedSubmission>> submit_in_slices(OpenDevice& opened, std::string_view label,
                                                       uint64_t max_ns, ScopedSubmission& whole);

// Learns from parts that are over; returns the sum of what the device measured, if it does.
std::optional<uint64_t> learn_from(std::span<SlicedSubmission> slices);

}  // namespace vyre::vulkan
