#include <algorithm>
#include <bit>
#include <cstring>
#include <utility>

#include "reference/interpreter/interpreter.h"
#include "reference/values/operators.h"

namespace vyre::reference {
namespace {

// The value's bytes, cut or filled with zeros. An f32 is four bytes here although values keep it as
// a double.
void append(const CallSite::Argument& argument, const Value& value, std::vector<std::byte>& input) {
  uint64_t words[2] = {value.lo, value.hi};
  if (argument.is_f32 && value.kind == Kind::kFloat) {
    words[0] = std::bit_cast<uint32_t>(to_f32(value));
  }
  std::byte bytes[8] = {};
  std::memcpy(bytes, words, std::min<size_t>(byte_count(value), sizeof bytes));
  input.insert(input.end(), bytes, bytes + argument.bytes);
}

Value word_of(Kind kind, std::span<const std::byte> output) {
  uint32_t word = 0;
  if (!output.empty()) std::memcpy(&word, output.data(), std::min(output.size(), sizeof word));
  if (kind == Kind::kU32) return make_u32(word);
  if (kind == Kind::kI32) return make_i32(static_cast<int32_t>(word));
  return make_f32(std::bit_cast<float>(word));
}

// Operands of one subgroup operation on all lanes of the subgroup.
struct LaneValues {
  std::array<Value, kSubgroupWidth> value;
  std::array<Value, kSubgroupWidth> lane;
  uint32_t count = 0;

  bool all(Kind kind) const {
    return std::all_of(value.begin(), value.begin() + count,
                       [&](const Value& v) { return v.kind == kind; });
  }
};

Fault ballot(const LaneValues& lanes, Value* out) {
  uint32_t bits = 0;
  for (uint32_t i = 0; i < lanes.count; ++i) {
    if (truthy(lanes.value[i])) bits |= 1u << i;
  }
  *out = make_u32(bits);
  return Fault::kNone;
}

// In the order of the lanes; an F32 is canonical before and after each step.
Fault reduce(ir::ReduceOp op, const LaneValues& lanes, Value* out) {
  const ir::ops::Reduction& reduction = ir::ops::row(op);
  const bool of_f32 = !lanes.all(Kind::kU32);
  if (of_f32 && !ir::ops::is_for_f32(op)) return Fault::kSubgroupBits;
  if (of_f32 && !lanes.all(Kind::kFloat)) return Fault::kSubgroupKinds;
  Value all =
      of_f32 ? make_f32(std::bit_cast<float>(reduction.first_f32)) : make_u32(reduction.first_u32);
  for (uint32_t i = 0; i < lanes.count; ++i) {
    const Value& lane = lanes.value[i];
    const Value value = of_f32 ? make_f32(ir::canonical_f32(to_f32(lane))) : lane;
    const Fault fault = binary(reduction.joins, all, value, &all);
    if (fault != Fault::kNone) return fault;
  }
  *out = all;
  return Fault::kNone;
}

Fault shuffle(const LaneValues& lanes, uint32_t self, Value* out) {
  if (!lanes.all(Kind::kU32) && !lanes.all(Kind::kFloat)) return Fault::kSubgroupKinds;
  const std::optional<uint32_t> wanted = as_u32(lanes.lane[self]);
  if (!wanted) return Fault::kSubgroupLane;
  *out = *wanted < lanes.count ? lanes.value[*wanted] : Value{0, 0, lanes.value[self].kind, 0};
  return Fault::kNone;
}

}  // namespace

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

Fault Interpreter::call_operation(const Instruction& in, const OperandBases& at) {
  const CallSite& site = code_.calls[in.c];
  std::vector<std::byte> input;
  input.reserve(site.input_bytes);
  for (const CallSite::Argument& argument : site.arguments) {
    append(argument, at[argument.operand], input);
  }
  std::vector<std::byte> output;
  Status status = site.reference->run(input, output);
  if (!status.ok()) {
    call_failure_ = std::move(status);
    return Fault::kCall;
  }
  if (site.result == Kind::kRaw && output.size() > kMaxRawBytes) return Fault::kCallResult;
  at[in.dst] = site.result == Kind::kRaw ? make_raw(output.data(), output.size())
                                         : word_of(site.result, output);
  return Fault::kNone;
}

// Every lane of the subgroup takes part, finished and waiting ones too, with the locals it had at
// the start of the round.
Fault Interpreter::subgroup_operation(const Instruction& in, const OperandBases& at) {
  const uint32_t self = lane_;
  const uint32_t first = self / kSubgroupWidth * kSubgroupWidth;
  LaneValues lanes;
  lanes.count = std::min(kSubgroupWidth, static_cast<uint32_t>(group_->lanes.size()) - first);
  for (uint32_t i = 0; i < lanes.count; ++i) {
    lane_ = first + i;
    Value* frame = group_->snapshot_frame(lane_);
    run(in.c, frame);
    if (failed()) return record_.fault;
    const OperandBases other{{frame, at.arrays[1], at.arrays[2]}};
    lanes.value[i] = other[in.a];
    if (in.b != ir::kNone) lanes.lane[i] = other[in.b];
  }
  lane_ = self;
  if (in.op == Opcode::kSubgroupBallot) return ballot(lanes, &at[in.dst]);
  if (in.op == Opcode::kSubgroupReduce) {
    return reduce(static_cast<ir::ReduceOp>(in.sub), lanes, &at[in.dst]);
  }
  return shuffle(lanes, self - first, &at[in.dst]);
}

}  // namespace vyre::reference
