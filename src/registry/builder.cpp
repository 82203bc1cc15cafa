#include "registry/builder.h"

#include <algorithm>
#include <iterator>

#include "registry/checks.h"
#include "registry/composition/composition.h"

namespace vyre::registry {
namespace {

// Whether |source| is a file right in |folder|.
bool lies_in(std::string_view source, std::string_view folder) {
  const size_t slash = source.rfind('/');
  return slash != source.npos && source.substr(0, slash) == folder;
}

// In the order of a snapshot, so that the owner called the first does not depend on who came first.
// What comes from one snapshot is in order already.
Snapshot::Ops sorted(Snapshot::Ops ops) {
  if (!std::ranges::is_sorted(ops, precedes)) std::ranges::stable_sort(ops, precedes);
  return ops;
}

}  // namespace

void Builder::add(OpDef op) {
  op.is_extern |= op.dialect.starts_with(kExternPrefix);
  if (op.is_extern) op.category = Category::kExtension;
  op.types = {};
  for (const Operand& input : op.signature.inputs) op.types.inputs.push_back(input.type);
  for (const Operand& output : op.signature.outputs) op.types.outputs.push_back(output.type);
  ops_.push_back(std::make_shared<const OpDef>(std::move(op)));
}

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

void Builder::add(Manifest manifest) {
  add(std::move(manifest.dialect));
  for (OpDef& op : manifest.ops) add(std::move(op));
}

Result<std::shared_ptr<const Snapshot>> Builder::freeze() const {
  const Snapshot::Ops frozen = sorted(frozen_), added = sorted(ops_);
  Snapshot::Ops all;
  all.reserve(frozen.size() + added.size());
  std::ranges::merge(frozen, added, std::back_inserter(all), precedes);
  Findings findings;
  check_dialects(extern_dialects_, findings);
  check_orphans(all, extern_dialects_, findings);
  check_duplicates(all, findings);
  for (const auto& op : added) check_op(*op, findings);
  if (!findings.empty()) return inconsistent(std::move(findings));
  VYRE_ASSIGN_OR_RETURN(auto snapshot, Snapshot::freeze(std::move(all), extern_dialects_));
  findings = find_bad_calls(*snapshot);
  if (!findings.empty()) return inconsistent(std::move(findings));
  return snapshot;
}

}  // namespace vyre::registry
