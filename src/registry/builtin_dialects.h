#pragma once

#include <memory>
#include <string_view>

#include "registry/ops/snapshot.h"

namespace vyre::registry {

inline constexpr std::string_view kIndirectDispatch = "core.indirect_dispatch";
inline constexpr std::string_view kDmaFromNvme = "io.dma_from_nvme";
inline constexpr std::string_view kWriteBackToNvme = "io.write_back_to_nvme";
inline constexpr std::string_view kZerocopyMap = "mem.zerocopy_map";
inline constexpr std::string_view kUnmap = "mem.unmap";

// The ops that every context starts with: the core and io dialects (docs/registry.md).
// All are intrinsics that only a backend which provides them can run.
Result<std::shared_ptr<const Snapshot>> builtin_snapshot();

}  // namespace vyre::registry
