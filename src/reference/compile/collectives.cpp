#include "ir/program/display_name.h"
#include "ir/program/visit.h"
#include "reference/compile/statement_compiler.h"

namespace vyre::reference {

using ir::kNone;

Status StatementCompiler::collective(const ir::Node& node) {
  const ir::SingleRank meaning = ir::single_rank_meaning(node);
  if (meaning == ir::SingleRank::kForeign) emitter_.fail_at(Fault::kForeignRank, node.name, 0);
  if (meaning != ir::SingleRank::kCopy) return {};
  const uint32_t input = program_.find_buffer(node.name);
  const uint32_t output = program_.find_buffer(node.name2);
  if (input == kNone || output == kNone) {
    return fails(Fault::kUnknownBuffer, input == kNone ? node.name : node.name2);
  }
  if (!code_.elements[input].loadable || code_.elements[output].length_bits == 0 ||
      code_.elements[input].length_bits == 0) {
    return fail(Code::kUnsupportedFeature, "collective copy of buffer ",
                ir::display_name(program_.names[node.name]),
                ": cpu-ref cannot load its elements. Fix: declare them as U8 or U32.");
  }
  single_rank_copy(input, output);
  return {};
}

// let i = InvocationId.x; if i < length(out) { if i < length(in) { out[i] = in[i] } }
void StatementCompiler::single_rank_copy(uint32_t input, uint32_t output) {
  const uint32_t index = scopes_.id_slot(ir::ExprKind::kInvocationId, 0);
  emitter_.emit_step({.op = Opcode::kNop});
  const uint32_t outer = branch_on_length(index, output);
  const uint32_t inner = branch_on_length(index, input);
  emitter_.emit({.op = Opcode::kLoad, .dst = emitter_.temporary(0), .a = index, .c = input});
  emitter_.emit_step({.op = Opcode::kStore, .a = index, .b = emitter_.temporary(0), .c = output});
  emitter_.land(inner);
  emitter_.emit_step({.op = Opcode::kNop});
  emitter_.land(outer);
  emitter_.emit_step({.op = Opcode::kNop});
}

uint32_t StatementCompiler::branch_on_length(uint32_t index, uint32_t buffer) {
  emitter_.emit({.op = Opcode::kLength, .dst = emitter_.temporary(0), .c = buffer});
  emitter_.emit({.op = Opcode::kBinary,
                 .sub = static_cast<uint8_t>(ir::BinOp::kLt),
                 .dst = emitter_.temporary(0),
                 .a = index,
                 .b = emitter_.temporary(0)});
  return emitter_.emit_step({.op = Opcode::kBranch, .a = emitter_.temporary(0)});
}

}  // namespace vyre::reference
