#include "registry/snapshot.h"

#include <algorithm>
#include <bit>

#include "base/hash.h"

namespace vyre::registry {
namespace {

bool precedes(const std::shared_ptr<const OpDef>& a, const std::shared_ptr<const OpDef>& b) {
  return a->dialect != b->dialect ? a->dialect < b->dialect : a->id < b->id;
}

}  // namespace

LoweringAnswer lowering_of(const OpDef& op, Target::Kind kind, std::string_view extension) {
  using Kind = LoweringAnswer::Kind;
  if (kind == Target::Kind::kReference) {
    if (op.reference != nullptr) return {Kind::kReference, nullptr};
    return {op.composition != nullptr ? Kind::kComposition : Kind::kSentinel, nullptr};
  }
  for (const auto& [target, lowering] : op.lowerings) {
    if (target.kind != kind || target.extension != extension) continue;
    return {lowering->is_builder() ? Kind::kBuilder : Kind::kData, lowering.get()};
  }
  return {};
}

Result<std::shared_ptr<const Snapshot>> Snapshot::freeze(Ops ops,
                                                         std::vector<ExternDialect> dialects) {
  std::sort(ops.begin(), ops.end(), precedes);
  std::sort(dialects.begin(), dialects.end(),
            [](const ExternDialect& a, const ExternDialect& b) { return a.name < b.name; });
  const std::shared_ptr<Snapshot> snapshot(new Snapshot());
  snapshot->ops_ = std::move(ops);
  snapshot->extern_dialects_ = std::move(dialects);
  VYRE_RETURN_IF_ERROR(snapshot->index_ops());
  return std::shared_ptr<const Snapshot>(snapshot);
}

Status Snapshot::index_ops() {
  const size_t slots = std::bit_ceil(ops_.size() * 2 + 2);  // two at least: place_of shifts
  shift_ = 64 - static_cast<uint32_t>(std::countr_zero(slots));
  by_id_.resize(slots);
  by_name_.resize(slots);
  signatures_.reserve(ops_.size());
  for (uint32_t i = 0; i < ops_.size(); ++i) {
    const OpDef& op = *ops_[i];
    signatures_.push_back(signature_of(op));
    VYRE_ASSIGN_OR_RETURN(const OpId id, Interner::process().intern(op.id));
    insert(id, &op);
    insert(hash_bytes(op.id), i);
  }
  return {};
}

void Snapshot::insert(OpId id, const OpDef* op) {
  size_t i = place_of(id);
  while (by_id_[i].op != nullptr) i = (i + 1) & (by_id_.size() - 1);
  by_id_[i] = {id, op};
}

void Snapshot::insert(uint64_t hash, uint32_t index) {
  const size_t mask = by_name_.size() - 1;
  size_t i = hash & mask;
  while (by_name_[i].index != UINT32_MAX) i = (i + 1) & mask;
  by_name_[i] = {static_cast<uint32_t>(hash >> 32), index};
}

uint32_t Snapshot::index_of(std::string_view name) const {
  const uint64_t hash = hash_bytes(name);
  const size_t mask = by_name_.size() - 1;
  for (size_t i = hash & mask; by_name_[i].index != UINT32_MAX; i = (i + 1) & mask) {
    const NameSlot slot = by_name_[i];
    if (slot.hash == hash >> 32 && ops_[slot.index]->id == name) return slot.index;
  }
  return UINT32_MAX;
}

const OpDef* Snapshot::find(std::string_view name) const {
  const uint32_t index = index_of(name);
  return index == UINT32_MAX ? nullptr : ops_[index].get();
}

LoweringAnswer Snapshot::lowering(OpId id, const Target& target) const {
  const OpDef* op = lookup(id);
  return op == nullptr ? LoweringAnswer() : lowering_of(*op, target.kind, target.extension);
}

std::shared_ptr<const OpDef> Snapshot::share(std::string_view name) const {
  const uint32_t index = index_of(name);
  return index == UINT32_MAX ? nullptr : ops_[index];
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
