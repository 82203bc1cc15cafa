#pragma once

#include "base/status/status.h"
#include "vulkan/submission/submission_context.h"

namespace vyre::vulkan {

// Whether the work of |slot|, which is over, trapped: success, or what trapped and where.
Status trap_status(const SubmissionContext& context);

}  // namespace vyre::vulkan
