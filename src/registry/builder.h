#pragma once

#include <memory>
#include <string_view>
#include <utility>
#include <vector>

#include "base/status/status.h"
#include "registry/manifest/manifest.h"
#include "registry/ops/op_def.h"
#include "registry/ops/snapshot.h"

namespace vyre::registry {

// Collects ops and freezes them into a snapshot. Nothing is checked before freeze(), which then
// reports everything that is wrong at once and leaves the builder as it was.
class Builder {
 public:
  // One of a dialect from outside, as its name tells, is of the category extension.
  void add(OpDef op);

  // All ops and extern dialects of |snapshot|.
  void add(const Snapshot& snapshot);

  // The same without those that came from manifests in |folder|, an absolute path.
  void add_without(const Snapshot& snapshot, std::string_view folder);

  void add(ExternDialect dialect) { extern_dialects_.push_back(std::move(dialect)); }

  void add(Manifest manifest);

  // A snapshot, or one error whose findings are all problems:
  //   DIALECT-DUPLICATE, DIALECT-PREFIX  an extern dialect registered twice, or without the prefix
  //   OP-DUPLICATE, OP-EMPTY-ID          two ops with one id, with both owners; an op without any
  //   OP-ORPHAN                          an extern op whose dialect is not registered
  //   OP-PARAMETER                       names or types that are empty, names used twice
  //   OP-LOWERING                        bytes that cannot be for their target
  //   OP-COMPOSITION                     a program that cannot stand in for a call
  // kAlreadyRegistered when all are OP-DUPLICATE, else kInvalidArgument.
  Result<std::shared_ptr<const Snapshot>> freeze() const;

 private:
  Snapshot::Ops frozen_;  // of snapshots: checked one by one before
  Snapshot::Ops ops_;
  std::vector<ExternDialect> extern_dialects_;
};

}  // namespace vyre::registry
