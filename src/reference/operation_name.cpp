#include "reference/operation_name.h"

#include "base/status.h"
#include "ir/display_name.h"

namespace vyre::reference {
namespace {

constexpr std::string_view kBinaryNames[] = {"Add",
                                             "Sub",
                                             "Mul",
                                             "Div",
                                             "Mod",
                                             "BitAnd",
                                             "BitOr",
                                             "BitXor",
                                             "Shl",
                                             "Shr",
                                             "Eq",
                                             "Ne",
                                             "Lt",
                                             "Gt",
                                             "Le",
                                             "Ge",
                                             "And",
                                             "Or",
                                             "AbsDiff",
                                             "Min",
                                             "Max",
                                             "SaturatingAdd",
                                             "SaturatingSub",
                                             "SaturatingMul",
                                             "Shuffle",
                                             "Ballot",
                                             "WaveReduce",
                                             "WaveBroadcast",
                                             "RotateLeft",
                                             "RotateRight",
                                             "WrappingAdd",
                                             "WrappingSub",
                                             "MulHigh"};
static_assert(std::size(kBinaryNames) == static_cast<size_t>(ir::BinOp::kMulHigh));

constexpr std::string_view kUnaryNames[] = {
    "Negate",      "BitNot",     "LogicalNot",  "Popcount",   "Clz",         "Ctz",
    "ReverseBits", "Cos",        "Sin",         "Abs",        "Sqrt",        "Floor",
    "Ceil",        "Round",      "Trunc",       "Sign",       "IsNan",       "IsInf",
    "IsFinite",    "Exp",        "Log",         "Log2",       "Exp2",        "Tan",
    "Acos",        "Asin",       "Atan",        "Tanh",       "Sinh",        "Cosh",
    "InverseSqrt", "Unpack4Low", "Unpack4High", "Unpack8Low", "Unpack8High", "Reciprocal"};
static_assert(std::size(kUnaryNames) == static_cast<size_t>(ir::UnOp::kReciprocal));

constexpr std::string_view kAtomicNames[] = {"Add",
                                             "Or",
                                             "And",
                                             "Xor",
                                             "Min",
                                             "Max",
                                             "Exchange",
                                             "CompareExchange",
                                             "CompareExchangeWeak",
                                             "FetchNand",
                                             "LruUpdate"};
static_assert(std::size(kAtomicNames) == static_cast<size_t>(ir::AtomicOp::kLruUpdate));

std::string_view name_at(std::span<const std::string_view> names, uint8_t tag) {
  return tag >= 1 && tag <= names.size() ? names[tag - 1u] : "opaque operator";
}

std::string with_buffer(std::string_view what, const Bytecode& code, uint32_t buffer) {
  const ir::Program& program = *code.program;
  return concat(what, " of buffer ", ir::display_name(program.names[program.buffers[buffer].name]));
}

}  // namespace

std::string_view binary_name(ir::BinOp op) {
  return name_at(kBinaryNames, static_cast<uint8_t>(op));
}
std::string_view unary_name(ir::UnOp op) { return name_at(kUnaryNames, static_cast<uint8_t>(op)); }
std::string_view atomic_name(ir::AtomicOp op) {
  return name_at(kAtomicNames, static_cast<uint8_t>(op));
}

std::string operation_name(const Bytecode& code, const Instruction& in) {
  switch (in.op) {
    case Opcode::kBinary:
      return std::string(binary_name(static_cast<ir::BinOp>(in.sub)));
    case Opcode::kUnary:
      return std::string(unary_name(static_cast<ir::UnOp>(in.sub)));
    case Opcode::kCast:
      return concat("cast to ", ir::type_name(code.program->types, in.d));
    case Opcode::kFma:
      return "Fma";
    case Opcode::kLoad:
      return with_buffer("load", code, in.c);
    case Opcode::kStore:
      return with_buffer("store", code, in.c);
    case Opcode::kAtomic:
      return with_buffer(concat("atomic ", atomic_name(static_cast<ir::AtomicOp>(in.sub))), code,
                         in.c);
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
      return "Select";
    case Opcode::kLength:
      return with_buffer("length", code, in.c);
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
