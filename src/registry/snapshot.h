#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "ir/op_table.h"
#include "registry/interner.h"
#include "registry/op_def.h"

namespace vyre::registry {

// What an op is for a target. kSentinel: the reference target of an op that cannot run there.
struct LoweringAnswer {
  enum class Kind : uint8_t { kNone, kSentinel, kReference, kComposition, kBuilder, kData };
  Kind kind = Kind::kNone;
  const Lowering* lowering = nullptr;  // of kBuilder and kData; lives as long as the snapshot
};

// All ops that are known at one time, frozen. Holding it is the guard: what a reader found stays
// valid as long as it holds the snapshot. Reading takes no lock and allocates nothing.
class Snapshot final : public ir::OpTable {
 public:
  using Ops = std::vector<std::shared_ptr<const OpDef>>;

  // |ops| are checked: a Builder makes them. Fails when the interner is full.
  static Result<std::shared_ptr<const Snapshot>> freeze(Ops ops);

  // Null for an id or a name that no op of this snapshot has. find() remembers nothing.
  const OpDef* lookup(OpId id) const;
  const OpDef* find(std::string_view name) const;

  // What |id| is for |target|; kNone also for an unknown id.
  LoweringAnswer lowering(OpId id, const Target& target) const;

  // Every op once, by dialect and then by id.
  std::span<const std::shared_ptr<const OpDef>> ops() const { return ops_; }

  const ir::OpSignature* signature(std::string_view op_id) const override;
  const ir::OpReference* reference(std::string_view op_id) const override;

 private:
  // Open addressing at most half full. |key| is an op id, or the upper half of a name's hash with
  // |index| telling empty slots.
  struct Slot {
    uint32_t key = 0;
    uint32_t index = UINT32_MAX;
  };

  Snapshot() = default;
  static void insert(std::vector<Slot>& slots, uint64_t hash, Slot slot);
  uint32_t index_of(std::string_view name) const;

  Ops ops_;
  std::vector<ir::OpSignature> signatures_;  // parallel to ops_
  std::vector<Slot> by_id_;
  std::vector<Slot> by_name_;
};

}  // namespace vyre::registry
