#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "base/status/status.h"
#include "launch/kernel_source.h"
#include "runtime/program/external_program.h"
#include "specialization/map.h"

namespace vyre::runtime {

// What a module is specialized with. Constants are chosen by name, or by number as "#7".
struct ExternalOptions {
  specialization::Map constants = {};
  bool checked = false;
  bool ignore_unknown = false;  // constants that the module does not have
  bool allow_overlap = false;   // its buffers may share bytes
  uint32_t subgroup_size = 0;   // 0: the device's
  bool full_subgroups = false;
};

// A module with its constants chosen. The rest of the runtime sees a program that declares its
// buffers and does nothing; the code goes to the device beside it. Immutable.
struct ExternalKernel {
  std::shared_ptr<const launch::ExternalCode> code;
  spirv::ModuleInterface interface;  // with the constants chosen
  std::vector<std::string> unknown;  // names that were ignored
};

Result<std::shared_ptr<const ExternalKernel>> make_external_kernel(const ExternalProgram& program,
                                                                   const ExternalOptions& options);

// Bytes that a dispatch puts at |offset| of the push constants.
struct PushRange {
  uint64_t offset = 0;
  std::span<const std::byte> bytes;
};

// Makes |words|, which are those of an earlier dispatch or empty, those of a dispatch: |ranges| in
// order, the later above the earlier. Every member of the block has to be given; what lies behind
// it is dropped. |kernel| may be null: then there is nothing to push to.
Status push_words(const ExternalKernel* kernel, std::span<const PushRange> ranges,
                  std::vector<uint32_t>& words);

}  // namespace vyre::runtime
