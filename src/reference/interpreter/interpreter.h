#pragma once

#include <array>
#include <memory_resource>
#include <optional>
#include <vector>

#include "base/status/status.h"
#include "reference/compile/bytecode.h"
#include "reference/interpreter/buffer_view.h"
#include "reference/interpreter/workgroup.h"

namespace vyre::reference {

// Where and why a dispatch failed.
struct FaultRecord {
  Fault fault = Fault::kNone;
  ir::NodeId node = ir::kNone;  // the statement, or kNone
  ir::NameId name = ir::kNone;  // what it is about, or kNone
  std::string operation;        // with its operands
  std::string reason;           // in a reference function's own words, or empty
  std::array<uint32_t, 3> invocation = {0, 0, 0};
  std::optional<uint32_t> trap_address = {};  // of a trap of the program
};

Status to_status(const Bytecode& code, const FaultRecord& record);

// Executes instructions for one lane at a time. Knows buffers and temporaries; whose turn it is,
// is decided by Scheduler.
class Interpreter {
 public:
  Interpreter(const Bytecode& code, std::vector<BufferView> views,
              std::pmr::memory_resource* memory);

  // Lets |group| be the one whose lanes step() runs.
  void enter(Workgroup& group);

  // One step of a ready lane. False: it failed, fault() says why.
  bool step(uint32_t lane);

  bool failed() const { return record_.fault != Fault::kNone; }
  const FaultRecord& fault() const { return record_; }
  void report(Fault fault, ir::NodeId node, uint32_t lane);

 private:
  // The arrays that operands point into, by Place.
  struct OperandBases {
    Value* arrays[3];
    Value& operator[](uint32_t operand) const {
      return arrays[operand >> 30][operand & kOperandMask];
    }
  };

  uint32_t run(uint32_t next, Value* frame);
  Fault memory_operation(const Instruction& in, const OperandBases& at);
  Fault atomic_operation(const Instruction& in, const OperandBases& at);
  Fault open_loop(const Instruction& in, const OperandBases& at);
  Fault start_copy(const Instruction& in, const OperandBases& at);
  Fault finish_copy(ir::NameId tag);
  Fault call_operation(const Instruction& in, const OperandBases& at);
  Fault subgroup_operation(const Instruction& in, const OperandBases& at);
  AsyncCopy* find_copy(ir::NameId tag);
  void record(Fault fault, uint32_t instruction, const OperandBases& at);

  const Bytecode& code_;  // borrowed
  std::pmr::memory_resource* memory_;
  std::vector<BufferView> views_;  // by buffer of the program
  std::vector<Value> temporaries_;
  std::vector<Value> constants_;
  Workgroup* group_ = nullptr;  // borrowed
  uint32_t lane_ = 0;
  FaultRecord record_;
  Status call_failure_;  // why a reference function failed
};

}  // namespace vyre::reference
