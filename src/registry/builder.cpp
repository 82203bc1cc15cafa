#include "registry/builder.h"

#include <algorithm>
#include <map>

#include "ir/display_name.h"
#include "registry/composition.h"

namespace vyre::registry {
namespace {

using Ops = std::vector<std::shared_ptr<const OpDef>>;

// Problems in the order in which they are found, and whether all are duplicate op ids.
class Problems {
 public:
  void duplicate(Finding finding) { findings_.push_back(std::move(finding)); }
  void other(Finding finding) {
    findings_.push_back(std::move(finding));
    only_duplicates_ = false;
  }
  bool none() const { return findings_.empty(); }

  Status status() && {
    Status status =
        fail(only_duplicates_ ? Code::kAlreadyRegistered : Code::kInvalidArgument,
             "the registry cannot be built: ", findings_.front().text, " (", findings_.size(),
             findings_.size() == 1 ? " finding" : " findings",
             "). Fix: correct what the findings name; no op of an inconsistent registry is used");
    status.info().findings = std::move(findings_);
    return status;
  }

 private:
  std::vector<Finding> findings_;
  bool only_duplicates_ = true;
};

std::string quoted(std::string_view name) { return ir::display_name(name); }

void check_extern_dialects(const std::vector<ExternDialect>& dialects, Problems& problems) {
  std::map<std::string_view, size_t> counts;
  for (const ExternDialect& dialect : dialects) ++counts[dialect.name];
  for (const auto& [name, count] : counts) {
    const std::string path = concat("dialect ", quoted(name));
    if (count > 1) {
      problems.other({"DIALECT-DUPLICATE", path,
                      concat("extern dialect ", quoted(name), " is registered ", count,
                             " times. Fix: register it once")});
    }
    if (!name.starts_with(kExternPrefix)) {
      problems.other({"DIALECT-PREFIX", path,
                      concat("extern dialect ", quoted(name), " does not begin with '",
                             kExternPrefix, "'. Fix: rename it")});
    }
  }
}

void check_extern_ops(const Ops& ops, const std::vector<ExternDialect>& dialects,
                      Problems& problems) {
  for (const auto& op : ops) {
    const bool known =
        std::any_of(dialects.begin(), dialects.end(),
                    [&](const ExternDialect& dialect) { return dialect.name == op->dialect; });
    if (known) continue;
    problems.other({"OP-ORPHAN", concat("op ", quoted(op->id)),
                    concat("extern op ", quoted(op->id), " names the dialect ", quoted(op->dialect),
                           ", which is not registered. Fix: register the dialect too")});
  }
}

void check_ids(const Ops& ops, Problems& problems) {
  for (const auto& op : ops) {
    if (!op->id.empty()) continue;
    problems.other({"OP-EMPTY-ID", concat("dialect ", quoted(registrant_of(*op))),
                    concat("an op of dialect ", quoted(registrant_of(*op)),
                           " has an empty id. Fix: give it one")});
  }
}

void check_duplicates(const Ops& ops, Problems& problems) {
  std::map<std::string_view, const OpDef*> owners;
  for (const auto& op : ops) {
    const auto [first, is_new] = owners.emplace(op->id, op.get());
    if (is_new || op->id.empty()) continue;
    problems.duplicate(
        {"OP-DUPLICATE", concat("op ", quoted(op->id)),
         concat("duplicate op id ", quoted(op->id), ": the first registrant is ",
                quoted(registrant_of(*first->second)), ", the second registrant is ",
                quoted(registrant_of(*op)),
                ". Fix: let one of them own the id and rename or remove the other")});
  }
}

void check_compositions(const Ops& ops, Problems& problems) {
  for (const auto& op : ops) {
    const Status status = check_composition(*op);
    if (!status.ok()) {
      problems.other({"OP-COMPOSITION", concat("op ", quoted(op->id)), status.text()});
    }
  }
}

// By dialect and id, so that the owner called the first does not depend on who came first.
Ops sorted(Ops ops) {
  std::stable_sort(ops.begin(), ops.end(), [](const auto& a, const auto& b) {
    return a->dialect != b->dialect ? a->dialect < b->dialect : a->id < b->id;
  });
  return ops;
}

}  // namespace

void Builder::add(const Snapshot& snapshot) {
  ops_.insert(ops_.end(), snapshot.ops().begin(), snapshot.ops().end());
}

void Builder::add_extern(OpDef op) {
  op.category = Category::kExtension;
  extern_ops_.push_back(std::make_shared<const OpDef>(std::move(op)));
}

Result<std::shared_ptr<const Snapshot>> Builder::freeze() const {
  Ops all = ops_;
  all.insert(all.end(), extern_ops_.begin(), extern_ops_.end());
  all = sorted(std::move(all));
  Problems problems;
  check_extern_dialects(extern_dialects_, problems);
  check_extern_ops(sorted(extern_ops_), extern_dialects_, problems);
  check_ids(all, problems);
  check_duplicates(all, problems);
  check_compositions(all, problems);
  if (!problems.none()) return std::move(problems).status();
  return Snapshot::freeze(std::move(all));
}

}  // namespace vyre::registry
