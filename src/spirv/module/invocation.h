#pragma once

#include <array>
#include <optional>

#include "launch/kernel_source.h"
#include "spirv/module/code_writer.h"
#include "spirv/module/module.h"
#include "spirv/module/spec_constants.h"

namespace vyre::spirv {

// The ids of the running invocation, each read once at the start of the kernel. A dispatch may be
// a part of a larger grid: the push constants say where its first workgroup stands.
class Invocation {
 public:
  // Each invocation does the work of |neighbors| on the x axis. |kernel| is borrowed.
  // |specs| has the size of a workgroup on axes where |size| does not.
  Invocation(CodeWriter& code, const KnownSize& size, SpecConstants& specs, uint32_t coarsened_by,
             const launch::KernelSource& kernel)
      : code_(code), size_(size), specs_(specs), coarsened_by_(coarsened_by), kernel_(kernel) {}

  Id workgroup(uint32_t axis);  // in the whole grid
  Id local(uint32_t axis);      // in the workgroup
  Id global(uint32_t axis);     // in the whole grid
  Id linear();                  // in the workgroup, x fastest
  Id exists();                  // a truth value: it lies within the shape; kNoId: all do
  void become(Id global_x) {    // the neighbor with that id
    global_[0] = below(invocations(0), global_x);
  }
  Id hidden_zero();                             // 0, though no compiler can know it
  std::optional<Id> parameter(ExprId literal);  // its word, when it is one
  Id size(uint32_t axis) {                      // of the workgroup
    return size_[axis] ? code_.constant(*size_[axis]) : specs_.axis(axis);
  }
  // How many invocations a workgroup has, where that is known; and as a word.
  std::optional<uint32_t> known_lanes() const { return spirv::known_lanes(size_); }
  Id lanes();

 private:
  Id component(SpvBuiltIn which, Id& vector, uint32_t axis);
  Id pushed(uint32_t word);
  Id below(std::optional<uint64_t> end, Id id) {  // that id, which is known to be less
    if (end && *end <= UINT32_MAX) code_.ranges().set(id, {0, static_cast<uint32_t>(*end - 1)});
    return id;
  }
  std::optional<uint64_t> invocations(uint32_t axis) const {  // the most in the whole grid
    return size_[axis] ? std::optional(workgroups(axis) * *size_[axis]) : std::nullopt;
  }
  uint64_t workgroups(uint32_t axis) const {  // the most that there can be
    return kernel_.launch.grid ? (*kernel_.launch.grid)[axis] : UINT32_MAX;
  }

  CodeWriter& code_;
  const KnownSize size_;
  SpecConstants& specs_;
  const uint32_t coarsened_by_;
  const launch::KernelSource& kernel_;
  Id push_constants_ = kNoId;
  Id workgroup_vector_ = kNoId;
  Id local_vector_ = kNoId;
  std::array<Id, 3> workgroup_ = {};
  std::array<Id, 3> local_ = {};
  std::array<Id, 3> global_ = {};
  Id lanes_ = kNoId;
  Id linear_ = kNoId;
  Id hidden_zero_ = kNoId;
};

}  // namespace vyre::spirv
