#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/status.h"
#include "registry/op_def.h"
#include "registry/snapshot.h"

namespace vyre::registry {

// A dialect from outside the library, whose ops it lists.
struct ExternDialect {
  std::string name;  // begins with kExternPrefix
  std::string version;
  std::string url;
};

inline constexpr std::string_view kExternPrefix = "vyre-libs-";

// Collects ops and freezes them into a snapshot. Nothing is checked before freeze(), which then
// reports everything that is wrong at once and leaves the builder as it was.
class Builder {
 public:
  void add(OpDef op) { ops_.push_back(std::make_shared<const OpDef>(std::move(op))); }
  void add(std::shared_ptr<const OpDef> op) { ops_.push_back(std::move(op)); }

  // All ops of |snapshot|, extern ones too, which keep their dialect.
  void add(const Snapshot& snapshot);

  void add(ExternDialect dialect) { extern_dialects_.push_back(std::move(dialect)); }

  // An op of an extern dialect: category extension whatever |op| says.
  void add_extern(OpDef op);

  // A snapshot, or one error whose findings are all problems: duplicate op ids with both owners,
  // empty ids, extern dialects registered twice or without the prefix, extern ops without their
  // dialect, compositions that cannot be inlined. kAlreadyRegistered when all are duplicates of
  // op ids, else kInvalidArgument.
  Result<std::shared_ptr<const Snapshot>> freeze() const;

 private:
  std::vector<std::shared_ptr<const OpDef>> ops_;
  std::vector<std::shared_ptr<const OpDef>> extern_ops_;
  std::vector<ExternDialect> extern_dialects_;
};

}  // namespace vyre::registry
