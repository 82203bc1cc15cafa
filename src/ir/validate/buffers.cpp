#include <algorithm>
#include <unordered_set>

#include "ir/program/visit.h"
#include "ir/validate/rules.h"

namespace vyre::ir {
namespace {

void validate_element(Validation& v, const Buffer& buffer) {
  const DataType tag = v.program.types[buffer.element].tag;
  if (!buffer.is_output || (tag != DataType::kArray && tag != DataType::kTensor)) return;
  v.findings.error("R-OUTELEM", "output buffer ", v.quoted(buffer.name), " has elements of type ",
                   v.type(buffer.element));
}

// |named| and |slots| are those of the buffers before this one.
void validate_buffer(Validation& v, const Buffer& buffer, std::vector<bool>& named,
                     std::unordered_set<uint32_t>& slots) {
  if (named[buffer.name]) {
    v.findings.error("R-NAME", "a second buffer is named ", v.quoted(buffer.name));
  }
  named[buffer.name] = true;
  const bool is_shared = buffer.access == Access::kWorkgroup;
  if (is_shared && buffer.count == 0) {
    v.findings.error("R-WGCOUNT", "workgroup buffer ", v.quoted(buffer.name), " has no elements");
  }
  if (!is_shared && !slots.insert(buffer.binding).second) {
    v.findings.error("R-BIND", "buffer ", v.quoted(buffer.name), " has slot ", buffer.binding,
                     ", which another buffer has");
  }
  validate_element(v, buffer);
}

void validate_output_marker(Validation& v) {
  const auto outputs = std::ranges::count(v.program.buffers, true, &Buffer::is_output);
  if (outputs <= 1) return;
  const auto step = v.findings.step("buffers");
  v.findings.error("V022", outputs, " buffers are marked as output, one at most can be");
}

// By name, how often the text of a program names a buffer.
std::vector<uint64_t> count_uses(const Program& program) {
  std::vector<uint64_t> uses(program.names.size());
  const auto count = [&](NameId name, BufferUse) { ++uses[name]; };
  walk(program, program.entry, [&](NodeId, const Node& node) {
    for_each_buffer(node, count);
    for_each_expr(program, node, [&](ExprId, const Expr& expr) { for_each_buffer(expr, count); });
  });
  return uses;
}

// What a linear type asks for, or null when |uses| is fine.
const char* broken_promise(LinearType type, uint64_t uses) {
  switch (type) {
    case LinearType::kLinear:
      return uses == 1 ? nullptr : "linear: exactly one use";
    case LinearType::kAffine:
      return uses <= 1 ? nullptr : "affine: one use at most";
    case LinearType::kRelevant:
      return uses >= 1 ? nullptr : "relevant: at least one use";
    case LinearType::kUnrestricted:
      return nullptr;
  }
  return nullptr;
}

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

void validate_buffers(Validation& v) {
  std::vector<bool> named(v.program.names.size());
  std::unordered_set<uint32_t> slots;
  for (uint32_t i = 0; i < v.program.buffers.size(); ++i) {
    const auto step = v.findings.step("buffers", i);
    validate_buffer(v, v.program.buffers[i], named, slots);
  }
  validate_output_marker(v);
}

void validate_linear_use(Validation& v) {
  const auto& buffers = v.program.buffers;
  const bool any = std::ranges::any_of(buffers, [](const Buffer& buffer) {
    return buffer.linear_type != LinearType::kUnrestricted;
  });
  if (!any) return;
  const std::vector<uint64_t> uses = count_uses(v.program);
  for (uint32_t i = 0; i < buffers.size(); ++i) {
    const uint64_t count = uses[buffers[i].name];
    const char* promise = broken_promise(buffers[i].linear_type, count);
    if (promise == nullptr) continue;
    const auto step = v.findings.step("buffers", i);
    v.findings.error("R-LINEAR", "buffer ", v.quoted(buffers[i].name), " is ", promise,
                     ", the program has ", count);
  }
}

void validate_shapes(Validation& v) {
  for (uint32_t i = 0; i < v.program.buffers.size(); ++i) {
    const Buffer& buffer = v.program.buffers[i];
    if (buffer.shape_predicate == kNone) continue;
    if (holds(v.program, buffer.shape_predicate, buffer.count)) continue;
    const auto step = v.findings.step("buffers", i);
    v.findings.error("R-SHAPE", "buffer ", v.quoted(buffer.name), " of ", buffer.count,
                     " elements breaks its shape predicate");
  }
}

}  // namespace vyre::ir
