#include <algorithm>
#include <cstring>
#include <utility>

#include "reference/interpreter/interpreter.h"

namespace vyre::reference {

AsyncCopy* Interpreter::find_copy(ir::NameId tag) {
  for (AsyncCopy& copy : group_->copies) {
    if (copy.lane == lane_ && copy.tag == tag) return &copy;
  }
  return nullptr;
}

// Takes the bytes at once. A load reads the source from |offset| and lands at byte 0, a store
// reads from byte 0 and lands at |offset|; past the source's end there are zeros. Bytes that
// cannot land are not taken.
Fault Interpreter::start_copy(const Instruction& in, const OperandBases& at) {
  const std::optional<uint64_t> offset = as_u64(at[in.a]);
  const std::optional<uint64_t> size = as_u64(at[in.b]);
  if (!offset || !size) return Fault::kNotAByteCount;
  const ir::NameId tag = in.dst;
  if (find_copy(tag) != nullptr) return Fault::kTagPending;
  const BufferView& source = views_[in.c];
  const BufferView& destination = views_[in.d];
  const bool loads = in.op == Opcode::kAsyncLoad;
  const uint64_t from = loads ? std::min(*offset, source.bytes) : 0;
  const uint64_t to = loads ? 0 : std::min(*offset, destination.bytes);
  const uint64_t lands = std::min(*size, destination.bytes - to);
  std::pmr::vector<std::byte> bytes(lands, memory_);
  const uint64_t present = std::min(lands, source.bytes - from);
  if (present != 0) std::memcpy(bytes.data(), source.data + from, present);
  group_->copies.push_back({tag, lane_, in.d, to, std::move(bytes)});
  return Fault::kNone;
}

Fault Interpreter::finish_copy(ir::NameId tag) {
  AsyncCopy* copy = find_copy(tag);
  if (copy == nullptr) return Fault::kTagMissing;
  if (!copy->bytes.empty()) {
    std::memcpy(views_[copy->destination].data + copy->offset, copy->bytes.data(),
                copy->bytes.size());
  }
  group_->copies.erase(group_->copies.begin() + (copy - group_->copies.data()));
  return Fault::kNone;
}

}  // namespace vyre::reference
