#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "spirv/external/external_module.h"

namespace vyre::spirv {

// How much memory values of a type take.
struct TypeSize {
  // By the offsets and strides that the module gives, packed where it gives none; without an array
  // of open length at the end. None: it is not known.
  std::optional<uint64_t> bytes;
  uint64_t open_element_bytes = 0;  // stride of that array; 0: there is none
};

// The 32-bit constants of a module with some of them chosen, and the sizes of its types: one walk
// over what stands before the first function, in which ids are made before they are used.
class ExternalConstants {
 public:
  ExternalConstants(const ExternalModule& module, std::span<const SpecChoice> choices);

  // The bits of a constant of 32 bits, or a truth as 0 or 1; none when it is not known.
  std::optional<uint32_t> value(uint32_t id) const;
  // The division without a result, such as one by 0, that keeps |id| from being known; 0: none
  // does.
  uint32_t failed_division(uint32_t id) const;
  TypeSize size(uint32_t type) const;

 private:
  struct MatrixLayout {
    uint64_t stride = 0;  // from a column to the next, or from a row
    bool by_rows = false;
  };
  struct Known {
    std::optional<uint32_t> value;
    uint32_t failed_division = 0;
    TypeSize size;
  };

  const Known& known_of(const ExternalModule::Definition& row) const;
  void learn(const ModuleInstruction& one, Known& known) const;
  std::optional<uint32_t> chosen(const ModuleInstruction& one) const;
  std::optional<uint32_t> computed(const ModuleInstruction& one) const;
  uint32_t failed_division_in(const ModuleInstruction& one) const;
  std::optional<uint32_t> extracted(const ModuleInstruction& one) const;
  TypeSize array_size(const ModuleInstruction& one, std::optional<uint64_t> element) const;
  TypeSize struct_size(const ModuleInstruction& one) const;
  std::optional<uint64_t> member_bytes(uint32_t type, uint32_t member, uint32_t of) const;
  std::optional<uint64_t> bytes_with_matrices(uint32_t type, const MatrixLayout& layout,
                                              int levels) const;
  std::optional<uint64_t> matrix_bytes(const ModuleInstruction& one,
                                       const MatrixLayout& layout) const;

  const ExternalModule& module_;
  std::span<const SpecChoice> choices_;  // by number
  std::vector<Known> known_;             // parallel to the module's definitions
};

}  // namespace vyre::spirv
