#pragma once

#include <memory>
#include <string_view>
#include <variant>
#include <vector>

#include "base/status/status.h"
#include "registry/ops/publisher.h"
#include "runtime/context/context.h"
#include "runtime/device/buffer.h"
#include "runtime/device/device.h"
#include "runtime/dispatch/sequence.h"
#include "runtime/pipeline/pipeline.h"
#include "runtime/program/program.h"
#include "runtime/work/work.h"
#include "vyre_driver.h"

namespace vyre::capi {

// An error that is there before anything goes wrong, so that reporting it allocates nothing.
struct StaticError {
  Code code;
  std::string_view text;
};

}  // namespace vyre::capi

// What the public header only names. A handle is an owner of the object behind it.

struct vyre_error {
  std::variant<vyre::capi::StaticError, vyre::ErrorInfo> rep;
};

struct vyre_context {
  std::shared_ptr<vyre::runtime::Context> rep;
};

struct vyre_program {
  std::shared_ptr<const vyre::runtime::Program> rep;
};

struct vyre_registry {
  std::shared_ptr<const vyre::registry::Snapshot> rep;
};

struct vyre_backend {
  std::shared_ptr<vyre::runtime::Device> rep;
};

struct vyre_backend_list {
  std::vector<vyre::backend::Entry> rep;
};

struct vyre_cache_list {
  std::vector<vyre::cache::Listed> rep;
};

struct vyre_pipeline {
  std::shared_ptr<vyre::runtime::Pipeline> rep;
};

struct vyre_buffer {
  std::shared_ptr<vyre::runtime::Buffer> rep;
};

struct vyre_sequence {
  std::shared_ptr<vyre::runtime::Sequence> rep;
};

struct vyre_pending {
  std::shared_ptr<vyre::runtime::Work> rep;
};
