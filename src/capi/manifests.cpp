#include "runtime/context/manifests.h"

#include "capi/boundary/convert.h"
#include "capi/boundary/guard.h"
#include "capi/boundary/handles.h"
#include "capi/registry_builder.h"

using vyre::Code;
using vyre::Result;
using vyre::Status;
using vyre::registry::Manifest;
using namespace vyre::capi;

namespace {

Result<std::string> path_of(vyre_string path, std::string_view name) {
  VYRE_RETURN_IF_ERROR(check_string(path, name));
  if (view(path).find('\0') == std::string_view::npos) return std::string(view(path));
  return vyre::fail(Code::kInvalidArgument, "|", name,
                    "| has a NUL byte, which no path has. Fix: pass its length without");
}

// Adds what |read|(memory) gives, one after the other.
template <typename Read>
vyre_error* add_manifests(vyre_registry_builder* builder, Read read) {
  return guard(builder, "builder", [&]() -> Status {
    VYRE_ASSIGN_OR_RETURN(std::vector<Manifest> manifests, read(builder->context->memory()));
    const std::lock_guard lock(builder->mutex);
    vyre::registry::Builder next = builder->rep;  // all of them or none
    for (Manifest& manifest : manifests) {
      next.add(vyre::runtime::keep_memory(std::move(manifest), *builder->context));
    }
    builder->rep = std::move(next);
    return {};
  });
}

// Of a text, which has no file as its source.
Result<std::vector<Manifest>> read_text(vyre_string json, vyre_string folder,
                                        std::pmr::memory_resource* memory) {
  VYRE_RETURN_IF_ERROR(check_string(json, "json"));
  VYRE_ASSIGN_OR_RETURN(const std::string path, path_of(folder, "folder"));
  VYRE_ASSIGN_OR_RETURN(Manifest manifest,
                        vyre::registry::read_manifest(view(json), path, "the manifest", memory));
  manifest.dialect.source.clear();
  for (vyre::registry::OpDef& op : manifest.ops) op.source.clear();
  return std::vector<Manifest>{std::move(manifest)};
}

}  // namespace

vyre_error* vyre_registry_builder_add_manifest(vyre_registry_builder* builder, vyre_string json,
                                               vyre_string folder) {
  return add_manifests(builder, [&](auto* memory) { return read_text(json, folder, memory); });
}

vyre_error* vyre_registry_builder_add_manifest_file(vyre_registry_builder* builder,
                                                    vyre_string path) {
  return add_manifests(builder, [&](auto* memory) -> Result<std::vector<Manifest>> {
    VYRE_ASSIGN_OR_RETURN(const std::string known, path_of(path, "path"));
    VYRE_ASSIGN_OR_RETURN(Manifest manifest, vyre::registry::read_manifest_file(known, memory));
    return std::vector<Manifest>{std::move(manifest)};
  });
}

vyre_error* vyre_registry_builder_add_manifest_folder(vyre_registry_builder* builder,
                                                      vyre_string folder) {
  return add_manifests(builder, [&](auto* memory) -> Result<std::vector<Manifest>> {
    VYRE_ASSIGN_OR_RETURN(const std::string known, path_of(folder, "folder"));
    return vyre::registry::read_manifest_folder(known, memory);
  });
}

vyre_error* vyre_context_load_manifests(vyre_context* context, vyre_string folder) {
  return guard(context, "context", [&]() -> Status {
    VYRE_ASSIGN_OR_RETURN(const std::string known, path_of(folder, "folder"));
    return vyre::runtime::load_manifests(*context->rep, known).status();
  });
}
