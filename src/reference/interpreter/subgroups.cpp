#include <algorithm>

#include "reference/compile/limits.h"
#include "reference/interpreter/interpreter.h"

namespace vyre::reference {
namespace {

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

Fault add(const LaneValues& lanes, Value* out) {
  if (lanes.all(Kind::kU32)) {
    uint32_t sum = 0;
    for (uint32_t i = 0; i < lanes.count; ++i) sum += low_word(lanes.value[i]);
    *out = make_u32(sum);
    return Fault::kNone;
  }
  if (!lanes.all(Kind::kFloat)) return Fault::kSubgroupKinds;
  float sum = 0.0f;
  for (uint32_t i = 0; i < lanes.count; ++i)
    sum = ir::canonical_f32(sum + ir::canonical_f32(to_f32(lanes.value[i])));
  *out = make_f32(sum);
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
  if (in.op == Opcode::kSubgroupAdd) return add(lanes, &at[in.dst]);
  return shuffle(lanes, self - first, &at[in.dst]);
}

}  // namespace vyre::reference
