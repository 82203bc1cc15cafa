#include "reference/compile/expression_compiler.h"

#include <bit>

#include "ir/program/display_name.h"
#include "specialization/resolve.h"

namespace vyre::reference {

using ir::ExprKind;
using ir::kNone;

namespace {

Opcode opcode_of(ExprKind kind) {
  if (kind == ExprKind::kBinOp) return Opcode::kBinary;
  if (kind == ExprKind::kUnOp) return Opcode::kUnary;
  if (kind == ExprKind::kSelect) return Opcode::kSelect;
  if (kind == ExprKind::kCast) return Opcode::kCast;
  if (kind == ExprKind::kSubgroupReduce) return Opcode::kSubgroupReduce;
  if (kind == ExprKind::kSubgroupShuffle) return Opcode::kSubgroupShuffle;
  if (kind == ExprKind::kSubgroupBallot) return Opcode::kSubgroupBallot;
  return Opcode::kFma;
}

// How many bytes of an argument a reference function gets (docs/compositions.md).
uint8_t bytes_of(std::string_view spelling) {
  for (const std::string_view four : {"u32", "i32", "f32", "vec-count"}) {
    if (spelling == four) return 4;
  }
  for (const std::string_view eight : {"u64", "i64", "f64"}) {
    if (spelling == eight) return 8;
  }
  return 1;
}

Kind result_of(const ir::OpSignature& signature) {
  if (signature.outputs.empty()) return Kind::kRaw;
  const std::string& spelling = signature.outputs.front();
  if (spelling == "u32") return Kind::kU32;
  if (spelling == "i32") return Kind::kI32;
  return spelling == "f32" ? Kind::kFloat : Kind::kRaw;
}

Status refused(std::string_view op_id, std::string_view why, std::string_view fix) {
  return fail(Code::kUnsupportedFeature, "call of ", ir::display_name(op_id), ": ", why,
              ". Fix: ", fix);
}

}  // namespace

Result<uint32_t> ExpressionCompiler::expression(ir::ExprId id, uint32_t temp, uint32_t wanted) {
  const ir::Expr& expr = program_.exprs[id];
  switch (expr.kind) {
    case ExprKind::kLitU32:
    case ExprKind::kLitI32:
    case ExprKind::kLitBool:
    case ExprKind::kLitF32:
      return literal(expr);
    case ExprKind::kVar:
      return variable(expr.name, temp);
    case ExprKind::kInvocationId:
    case ExprKind::kWorkgroupId:
    case ExprKind::kLocalId:
      return lane_id(expr, temp);
    case ExprKind::kBufLen:
      return length(expr, temp, wanted);
    case ExprKind::kLoad:
      return load(expr, temp, wanted);
    case ExprKind::kBinOp:
    case ExprKind::kUnOp:
    case ExprKind::kSelect:
    case ExprKind::kCast:
    case ExprKind::kFma:
      return operation(expr, temp, wanted);
    case ExprKind::kAtomic:
      return atomic(expr, temp, wanted);
    case ExprKind::kSubgroupReduce:
    case ExprKind::kSubgroupShuffle:
    case ExprKind::kSubgroupBallot:
      return subgroup(expr, temp, wanted);
    case ExprKind::kSubgroupLocalId:
    case ExprKind::kSubgroupSize:
      return subgroup_id(expr, temp, wanted);
    case ExprKind::kCall:
      return call(expr, temp, wanted);
    case ExprKind::kOpaque:
      return opaque(expr, temp);
    case ExprKind::kBufferRef:
      return emitter_.fail_at(Fault::kBufferRef, expr.name, temp);
  }
  return emitter_.fail_at(Fault::kNoMeaning, kNone, temp);
}

uint32_t ExpressionCompiler::literal(const ir::Expr& expr) {
  if (expr.kind == ExprKind::kLitI32)
    return emitter_.constant(make_i32(static_cast<int32_t>(expr.value)));
  if (expr.kind == ExprKind::kLitBool) return emitter_.constant(make_bool(expr.value != 0));
  if (expr.kind == ExprKind::kLitU32) return emitter_.constant(make_u32(expr.value));
  return emitter_.constant(make_f32(ir::canonical_f32(std::bit_cast<float>(expr.value))));
}

// A specialization value means what the literal in its place would.
uint32_t ExpressionCompiler::opaque(const ir::Expr& expr, uint32_t temp) {
  if (values_ == nullptr || !ir::is_constant_value(program_, expr)) {
    return emitter_.fail_at(Fault::kOpaque, expr.name, temp);
  }
  const auto named = ir::read_constant_value(program_.bytes(expr.args));
  const specialization::Value* value = named.ok() ? values_->find(named.value().name) : nullptr;
  if (value == nullptr) return emitter_.fail_at(Fault::kOpaque, expr.name, temp);
  return literal(specialization::literal(*value));
}

Result<uint32_t> ExpressionCompiler::operation(const ir::Expr& expr, uint32_t temp,
                                               uint32_t wanted) {
  VYRE_RETURN_IF_ERROR(emitter_.check_size());
  std::array<uint32_t, 3> operands = {kNone, kNone, kNone};
  for (uint32_t i = 0; i < 3 && expr.operands[i] != kNone; ++i) {
    VYRE_ASSIGN_OR_RETURN(operands[i], expression(expr.operands[i], temp + i));
  }
  Instruction instruction{.sub = expr.op,
                          .dst = emitter_.result_place(temp, wanted),
                          .a = operands[0],
                          .b = operands[1],
                          .c = operands[2]};
  instruction.op = opcode_of(expr.kind);
  if (expr.kind == ExprKind::kCast) {
    instruction.sub = static_cast<uint8_t>(program_.types[expr.value].tag);
    instruction.d = expr.value;
  }
  emitter_.emit(instruction);
  return instruction.dst;
}

Result<uint32_t> ExpressionCompiler::load(const ir::Expr& expr, uint32_t temp, uint32_t wanted) {
  VYRE_ASSIGN_OR_RETURN(const uint32_t index, expression(expr.operands[0], temp));
  const uint32_t buffer = program_.find_buffer(expr.name);
  if (buffer == kNone) return emitter_.fail_at(Fault::kUnknownBuffer, expr.name, temp);
  if (!code_.elements[buffer].loadable) {
    return fail(Code::kUnsupportedFeature, "load from buffer ",
                ir::display_name(program_.names[expr.name]), " of element ",
                ir::type_name(program_.types, program_.buffers[buffer].element),
                ": cpu-ref loads elements of at most ", kMaxRawBytes,
                " bytes. Fix: declare the buffer with a smaller element, such as U8 or U32.");
  }
  const uint32_t dst = emitter_.result_place(temp, wanted);
  emitter_.emit({.op = Opcode::kLoad, .dst = dst, .a = index, .c = buffer});
  return dst;
}

Result<uint32_t> ExpressionCompiler::atomic(const ir::Expr& expr, uint32_t temp, uint32_t wanted) {
  const ir::AtomicOp op = expr.atomic_op();
  const bool wants_expected = op == ir::AtomicOp::kCompareExchange;
  if (wants_expected != (expr.operands[1] != kNone)) {
    return emitter_.fail_at(Fault::kAtomicShape, expr.name, temp);
  }
  if (!ir::ops::is_defined(op)) return emitter_.fail_at(Fault::kAtomicOperator, expr.name, temp);
  std::array<uint32_t, 3> operands = {kNone, kNone, kNone};
  for (uint32_t i = 0; i < 3; ++i) {
    if (expr.operands[i] == kNone) continue;
    VYRE_ASSIGN_OR_RETURN(operands[i], expression(expr.operands[i], temp + i));
  }
  const uint32_t buffer = program_.find_buffer(expr.name);
  if (buffer == kNone) return emitter_.fail_at(Fault::kUnknownBuffer, expr.name, temp);
  if (!is_atomic_target(buffer)) return emitter_.fail_at(Fault::kAtomicTarget, expr.name, temp);
  const uint32_t dst = emitter_.result_place(temp, wanted);
  emitter_.emit({.op = Opcode::kAtomic,
                 .sub = expr.op,
                 .dst = dst,
                 .a = operands[0],
                 .b = operands[2],
                 .c = buffer,
                 .d = operands[1]});
  return dst;
}

Result<uint32_t> ExpressionCompiler::call(const ir::Expr& expr, uint32_t temp, uint32_t wanted) {
  const std::string_view id = program_.names[expr.name];
  const ir::OpSignature* signature = code_.ops == nullptr ? nullptr : code_.ops->signature(id);
  if (signature == nullptr) return refused(id, "cpu-ref knows no such op", "register it");
  CallSite site{.reference = code_.ops->reference(id), .op = expr.name};
  if (site.reference == nullptr) {
    return refused(id, "the op has no reference function, so cpu-ref cannot run it",
                   "register it with one or with a composition");
  }
  const auto arguments = program_.arguments(expr);
  if (arguments.size() != signature->inputs.size()) {
    return fail(Code::kInvalidProgram, "call of ", ir::display_name(id), ": ", arguments.size(),
                " arguments where the op takes ", signature->inputs.size(),
                ". Fix: pass one for each input.");
  }
  for (uint32_t i = 0; i < arguments.size(); ++i) {
    VYRE_ASSIGN_OR_RETURN(const uint32_t operand, expression(arguments[i], temp + i));
    const std::string& spelling = signature->inputs[i];
    site.arguments.push_back({operand, bytes_of(spelling), spelling == "f32"});
    site.input_bytes += bytes_of(spelling);
  }
  if (site.input_bytes > kMaxCallBytes) return emitter_.fail_at(Fault::kCallInput, expr.name, temp);
  site.result = result_of(*signature);
  const uint32_t dst = emitter_.result_place(temp, wanted);
  emitter_.emit({.op = Opcode::kCall, .dst = dst, .c = static_cast<uint32_t>(code_.calls.size())});
  code_.calls.push_back(std::move(site));
  return dst;
}

// The operands become a block that runs once for every lane of the subgroup.
Result<uint32_t> ExpressionCompiler::subgroup(const ir::Expr& expr, uint32_t temp,
                                              uint32_t wanted) {
  if (subgroup_depth_ == kMaxSubgroupNesting) {
    return fail(Code::kUnsupportedFeature, "subgroup operation inside ", kMaxSubgroupNesting,
                " others: cpu-ref nests them no deeper. Fix: bind the inner one with a Let.");
  }
  ++subgroup_depth_;
  const uint32_t skip = emitter_.emit({.op = Opcode::kJump});
  const uint32_t block = emitter_.here();
  VYRE_ASSIGN_OR_RETURN(const uint32_t value, expression(expr.operands[0], temp));
  uint32_t lane = kNone;
  if (expr.operands[1] != kNone) {
    VYRE_ASSIGN_OR_RETURN(lane, expression(expr.operands[1], temp + 1));
  }
  emitter_.emit_step({.op = Opcode::kYield});
  emitter_.land(skip);
  --subgroup_depth_;
  const uint32_t dst = emitter_.result_place(temp, wanted);
  emitter_.emit(
      {.op = opcode_of(expr.kind), .sub = expr.op, .dst = dst, .a = value, .b = lane, .c = block});
  return dst;
}

uint32_t ExpressionCompiler::length(const ir::Expr& expr, uint32_t temp, uint32_t wanted) {
  const uint32_t buffer = program_.find_buffer(expr.name);
  if (buffer == kNone) return emitter_.fail_at(Fault::kUnknownBuffer, expr.name, temp);
  if (code_.elements[buffer].length_bits == 0) {
    return emitter_.fail_at(Fault::kUnsizedLength, expr.name, temp);
  }
  const uint32_t dst = emitter_.result_place(temp, wanted);
  emitter_.emit({.op = Opcode::kLength, .dst = dst, .c = buffer});
  return dst;
}

// A local is its frame slot. Within a subgroup operand the frame is another lane's, which may not
// have bound the name.
uint32_t ExpressionCompiler::variable(ir::NameId name, uint32_t temp) {
  const Scopes::Local& local = scopes_.local(name);
  if (!local.live) return emitter_.fail_at(Fault::kUnboundName, name, temp);
  if (subgroup_depth_ != 0) emitter_.emit({.op = Opcode::kCheckBound, .a = local.slot, .c = name});
  return local.slot;
}

uint32_t ExpressionCompiler::lane_id(const ir::Expr& expr, uint32_t temp) {
  if (expr.op > 2) return emitter_.fail_at(Fault::kAxis, kNone, temp);
  return scopes_.id_slot(expr.kind, expr.op);
}

uint32_t ExpressionCompiler::subgroup_id(const ir::Expr& expr, uint32_t temp, uint32_t wanted) {
  if (!ir::has_subgroup_ids(program_)) {
    return emitter_.fail_at(Fault::kSubgroupIdentity, kNone, temp);
  }
  if (expr.kind == ExprKind::kSubgroupSize) return emitter_.constant(make_u32(ir::kSubgroupSize));
  const uint32_t dst = emitter_.result_place(temp, wanted);
  emitter_.emit({.op = Opcode::kSubgroupLocalId, .dst = dst});
  return dst;
}

// Words of storage; workgroup memory has no atomics.
bool ExpressionCompiler::is_atomic_target(uint32_t buffer) const {
  for (const SharedBuffer& shared : code_.shared) {
    if (shared.buffer == buffer) return false;
  }
  return program_.types[program_.buffers[buffer].element].tag == ir::DataType::kU32;
}

}  // namespace vyre::reference
