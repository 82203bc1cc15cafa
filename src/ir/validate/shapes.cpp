#include "ir/validate/rules.h"

namespace vyre::ir {
namespace {

// __int128 is an extension of both compilers we support; a product of two 64-bit numbers needs it.
__extension__ using Wide = __int128;

bool affine_holds(const ShapePredicate& predicate, uint32_t count) {
  const Wide value = Wide{count} * predicate.a + predicate.b;
  return value >= predicate.c && value <= predicate.d;
}

bool holds(const Program& program, uint32_t index, uint32_t count) {
  const ShapePredicate& predicate = program.predicates[index];
  switch (predicate.kind) {
    case ShapePredicate::Kind::kAtLeast:
      return count >= predicate.a;
    case ShapePredicate::Kind::kAtMost:
      return count <= predicate.a;
    case ShapePredicate::Kind::kExactly:
      return count == predicate.a;
    case ShapePredicate::Kind::kMultipleOf:
      return predicate.a > 0 && count % predicate.a == 0;
    case ShapePredicate::Kind::kModEquals:
      return predicate.b >= 0 && predicate.b < predicate.a && count % predicate.a == predicate.b;
    case ShapePredicate::Kind::kAffineRange:
      return affine_holds(predicate, count);
    case ShapePredicate::Kind::kAnd:
      return holds(program, predicate.left, count) && holds(program, predicate.right, count);
    case ShapePredicate::Kind::kOr:
      return holds(program, predicate.left, count) || holds(program, predicate.right, count);
    case ShapePredicate::Kind::kNot:
      return !holds(program, predicate.left, count);
  }
  return false;
}

}  // namespace

void validate_shapes(Validation& v) {
  for (uint32_t i = 0; i < v.program.buffers.size(); ++i) {
    const Buffer& buffer = v.program.buffers[i];
    if (buffer.shape_predicate == kNone) continue;
    if (holds(v.program, buffer.shape_predicate, buffer.count)) continue;
    const Findings::Step step(v.findings, "buffers", i);
    v.findings.error("R-SHAPE", "buffer ", v.quoted(buffer.name), " of ", buffer.count,
                     " elements breaks its shape predicate");
  }
}

}  // namespace vyre::ir
