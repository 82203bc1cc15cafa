#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "module_reader.h"

namespace vyre::spirv {

// Reads the words of a module and tells what is wrong with its barriers: an invocation may leave
// before one, or invocations of a workgroup may decide differently about a branch around one.
//
// It knows nothing of programs. A value varies when it comes from workgroup memory or from storage
// that is not NonWritable, an atomic or a local id, from a value that varies, or out of a branch
// whose condition varies.
class BarrierCheck {
 public:
  explicit BarrierCheck(std::span<const uint32_t> words) : instructions_(instructions_of(words)) {
    size_t known = 0;
    do {
      known = varying_.size();
      walk();
    } while (varying_.size() != known);
  }

  size_t barriers() const { return barriers_; }
  const std::vector<std::string>& problems() const { return problems_; }

 private:
  struct Branch {
    uint32_t merge;
    uint32_t condition;
    bool is_loop;
  };

  void walk() {
    barriers_ = 0;
    problems_.clear();
    bool returned = false;
    for (const Instruction& instruction : instructions_) {
      if (instruction.op == SpvOpFunctionEnd) return;  // the entry point comes first
      if (instruction.op == SpvOpReturn) returned = true;
      if (instruction.op == SpvOpKill || instruction.op == SpvOpUnreachable) {
        problems_.push_back("an instruction that stops an invocation");
      }
      if (instruction.op == SpvOpControlBarrier) barrier(returned);
      follow(instruction);
      learn(instruction);
    }
  }

  void barrier(bool returned) {
    ++barriers_;
    if (returned) problems_.push_back("a barrier after a return");
    if (under_varying_branch()) problems_.push_back("a barrier under a varying branch");
  }

  bool varies(uint32_t id) const { return varying_.count(id) != 0; }

  bool under_varying_branch() const {
    for (const Branch& branch : open_) {
      if (varies(branch.condition)) return true;
    }
    return false;
  }

  // A branch is open from its merge instruction to its merge block.
  void follow(const Instruction& instruction) {
    const auto words = instruction.operands;
    if (instruction.op == SpvOpSelectionMerge || instruction.op == SpvOpLoopMerge) {
      merge_ = words[0];
      merges_loop_ = instruction.op == SpvOpLoopMerge;
    } else if (instruction.op == SpvOpBranchConditional) {
      if (merge_ == 0) return leave_loop(words[0]);
      open_.push_back({merge_, words[0], merges_loop_});
      merge_ = 0;
    } else if (instruction.op == SpvOpLabel) {
      closed_varying_ = false;
      for (; !open_.empty() && open_.back().merge == words[0]; open_.pop_back()) {
        closed_varying_ |= varies(open_.back().condition);
      }
    }
  }

  // A conditional branch without a merge of its own leaves the innermost loop.
  void leave_loop(uint32_t condition) {
    for (size_t i = open_.size(); i-- > 0;) {
      if (!open_[i].is_loop) continue;
      if (varies(condition)) varying_.insert(open_[i].condition);
      return;
    }
  }

  void learn(const Instruction& instruction) {
    const auto words = instruction.operands;
    const SpvOp op = instruction.op;
    if (op == SpvOpVariable) storage_[words[1]] = words[2];
    if (op == SpvOpAccessChain) storage_[words[1]] = storage_[words[2]];
    learn_read_only(instruction);
    if (op == SpvOpDecorate && words[1] == SpvDecorationBuiltIn &&
        words[2] != SpvBuiltInWorkgroupId) {
      varying_.insert(words[0]);
    }
    if (op == SpvOpStore && (under_varying_branch() || varies(words[1]))) varying_.insert(words[0]);
    if (op >= SpvOpAtomicLoad && op <= SpvOpAtomicXor) varying_.insert(words[1]);
    if (is_shared_load(instruction) || (op == SpvOpPhi && closed_varying_)) {
      varying_.insert(words[1]);
    }
    spread(instruction);
  }

  void learn_read_only(const Instruction& instruction) {
    const auto words = instruction.operands;
    const auto pass_on = [&](SpvOp op, size_t from, size_t to) {
      if (instruction.op == op && read_only_.count(words[from]) != 0) read_only_.insert(words[to]);
    };
    if (instruction.op == SpvOpMemberDecorate && words[2] == SpvDecorationNonWritable) {
      read_only_.insert(words[0]);
    }
    pass_on(SpvOpTypePointer, 2, 0);
    pass_on(SpvOpVariable, 0, 1);
    pass_on(SpvOpAccessChain, 2, 1);
  }

  bool is_shared_load(const Instruction& instruction) const {
    if (instruction.op != SpvOpLoad || read_only_.count(instruction.operands[2]) != 0) return false;
    const auto found = storage_.find(instruction.operands[2]);
    return found != storage_.end() && (found->second == SpvStorageClassStorageBuffer ||
                                       found->second == SpvStorageClassWorkgroup);
  }

  void spread(const Instruction& instruction) {
    const auto words = instruction.operands;
    for (size_t i = first_operand(instruction.op); i < words.size(); ++i) {
      if (varies(words[i])) varying_.insert(words[1]);
    }
  }

  // Where the ids that a result is made from begin; behind all operands when it has no such.
  static size_t first_operand(SpvOp op) {
    if (op == SpvOpExtInst) return 4;
    const bool computes = op == SpvOpLoad || op == SpvOpAccessChain ||
                          op == SpvOpCompositeConstruct || op == SpvOpCompositeExtract ||
                          (op >= SpvOpConvertFToU && op <= SpvOpBitcast) ||
                          (op >= SpvOpSNegate && op <= SpvOpBitCount) || op == SpvOpPhi;
    return computes ? 2 : SIZE_MAX;
  }

  const std::vector<Instruction> instructions_;
  std::set<uint32_t> varying_;
  std::map<uint32_t, uint32_t> storage_;  // class of a pointer
  std::set<uint32_t> read_only_;          // blocks of storage, and pointers to and into them
  std::vector<Branch> open_;
  uint32_t merge_ = 0;  // of the branch that follows
  bool merges_loop_ = false;
  bool closed_varying_ = false;  // a varying branch ended at this block
  size_t barriers_ = 0;
  std::vector<std::string> problems_;
};

}  // namespace vyre::spirv
