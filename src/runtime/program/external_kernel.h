#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/status/status.h"
#include "launch/kernel_source.h"
#include "runtime/program/program.h"
#include "specialization/map.h"
#include "spirv/external/external_module.h"

namespace vyre::runtime {

// What the caller says about one buffer of a module.
struct ExternalBinding {
  uint32_t set = 0;
  uint32_t binding = 0;
  uint32_t slot = 0;
  std::string name;     // empty: the module's own
  std::string element;  // spelling of a type; empty: bytes
  uint32_t count = 0;   // of elements; 0: what is bound
  ir::Access access = ir::Access::kReadWrite;
};

struct ExternalOptions {
  std::span<const std::byte> words;
  std::string entry_point;                               // empty: the only one
  std::optional<std::vector<ExternalBinding>> bindings;  // none: as the module says
  specialization::Map values;
  bool checked = false;
  std::string label;
};

// A kernel from a caller's SPIR-V module. The rest of the runtime sees a program that declares its
// buffers and does nothing; the code goes to the backend beside it. Immutable.
struct ExternalKernel {
  std::shared_ptr<const Program> program;
  std::shared_ptr<const launch::ExternalCode> code;
  std::vector<ExternalBinding> bindings;  // complete, by slot
  spirv::ModuleInterface interface;
};

// Reads the module and makes of it what a pipeline needs. Constants are chosen by name, or by
// number as "#7".
Result<std::shared_ptr<const ExternalKernel>> make_external_kernel(std::shared_ptr<Context> context,
                                                                   const ExternalOptions& options);

// Bytes that a dispatch puts at |offset| of the push constants.
struct PushRange {
  uint64_t offset = 0;
  std::span<const std::byte> bytes;
};

// The words of a dispatch: |ranges| in order, the later above the earlier. Every member of the
// block has to be given. |kernel| may be null: then there is nothing to push to.
Result<std::vector<uint32_t>> push_words(const ExternalKernel* kernel,
                                         std::span<const PushRange> ranges);

}  // namespace vyre::runtime
