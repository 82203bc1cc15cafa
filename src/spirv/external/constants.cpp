#include "spirv/external/constants.h"

#include <algorithm>

namespace vyre::spirv {
namespace {

using Bytes = std::optional<uint64_t>;
using Word = std::optional<uint32_t>;

constexpr int kMaxNested = 64;  // arrays in arrays
constexpr uint64_t kAddressBytes = 8;

// Beyond any device, and small enough that sums of two do not overflow.
constexpr uint64_t kMaxBytes = uint64_t{1} << 62;

Bytes sum(Bytes a, Bytes b) {
  if (!a || !b) return std::nullopt;
  return std::min(*a + *b, kMaxBytes);
}

Bytes product(Bytes a, Bytes b) {
  if (!a || !b) return std::nullopt;
  uint64_t result = 0;
  const bool overflows = __builtin_mul_overflow(*a, *b, &result);
  return overflows ? kMaxBytes : std::min(result, kMaxBytes);
}

int32_t as_signed(uint32_t word) { return static_cast<int32_t>(word); }

Word quotient(uint32_t a, uint32_t b, bool is_signed) {
  if (b == 0 || (is_signed && a == 0x80000000u && b == 0xFFFFFFFFu)) return std::nullopt;
  return is_signed ? static_cast<uint32_t>(as_signed(a) / as_signed(b)) : a / b;
}

Word remainder(uint32_t a, uint32_t b, bool is_signed) {
  if (b == 0 || (is_signed && b == 0xFFFFFFFFu)) return std::nullopt;
  return is_signed ? static_cast<uint32_t>(as_signed(a) % as_signed(b)) : a % b;
}

Word signed_shift(uint32_t a, uint32_t b) {
  return b < 32 ? Word(static_cast<uint32_t>(as_signed(a) >> b)) : std::nullopt;
}

// A remainder of |b|'s sign.
Word modulo(uint32_t a, uint32_t b) {
  const Word rest = remainder(a, b, true);
  return rest && *rest != 0 && as_signed(*rest ^ b) < 0 ? Word(*rest + b) : rest;
}

bool is_division(SpvOp op) {
  return op == SpvOpUDiv || op == SpvOpSDiv || op == SpvOpUMod || op == SpvOpSRem ||
         op == SpvOpSMod;
}

Word unary(SpvOp op, uint32_t a) {
  switch (op) {
    case SpvOpSNegate:
      return 0 - a;
    case SpvOpNot:
      return ~a;
    case SpvOpLogicalNot:
      return a == 0;
    case SpvOpUConvert:
    case SpvOpSConvert:
    case SpvOpBitcast:
    case SpvOpCopyObject:
      return a;
    default:
      return std::nullopt;
  }
}

Word arithmetic(SpvOp op, uint32_t a, uint32_t b) {
  switch (op) {
    case SpvOpIAdd:
      return a + b;
    case SpvOpISub:
      return a - b;
    case SpvOpIMul:
      return a * b;
    case SpvOpUDiv:
    case SpvOpSDiv:
      return quotient(a, b, op == SpvOpSDiv);
    case SpvOpUMod:
    case SpvOpSRem:
      return remainder(a, b, op == SpvOpSRem);
    case SpvOpSMod:
      return modulo(a, b);
    case SpvOpShiftLeftLogical:
      return b < 32 ? Word(a << b) : std::nullopt;
    case SpvOpShiftRightLogical:
      return b < 32 ? Word(a >> b) : std::nullopt;
    case SpvOpShiftRightArithmetic:
      return signed_shift(a, b);
    case SpvOpBitwiseAnd:
    case SpvOpLogicalAnd:
      return a & b;
    case SpvOpBitwiseOr:
    case SpvOpLogicalOr:
      return a | b;
    case SpvOpBitwiseXor:
      return a ^ b;
    default:
      return std::nullopt;
  }
}

Word comparison(SpvOp op, uint32_t a, uint32_t b) {
  switch (op) {
    case SpvOpIEqual:
    case SpvOpLogicalEqual:
      return a == b;
    case SpvOpINotEqual:
    case SpvOpLogicalNotEqual:
      return a != b;
    case SpvOpULessThan:
      return a < b;
    case SpvOpULessThanEqual:
      return a <= b;
    case SpvOpUGreaterThan:
      return a > b;
    case SpvOpUGreaterThanEqual:
      return a >= b;
    case SpvOpSLessThan:
      return as_signed(a) < as_signed(b);
    case SpvOpSLessThanEqual:
      return as_signed(a) <= as_signed(b);
    case SpvOpSGreaterThan:
      return as_signed(a) > as_signed(b);
    case SpvOpSGreaterThanEqual:
      return as_signed(a) >= as_signed(b);
    default:
      return std::nullopt;
  }
}

}  // namespace

ExternalConstants::ExternalConstants(const ExternalModule& module,
                                     std::span<const SpecChoice> choices)
    : module_(module), choices_(choices), known_(module.definitions_.size()) {
  std::vector<uint32_t> order(known_.size());
  for (uint32_t i = 0; i < order.size(); ++i) order[i] = i;
  std::ranges::stable_sort(order, {}, [&](uint32_t i) { return module.definitions_[i].at; });
  for (const uint32_t i : order) {
    learn(module.words_.instruction(module.definitions_[i].at), known_[i]);
  }
}

Word ExternalConstants::value(uint32_t id) const {
  const auto* row = ExternalModule::row_of(module_.definitions_, id);
  return row != nullptr ? known_of(*row).value : std::nullopt;
}

uint32_t ExternalConstants::failed_division(uint32_t id) const {
  const auto* row = ExternalModule::row_of(module_.definitions_, id);
  return row != nullptr ? known_of(*row).failed_division : 0;
}

// A pointer in memory is an address; it may be made behind the structure that has it.
TypeSize ExternalConstants::size(uint32_t type) const {
  const auto* row = ExternalModule::row_of(module_.definitions_, type);
  if (row == nullptr) return {};
  const bool is_pointer = module_.words_.instruction(row->at).op == SpvOpTypePointer;
  return is_pointer ? TypeSize{kAddressBytes, 0} : known_of(*row).size;
}

const ExternalConstants::Known& ExternalConstants::known_of(
    const ExternalModule::Definition& row) const {
  return known_[static_cast<size_t>(&row - module_.definitions_.data())];
}

void ExternalConstants::learn(const ModuleInstruction& one, Known& known) const {
  switch (one.op) {
    case SpvOpTypeBool:
      known.size.bytes = sizeof(uint32_t);
      break;
    case SpvOpTypeInt:
    case SpvOpTypeFloat:
      known.size.bytes = one[2] / 8;
      break;
    case SpvOpTypeVector:
    case SpvOpTypeMatrix:
      known.size.bytes = product(size(one[2]).bytes, one[3]);
      break;
    case SpvOpTypeArray:
    case SpvOpTypeRuntimeArray:
      known.size = array_size(one, size(one[2]).bytes);
      break;
    case SpvOpTypeStruct:
      known.size = struct_size(one);
      break;
    case SpvOpConstantTrue:
      known.value = 1;
      break;
    case SpvOpConstantFalse:
    case SpvOpConstantNull:
      known.value = 0;
      break;
    case SpvOpConstant:
      if (module_.kind_of(one[1]) != ConstantKind::kOther) known.value = one[3];
      break;
    case SpvOpSpecConstantTrue:
    case SpvOpSpecConstantFalse:
    case SpvOpSpecConstant:
      known.value = chosen(one);
      break;
    case SpvOpSpecConstantOp:
      known.value = computed(one);
      if (!known.value) known.failed_division = failed_division_in(one);
      break;
    default:
      break;
  }
}

Word ExternalConstants::chosen(const ModuleInstruction& one) const {
  const ExternalModule::Note* number = module_.note(one[2], SpvDecorationSpecId);
  if (number != nullptr) {
    const auto choice = std::ranges::lower_bound(choices_, number->value, {}, &SpecChoice::number);
    if (choice != choices_.end() && choice->number == number->value) {
      return one.op == SpvOpSpecConstant ? choice->bits : choice->bits != 0;
    }
  }
  if (one.op != SpvOpSpecConstant) return one.op == SpvOpSpecConstantTrue;
  return module_.kind_of(one[1]) != ConstantKind::kOther ? Word(one[3]) : std::nullopt;
}

Word ExternalConstants::computed(const ModuleInstruction& one) const {
  const ConstantKind kind = module_.kind_of(one[1]);
  if (kind == ConstantKind::kOther || kind == ConstantKind::kF32) return std::nullopt;
  const auto op = static_cast<SpvOp>(one[3] & SpvOpCodeMask);
  if (op == SpvOpCompositeExtract) return extracted(one);
  const auto operand = [&](size_t i) {
    return one.words.size() > 4 + i ? value(one[4 + i]) : std::nullopt;
  };
  const Word a = operand(0), b = operand(1);
  if (!a) return std::nullopt;
  if (op == SpvOpSelect) return *a != 0 ? b : operand(2);
  if (!b) return one.words.size() == 5 ? unary(op, *a) : std::nullopt;
  const Word result = arithmetic(op, *a, *b);
  return result ? result : comparison(op, *a, *b);
}

// Of a constant that is not known: its own, or that of the first operand that is not known either.
uint32_t ExternalConstants::failed_division_in(const ModuleInstruction& one) const {
  constexpr size_t kFirst = 4;
  const auto op = static_cast<SpvOp>(one[3] & SpvOpCodeMask);
  if (op == SpvOpCompositeExtract || one.words.size() <= kFirst) return 0;
  const auto operands = one.words.subspan(kFirst);
  const auto unknown = std::ranges::find_if(operands, [&](uint32_t id) { return !value(id); });
  if (unknown != operands.end()) return failed_division(*unknown);
  return is_division(op) ? one[1] : 0;
}

// One of the numbers of a vector, such as the workgroup size on an axis.
Word ExternalConstants::extracted(const ModuleInstruction& one) const {
  const auto vector = one.words.size() == 6 ? module_.find(one[4]) : std::nullopt;
  if (!vector || (vector->op != SpvOpConstantComposite && vector->op != SpvOpSpecConstantComposite))
    return std::nullopt;
  const size_t word = size_t{3} + one[5];
  return word < vector->words.size() ? value((*vector)[word]) : std::nullopt;
}

TypeSize ExternalConstants::array_size(const ModuleInstruction& one, Bytes element) const {
  const ExternalModule::Note* given = module_.note(one[1], SpvDecorationArrayStride);
  const Bytes stride = given != nullptr ? Bytes(given->value) : element;
  if (one.op == SpvOpTypeRuntimeArray) return {0, stride.value_or(0)};
  const Word count = value(one[3]);
  if (!count || *count == 0) return {};
  return {sum(product(stride, *count - 1), element), 0};
}

TypeSize ExternalConstants::struct_size(const ModuleInstruction& one) const {
  TypeSize all{0, 0};
  for (size_t i = 2; i < one.words.size(); ++i) {
    const auto member = static_cast<uint32_t>(i - 2);
    const ExternalModule::Note* offset = module_.note(one[1], SpvDecorationOffset, member);
    const Bytes begin = offset != nullptr ? Bytes(offset->value) : all.bytes;
    const Bytes end = sum(begin, member_bytes(one[i], member, one[1]));
    all.bytes = all.bytes && end ? Bytes(std::max(*all.bytes, *end)) : std::nullopt;
    all.open_element_bytes = std::max(all.open_element_bytes, size(one[i]).open_element_bytes);
  }
  return all;
}

// How matrices stand in a member is told with the member, also where they stand in arrays there.
Bytes ExternalConstants::member_bytes(uint32_t type, uint32_t member, uint32_t of) const {
  const ExternalModule::Note* stride = module_.note(of, SpvDecorationMatrixStride, member);
  if (stride == nullptr) return size(type).bytes;
  const bool by_rows = module_.note(of, SpvDecorationRowMajor, member) != nullptr;
  return bytes_with_matrices(type, {stride->value, by_rows}, kMaxNested);
}

Bytes ExternalConstants::bytes_with_matrices(uint32_t type, const MatrixLayout& layout,
                                             int levels) const {
  const auto made = levels > 0 ? module_.find(type) : std::nullopt;
  if (!made) return std::nullopt;
  switch (made->op) {
    case SpvOpTypeArray:
    case SpvOpTypeRuntimeArray:
      return array_size(*made, bytes_with_matrices((*made)[2], layout, levels - 1)).bytes;
    case SpvOpTypeMatrix:
      return matrix_bytes(*made, layout);
    default:
      return size(type).bytes;
  }
}

Bytes ExternalConstants::matrix_bytes(const ModuleInstruction& one,
                                      const MatrixLayout& layout) const {
  const auto column = module_.find(one[2]);
  if (!column || column->op != SpvOpTypeVector || one[3] == 0 || (*column)[3] == 0)
    return std::nullopt;
  const uint32_t columns = one[3], rows = (*column)[3];
  const Bytes line = product(size((*column)[2]).bytes, layout.by_rows ? columns : rows);
  return sum(product(uint64_t{layout.by_rows ? rows : columns} - 1, layout.stride), line);
}

}  // namespace vyre::spirv
