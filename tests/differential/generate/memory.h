#pragma once

#include <optional>
#include <string>
#include <vector>

#include "differential/model/features.h"
#include "differential/model/random.h"
#include "differential/model/sketch.h"

namespace vyre::differential {

// The buffers of a program under construction, and who may touch which element when, so that the
// result does not depend on the order of invocations:
//   a buffer is read by all, or each element belongs to one invocation, or it takes one commutative
//   atomic operator whose results nobody looks at. Memory that changes hands is in one of these
//   states between two barriers: workgroup memory, storage of a grid of one workgroup, and storage
//   across the grid, which changes hands at grid barriers only.
class Memory {
 public:
  enum class State : uint8_t { kRead, kOwn, kAtomic, kCopied };

  struct Buffer {
    size_t declared = 0;  // index into Case::buffers
    State state = State::kRead;
    bool changes_hands = false;
    bool across_grid = false;       // at grid barriers, between all invocations
    bool was_owned = false;         // by others, before the last of them
    bool owned_atomically = false;  // owned, and touched by atomics only
    ir::AtomicOp op = ir::AtomicOp::kAdd;
    uint32_t slots = 1;    // elements that each invocation owns
    uint32_t pattern = 0;  // which ones
    uint32_t twist = 0;    // of the pattern
  };

  Memory(Case& sketch, Random& random, const Features& features)
      : case_(sketch), random_(random), features_(features) {}

  // A buffer to load |type| from; made when there is none.
  Buffer to_load(const std::string& type);
  // One to store |type| to, for each invocation to its own elements.
  Buffer to_store(const std::string& type);
  // One for commutative atomics, or for atomics on elements of one's own.
  Buffer for_atomics(bool owned);
  // One that is only read, and one of which every invocation owns the element of its id on the x
  // axis, when the launch has no other axis.
  std::pair<Buffer, Buffer> to_gather(const std::string& type);
  // One that is only read.
  Buffer only_read(const std::string& type);
  // One that nobody touches but by copies which are the same for all invocations.
  Buffer to_copy(const std::string& type);
  bool is_line() const;
  // One whose length may be asked for.
  Buffer to_measure();

  void add_shared(const std::string& type);
  void add_handed_over(const std::string& type);
  void add_across_grid(const std::string& type);
  // Behind a barrier: draws new states; those across the grid only when it |is_grid_barrier|.
  void change_hands(bool is_grid_barrier);
  // Behind a grid barrier, or where nothing has been touched since: the states as they were.
  std::vector<Buffer> states() const { return buffers_; }
  void restore(const std::vector<Buffer>& states);

  const std::string& name(const Buffer& buffer) const {
    return case_.buffers[buffer.declared].name;
  }
  // An element of |buffer| that belongs to this invocation alone.
  Expression own_index(const Buffer& buffer);
  Expression owner_id(const Buffer& buffer) const { return linear_id(is_local(buffer)); }
  Expression linear_id(bool in_workgroup) const;
  // From now on |local| stands for the id in the grid.
  void name_id(std::string local) { id_local_ = std::move(local); }
  uint32_t lanes(bool in_workgroup) const;

  // Draws the bytes of all inputs.
  void fill_inputs();  // of Case::runs runs

 private:
  template <typename Suits>
  std::optional<Buffer> existing(const Suits& suits);
  const std::string& type(const Buffer& buffer) const {
    return case_.buffers[buffer.declared].element;
  }
  // Owned by the invocations of each workgroup, or by those of the grid.
  static bool is_local(const Buffer& buffer) { return buffer.changes_hands && !buffer.across_grid; }
  bool is_shared(const Buffer& buffer) const {
    return case_.buffers[buffer.declared].record.access == ir::Access::kWorkgroup;
  }
  Buffer& add(const std::string& type, ir::Access access, uint32_t elements);
  Buffer& add_owned(const std::string& type);
  Buffer& add_read(const std::string& type);
  void choose_role(ir::Buffer& record);
  void choose_atomic(Buffer& buffer);
  void choose_size(Buffer& buffer, uint32_t elements);
  void choose_pattern(Buffer& buffer);

  Case& case_;
  Random& random_;
  const Features& features_;
  std::vector<Buffer> buffers_;
  std::vector<uint64_t> sizes_;  // by declared buffer: bytes of its inputs
  std::string id_local_;
  bool has_output_ = false;
};

}  // namespace vyre::differential
