#pragma once

#include "base/status/status.h"
#include "runtime/pipeline/pipeline.h"
#include "vyre_driver.h"

namespace vyre::capi {

// How a program is compiled. |desc| may be null.
Result<runtime::PipelineOptions> pipeline_options(const vyre_pipeline_desc* desc);

}  // namespace vyre::capi
