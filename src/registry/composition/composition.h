#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/status/status.h"
#include "registry/ops/op_def.h"
#include "registry/ops/snapshot.h"

namespace vyre::registry {

// An op by composition: a program that stands in for each call of the op (docs/compositions.md).
//
//   inputs    its read-only buffers by slot are the arguments in order; element 0 is the argument
//   output    its one output buffer; element 0 is the result, zero until it is stored. An op
//             without output has the value 0 of type u32
//   locals    are its own, whatever the caller's are called
//   ids       are those of the invocation that calls
//   calls     of other compositions are inlined too
//
// It touches no other memory and has no barrier, atomic, subgroup operation, asynchronous copy,
// opaque part or return; it may trap. What breaks a rule is refused by name when the snapshot is
// frozen. Success for an op without composition.
Status check_composition(const OpDef& op);

// The buffers of a composition and what they stand for.
struct CompositionParts {
  std::vector<uint32_t> inputs;  // read-only buffers by slot: the arguments in order
  uint32_t output = ir::kNone;   // the first buffer that is written: the result
};

CompositionParts parts_of(const ir::Program& composition);

// What is wrong with the calls that the compositions of |snapshot| make: unknown ops, arguments
// that do not suit, ops that call themselves in the end.
std::vector<Finding> find_bad_calls(const Snapshot& snapshot);

// The compositions of a snapshot that take the place of calls: all but those of the ops |left|,
// which the device carries out itself. Both are borrowed.
struct Compositions {
  const Snapshot& snapshot;
  std::span<const std::string> left = {};  // ids, in order

  // The op that a call is replaced by, or null.
  const OpDef* of(std::string_view op_id) const;
};

// Deepest nesting of calls, and most expressions and statements that a program may grow to.
inline constexpr uint32_t kMaxCallDepth = 32;
inline constexpr size_t kMaxInlinedRecords = size_t{1} << 20;

// |program| with every call of a composition replaced by statements before the one that it stands
// in. Everything is evaluated once, in the order in which it was: what comes before a call and may
// change meanwhile is bound by a Let. Calls of other ops stay. A program without such calls comes
// back as it is. Takes time linear in the size of the result.
//
// Fails with kInvalidProgram, naming the op, when calls are circular, too deep or too many, and
// with kUnsupportedFeature when one stands inside the operand of a subgroup operation.
Result<std::shared_ptr<const ir::Program>> inline_calls(std::shared_ptr<const ir::Program> program,
                                                        const Compositions& compositions,
                                                        std::pmr::memory_resource* memory);

}  // namespace vyre::registry
