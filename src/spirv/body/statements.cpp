#include "spirv/body/statements.h"

#include "ir/program/display_name.h"

namespace vyre::spirv {

void Statements::lower_program() {
  lower({on_.program.entry, "body"}, false);
  copies_.end();
}

void Statements::lower(const ir::Body& body, bool some_ended) {
  const auto list = on_.program.list(body.range);
  for (size_t i = 0; i < list.size();) {
    if (on_.analysis.uniform[list[i]]) {
      const DiagnosticPath::Scope here(on_.path, body.name, i, list[i]);
      together(list[i], some_ended);
      some_ended |= kills(list[i++]);
      continue;
    }
    size_t next = i;
    guarded(takes_part(some_ended), [&] { next = lower_run(body, i); });
    some_ended |= kills(list[next - 1]);
    i = next;
  }
  if (on_.analysis.subgroups.any) forget_locals(body, some_ended);
}

// A statement that all lanes come to. It is executed by all, ended ones included, or holds nothing
// but subgroup operations that they take part in.
void Statements::together(NodeId id, bool some_ended) {
  const SubgroupUses& subgroups = on_.analysis.subgroups;
  if (subgroups.direct[id]) {
    const Id here = takes_part(some_ended);
    subgroups_.execute(on_.program.nodes[id], here);
    if (!subgroups.inside[id]) return guarded(here, [&] { statement(id, false); });
  } else if (subgroups.read[id] && (some_ended || mask_ != kNoId)) {
    const bool is_let = on_.program.nodes[id].kind == NodeKind::kLet;
    if (is_let) on_.requirements.refuse("a local of a subgroup operation", "loops depend on it");
  }
  const uint32_t ways_to_end = on_.traps.ways_to_end();
  statement(id, some_ended);
  const NodeKind kind = on_.program.nodes[id].kind;
  const bool binds = kind == NodeKind::kLet || kind == NodeKind::kAssign;
  if (mask_ != kNoId && binds && on_.traps.ways_to_end() != ways_to_end) {
    on_.requirements.refuse("a local that a subgroup operation depends on",
                            "its value may fail in lanes that do not come to it");
  }
}

// At the end of a list its locals are gone, for the lanes that came there.
void Statements::forget_locals(const ir::Body& body, bool some_ended) {
  for (const NodeId id : on_.program.list(body.range)) {
    if (!subgroups_.may_lack(id)) continue;
    guarded(takes_part(some_ended), [&] { subgroups_.set_bound(id, false); });
  }
}

// Lowers statements from |first| on up to the first that may end invocations or the next uniform
// one; returns where it stopped.
size_t Statements::lower_run(const ir::Body& body, size_t first) {
  const auto list = on_.program.list(body.range);
  for (size_t i = first; i < list.size(); ++i) {
    if (on_.analysis.uniform[list[i]]) return i;
    if (store_group(body, i)) {
      i += kCoarsening - 1;
      continue;
    }
    const DiagnosticPath::Scope here(on_.path, body.name, i, list[i]);
    statement(list[i], false);
    if (kills(list[i])) return i + 1;
  }
  return list.size();
}

void Statements::statement(NodeId id, bool some_ended) {
  const Node& node = on_.program.nodes[id];
  switch (node.kind) {
    case NodeKind::kLet:
      return let(id, node);
    case NodeKind::kAssign:
      return assign(id, node);
    case NodeKind::kStore:
      return store(node);
    case NodeKind::kIf:
      return branch(id, node, some_ended);
    case NodeKind::kLoop:
      return loop(id, some_ended);
    case NodeKind::kBlock:
    case NodeKind::kRegion:
      return lower(ir::bodies(node)[0], some_ended);
    case NodeKind::kReturn:
      return on_.traps.end_invocation();
    case NodeKind::kBarrier:
      on_.subnormal_flag.publish_at(id);
      return on_.buffers.barrier();
    case NodeKind::kTrap:
    case NodeKind::kResume:
      return trap(node);
    case NodeKind::kIndirectDispatch:
      return no_meaning("IndirectDispatch by", node.name);
    case NodeKind::kOpaque:
      return no_meaning("opaque statement", node.name);
    case NodeKind::kAllReduce:
    case NodeKind::kAllGather:
    case NodeKind::kReduceScatter:
    case NodeKind::kBroadcast:
      return collective(node);
    case NodeKind::kAsyncLoad:
    case NodeKind::kAsyncStore:
      return copies_.issue(id, node);
    case NodeKind::kAsyncWait:
      return copies_.wait(node);
  }
}

void Statements::let(NodeId id, const Node& node) {
  Value value = expressions_.lower(node.exprs[0]);
  make_fit(id, value);
  const Id word = on_.analysis.assigned[id] ? on_.float32.hidden(value.word) : value.word;
  on_.locals.bind(id, value, word, on_.conversions.kind_number(value));
  if (is_guarded_ && on_.analysis.subgroups.read[id]) subgroups_.set_bound(id, true);
}

// The word of |value| as the local keeps it: only one that is always an f32 may be uncanonical.
void Statements::make_fit(NodeId local, Value& value) {
  if (value.uncanonical && on_.analysis.kinds[local] == KindSet(Kind::kF32)) return;
  value.word = on_.conversions.word(value);
  value.uncanonical = false;
}

void Statements::assign(NodeId id, const Node& node) {
  Value value = expressions_.lower(node.exprs[0]);
  const NodeId local = on_.analysis.target[id];
  if (local != ir::kNone) {
    make_fit(local, value);
    on_.locals.assign(local, value, on_.float32.hidden(value.word),
                      on_.conversions.kind_number(value));
    return;
  }
  const Id word = on_.conversions.word(value);
  on_.traps.raise(TrapKind::kKindMismatch,
                  concat("an assignment to ", ir::display_name(on_.program.names[node.name]),
                         ", which is not a local that can be assigned, at ", on_.path.text()),
                  word);
}

void Statements::store(const Node& node) {
  const uint32_t buffer = on_.program.find_buffer(node.name);
  const Id index = expressions_.lower_u32(node.exprs[0], "the index of the store");
  store_element(buffer, index, expressions_.lower(node.exprs[1]));
}

// Four statements of |body| from |at| on at once, where they can be.
bool Statements::store_group(const ir::Body& body, size_t at) {
  const auto list = on_.program.list(body.range).subspan(at);
  const auto found = on_.optimizations.vector_groups.stores.find(list[0]);
  if (found == on_.optimizations.vector_groups.stores.end()) return false;
  const uint32_t buffer = on_.program.find_buffer(on_.program.nodes[list[0]].name);
  if (on_.subnormal_flag.watches(buffer)) return false;
  const Id first = on_.vectors.first_of(on_.optimizations.vector_groups.all[found->second]);
  if (!on_.vectors.is_vector(buffer, first)) return false;
  std::array<Id, kCoarsening> words;
  for (uint32_t i = 0; i < kCoarsening; ++i) {
    const DiagnosticPath::Scope here(on_.path, body.name, at + i, list[i]);
    const Value value = expressions_.lower(on_.program.nodes[list[i]].exprs[1]);
    const Id word = stored_bits(buffer, value)[0];
    words[i] = word == kNoId ? on_.code.constant(0) : word;
  }
  on_.vectors.store_vector(buffer, first, words);
  return true;
}

Bits Statements::stored_bits(uint32_t buffer, const Value& value) {
  if (value.uncanonical && on_.views[buffer].may_be_uncanonical) return {value.word};
  return on_.conversions.stored(value, on_.views[buffer].element);
}

void Statements::store_element(uint32_t buffer, Id index, const Value& value) {
  const Bits bits = stored_bits(buffer, value);
  if (on_.subnormal_flag.watches(buffer)) {
    on_.subnormal_flag.publish(on_.float32.bits.is_subnormal_free(bits[0], kSubnormalFreeExponent));
  }
  const Id ended_early = on_.buffers.store(buffer, index, bits);
  if (ended_early == kNoId || !on_.may_have_stopped()) return;
  on_.traps.raise_if(ended_early, TrapKind::kLoopLimit, concat("the store at ", on_.path.text()),
                     index);
}

void Statements::collective(const Node& node) {
  const ir::SingleRank meaning = ir::single_rank_meaning(node);
  if (meaning == ir::SingleRank::kNothing) return;
  if (meaning == ir::SingleRank::kForeign) {
    return no_meaning("a collective operation of other ranks on", node.name);
  }
  const uint32_t from = on_.program.find_buffer(node.name);
  const uint32_t to = on_.program.find_buffer(node.name2);
  const Id index = on_.invocation.global(0);
  on_.code.when(on_.code.test(SpvOpULessThan, index, on_.buffers.length(from)),
                [&] { store_element(to, index, expressions_.load_element(from, index)); });
}

void Statements::no_meaning(std::string_view what, NameId name) {
  expressions_.no_meaning(concat(what, " ", ir::display_name(on_.program.names[name])));
}

void Statements::branch(NodeId id, const Node& node, bool some_ended) {
  const Coarsening& coarsening = on_.optimizations.coarsening;
  const Guard guard = coarsening.possible ? coarsening.guards[id] : Guard::kNone;
  if (guard == Guard::kHolds) return lower(ir::then_body(node), some_ended);
  if (guard == Guard::kFails) return lower(ir::else_body(node), some_ended);
  if (on_.analysis.subgroups.masked[id]) {
    return masked_branch(node, some_ended);
  }
  const Id condition = expressions_.lower_truth(node.exprs[0]);
  if (const auto decided = decided_arm(node, condition)) return lower(*decided, some_ended);
  const auto then = [&] { lower(ir::then_body(node), some_ended); };
  if (node.otherwise.count == 0) return on_.code.when(condition, then);
  on_.code.when(condition, then, [&] { lower(ir::else_body(node), some_ended); });
}

Id Statements::takes_part(bool some_ended) {
  if (!some_ended) return mask_;
  const Id alive = on_.traps.alive();
  return mask_ == kNoId ? alive : on_.code.test(SpvOpLogicalAnd, mask_, alive);
}

// Each lane is masked in one of the arms at most.
void Statements::masked_branch(const Node& node, bool some_ended) {
  const Id here = takes_part(some_ended);
  if (here == kNoId) {
    const Id condition = expressions_.lower_truth(node.exprs[0]);
    masked_arm(ir::then_body(node), condition);
    return masked_arm(ir::else_body(node), on_.code.test(SpvOpLogicalNot, condition));
  }
  const Id word = on_.code.when_or_zero(here, [&] {
    return on_.conversions.word(Value::of_truth(expressions_.lower_truth(node.exprs[0])));
  });
  const Id condition = on_.code.test(SpvOpINotEqual, word, on_.code.constant(0));
  masked_arm(ir::then_body(node), condition);  // false where a lane is not here
  const Id fails = on_.code.test(SpvOpLogicalNot, condition);
  masked_arm(ir::else_body(node), on_.code.test(SpvOpLogicalAnd, here, fails));
}

void Statements::masked_arm(const ir::Body& body, Id mask) {
  if (body.range.count == 0) return;
  const Id outer = std::exchange(mask_, mask);
  lower(body, false);
  mask_ = outer;
}

// The arm that is always taken. What NVIDIA's compiler finds out to be never executed can make it
// crash, in loops that have no effect then.
std::optional<ir::Body> Statements::decided_arm(const Node& node, Id condition) {
  const bool needs_both = on_.analysis.subgroups.any || !on_.analysis.copies.empty();
  const auto holds = needs_both ? std::nullopt : on_.code.ranges().decided(condition);
  if (!holds) return std::nullopt;
  return *holds ? ir::then_body(node) : ir::else_body(node);
}

void Statements::trap(const Node& node) {
  const bool resumes = node.kind == NodeKind::kResume;
  const Id address = resumes ? on_.code.constant(0)
                             : expressions_.lower_u32(node.exprs[0], "the address of the trap");
  const bool has_tag = node.tag != ir::kNone;
  const std::string_view tag = has_tag ? on_.program.names[node.tag] : std::string_view();
  const std::string shown = has_tag ? ir::display_tag(tag) : "without a tag";
  on_.traps.raise(resumes ? TrapKind::kNoMeaning : TrapKind::kProgram,
                  concat(resumes ? "resume " : "trap ", shown, " at ", on_.path.text()), address,
                  tag);
}

}  // namespace vyre::spirv
