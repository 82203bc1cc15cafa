#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/status/status.h"
#include "registry/ops/op_def.h"

namespace vyre::registry {

// What is wrong with a registry that is to be, in the order in which it is found.
class Problems {
 public:
  void add(std::string_view code, std::string path, std::string text) {
    findings_.push_back({std::string(code), std::move(path), std::move(text)});
  }
  void add(Finding finding) { findings_.push_back(std::move(finding)); }
  bool none() const { return findings_.empty(); }

  // One error with all of them; only when there are any.
  Status status() &&;

 private:
  std::vector<Finding> findings_;
};

using OpList = std::vector<std::shared_ptr<const OpDef>>;

// Whether all fit together. The first owner of an id is the one that stands first in |ops|.
void check_dialects(const std::vector<ExternDialect>& dialects, Problems& problems);
void check_orphans(const OpList& ops, const std::vector<ExternDialect>& dialects,
                   Problems& problems);
void check_duplicates(const OpList& ops, Problems& problems);

// Whether one op is right by itself: id, signature, lowerings, composition.
void check_op(const OpDef& op, Problems& problems);

}  // namespace vyre::registry
