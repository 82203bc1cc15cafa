#include "spirv/external/op_instructions.h"

#include <spirv/unified1/GLSL.std.450.h>

#include <algorithm>
#include <iterator>

namespace vyre::spirv {
namespace {

// Types and constants, which a module has once.
constexpr SpvOp kGlobals[] = {SpvOpTypeVoid,          SpvOpTypeBool,      SpvOpTypeInt,
                              SpvOpTypeFloat,         SpvOpTypeVector,    SpvOpTypeArray,
                              SpvOpTypeStruct,        SpvOpTypePointer,   SpvOpTypeFunction,
                              SpvOpConstantTrue,      SpvOpConstantFalse, SpvOpConstant,
                              SpvOpConstantComposite, SpvOpConstantNull};

constexpr SpvOp kStructure[] = {SpvOpFunction,
                                SpvOpFunctionParameter,
                                SpvOpFunctionEnd,
                                SpvOpFunctionCall,
                                SpvOpLabel,
                                SpvOpBranch,
                                SpvOpBranchConditional,
                                SpvOpSwitch,
                                SpvOpLoopMerge,
                                SpvOpSelectionMerge,
                                SpvOpReturn,
                                SpvOpReturnValue,
                                SpvOpUnreachable,
                                SpvOpPhi,
                                SpvOpUndef,
                                SpvOpVariable,
                                SpvOpLoad,
                                SpvOpStore,
                                SpvOpAccessChain,
                                SpvOpInBoundsAccessChain,
                                SpvOpVectorShuffle,
                                SpvOpCompositeConstruct,
                                SpvOpCompositeExtract,
                                SpvOpCompositeInsert,
                                SpvOpVectorExtractDynamic,
                                SpvOpVectorInsertDynamic,
                                SpvOpExtInst,
                                SpvOpSelect,
                                SpvOpBitFieldInsert,
                                SpvOpBitFieldSExtract,
                                SpvOpBitFieldUExtract};

// Arithmetic, comparisons and conversions.
constexpr SpvOp kArithmetic[] = {SpvOpCopyObject,
                                 SpvOpConvertFToU,
                                 SpvOpConvertFToS,
                                 SpvOpConvertSToF,
                                 SpvOpConvertUToF,
                                 SpvOpUConvert,
                                 SpvOpSConvert,
                                 SpvOpFConvert,
                                 SpvOpBitcast,
                                 SpvOpSNegate,
                                 SpvOpFNegate,
                                 SpvOpNot,
                                 SpvOpBitReverse,
                                 SpvOpBitCount,
                                 SpvOpLogicalNot,
                                 SpvOpAny,
                                 SpvOpAll,
                                 SpvOpIsNan,
                                 SpvOpIsInf,
                                 SpvOpIAdd,
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

}  // namespace

const InstructionForm* global_form(SpvOp op) {
  return lists(kGlobals, op) ? instruction_form(op) : nullptr;
}

const InstructionForm* body_form(SpvOp op) {
  const bool may_stand = lists(kStructure, op) || lists(kArithmetic, op);
  return may_stand ? instruction_form(op) : nullptr;
}

bool says_nothing(SpvOp op) { return lists(kSkipped, op); }

bool is_terminator(SpvOp op) { return lists(kTerminators, op); }

bool is_plain_math(uint32_t instruction) {
  return instruction != GLSLstd450Bad && instruction <= GLSLstd450NClamp &&
         !lists(kOtherMath, instruction);
}

}  // namespace vyre::spirv
