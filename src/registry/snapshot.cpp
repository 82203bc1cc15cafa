#include "registry/snapshot.h"

#include <algorithm>
#include <bit>

#include "base/hash.h"

namespace vyre::registry {
namespace {

// Spreads ids, which are dense, over the whole word.
uint32_t mixed(OpId id) { return id * 0x9E3779B1u; }

ir::OpSignature signature_of(const OpDef& op) {
  ir::OpSignature signature;
  for (const Parameter& input : op.signature.inputs) signature.inputs.push_back(input.type);
  for (const Parameter& output : op.signature.outputs) signature.outputs.push_back(output.type);
  return signature;
}

bool precedes(const std::shared_ptr<const OpDef>& a, const std::shared_ptr<const OpDef>& b) {
  return a->dialect != b->dialect ? a->dialect < b->dialect : a->id < b->id;
}

}  // namespace

Result<std::shared_ptr<const Snapshot>> Snapshot::freeze(Ops ops) {
  std::sort(ops.begin(), ops.end(), precedes);
  const std::shared_ptr<Snapshot> snapshot(new Snapshot());
  snapshot->ops_ = std::move(ops);
  const size_t slots = std::bit_ceil(snapshot->ops_.size() * 2 + 1);
  snapshot->by_id_.resize(slots);
  snapshot->by_name_.resize(slots);
  for (uint32_t i = 0; i < snapshot->ops_.size(); ++i) {
    const OpDef& op = *snapshot->ops_[i];
    snapshot->signatures_.push_back(signature_of(op));
    VYRE_ASSIGN_OR_RETURN(const OpId id, Interner::process().intern(op.id));
    insert(snapshot->by_id_, mixed(id), {id, i});
    const uint64_t hash = hash_bytes(op.id);
    insert(snapshot->by_name_, hash, {static_cast<uint32_t>(hash >> 32), i});
  }
  return std::shared_ptr<const Snapshot>(snapshot);
}

void Snapshot::insert(std::vector<Slot>& slots, uint64_t hash, Slot slot) {
  const size_t mask = slots.size() - 1;
  size_t i = hash & mask;
  while (slots[i].index != UINT32_MAX) i = (i + 1) & mask;
  slots[i] = slot;
}

const OpDef* Snapshot::lookup(OpId id) const {
  const size_t mask = by_id_.size() - 1;
  for (size_t i = mixed(id) & mask; by_id_[i].index != UINT32_MAX; i = (i + 1) & mask) {
    if (by_id_[i].key == id) return ops_[by_id_[i].index].get();
  }
  return nullptr;
}

uint32_t Snapshot::index_of(std::string_view name) const {
  const uint64_t hash = hash_bytes(name);
  const auto key = static_cast<uint32_t>(hash >> 32);
  const size_t mask = by_name_.size() - 1;
  for (size_t i = hash & mask; by_name_[i].index != UINT32_MAX; i = (i + 1) & mask) {
    const uint32_t index = by_name_[i].index;
    if (by_name_[i].key == key && ops_[index]->id == name) return index;
  }
  return UINT32_MAX;
}

const OpDef* Snapshot::find(std::string_view name) const {
  const uint32_t index = index_of(name);
  return index == UINT32_MAX ? nullptr : ops_[index].get();
}

LoweringAnswer Snapshot::lowering(OpId id, const Target& target) const {
  using Kind = LoweringAnswer::Kind;
  const OpDef* op = lookup(id);
  if (op == nullptr) return {};
  if (target.kind == Target::Kind::kReference) {
    if (op->reference != nullptr) return {Kind::kReference, nullptr};
    return {op->composition != nullptr ? Kind::kComposition : Kind::kSentinel, nullptr};
  }
  const auto found = op->lowerings.find(target);
  if (found == op->lowerings.end()) return {};
  return {found->second->is_builder() ? Kind::kBuilder : Kind::kData, found->second.get()};
}

const ir::OpSignature* Snapshot::signature(std::string_view op_id) const {
  const uint32_t index = index_of(op_id);
  return index == UINT32_MAX ? nullptr : &signatures_[index];
}

const ir::OpReference* Snapshot::reference(std::string_view op_id) const {
  const OpDef* op = find(op_id);
  return op == nullptr ? nullptr : op->reference.get();
}

}  // namespace vyre::registry
