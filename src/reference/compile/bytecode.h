#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "ir/program/program.h"
#include "ir/types/op_table.h"
#include "launch/binding_plan.h"
#include "reference/values/fault.h"
#include "reference/values/value.h"

namespace vyre::reference {

inline constexpr uint32_t kMaxLanes = 65536;  // of one workgroup
inline constexpr uint64_t kMaxSharedBytes = uint64_t{64} << 20;
inline constexpr uint64_t kMaxCallBytes = uint64_t{64} << 20;  // of all arguments of a call
inline constexpr uint32_t kMaxInstructions = 1u << 24;
inline constexpr uint32_t kMaxSubgroupNesting = 3;  // each level costs 32 times more
inline constexpr uint64_t kMaxResidentStateBytes = uint64_t{4} << 30;  // of grids with barriers
inline constexpr uint32_t kSubgroupWidth = ir::kSubgroupSize;

enum class Opcode : uint8_t {
#define VYRE_OPCODE(name, values, words) name,
#include "reference/compile/opcodes.def"
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
  bool division_gives_zero = false;                                 // as of KernelSource
  std::shared_ptr<const std::vector<std::string>> paths = nullptr;  // as of KernelSource

  uint32_t lane_count() const { return workgroup_size[0] * workgroup_size[1] * workgroup_size[2]; }
};

}  // namespace vyre::reference
