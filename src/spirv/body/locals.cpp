#include "spirv/body/locals.h"

#include <algorithm>

namespace vyre::spirv {

Locals::Locals(const Program& program, const Analysis& analysis, const Optimizations& optimizations,
               CodeWriter& code)
    : analysis_(analysis),
      optimizations_(optimizations),
      code_(code),
      locals_(program.nodes.size()) {
  for (const NodeId id : program.list(program.entry)) {
    if (analysis.kills[id]) regions_close_early_ = true;
  }
  const std::vector<bool>& masked = analysis.subgroups.masked;
  regions_close_early_ |= std::ranges::find(masked, true) != masked.end();
}

void Locals::bind(NodeId let, const Value& value, Id word, Id kind) {
  Local& local = locals_[let];
  local.direct = value;
  local.region = analysis_.assigned[let] ? ir::kNone : code_.region();
  if (analysis_.assigned[let] || regions_close_early_) assign(let, value, word, kind);
}

void Locals::assign(NodeId let, const Value& value, Id word, Id kind) {
  const Local& local = with_variables(let);
  code_.store(local.word, word);
  if (local.kind != kNoId) code_.store(local.kind, kind);
  for (size_t i = 0; i < local.upper.size() && local.upper[i] != kNoId; ++i) {
    const Id upper = value.upper[i] == kNoId ? code_.constant(0) : value.upper[i];
    code_.store(local.upper[i], upper);
  }
}

Locals::Local& Locals::with_variables(NodeId let) {
  Local& local = locals_[let];
  if (local.word != kNoId) return local;
  const Id u32 = code_.module().u32_type();
  local.word = code_.variable(u32);
  const KindSet kinds = analysis_.kinds[let];
  if (kinds.merged()) local.kind = code_.variable(u32);
  for (size_t i = 0; i + 1 < word_count(kinds); ++i) local.upper[i] = code_.variable(u32);
  return local;
}

Value Locals::read_local(NodeId declaration) {
  const Local& local = locals_[declaration];
  const bool late = local.late && reads_late_;
  if (!late && local.region != ir::kNone && code_.is_open(local.region)) return local.direct;
  Value value;
  value.kinds = analysis_.kinds[declaration];
  value.word = code_.load(local.word);
  value.uncanonical = optimizations_.uncanonical_floats && value.kinds == KindSet(Kind::kF32);
  // Lanes that take part in subgroup operations alone may not have come to the Let.
  const bool is_bound = local.region != ir::kNone && !local.late && !analysis_.subgroups.any;
  if (is_bound) code_.ranges().alias(value.word, local.direct.word);
  if (local.kind != kNoId) value.kind = code_.load(local.kind);
  for (size_t i = 0; i < local.upper.size() && local.upper[i] != kNoId; ++i) {
    value.upper[i] = code_.load(local.upper[i]);
  }
  return value;
}

}  // namespace vyre::spirv
