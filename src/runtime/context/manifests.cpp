#include "runtime/context/manifests.h"

#include <vector>

#include "base/system/trusted_folder.h"
#include "registry/builder.h"

namespace vyre::runtime {
namespace {

Result<std::shared_ptr<const registry::Snapshot>> with_manifests(
    const registry::Snapshot& current, const std::string& folder,
    const std::vector<registry::Manifest>& manifests) {
  registry::Builder builder;
  builder.add_without(current, folder);
  for (const registry::Manifest& manifest : manifests) builder.add(manifest);
  return builder.freeze();
}

}  // namespace

registry::Manifest keep_memory(registry::Manifest manifest, const Context& context) {
  for (registry::OpDef& op : manifest.ops) {
    op.composition = keep_memory(std::move(op.composition), context);
  }
  return manifest;
}

Result<std::shared_ptr<const registry::Snapshot>> load_manifests(Context& context,
                                                                 const std::string& folder) {
  VYRE_ASSIGN_OR_RETURN(const std::string path, real_path(folder));
  VYRE_ASSIGN_OR_RETURN(auto manifests, registry::read_manifest_folder(path, context.memory()));
  for (registry::Manifest& manifest : manifests) {
    manifest = keep_memory(std::move(manifest), context);
  }
  while (true) {
    const auto current = context.registry().current();
    VYRE_ASSIGN_OR_RETURN(auto next, with_manifests(*current, path, manifests));
    if (context.registry().replace(current, next)) return next;
  }
}

}  // namespace vyre::runtime
