#include <algorithm>
#include <utility>

#include "backend/check.h"
#include "ir/program/display_name.h"
#include "ir/program/statement_path.h"
#include "ir/program/tag_names.h"
#include "reference/interpreter/interpreter.h"

namespace vyre::reference {
namespace {

// The statement whose instructions contain |instruction|.
ir::NodeId statement_at(const Bytecode& code, uint32_t instruction) {
  const auto after = std::upper_bound(
      code.statements.begin(), code.statements.end(), instruction,
      [](uint32_t wanted, const StatementStart& start) { return wanted < start.instruction; });
  return after == code.statements.begin() ? ir::kNone : std::prev(after)->node;
}

// What messages say of an instruction.
struct Shown {
  uint32_t values;
  std::string_view words;
};
constexpr Shown kShown[] = {
#define VYRE_OPCODE(name, values, words) {values, words},
#include "reference/compile/opcodes.def"
};

std::string_view spelled(ir::spelling::Words words, uint8_t tag) {
  const std::string_view word = ir::spelling::word(words, tag);
  return word.empty() ? "opaque operator" : word;
}

// "div", "load of buffer 'a'"
std::string operation_name(const Bytecode& code, const Instruction& in) {
  const ir::Program& program = *code.program;
  std::string name(kShown[static_cast<size_t>(in.op)].words);
  if (in.op == Opcode::kBinary) name = spelled(ir::spelling::kBinOps, in.sub);
  if (in.op == Opcode::kUnary) name = spelled(ir::spelling::kUnOps, in.sub);
  if (in.op == Opcode::kCast) name += concat(" to ", ir::type_name(program.types, in.d));
  if (in.op == Opcode::kAtomic) name += concat(" ", spelled(ir::spelling::kAtomicOps, in.sub));
  const bool has_buffer = in.op == Opcode::kLoad || in.op == Opcode::kStore ||
                          in.op == Opcode::kAtomic || in.op == Opcode::kLength;
  if (!has_buffer) return name;
  const ir::NameId buffer = program.buffers[in.c].name;
  return concat(name, " of buffer ", ir::display_name(program.names[buffer]));
}

ir::NameId name_of(const Instruction& in) {
  if (in.op == Opcode::kAsyncLoad || in.op == Opcode::kAsyncStore || in.op == Opcode::kAsyncWait) {
    return in.dst;
  }
  const bool named =
      in.op == Opcode::kFail || in.op == Opcode::kTrap || in.op == Opcode::kCheckBound;
  return named ? in.c : ir::kNone;
}

// The name of a trap is its tag.
std::string name_text(const Bytecode& code, const FaultRecord& record) {
  const std::string_view name = code.program->names[record.name];
  return record.trap_address ? ir::display_tag(name) : ir::display_name(name);
}

std::string path_of(const Bytecode& code, const FaultRecord& record) {
  if (record.node == ir::kNone) return "";
  return code.paths != nullptr ? (*code.paths)[record.node]
                               : ir::statement_path(*code.program, record.node);
}

}  // namespace

void Interpreter::record(Fault fault, uint32_t instruction, const OperandBases& at) {
  if (failed()) return;  // the operand of a subgroup operation has reported already
  const Instruction& in = code_.instructions[instruction];
  report(fault, statement_at(code_, instruction), lane_);
  record_.name = in.op == Opcode::kCall ? code_.calls[in.c].op : name_of(in);
  if (fault == Fault::kCall) record_.reason = call_failure_.text();
  if (fault == Fault::kTrap) record_.trap_address = as_u32(at[in.a]);
  if (fault == Fault::kResume) record_.trap_address = 0;
  record_.operation = operation_name(code_, in);
  const uint32_t operands[] = {in.a, in.b, in.c};
  for (uint32_t i = 0; i < kShown[static_cast<size_t>(in.op)].values; ++i) {
    record_.operation += concat(i == 0 ? " of " : ", ", describe(at[operands[i]]));
  }
}

void Interpreter::report(Fault fault, ir::NodeId node, uint32_t lane) {
  record_ = {fault, node, ir::kNone, {}, {}, group_->invocation_id(lane), {}};
}

Status to_status(const Bytecode& code, const FaultRecord& record) {
  const FaultText text = fault_text(record.fault);
  const std::string operation =
      record.operation.empty() ? std::string() : concat(record.operation, ": ");
  const std::string name =
      record.name == ir::kNone ? std::string() : concat(" (", name_text(code, record), ")");
  const std::string reason = record.reason.empty() ? std::string() : concat(": ", record.reason);
  std::string path = path_of(code, record);
  Status status =
      fail(Code::kDispatchFailed, path, path.empty() ? "" : ": ", operation, text.reason, name,
           backend::in_invocation(record.invocation), reason, ". Fix: ", text.fix);
  ErrorInfo& info = status.info();
  info.path = std::move(path);
  backend::set_lane(record.invocation, info);
  if (!record.trap_address) return status;
  info.trap_address = *record.trap_address;
  if (record.name != ir::kNone) info.trap_tag = code.program->names[record.name];
  return status;
}

}  // namespace vyre::reference
