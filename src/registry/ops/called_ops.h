#pragma once

#include <map>
#include <memory>
#include <string_view>

#include "ir/program/program.h"
#include "ir/types/op_table.h"
#include "registry/ops/op_def.h"
#include "registry/ops/snapshot.h"

namespace vyre::registry {

// The ops that a program calls, itself and through compositions, as one snapshot has them. Keeps
// these ops alive and not the snapshot, so that holding it for long costs little.
class CalledOps final : public ir::OpTable {
 public:
  // Names that no op of |snapshot| has are left out: validation reports them.
  static std::shared_ptr<const CalledOps> of(const ir::Program& program, const Snapshot& snapshot);

  const ir::OpSignature* signature(std::string_view op_id) const override {
    const auto found = ops_.find(op_id);
    return found == ops_.end() ? nullptr : &found->second->types;
  }
  const ir::OpReference* reference(std::string_view op_id) const override {
    const auto found = ops_.find(op_id);
    return found == ops_.end() ? nullptr : found->second->reference.get();
  }
  Result<const std::vector<std::byte>*> lowering(std::string_view op_id,
                                                 std::string_view extension) const override;

  // In the order of their ids.
  const std::map<std::string_view, std::shared_ptr<const OpDef>>& all() const { return ops_; }

  // Whether both have the same ops: the same objects, not only equal ones.
  bool operator==(const CalledOps& other) const { return ops_ == other.ops_; }

  size_t size() const { return ops_.size(); }

 private:
  std::map<std::string_view, std::shared_ptr<const OpDef>> ops_;  // by the ops' own ids
};

// Whether a record of |program| calls an op.
bool calls_ops(const ir::Program& program);

}  // namespace vyre::registry
