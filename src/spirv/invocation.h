#pragma once

#include <array>
#include <optional>

#include "ir/program.h"
#include "spirv/code_writer.h"
#include "spirv/lower.h"

namespace vyre::spirv {

// The ids of the running invocation, each read once at the start of the kernel. A dispatch may be
// a part of a larger grid: the push constants say where its first workgroup stands.
class Invocation {
 public:
  // Each invocation does the work of |neighbours| on the x axis. What |segment| names is borrowed.
  Invocation(CodeWriter& code, const std::array<uint32_t, 3>& workgroup_size, uint32_t neighbours,
             const Segment& segment)
      : code_(code), size_(workgroup_size), neighbours_(neighbours), segment_(segment) {}

  Id workgroup(uint32_t axis);                      // in the whole grid
  Id local(uint32_t axis);                          // in the workgroup
  Id global(uint32_t axis);                         // in the whole grid
  Id linear();                                      // in the workgroup, x fastest
  void become(Id global_x);                         // the neighbour with that id
  Id hidden_zero();                                 // 0, though no compiler can know it
  std::optional<Id> parameter(ir::ExprId literal);  // its word, when it is one
  uint32_t workgroup_lanes() const { return size_[0] * size_[1] * size_[2]; }

 private:
  Id component(SpvBuiltIn which, Id& vector, uint32_t axis);
  Id pushed(uint32_t word);
  Id below(uint64_t end, Id id);             // that id, which is known to be less
  uint64_t workgroups(uint32_t axis) const;  // the most that there can be

  CodeWriter& code_;
  const std::array<uint32_t, 3> size_;
  const uint32_t neighbours_;
  const Segment segment_;
  Id push_constants_ = kNoId;
  Id workgroup_vector_ = kNoId;
  Id local_vector_ = kNoId;
  std::array<Id, 3> workgroup_ = {};
  std::array<Id, 3> local_ = {};
  std::array<Id, 3> global_ = {};
  Id linear_ = kNoId;
  Id hidden_zero_ = kNoId;
};

}  // namespace vyre::spirv
