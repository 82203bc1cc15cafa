#pragma once

#include <cstdint>
#include <string_view>

namespace vyre::reference {

// Why a dispatch fails. Each has a sentence and a way out in fault.cpp.
enum class Fault : uint8_t {
  kNone,
  kKindMismatch,
  kNoMeaning,  // the operator is not defined for that kind
  kDivisionByZero,
  kDivisionOverflow,
  kCastOutOfRange,
  kNotAnIndex,
  kNotALoopBound,
  kNotAnAtomicOperand,
  kNotAByteCount,
  kNotAnFmaOperand,
  kUnboundName,
  kNameAlreadyLive,
  kAssignUnbound,
  kAssignLoopVariable,
  kAssignBuffer,
  kUnknownBuffer,
  kAtomicTarget,
  kAtomicShape,
  kAtomicOperator,
  kUnsizedLength,
  kAxis,
  kSubgroupIdentity,
  kSubgroupKinds,
  kSubgroupLane,
  kDivergentBarrier,
  kMixedBarriers,
  kTagPending,
  kTagMissing,
  kTagLeft,
  kIndirectDispatch,
  kForeignRank,
  kOpaque,
  kResume,
  kTrap,
  kCall,
  kCallInput,
  kCallResult,
};

struct FaultText {
  std::string_view reason;
  std::string_view fix;
};

FaultText fault_text(Fault fault);

}  // namespace vyre::reference
