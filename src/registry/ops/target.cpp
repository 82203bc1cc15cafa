#include "registry/ops/target.h"

#include "ir/program/display_name.h"

namespace vyre::registry {
namespace {

constexpr std::string_view kExtensionPrefix = "extension:";

struct Named {
  std::string_view text;
  std::string_view aot_id;
};

// By kind; an extension has a name of its own.
constexpr Named kNamed[] = {
    {"ptx", "secondary_text"},
    {"spirv", "spv"},
    {"primary_text", "primary_text"},
    {"primary_binary", "primary_binary"},
    {"secondary_text", "secondary_text"},
    {"native_module", "native_module"},
    {"reference_backend", "reference_backend"},
};
static_assert(std::size(kNamed) == static_cast<size_t>(Target::Kind::kExtension));

const Named& named(Target::Kind kind) { return kNamed[static_cast<size_t>(kind)]; }

}  // namespace

std::string_view aot_id(const Target& target) {
  return target.kind == Target::Kind::kExtension ? target.extension : named(target.kind).aot_id;
}

std::string target_text(const Target& target) {
  if (target.kind == Target::Kind::kExtension) return concat(kExtensionPrefix, target.extension);
  return std::string(named(target.kind).text);
}

Result<Target> parse_target(std::string_view text) {
  for (size_t kind = 0; kind < std::size(kNamed); ++kind) {
    if (kNamed[kind].text == text) return Target{static_cast<Target::Kind>(kind), {}};
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
