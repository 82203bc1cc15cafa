#include "spirv/external/op_instructions.h"

#include <spirv/unified1/GLSL.std.450.h>

#include <algorithm>
#include <iterator>

namespace vyre::spirv {
namespace {

// Types and constants, which a module has once.
constexpr InstructionForm kGlobals[] = {
    {SpvOpTypeVoid, false, true, ""},
    {SpvOpTypeBool, false, true, ""},
    {SpvOpTypeInt, false, true, "ll"},
    {SpvOpTypeFloat, false, true, "l"},
    {SpvOpTypeVector, false, true, "il"},
    {SpvOpTypeArray, false, true, "ii"},
    {SpvOpTypeStruct, false, true, "(i)"},
    {SpvOpTypePointer, false, true, "li"},
    {SpvOpTypeFunction, false, true, "i(i)"},
    {SpvOpConstantTrue, true, true, ""},
    {SpvOpConstantFalse, true, true, ""},
    {SpvOpConstant, true, true, "l(l)"},
    {SpvOpConstantComposite, true, true, "(i)"},
    {SpvOpConstantNull, true, true, ""},
};

constexpr InstructionForm kStructure[] = {
    {SpvOpFunction, true, true, "li"},
    {SpvOpFunctionParameter, true, true, ""},
    {SpvOpFunctionEnd, false, false, ""},
    {SpvOpFunctionCall, true, true, "i(i)"},
    {SpvOpLabel, false, true, ""},
    {SpvOpBranch, false, false, "i"},
    {SpvOpBranchConditional, false, false, "iii(l)"},
    {SpvOpSwitch, false, false, "ii(li)"},
    {SpvOpLoopMerge, false, false, "iil(l)"},
    {SpvOpSelectionMerge, false, false, "il"},
    {SpvOpReturn, false, false, ""},
    {SpvOpReturnValue, false, false, "i"},
    {SpvOpUnreachable, false, false, ""},
    {SpvOpPhi, true, true, "(i)"},
    {SpvOpUndef, true, true, ""},
    {SpvOpVariable, true, true, "l(i)"},
    {SpvOpLoad, true, true, "i(l)"},
    {SpvOpStore, false, false, "ii(l)"},
    {SpvOpAccessChain, true, true, "i(i)"},
    {SpvOpInBoundsAccessChain, true, true, "i(i)"},
    {SpvOpVectorShuffle, true, true, "iil(l)"},
    {SpvOpCompositeConstruct, true, true, "(i)"},
    {SpvOpCompositeExtract, true, true, "il(l)"},
    {SpvOpCompositeInsert, true, true, "iil(l)"},
    {SpvOpVectorExtractDynamic, true, true, "ii"},
    {SpvOpVectorInsertDynamic, true, true, "iii"},
    {SpvOpExtInst, true, true, "il(i)"},
    {SpvOpSelect, true, true, "iii"},
    {SpvOpBitFieldInsert, true, true, "iiii"},
    {SpvOpBitFieldSExtract, true, true, "iii"},
    {SpvOpBitFieldUExtract, true, true, "iii"},
};

// Arithmetic, comparisons and conversions of one and of two operands.
constexpr SpvOp kUnary[] = {SpvOpCopyObject,  SpvOpConvertFToU, SpvOpConvertFToS, SpvOpConvertSToF,
                            SpvOpConvertUToF, SpvOpUConvert,    SpvOpSConvert,    SpvOpFConvert,
                            SpvOpBitcast,     SpvOpSNegate,     SpvOpFNegate,     SpvOpNot,
                            SpvOpBitReverse,  SpvOpBitCount,    SpvOpLogicalNot,  SpvOpAny,
                            SpvOpAll,         SpvOpIsNan,       SpvOpIsInf};
constexpr SpvOp kBinary[] = {SpvOpIAdd,
                             SpvOpFAdd,
                             SpvOpISub,
                             SpvOpFSub,
                             SpvOpIMul,
                             SpvOpFMul,
                             SpvOpUDiv,
                             SpvOpSDiv,
                             SpvOpFDiv,
                             SpvOpUMod,
                             SpvOpSRem,
                             SpvOpSMod,
                             SpvOpFRem,
                             SpvOpFMod,
                             SpvOpVectorTimesScalar,
                             SpvOpDot,
                             SpvOpIAddCarry,
                             SpvOpISubBorrow,
                             SpvOpUMulExtended,
                             SpvOpSMulExtended,
                             SpvOpLogicalEqual,
                             SpvOpLogicalNotEqual,
                             SpvOpLogicalOr,
                             SpvOpLogicalAnd,
                             SpvOpIEqual,
                             SpvOpINotEqual,
                             SpvOpUGreaterThan,
                             SpvOpSGreaterThan,
                             SpvOpUGreaterThanEqual,
                             SpvOpSGreaterThanEqual,
                             SpvOpULessThan,
                             SpvOpSLessThan,
                             SpvOpULessThanEqual,
                             SpvOpSLessThanEqual,
                             SpvOpFOrdEqual,
                             SpvOpFUnordEqual,
                             SpvOpFOrdNotEqual,
                             SpvOpFUnordNotEqual,
                             SpvOpFOrdLessThan,
                             SpvOpFUnordLessThan,
                             SpvOpFOrdGreaterThan,
                             SpvOpFUnordGreaterThan,
                             SpvOpFOrdLessThanEqual,
                             SpvOpFUnordLessThanEqual,
                             SpvOpFOrdGreaterThanEqual,
                             SpvOpFUnordGreaterThanEqual,
                             SpvOpShiftRightLogical,
                             SpvOpShiftRightArithmetic,
                             SpvOpShiftLeftLogical,
                             SpvOpBitwiseOr,
                             SpvOpBitwiseXor,
                             SpvOpBitwiseAnd};

// What says nothing about values.
constexpr SpvOp kSkipped[] = {SpvOpMemoryModel,
                              SpvOpSource,
                              SpvOpSourceContinued,
                              SpvOpSourceExtension,
                              SpvOpString,
                              SpvOpName,
                              SpvOpMemberName,
                              SpvOpModuleProcessed,
                              SpvOpLine,
                              SpvOpNoLine,
                              SpvOpNop};

constexpr SpvOp kTerminators[] = {SpvOpBranch, SpvOpBranchConditional, SpvOpSwitch,
                                  SpvOpReturn, SpvOpReturnValue,       SpvOpUnreachable};

// Of matrices, of 64 bits, and of the stage that draws fragments.
constexpr uint32_t kOtherMath[] = {GLSLstd450Determinant,           GLSLstd450MatrixInverse,
                                   GLSLstd450PackDouble2x32,        GLSLstd450UnpackDouble2x32,
                                   GLSLstd450InterpolateAtCentroid, GLSLstd450InterpolateAtSample,
                                   GLSLstd450InterpolateAtOffset};

template <typename List, typename Item>
bool lists(const List& list, Item item) {
  return std::ranges::find(list, item) != std::end(list);
}

template <typename List>
std::optional<InstructionForm> form_in(const List& forms, SpvOp op) {
  const auto found = std::ranges::find(forms, op, &InstructionForm::op);
  return found != std::end(forms) ? std::optional(*found) : std::nullopt;
}

}  // namespace

std::optional<InstructionForm> global_form(SpvOp op) { return form_in(kGlobals, op); }

std::optional<InstructionForm> body_form(SpvOp op) {
  if (const auto form = form_in(kStructure, op)) return form;
  if (lists(kUnary, op)) return InstructionForm{op, true, true, "i"};
  if (lists(kBinary, op)) return InstructionForm{op, true, true, "ii"};
  return std::nullopt;
}

bool says_nothing(SpvOp op) { return lists(kSkipped, op); }

bool is_terminator(SpvOp op) { return lists(kTerminators, op); }

bool is_plain_math(uint32_t instruction) {
  return instruction != GLSLstd450Bad && instruction <= GLSLstd450NClamp &&
         !lists(kOtherMath, instruction);
}

}  // namespace vyre::spirv
