#include "registry/checks.h"

#include <algorithm>
#include <map>
#include <set>
#include <unordered_map>

#include "base/memory/scratch_arena.h"
#include "ir/program/display_name.h"
#include "registry/composition/composition.h"

namespace vyre::registry {
namespace {

constexpr std::string_view kDuplicate = "OP-DUPLICATE";

std::string quoted(std::string_view name) { return ir::display_name(name); }
std::string path_of(const OpDef& op) { return concat("op ", quoted(op.id)); }

std::string from(const std::string& source) {
  return source.empty() ? std::string() : concat(" (manifest '", source, "')");
}

std::string owner(const OpDef& op) { return concat(quoted(registrant_of(op)), from(op.source)); }

std::string title(const OpDef& op) {
  return op.id.empty() ? concat("an op of dialect ", owner(op))
                       : concat("op ", quoted(op.id), from(op.source));
}

// The named members of a signature, of one kind: |what| is "input", "output" or "attribute".
template <typename Member>
void check_members(const OpDef& op, std::string_view what, const std::vector<Member>& members,
                   Findings& findings) {
  Scratch scratch;  // most ops have so few that no other memory is needed
  std::pmr::set<std::string_view> names(scratch.memory());
  const auto bad = [&](size_t i, std::string_view why, std::string_view fix) {
    findings.push_back({"OP-PARAMETER", path_of(op),
                        concat(title(op), ": ", what, ' ', i, ' ', why, ". Fix: ", fix)});
  };
  for (size_t i = 0; i < members.size(); ++i) {
    const Member& member = members[i];
    if (member.name.empty()) {
      bad(i, "has no name", "name it");
    } else if (!names.insert(member.name).second) {
      bad(i, concat("has the name ", quoted(member.name), " of one before it"), "rename one");
    }
    if (member.type.empty()) bad(i, "has no type", "write a type such as u32");
  }
}

void check_lowering(const OpDef& op, const Target& target, const Lowering* lowering,
                    Findings& findings) {
  const auto bad = [&](std::string_view text) {
    findings.push_back({"OP-LOWERING", path_of(op), concat(title(op), ": ", text)});
  };
  if (target.kind == Target::Kind::kReference) {
    return bad("a lowering for reference_backend. Fix: give a reference function or a composition");
  }
  if ((target.kind == Target::Kind::kExtension) == target.extension.empty()) {
    return bad("a lowering for an extension without id. Fix: name the backend that it is for");
  }
  if (lowering == nullptr) return bad("a lowering that is null. Fix: give bytes or a function");
  const Lowering::Bytes* const bytes = lowering->data();
  const Status status = bytes == nullptr ? Status() : check_bytes(target, *bytes);
  if (!status.ok()) bad(status.text());
}

}  // namespace

void check_dialects(const std::vector<ExternDialect>& dialects, Findings& findings) {
  std::map<std::string_view, std::vector<const ExternDialect*>> by_name;
  for (const ExternDialect& dialect : dialects) by_name[dialect.name].push_back(&dialect);
  for (const auto& [name, same] : by_name) {
    const std::string path = concat("dialect ", quoted(name));
    std::string sources;
    for (const ExternDialect* dialect : same) sources += from(dialect->source);
    if (same.size() > 1) {
      findings.push_back({"DIALECT-DUPLICATE", path,
                          concat("extern dialect ", quoted(name), " is registered ", same.size(),
                                 " times", sources, ". Fix: register it once"),
                          concat(path, from(same.front()->source))});
    }
    if (!name.starts_with(kExternPrefix)) {
      findings.push_back({"DIALECT-PREFIX", path,
                          concat("extern dialect ", quoted(name), sources, " does not begin with '",
                                 kExternPrefix, "'. Fix: rename it")});
    }
  }
}

void check_orphans(const Snapshot::Ops& ops, const std::vector<ExternDialect>& dialects,
                   Findings& findings) {
  std::set<std::string_view> known;
  for (const ExternDialect& dialect : dialects) known.insert(dialect.name);
  for (const auto& op : ops) {
    if (!op->is_extern || known.count(op->dialect) != 0) continue;
    findings.push_back(
        {"OP-ORPHAN", path_of(*op),
         concat("extern op ", quoted(op->id), from(op->source), " names the dialect ",
                quoted(op->dialect), ", which is not registered. Fix: register the dialect too")});
  }
}

void check_duplicates(const Snapshot::Ops& ops, Findings& findings) {
  std::unordered_map<std::string_view, const OpDef*> owners(ops.size() * 2);
  for (const auto& op : ops) {
    const auto [first, is_new] = owners.emplace(op->id, op.get());
    if (is_new || op->id.empty()) continue;
    findings.push_back({std::string(kDuplicate), concat(path_of(*op), " of dialect ", owner(*op)),
                        concat("duplicate op id ", quoted(op->id), ": the first registrant is ",
                               owner(*first->second), ", the second registrant is ", owner(*op),
                               ". Fix: let one of them own the id and rename or remove the other"),
                        concat("dialect ", owner(*first->second))});
  }
}

void check_op(const OpDef& op, Findings& findings) {
  if (op.id.empty()) {
    findings.push_back({"OP-EMPTY-ID", concat("dialect ", quoted(registrant_of(op))),
                        concat(title(op), " has an empty id. Fix: give it one")});
  }
  check_members(op, "input", op.signature.inputs, findings);
  check_members(op, "output", op.signature.outputs, findings);
  check_members(op, "attribute", op.signature.attributes, findings);
  for (const auto& [target, lowering] : op.lowerings) {
    check_lowering(op, target, lowering.get(), findings);
  }
  const Status status = check_composition(op);
  if (!status.ok()) findings.push_back({"OP-COMPOSITION", path_of(op), status.text()});
}

Status inconsistent(Findings findings) {
  const bool only_duplicates = std::ranges::all_of(
      findings, [](const Finding& finding) { return finding.code == kDuplicate; });
  Status status = fail(only_duplicates ? Code::kAlreadyRegistered : Code::kInvalidArgument,
                       "the registry cannot be built: ", findings.front().text, " (",
                       findings.size(), findings.size() == 1 ? " finding" : " findings",
                       "). Fix: correct what the findings name; no op of an inconsistent registry "
                       "is used");
  status.info().findings = std::move(findings);
  return status;
}

}  // namespace vyre::registry
