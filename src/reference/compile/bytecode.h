#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "ir/program/program.h"
#include "ir/types/op_table.h"
#include "launch/binding_plan.h"
#include "reference/values/fault.h"
#include "reference/values/operators.h"
#include "reference/values/value.h"

namespace vyre::reference {

// What an instruction does with its operands a, b, c, d and its result dst.
enum class Opcode : uint8_t {
  kNop,              // a step that costs and does nothing: opening and leaving a scope
  kMove,             // dst = a
  kJump,             // to c
  kBranch,           // to c unless truthy(a); b: index of a tracked branch or kNone
  kLoopOpen,         // dst, dst + 1 = a, b as bounds
  kLoopNext,         // dst = next of the pair a, or to c when it has ended
  kBinary,           // sub = BinOp
  kUnary,            // sub = UnOp
  kCast,             // sub = CastTarget
  kSelect,           // dst = truthy(a) ? b : c
  kFma,              // dst = a * b + c
  kLoad,             // dst = buffer c at a
  kStore,            // buffer c at a = b
  kAtomic,           // sub = AtomicOp; dst = old of buffer c at a; b = value, d = expected
  kLength,           // dst = length of buffer c
  kBarrier,          // wait for the workgroup
  kGridBarrier,      // wait for the grid
  kFinish,           // the lane is done
  kTrap,             // a = address, c = name of the tag
  kFail,             // sub = Fault, c = the name it is about or kNone
  kAsyncLoad,        // a = offset, b = bytes, c = source, d = destination; dst = name of the tag
  kAsyncStore,       // the same
  kAsyncWait,        // dst = name of the tag
  kUnbind,           // dst is unbound again
  kCheckBound,       // fails when a is unbound; c = its name
  kYield,            // ends the operand block of a subgroup operation
  kSubgroupAdd,      // dst = sum of a over the subgroup; c = first of the operand block
  kSubgroupShuffle,  // dst = a of lane b
  kSubgroupBallot,   // dst = bits of truthy(a)
  kCall,             // dst = result of call site c
};

// Where an operand lies: the two upper bits choose the array, the others are the index.
enum class Place : uint32_t { kFrame = 0, kTemporary = 1, kConstant = 2 };
inline constexpr uint32_t kOperandMask = (1u << 30) - 1;
constexpr uint32_t operand_at(Place place, uint32_t index) {
  return static_cast<uint32_t>(place) << 30 | index;
}

struct Instruction {
  Opcode op = Opcode::kNop;
  uint8_t sub = 0;
  bool ends_step = false;
  uint32_t dst = ir::kNone;
  uint32_t a = ir::kNone;
  uint32_t b = ir::kNone;
  uint32_t c = ir::kNone;
  uint32_t d = ir::kNone;
};

// A frame slot that holds one of the lane's ids from the start.
struct IdSlot {
  uint32_t slot = 0;
  ir::ExprKind id = ir::ExprKind::kInvocationId;
  uint8_t axis = 0;
};

// Memory that every workgroup has for itself, a part of one block.
struct SharedBuffer {
  uint32_t buffer = 0;
  uint64_t offset = 0;
  uint64_t bytes = 0;
};

// A call of an op's reference function: the places of its arguments, each with the bytes that the
// function gets of it, and what its result is read as.
struct CallSite {
  struct Argument {
    uint32_t operand = 0;
    uint8_t bytes = 0;
    bool is_f32 = false;
  };
  const ir::OpReference* reference = nullptr;  // lives as long as Bytecode::ops
  ir::NameId op = ir::kNone;
  std::vector<Argument> arguments = {};
  uint64_t input_bytes = 0;
  Kind result = Kind::kRaw;
};

struct StatementStart {
  uint32_t instruction = 0;
  ir::NodeId node = 0;
};

// A compiled program. One step of a lane runs the instructions up to the first that ends a step;
// a statement is a step, and so are a loop's header, its exit and the leaving of a scope. Slots
// of a frame live as long as the lane, temporaries only within a step, so all lanes share them.
struct Bytecode {
  std::shared_ptr<const ir::Program> program;
  std::shared_ptr<const launch::BindingPlan> plan;
  std::array<uint32_t, 3> workgroup_size = {1, 1, 1};
  std::shared_ptr<const ir::OpTable> ops;  // may be null

  std::vector<Instruction> instructions;
  std::vector<Value> constants;
  std::vector<ir::Element> elements;  // parallel to Program::buffers
  std::vector<IdSlot> ids;
  std::vector<SharedBuffer> shared;
  std::vector<CallSite> calls;
  std::vector<StatementStart> statements;    // ascending
  std::vector<ir::NodeId> tracked_branches;  // Ifs with a barrier inside
  uint64_t shared_bytes = 0;
  uint32_t frame_size = 0;
  uint32_t temporary_count = 0;
  bool has_subgroups = false;
  bool has_grid_barrier = false;

  uint32_t lane_count() const { return workgroup_size[0] * workgroup_size[1] * workgroup_size[2]; }
};

}  // namespace vyre::reference
