#pragma once

#include <memory>
#include <memory_resource>
#include <optional>
#include <string>
#include <vector>

#include "backend/inventory.h"
#include "base/status/log.h"
#include "trace/trace.h"

namespace vyre::capi {

struct BuiltinOptions {
  LogSink log;
  std::shared_ptr<std::pmr::memory_resource> memory;  // null: the C++ heap
  Observation observe;
  bool vulkan_validation = false;
  std::optional<bool> optimizations;  // all or none; absent: as they are expected to pay
  std::string vulkan_library;         // empty: the system's
};

// The backends that are part of the library.
std::vector<std::unique_ptr<backend::Backend>> builtin_backends(const BuiltinOptions& options);

}  // namespace vyre::capi
