#include "reference/compile/operation_name.h"

#include "base/status/status.h"
#include "ir/program/display_name.h"
#include "ir/program/tag_names.h"

namespace vyre::reference {
namespace {

std::string_view spelled(ir::spelling::Words words, uint8_t tag) {
  const std::string_view word = ir::spelling::word(words, tag);
  return word.empty() ? "opaque operator" : word;
}

std::string with_buffer(std::string_view what, const Bytecode& code, uint32_t buffer) {
  const ir::Program& program = *code.program;
  return concat(what, " of buffer ", ir::display_name(program.names[program.buffers[buffer].name]));
}

}  // namespace

std::string operation_name(const Bytecode& code, const Instruction& in) {
  switch (in.op) {
    case Opcode::kBinary:
      return std::string(spelled(ir::spelling::kBinOps, in.sub));
    case Opcode::kUnary:
      return std::string(spelled(ir::spelling::kUnOps, in.sub));
    case Opcode::kCast:
      return concat("cast to ", ir::type_name(code.program->types, in.d));
    case Opcode::kFma:
      return "fma";
    case Opcode::kLoad:
      return with_buffer("load", code, in.c);
    case Opcode::kStore:
      return with_buffer("store", code, in.c);
    case Opcode::kAtomic:
      return with_buffer(concat("atomic ", spelled(ir::spelling::kAtomicOps, in.sub)), code, in.c);
    case Opcode::kLoopOpen:
      return "loop";
    case Opcode::kBarrier:
    case Opcode::kGridBarrier:
      return "barrier";
    case Opcode::kTrap:
      return "trap";
    case Opcode::kAsyncLoad:
      return "asynchronous load";
    case Opcode::kAsyncStore:
      return "asynchronous store";
    case Opcode::kAsyncWait:
      return "asynchronous wait";
    case Opcode::kSubgroupAdd:
      return "subgroup add";
    case Opcode::kSubgroupShuffle:
      return "subgroup shuffle";
    case Opcode::kSubgroupBallot:
      return "subgroup ballot";
    case Opcode::kBranch:
      return "if";
    case Opcode::kSelect:
      return "select";
    case Opcode::kLength:
      return with_buffer("length", code, in.c);
    case Opcode::kCall:
      return "call";
    case Opcode::kNop:
    case Opcode::kMove:
    case Opcode::kJump:
    case Opcode::kLoopNext:
    case Opcode::kFinish:
    case Opcode::kFail:
    case Opcode::kUnbind:
    case Opcode::kCheckBound:
    case Opcode::kYield:
      return "statement";
  }
  return "statement";
}

}  // namespace vyre::reference
