#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "ir/types/op_table.h"
#include "registry/ops/attachment.h"
#include "registry/ops/interner.h"
#include "registry/ops/op_def.h"

namespace vyre::registry {

// What an op is for a target. kSentinel: the reference target of an op that cannot run there.
struct LoweringAnswer {
  enum class Kind : uint8_t { kNone, kSentinel, kReference, kComposition, kBuilder, kData };
  Kind kind = Kind::kNone;
  const Lowering* lowering = nullptr;  // of kBuilder and kData; lives as long as the snapshot
};

// The order of the ops in a snapshot: by dialect, then by id.
bool precedes(const std::shared_ptr<const OpDef>& a, const std::shared_ptr<const OpDef>& b);

// What |op| is for a target. Allocates nothing.
LoweringAnswer lowering_of(const OpDef& op, Target::Kind kind, std::string_view extension);

// All ops that are known at one time, frozen. Holding it is the guard: what a reader found stays
// valid as long as it holds the snapshot. Reading takes no lock and allocates nothing.
class Snapshot final : public ir::OpTable {
 public:
  using Ops = std::vector<std::shared_ptr<const OpDef>>;

  // |ops| and |dialects| are checked, and |ops| are in order: a Builder makes them. Fails when the
  // interner is full.
  static Result<std::shared_ptr<const Snapshot>> freeze(Ops ops,
                                                        std::vector<ExternDialect> dialects = {});

  // Null for an id or a name that no op of this snapshot has. find() remembers nothing.
  const OpDef* lookup(OpId id) const {
    const uint32_t at = id - first_id_;
    if (at < row_size_) return row_[at];
    return row_size_ != 0 ? nullptr : probe(id);
  }
  const OpDef* find(std::string_view name) const { return find_slot(name).op; }

  // What find() finds, for who keeps the op but not the snapshot.
  std::shared_ptr<const OpDef> share(std::string_view name) const;

  // What |id| is for |target|; kNone also for an unknown id.
  using ir::OpTable::lowering;
  LoweringAnswer lowering(OpId id, const Target& target) const {
    const OpDef* op = lookup(id);
    return op == nullptr ? LoweringAnswer() : lowering_of(*op, target.kind, target.extension);
  }

  // Every op once, by dialect and then by id.
  std::span<const std::shared_ptr<const OpDef>> ops() const { return ops_; }

  // The extern dialects that were registered, by name.
  std::span<const ExternDialect> extern_dialects() const { return extern_dialects_; }

  const Attachment& attachment() const { return attachment_; }

  const ir::OpSignature* signature(std::string_view op_id) const override {
    const OpDef* op = find(op_id);
    return op == nullptr ? nullptr : &op->types;
  }
  const ir::OpReference* reference(std::string_view op_id) const override {
    const OpDef* op = find(op_id);
    return op == nullptr ? nullptr : op->reference.get();
  }

 private:
  // Open addressing, at most half full, so that every search ends at an empty slot: one without op.
  struct IdSlot {
    OpId id = kNoOp;
    const OpDef* op = nullptr;
  };
  struct NameSlot {
    uint32_t hash = 0;   // the upper half
    uint32_t index = 0;  // of the op
    const OpDef* op = nullptr;
  };

  Snapshot() = default;

  // Ids are dense, in runs: the upper bits of a product spread them.
  size_t place_of(OpId id) const { return id * uint64_t{0x9E3779B97F4A7C15} >> shift_; }

  const OpDef* probe(OpId id) const {
    for (size_t i = place_of(id);; i = (i + 1) & mask_) {
      const IdSlot& slot = by_id_[i];
      if (slot.id == id || slot.op == nullptr) return slot.op;
    }
  }

  Status index_ops();
  void index_row(std::span<const OpId> ids);
  void insert(OpId id, const OpDef* op);
  void insert(uint64_t hash, uint32_t index);
  const NameSlot& find_slot(std::string_view name) const;

  // Ids that lie close together, as those of one start-up do, are indices into a row; else it is
  // empty and they are searched for.
  OpId first_id_ = 0;
  uint32_t row_size_ = 0;
  std::unique_ptr<const OpDef*[]> row_;

  uint32_t shift_ = 0;  // 64 less the bits of a place
  size_t mask_ = 0;
  std::unique_ptr<IdSlot[]> by_id_;
  std::unique_ptr<NameSlot[]> by_name_;
  Ops ops_;
  std::vector<ExternDialect> extern_dialects_;
  const Attachment attachment_ = {};
};

}  // namespace vyre::registry
