#pragma once

#include "base/status.h"
#include "registry/op_def.h"
#include "registry/snapshot.h"

namespace vyre::registry {

// An op by composition: a program that stands in for each call of the op.
//
//   inputs    its read-only buffers by slot are the arguments in order; element 0 is the argument
//   output    its one output buffer; element 0 is the result, zero until it is stored
//   locals    are its own, whatever the caller's are called
//   ids       are those of the invocation that calls
//   calls     of other compositions are inlined too
//
// It touches no other memory and has no barrier, atomic, subgroup operation, asynchronous copy or
// early return. What breaks a rule is refused by name when the snapshot is frozen.
Status check_composition(const OpDef& op);

// Deepest nesting of calls, and most records that a program may grow to.
inline constexpr uint32_t kMaxCallDepth = 32;
inline constexpr size_t kMaxInlinedRecords = size_t{1} << 20;

// |program| with every call of a composition replaced by it. Arguments are evaluated once, left to
// right, exactly where they were. Calls of other ops stay. A program without such calls comes back
// as it is. Fails with kInvalidProgram on calls that are circular, too deep or too large.
Result<std::shared_ptr<const ir::Program>> inline_calls(std::shared_ptr<const ir::Program> program,
                                                        const Snapshot& snapshot,
                                                        std::pmr::memory_resource* memory);

}  // namespace vyre::registry
