#include "registry/builder.h"

#include <algorithm>

#include "registry/checks.h"

namespace vyre::registry {
namespace {

// Whether |source| is a file right in |folder|.
bool lies_in(std::string_view source, std::string_view folder) {
  const size_t slash = source.rfind('/');
  return slash != source.npos && source.substr(0, slash) == folder;
}

// By dialect and id, so that the owner called the first does not depend on who came first.
OpList sorted(OpList ops) {
  std::stable_sort(ops.begin(), ops.end(), [](const auto& a, const auto& b) {
    return a->dialect != b->dialect ? a->dialect < b->dialect : a->id < b->id;
  });
  return ops;
}

}  // namespace

void Builder::add(const Snapshot& snapshot) {
  frozen_.insert(frozen_.end(), snapshot.ops().begin(), snapshot.ops().end());
  const auto dialects = snapshot.extern_dialects();
  extern_dialects_.insert(extern_dialects_.end(), dialects.begin(), dialects.end());
}

void Builder::add_without(const Snapshot& snapshot, std::string_view folder) {
  for (const auto& op : snapshot.ops()) {
    if (!lies_in(op->source, folder)) frozen_.push_back(op);
  }
  for (const ExternDialect& dialect : snapshot.extern_dialects()) {
    if (!lies_in(dialect.source, folder)) extern_dialects_.push_back(dialect);
  }
}

void Builder::add_extern(OpDef op) {
  op.category = Category::kExtension;
  op.is_extern = true;
  add(std::move(op));
}

void Builder::add(Manifest manifest) {
  add(std::move(manifest.dialect));
  for (OpDef& op : manifest.ops) add_extern(std::move(op));
}

Result<std::shared_ptr<const Snapshot>> Builder::freeze() const {
  OpList all = frozen_;
  all.insert(all.end(), ops_.begin(), ops_.end());
  all = sorted(std::move(all));
  Problems problems;
  check_dialects(extern_dialects_, problems);
  check_orphans(all, extern_dialects_, problems);
  check_duplicates(all, problems);
  for (const auto& op : sorted(ops_)) check_op(*op, problems);
  if (!problems.none()) return std::move(problems).status();
  return Snapshot::freeze(std::move(all), extern_dialects_);
}

}  // namespace vyre::registry
