#include "capi/boundary/convert.h"
#include "capi/boundary/guard.h"
#include "capi/boundary/handles.h"
#include "capi/op.h"

using vyre::Status;
using namespace vyre::capi;

// A handle keeps the snapshot that the view refers to, so that it can be lent out as one.
struct vyre_registry_view {
  explicit vyre_registry_view(std::shared_ptr<vyre::runtime::Context> owner)
      : context(std::move(owner)), rep(context->registry()) {}

  const std::shared_ptr<vyre::runtime::Context> context;
  vyre::registry::View rep;
  vyre_registry borrowed;
};

vyre_error* vyre_context_get_registry(const vyre_context* context, vyre_registry** out_registry) {
  return guard(out_registry, context, "context", [&]() -> Status {
    *out_registry = new vyre_registry{context->rep->registry().current()};
    return {};
  });
}

vyre_error* vyre_context_publish(vyre_context* context, const vyre_registry* registry) {
  return guard(context, "context", [&]() -> Status {
    VYRE_RETURN_IF_ERROR(require(registry, "registry"));
    context->rep->registry().publish(registry->rep);
    return {};
  });
}

const vyre_op* vyre_registry_lookup(const vyre_registry* registry, vyre_op_id number) {
  return registry == nullptr ? nullptr : to_c(registry->rep->lookup(number));
}

const vyre_op* vyre_registry_find(const vyre_registry* registry, vyre_string id) {
  return registry == nullptr ? nullptr : to_c(registry->rep->find(view(id)));
}

size_t vyre_registry_op_count(const vyre_registry* registry) {
  return registry == nullptr ? 0 : registry->rep->ops().size();
}

const vyre_op* vyre_registry_op(const vyre_registry* registry, size_t index) {
  if (index >= vyre_registry_op_count(registry)) return nullptr;
  return to_c(registry->rep->ops()[index].get());
}

size_t vyre_registry_extern_dialect_count(const vyre_registry* registry) {
  return registry == nullptr ? 0 : registry->rep->extern_dialects().size();
}

vyre_extern_dialect vyre_registry_extern_dialect(const vyre_registry* registry, size_t index) {
  if (index >= vyre_registry_extern_dialect_count(registry)) return {};
  const vyre::registry::ExternDialect& found = registry->rep->extern_dialects()[index];
  return {to_c(found.name), to_c(found.version), to_c(found.url), to_c(found.source)};
}

void vyre_registry_destroy(vyre_registry* registry) { delete registry; }

vyre_error* vyre_registry_view_create(vyre_context* context, vyre_registry_view** out_view) {
  return guard(out_view, context, "context", [&]() -> Status {
    *out_view = new vyre_registry_view(context->rep);
    return {};
  });
}

const vyre_registry* vyre_registry_view_get(vyre_registry_view* view) {
  if (view == nullptr) return nullptr;
  const auto& held = view->rep.held();
  if (held != view->borrowed.rep) view->borrowed.rep = held;
  return &view->borrowed;
}

void vyre_registry_view_destroy(vyre_registry_view* view) { delete view; }
