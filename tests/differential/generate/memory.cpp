#include "memory.h"

#include "differential/model/tree.h"
#include "differential/model/values.h"

namespace vyre::differential {
namespace {

using ir::Access;
using ir::AtomicOp;
using ir::BinOp;
using ir::ExprKind;

constexpr size_t kMaxBuffers = 9;

constexpr AtomicOp kCommutative[] = {AtomicOp::kAdd,      AtomicOp::kOr,  AtomicOp::kAnd,
                                     AtomicOp::kXor,      AtomicOp::kMin, AtomicOp::kMax,
                                     AtomicOp::kLruUpdate};

uint64_t packed(std::string_view type, uint64_t count) {
  if (type == "I4" || type == "FP4" || type == "NF4") return (count + 1) / 2;
  return count * element_of(type).stride;
}

ir::MemoryKind kind_of(Access access) {
  if (access == Access::kReadOnly) return ir::MemoryKind::kReadonly;
  if (access == Access::kUniform) return ir::MemoryKind::kUniform;
  return access == Access::kWorkgroup ? ir::MemoryKind::kShared : ir::MemoryKind::kGlobal;
}

}  // namespace

uint32_t Memory::lanes(bool in_workgroup) const {
  uint32_t lanes = 1;
  for (size_t axis = 0; axis < 3; ++axis) {
    lanes *= case_.workgroup[axis] * (in_workgroup ? 1 : case_.grid[axis]);
  }
  return lanes;
}

Expression Memory::linear_id(bool in_workgroup) const {
  if (!in_workgroup && !id_local_.empty()) return tree::var(id_local_);
  const ExprKind kind = in_workgroup ? ExprKind::kLocalId : ExprKind::kInvocationId;
  Expression id = tree::id(kind, 0);
  uint32_t below = 1;
  for (uint32_t axis = 0; axis < 3; ++axis) {
    const uint32_t size = case_.workgroup[axis] * (in_workgroup ? 1 : case_.grid[axis]);
    if (axis > 0 && size > 1) {
      Expression scaled = tree::binary(BinOp::kMul, tree::id(kind, axis), tree::u32(below));
      id = tree::binary(BinOp::kAdd, std::move(scaled), std::move(id));
    }
    below *= size;
  }
  return id;
}

Expression Memory::own_index(const Buffer& buffer) {
  const bool in_workgroup = is_local(buffer);
  const uint32_t all = lanes(in_workgroup);
  const uint32_t slot = random_.below(buffer.slots);
  Expression id = linear_id(in_workgroup);
  switch (buffer.pattern) {
    case 0:  // side by side
      if (buffer.slots == 1) break;
      id = tree::binary(BinOp::kMul, std::move(id), tree::u32(buffer.slots));
      id = tree::binary(BinOp::kAdd, std::move(id), tree::u32(slot));
      break;
    case 1:  // one slot of all, then the next
      id = tree::binary(BinOp::kAdd, std::move(id), tree::u32(slot * all));
      break;
    case 2:  // backwards
      id = tree::binary(BinOp::kSub, tree::u32(all - 1), std::move(id));
      break;
    case 3:  // turned round
      id = tree::binary(BinOp::kAdd, std::move(id), tree::u32(buffer.twist));
      id = tree::binary(BinOp::kMod, std::move(id), tree::u32(all));
      break;
    default:  // neighbors swapped
      id = tree::binary(BinOp::kBitXor, std::move(id), tree::u32(buffer.twist % 8));
      break;
  }
  return tree::pinned(std::move(id));
}

void Memory::choose_pattern(Buffer& buffer) {
  const uint32_t other = features_.has(Feature::kPlain) ? 0 : 10;
  const uint32_t weights[] = {60, other, other, other, other};
  buffer.pattern = random_.weighted(weights);
  if (buffer.pattern > 1 && buffer.slots > 1) buffer.pattern = 1;
  buffer.twist = random_.below(lanes(is_local(buffer)));
}

Memory::Buffer& Memory::add(const std::string& type, Access access, uint32_t elements) {
  DeclaredBuffer declared;
  declared.name = concat("b", case_.buffers.size());
  declared.element = type;
  declared.record.access = access;
  declared.record.kind = kind_of(access);
  const auto place = static_cast<uint32_t>(case_.buffers.size());
  declared.record.binding = random_.percent(15) ? 200 - place : place;
  if (access == Access::kWorkgroup) declared.record.binding = 0;
  if (access == Access::kReadWrite) choose_role(declared.record);
  Buffer buffer;
  buffer.declared = case_.buffers.size();
  case_.buffers.push_back(std::move(declared));
  choose_size(buffer, elements);
  buffers_.push_back(buffer);
  return buffers_.back();
}

void Memory::choose_role(ir::Buffer& record) {
  const uint32_t weights[] = {has_output_ ? 0u : 50u, 15, 40, 10};
  switch (random_.weighted(weights)) {
    case 0:
      record.is_output = record.pipeline_live_out = has_output_ = true;
      case_.features.insert("output");
      break;
    case 1:
      record.pipeline_live_out = true;
      case_.features.insert("live-out");
      break;
    case 2:
      case_.features.insert("in-out");
      break;
    default:
      record.access = Access::kWriteOnly;
      case_.features.insert("write-only buffer");
      break;
  }
}

void Memory::choose_size(Buffer& buffer, uint32_t elements) {
  DeclaredBuffer& declared = case_.buffers[buffer.declared];
  uint32_t count = elements;
  if (random_.percent(25)) count += random_.between(1, 9);
  if (random_.percent(20) && count > 1) count -= random_.between(1, count / 2);
  declared.record.count = count;
  uint64_t bytes = packed(declared.element, count);
  if (!has_no_input(declared.record)) {
    if (random_.percent(15)) {
      declared.record.count = 0;
      case_.features.insert("runtime size");
    } else if (random_.percent(8) && !features_.has(Feature::kGridBarriers)) {
      bytes += element_of(declared.element).stride * random_.between(1, 3);
      case_.features.insert("more bytes than declared");
    }
  }
  sizes_.push_back(bytes);
}

Memory::Buffer& Memory::add_read(const std::string& type) {
  const bool uniform = random_.percent(15);
  if (uniform) case_.features.insert("uniform buffer");
  const uint32_t own = features_.has(Feature::kPlain) ? lanes(false) : 0;
  return add(type, uniform ? Access::kUniform : Access::kReadOnly,
             own > 0 ? own : random_.between(1, 40));
}

Memory::Buffer& Memory::add_owned(const std::string& type) {
  const bool one = features_.has(Feature::kPlain) || random_.percent(75);
  const uint32_t slots = one ? 1 : random_.between(2, 3);
  Buffer& buffer = add(type, Access::kReadWrite, slots * lanes(false));
  buffer.state = State::kOwn;
  buffer.slots = slots;
  choose_pattern(buffer);
  return buffer;
}

void Memory::add_shared(const std::string& type) {
  const uint32_t slots = random_.percent(75) ? 1 : random_.between(2, 3);
  Buffer& buffer = add(type, Access::kWorkgroup, slots * lanes(true));
  buffer.slots = slots;
  buffer.changes_hands = case_.buffers[buffer.declared].changes_hands = true;
  case_.features.insert("workgroup memory");
}

void Memory::add_handed_over(const std::string& type) {
  Buffer& buffer = add(type, Access::kReadWrite, lanes(true));
  buffer.changes_hands = case_.buffers[buffer.declared].changes_hands = true;
  case_.features.insert("storage across a barrier");
}

void Memory::add_across_grid(const std::string& type) {
  Buffer& buffer = add(type, Access::kReadWrite, lanes(false));
  buffer.across_grid = true;
  buffer.changes_hands = case_.buffers[buffer.declared].changes_hands = true;
}

void Memory::restore(const std::vector<Buffer>& states) {
  for (size_t i = 0; i < states.size(); ++i) {
    if (states[i].changes_hands) buffers_[i] = states[i];
  }
}

void Memory::change_hands(bool is_grid_barrier) {
  for (Buffer& buffer : buffers_) {
    if (!buffer.changes_hands || (buffer.across_grid && !is_grid_barrier)) continue;
    buffer.was_owned = buffer.across_grid && buffer.state == State::kOwn;
    const bool atomic = type(buffer) == "U32" && !is_shared(buffer) &&
                        case_.buffers[buffer.declared].record.access == Access::kReadWrite &&
                        features_.has(Feature::kAtomics);
    const uint32_t weights[] = {45, 55, atomic ? 25u : 0u};
    buffer.state = static_cast<State>(random_.weighted(weights));
    choose_pattern(buffer);
    choose_atomic(buffer);
  }
}

void Memory::choose_atomic(Buffer& buffer) { buffer.op = random_.pick(kCommutative); }

template <typename Suits>
std::optional<Memory::Buffer> Memory::existing(const Suits& suits) {
  std::vector<size_t> found;
  for (size_t i = 0; i < buffers_.size(); ++i) {
    if (suits(buffers_[i])) found.push_back(i);
  }
  if (found.empty()) return std::nullopt;
  return buffers_[random_.pick(found)];
}

Memory::Buffer Memory::to_load(const std::string& wanted) {
  const auto found = existing([&](const Buffer& buffer) {
    return type(buffer) == wanted && !buffer.owned_atomically &&
           (buffer.state == State::kRead || buffer.state == State::kOwn);
  });
  const bool more = random_.percent(30) && buffers_.size() < kMaxBuffers;
  return found && !more ? *found : add_read(wanted);
}

Memory::Buffer Memory::to_store(const std::string& wanted) {
  const auto found = existing([&](const Buffer& buffer) {
    return type(buffer) == wanted && buffer.state == State::kOwn && !buffer.owned_atomically;
  });
  const bool more = random_.percent(20) && buffers_.size() < kMaxBuffers;
  return found && !more ? *found : add_owned(wanted);
}

Memory::Buffer Memory::for_atomics(bool owned) {
  const auto found = existing([&](const Buffer& buffer) {
    return owned ? buffer.owned_atomically : buffer.state == State::kAtomic;
  });
  if (found && (random_.percent(70) || buffers_.size() >= kMaxBuffers)) return *found;
  Buffer* made = nullptr;
  if (owned) {
    made = &add_owned("U32");
    made->owned_atomically = true;
  } else {
    made = &add("U32", Access::kReadWrite, random_.between(1, 20));
    made->state = State::kAtomic;
    choose_atomic(*made);
  }
  case_.buffers[made->declared].record.access = Access::kReadWrite;  // never write-only
  return *made;
}

bool Memory::is_line() const {
  return case_.workgroup[1] * case_.workgroup[2] * case_.grid[1] * case_.grid[2] == 1;
}

Memory::Buffer Memory::only_read(const std::string& wanted) {
  const auto found = existing([&](const Buffer& buffer) {
    return type(buffer) == wanted && buffer.state == State::kRead && !buffer.changes_hands;
  });
  return found ? *found : add_read(wanted);
}

std::pair<Memory::Buffer, Memory::Buffer> Memory::to_gather(const std::string& wanted) {
  const Buffer from = only_read(wanted);
  const auto to = existing([&](const Buffer& buffer) {
    return type(buffer) == wanted && buffer.state == State::kOwn && !buffer.changes_hands &&
           !buffer.owned_atomically && buffer.pattern == 0 && buffer.slots == 1;
  });
  if (to) return {from, *to};
  Buffer& made = add(wanted, Access::kReadWrite, lanes(false));
  made.state = State::kOwn;
  return {from, made};
}

Memory::Buffer Memory::to_copy(const std::string& wanted) {
  const bool shared = features_.has(Feature::kPhases) && random_.percent(40);
  Buffer& made =
      add(wanted, shared ? Access::kWorkgroup : Access::kReadWrite, random_.between(2, 30));
  made.state = State::kCopied;
  if (shared) case_.features.insert("workgroup memory");
  return made;
}

Memory::Buffer Memory::to_measure() {
  const auto found = existing([&](const Buffer& buffer) {
    return buffer.state != State::kAtomic && !buffer.owned_atomically;
  });
  return found ? *found : add_read("U32");
}

void Memory::fill_inputs() {
  for (size_t i = 0; i < case_.buffers.size(); ++i) {
    DeclaredBuffer& buffer = case_.buffers[i];
    if (has_no_input(buffer.record)) continue;
    for (size_t run = 0; run < case_.runs; ++run) {
      buffer.inputs.push_back(draw_bytes(random_, buffer.element, sizes_[i], run));
    }
  }
}

}  // namespace vyre::differential
