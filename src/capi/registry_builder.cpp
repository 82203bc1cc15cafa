#include "capi/registry_builder.h"

#include "capi/boundary/convert.h"
#include "capi/boundary/guard.h"
#include "capi/boundary/handles.h"
#include "capi/op_setup.h"

using vyre::Status;
using vyre::registry::Builder;
using vyre::registry::OpDef;
using namespace vyre::capi;

namespace {

using AddOp = void (*)(Builder& builder, OpDef op);

vyre_error* add_op(vyre_registry_builder* builder, const vyre_op_desc* desc, AddOp add) {
  return guard(builder, "builder", [&]() -> Status {
    VYRE_RETURN_IF_ERROR(require(desc, "desc"));
    VYRE_ASSIGN_OR_RETURN(OpSetup setup, op_setup(desc));
    {
      const std::lock_guard lock(builder->mutex);
      add(builder->rep, std::move(setup.op));
    }
    setup.user_data.own();
    return {};
  });
}

}  // namespace

vyre_error* vyre_registry_builder_create(vyre_context* context,
                                         vyre_registry_builder** out_builder) {
  return guard(out_builder, context, "context", [&]() -> Status {
    *out_builder = new vyre_registry_builder(context->rep);
    return {};
  });
}

vyre_error* vyre_registry_builder_add(vyre_registry_builder* builder, const vyre_op_desc* desc) {
  return add_op(builder, desc, [](Builder& rep, OpDef op) { rep.add(std::move(op)); });
}

vyre_error* vyre_registry_builder_add_extern_op(vyre_registry_builder* builder,
                                                const vyre_op_desc* desc) {
  return add_op(builder, desc, [](Builder& rep, OpDef op) { rep.add_extern(std::move(op)); });
}

vyre_error* vyre_registry_builder_add_registry(vyre_registry_builder* builder,
                                               const vyre_registry* registry) {
  return guard(builder, "builder", [&]() -> Status {
    VYRE_RETURN_IF_ERROR(require(registry, "registry"));
    const std::lock_guard lock(builder->mutex);
    builder->rep.add(*registry->rep);
    return {};
  });
}

vyre_error* vyre_registry_builder_add_extern_dialect(vyre_registry_builder* builder,
                                                     vyre_string name, vyre_string version,
                                                     vyre_string url) {
  return guard(builder, "builder", [&]() -> Status {
    VYRE_RETURN_IF_ERROR(check_string(name, "name"));
    VYRE_RETURN_IF_ERROR(check_string(version, "version"));
    VYRE_RETURN_IF_ERROR(check_string(url, "url"));
    const std::lock_guard lock(builder->mutex);
    builder->rep.add(vyre::registry::ExternDialect{
        std::string(view(name)), std::string(view(version)), std::string(view(url)), {}});
    return {};
  });
}

vyre_error* vyre_registry_builder_finish(const vyre_registry_builder* builder,
                                         vyre_registry** out_registry) {
  return guard(out_registry, builder, "builder", [&]() -> Status {
    const std::lock_guard lock(builder->mutex);
    return hand_out(out_registry, builder->rep.freeze());
  });
}

void vyre_registry_builder_destroy(vyre_registry_builder* builder) { delete builder; }
