#pragma once

#include <cstdint>
#include <memory>
#include <memory_resource>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/status/status.h"
#include "ir/program/program.h"
#include "spirv/external/external_module.h"

namespace vyre::runtime {

// What the caller says about one descriptor of a module.
struct ExternalBinding {
  uint32_t set = 0;
  uint32_t binding = 0;
  uint32_t slot = 0;    // within |set|
  std::string name;     // empty: the module's own
  std::string element;  // spelling of a type; empty: bytes
  uint32_t count = 0;   // of elements; 0: what is bound
  ir::Access access = ir::Access::kReadWrite;
  launch::Descriptor descriptor = {};
  uint32_t array_count = 1;  // how many descriptors there are
};

// Whether both say something of one buffer.
template <typename One, typename Other>
bool same_place(const One& one, const Other& other) {
  return one.set == other.set && one.binding == other.binding;
}

// What descriptor |index| of the array |name| is called.
inline std::string array_name(std::string_view name, uint32_t index) {
  return concat(name, "[", index, "]");
}

// A caller's SPIR-V module as a program: one entry point of it, read without a device. Immutable.
struct ExternalProgram {
  spirv::ExternalModule module;
  spirv::ModuleInterface interface;  // with all constants as they are
  std::vector<ExternalBinding>
      bindings;  // complete, by slot, then by set, then by place in an array
};

// |entry_point|: empty for the only one. |bindings|: none for what the module says. Fails with
// kMalformedModule, kNotFound and kUnsupportedFeature for the module, and with kInvalidArgument
// for |bindings| that are not its own.
Result<std::shared_ptr<const ExternalProgram>> read_external_program(
    std::span<const std::byte> bytes, std::string_view entry_point,
    const std::optional<std::vector<ExternalBinding>>& bindings);

// A program that declares the buffers, in their order, and does nothing: what the rest of the
// runtime sees of a module.
Result<std::shared_ptr<const ir::Program>> declare_buffers(const ExternalProgram& external,
                                                           std::pmr::memory_resource* memory);

}  // namespace vyre::runtime
