#pragma once

#include <chrono>

#include "vulkan/dispatch/dispatch_work.h"

namespace vyre::vulkan {

// Submits what |fill(context)| puts into a context.
template <typename Fill>
Result<std::unique_ptr<backend::Waitable>> submit_transfer(VulkanDevice& opened,
                                                           std::string_view label,
                                                           const Fill& fill) {
  const auto start = std::chrono::steady_clock::now();
  ScopedSubmission submission(opened.submissions(), nullptr);
  VYRE_RETURN_IF_ERROR(fill(submission.context()));
  VYRE_RETURN_IF_ERROR(submission.submit(label));
  return std::unique_ptr<backend::Waitable>(
      DispatchWork::create(opened.shared_from_this(), std::move(submission), {}, false, start));
}

}  // namespace vyre::vulkan
