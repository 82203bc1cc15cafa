#include <mutex>

#include "capi/boundary/convert.h"
#include "capi/boundary/guard.h"
#include "capi/boundary/handles.h"
#include "capi/core/registry_info.h"
#include "capi/core/shared_context.h"
#include "capi/registry/op_setup.h"
#include "registry/builder.h"
#include "runtime/context/manifests.h"
#include "vyre_driver_registry.h"

using vyre::Code;
using vyre::Result;
using vyre::Status;
using vyre::registry::Builder;
using vyre::registry::Manifest;
using vyre::registry::OpDef;
using namespace vyre::capi;

struct vyre_registry_builder {
  explicit vyre_registry_builder(std::shared_ptr<vyre::runtime::Context> owner)
      : context(std::move(owner)) {}

  const std::shared_ptr<vyre::runtime::Context> context;
  mutable std::mutex mutex;
  Builder rep;  // guarded by mutex
};

namespace {

Result<std::string> path_of(vyre_string path, std::string_view name) {
  VYRE_RETURN_IF_ERROR(check_file_name(path, name));
  return std::string(view(path));
}

// Adds what |read|(memory) gives, one after the other.
template <typename Read>
vyre_error* add_manifests(vyre_registry_builder* builder, const char* function, Read read) {
  return guard(
      VYRE_ARG(builder),
      [&]() -> Status {
        VYRE_ASSIGN_OR_RETURN(std::vector<Manifest> manifests, read(builder->context->memory()));
        const std::lock_guard lock(builder->mutex);
        Builder next = builder->rep;  // all of them or none
        for (Manifest& manifest : manifests) {
          next.add(vyre::runtime::keep_memory(std::move(manifest), *builder->context));
        }
        builder->rep = std::move(next);
        return {};
      },
      function);
}

// Of a text, which has no file as its source.
Result<std::vector<Manifest>> read_text(vyre_string json, vyre_string folder,
                                        std::pmr::memory_resource* memory) {
  VYRE_RETURN_IF_ERROR(check_string(json, "json"));
  VYRE_ASSIGN_OR_RETURN(const std::string path, path_of(folder, "folder"));
  VYRE_ASSIGN_OR_RETURN(Manifest manifest,
                        vyre::registry::read_manifest(view(json), path, "the manifest", memory));
  manifest.dialect.source.clear();
  for (OpDef& op : manifest.ops) op.source.clear();
  return std::vector<Manifest>{std::move(manifest)};
}

}  // namespace

vyre_error* vyre_registry_builder_create(vyre_context* context,
                                         vyre_registry_builder** out_builder) {
  return guard(VYRE_OUT(out_builder), [&]() -> Status {
    VYRE_ASSIGN_OR_RETURN(auto known, context_or_shared(context));
    *out_builder = new vyre_registry_builder(std::move(known));
    return {};
  });
}

vyre_error* vyre_registry_builder_add_op(vyre_registry_builder* builder, const vyre_op_desc* desc) {
  return guard(VYRE_ARG(builder), [&]() -> Status {
    VYRE_RETURN_IF_ERROR(require(desc, "desc"));
    VYRE_ASSIGN_OR_RETURN(OpSetup setup, op_setup(desc));
    {
      const std::lock_guard lock(builder->mutex);
      builder->rep.add(std::move(setup.op));
    }
    setup.user_data.own();
    return {};
  });
}

vyre_error* vyre_registry_builder_add_registry(vyre_registry_builder* builder,
                                               const vyre_registry* registry) {
  return guard(VYRE_ARG(builder), [&]() -> Status {
    VYRE_RETURN_IF_ERROR(require(registry, "registry"));
    const std::lock_guard lock(builder->mutex);
    builder->rep.add(*registry->rep);
    return {};
  });
}

vyre_error* vyre_registry_builder_add_dialect(vyre_registry_builder* builder, vyre_string name,
                                              vyre_string version, vyre_string url) {
  return guard(VYRE_ARG(builder), [&]() -> Status {
    VYRE_RETURN_IF_ERROR(check_string(name, "name"));
    VYRE_RETURN_IF_ERROR(check_string(version, "version"));
    VYRE_RETURN_IF_ERROR(check_string(url, "url"));
    const std::lock_guard lock(builder->mutex);
    builder->rep.add(vyre::registry::ExternDialect{
        std::string(view(name)), std::string(view(version)), std::string(view(url)), {}});
    return {};
  });
}

vyre_error* vyre_registry_builder_add_manifest(vyre_registry_builder* builder, vyre_string json,
                                               vyre_string folder) {
  return add_manifests(builder, __func__,
                       [&](auto* memory) { return read_text(json, folder, memory); });
}

vyre_error* vyre_registry_builder_add_manifests(vyre_registry_builder* builder, vyre_string path) {
  return add_manifests(builder, __func__, [&](auto* memory) -> Result<std::vector<Manifest>> {
    VYRE_ASSIGN_OR_RETURN(const std::string known, path_of(path, "path"));
    return vyre::registry::read_manifests(known, memory);
  });
}

vyre_error* vyre_registry_builder_finish(const vyre_registry_builder* builder,
                                         vyre_registry** out_registry) {
  return guard(VYRE_OUT(out_registry), VYRE_ARG(builder), [&]() -> Status {
    const std::lock_guard lock(builder->mutex);
    VYRE_ASSIGN_OR_RETURN(auto snapshot, builder->rep.freeze());
    make_registry_infos(*snapshot);
    *out_registry = new vyre_registry{std::move(snapshot)};
    return {};
  });
}

void vyre_registry_builder_destroy(vyre_registry_builder* builder) { delete builder; }

vyre_error* vyre_context_load_manifests(vyre_context* context, vyre_string folder) {
  return guard(VYRE_ARG(context), [&]() -> Status {
    VYRE_ASSIGN_OR_RETURN(const std::string known, path_of(folder, "folder"));
    return vyre::runtime::load_manifests(*context->rep, known).status();
  });
}
