#include "registry/ops/snapshot.h"

#include <algorithm>
#include <bit>

#include "base/hash/xxhash.h"

namespace vyre::registry {

bool precedes(const std::shared_ptr<const OpDef>& a, const std::shared_ptr<const OpDef>& b) {
  const int dialects = a->dialect.compare(b->dialect);
  return dialects != 0 ? dialects < 0 : a->id < b->id;
}

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
  std::ranges::stable_sort(dialects, {}, &ExternDialect::name);
  const std::shared_ptr<Snapshot> snapshot(new Snapshot());
  snapshot->ops_ = std::move(ops);
  snapshot->extern_dialects_ = std::move(dialects);
  VYRE_RETURN_IF_ERROR(snapshot->index_ops());
  return std::shared_ptr<const Snapshot>(snapshot);
}

Status Snapshot::index_ops() {
  const size_t slots = std::bit_ceil(ops_.size() * 2 + 2);  // two at least: place_of shifts
  shift_ = 64 - static_cast<uint32_t>(std::countr_zero(slots));
  mask_ = slots - 1;
  by_id_ = std::make_unique<IdSlot[]>(slots);
  by_name_ = std::make_unique<NameSlot[]>(slots);
  std::vector<OpId> ids(ops_.size());
  for (uint32_t i = 0; i < ops_.size(); ++i) {
    VYRE_ASSIGN_OR_RETURN(ids[i], Interner::process().intern(ops_[i]->id));
    insert(ids[i], ops_[i].get());
    insert(hash_bytes(ops_[i]->id), i);
  }
  index_row(ids);
  return {};
}

// The row costs a pointer per id between the first and the last, so most of them have to be ours.
void Snapshot::index_row(std::span<const OpId> ids) {
  constexpr uint64_t kMaxPerOp = 4;
  if (ids.empty()) return;
  const auto [least, most] = std::minmax_element(ids.begin(), ids.end());
  const uint64_t size = uint64_t{*most} - *least + 1;
  if (size > ids.size() * kMaxPerOp) return;
  row_ = std::make_unique<const OpDef*[]>(size);
  for (size_t i = 0; i < ids.size(); ++i) row_[ids[i] - *least] = ops_[i].get();
  first_id_ = *least;
  row_size_ = static_cast<uint32_t>(size);
}

void Snapshot::insert(OpId id, const OpDef* op) {
  size_t i = place_of(id);
  while (by_id_[i].op != nullptr) i = (i + 1) & mask_;
  by_id_[i] = {id, op};
}

void Snapshot::insert(uint64_t hash, uint32_t index) {
  size_t i = hash & mask_;
  while (by_name_[i].op != nullptr) i = (i + 1) & mask_;
  by_name_[i] = {static_cast<uint32_t>(hash >> 32), index, ops_[index].get()};
}

const Snapshot::NameSlot& Snapshot::find_slot(std::string_view name) const {
  const uint64_t hash = hash_bytes(name);
  for (size_t i = hash & mask_;; i = (i + 1) & mask_) {
    const NameSlot& slot = by_name_[i];
    if (slot.op == nullptr || (slot.hash == hash >> 32 && slot.op->id == name)) return slot;
  }
}

std::shared_ptr<const OpDef> Snapshot::share(std::string_view name) const {
  const NameSlot& slot = find_slot(name);
  return slot.op == nullptr ? nullptr : ops_[slot.index];
}

}  // namespace vyre::registry
