#include "registry/ops/target.h"

#include "ir/program/display_name.h"

namespace vyre::registry {
namespace {

constexpr std::string_view kExtensionPrefix = "extension:";

struct Named {
  Target::Kind kind;
  std::string_view text;
  std::string_view aot_id;
};

constexpr Named kNamed[] = {
    {Target::Kind::kPtx, "ptx", "secondary_text"},
    {Target::Kind::kSpirV, "spirv", "spv"},
    {Target::Kind::kPrimaryText, "primary_text", "primary_text"},
    {Target::Kind::kPrimaryBinary, "primary_binary", "primary_binary"},
    {Target::Kind::kSecondaryText, "secondary_text", "secondary_text"},
    {Target::Kind::kNativeModule, "native_module", "native_module"},
    {Target::Kind::kReference, "reference_backend", "reference_backend"},
};

const Named* named(Target::Kind kind) {
  for (const Named& entry : kNamed) {
    if (entry.kind == kind) return &entry;
  }
  return nullptr;
}

}  // namespace

std::string_view aot_id(const Target& target) {
  const Named* entry = named(target.kind);
  return entry == nullptr ? std::string_view(target.extension) : entry->aot_id;
}

std::string target_text(const Target& target) {
  const Named* entry = named(target.kind);
  return entry == nullptr ? concat(kExtensionPrefix, target.extension) : std::string(entry->text);
}

Result<Target> parse_target(std::string_view text) {
  for (const Named& entry : kNamed) {
    if (entry.text == text) return Target{entry.kind, {}};
  }
  if (text == "spv") return Target{Target::Kind::kSpirV, {}};
  if (text.starts_with(kExtensionPrefix) && text.size() > kExtensionPrefix.size()) {
    return Target{Target::Kind::kExtension, std::string(text.substr(kExtensionPrefix.size()))};
  }
  return fail(Code::kInvalidArgument, "there is no target ", ir::display_name(text),
              ". Fix: use ptx, spirv, primary_text, primary_binary, secondary_text, native_module, "
              "reference_backend or extension:<id>");
}

}  // namespace vyre::registry
