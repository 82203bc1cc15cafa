#include "reference/values/fault.h"

namespace vyre::reference {

FaultText fault_text(Fault fault) {
  switch (fault) {
    case Fault::kNone:
      return {"no failure", "nothing."};
    case Fault::kKindMismatch:
      return {"operands of different kinds", "cast one of them; nothing is converted by itself."};
    case Fault::kNoMeaning:
      return {"the operator is not defined for this kind", "cast the operand to U32, I32 or F32."};
    case Fault::kDivisionByZero:
      return {"signed division by zero",
              "guard the divisor, or divide U32, where the result is defined."};
    case Fault::kDivisionOverflow:
      return {"the smallest I32 divided by -1", "guard the operands."};
    case Fault::kCastOutOfRange:
      return {"the value does not fit the target", "cast only values that the target can hold."};
    case Fault::kNotAnIndex:
      return {"the index is no U32", "use an index from 0 to 4294967295."};
    case Fault::kNotALoopBound:
      return {"a loop bound is no U32", "use bounds from 0 to 4294967295."};
    case Fault::kNotAnAtomicOperand:
      return {"an operand is no U32", "use values from 0 to 4294967295."};
    case Fault::kNotAByteCount:
      return {"offset or size is no number of bytes", "use numbers from 0 upwards."};
    case Fault::kNotAnFmaOperand:
      return {"an operand is neither F32 nor U32", "cast it to F32."};
    case Fault::kUnboundName:
      return {"the name is not bound here", "bind it with a Let first."};
    case Fault::kNameAlreadyLive:
      return {"the name is already bound", "choose another name, or assign to it."};
    case Fault::kAssignUnbound:
      return {"assignment to a name that is not bound", "bind it with a Let first."};
    case Fault::kAssignLoopVariable:
      return {"assignment to a loop variable", "copy it into a local with a Let."};
    case Fault::kAssignBuffer:
      return {"assignment to a buffer's name", "use a Store with an index."};
    case Fault::kUnknownBuffer:
      return {"no buffer has this name", "declare the buffer."};
    case Fault::kAtomicTarget:
      return {"atomics work on U32 storage only", "declare the buffer as ReadWrite U32 storage."};
    case Fault::kAtomicShape:
      return {"an expected value belongs to CompareExchange alone",
              "give one to CompareExchange and to nothing else."};
    case Fault::kAtomicOperator:
      return {"the atomic operator has no meaning", "use CompareExchange or another operator."};
    case Fault::kUnsizedLength:
      return {"elements without a size have no count", "declare the buffer with a sized element."};
    case Fault::kAxis:
      return {"ids have the axes 0, 1 and 2", "use one of these."};
    case Fault::kSubgroupIdentity:
      return {"subgroup ids and sizes have no meaning", "derive them from LocalId."};
    case Fault::kSubgroupKinds:
      return {"the value must be U32 on all lanes or F32 on all lanes", "cast it."};
    case Fault::kSubgroupLane:
      return {"the lane index is no U32", "use an index from 0 to 4294967295."};
    case Fault::kDivergentBarrier:
      return {"this branch holds a barrier and went both ways in one workgroup",
              "make its condition the same for all invocations and all trips."};
    case Fault::kMixedBarriers:
      return {"some invocations wait for the grid and others for their workgroup",
              "let all invocations reach the same barrier."};
    case Fault::kTagPending:
      return {"a copy with this tag is already under way",
              "wait for it first, or use another tag."};
    case Fault::kTagMissing:
      return {"no copy with this tag is under way", "start one before waiting."};
    case Fault::kTagLeft:
      return {"an invocation ended with a copy under way", "wait for every tag before the end."};
    case Fault::kIndirectDispatch:
      return {"an indirect dispatch was reached", "launch the second program from the host."};
    case Fault::kForeignRank:
      return {"a collective operation with other ranks was reached",
              "use group 0 and root 0, which a single rank has."};
    case Fault::kOpaque:
      return {"nothing here knows what the extension does",
              "express it with the statements and operators of the language."};
    case Fault::kResume:
      return {"a resume was reached", "remove it."};
    case Fault::kTrap:
      return {"the program trapped", "see the address and the tag."};
    case Fault::kCall:
      return {"the reference function failed", "see its reason."};
    case Fault::kCallInput:
      return {"the arguments are more than 64 MiB", "pass fewer."};
    case Fault::kCallResult:
      return {"the reference function gave more than 16 bytes", "let it give one value."};
  }
  return {"unknown failure", "report it."};
}

}  // namespace vyre::reference
