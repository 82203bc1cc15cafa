#include "capi/boundary/convert.h"
#include "capi/boundary/guard.h"
#include "capi/boundary/handles.h"
#include "capi/core/registry_info.h"

using vyre::Code;
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
  return guard(VYRE_OUT(out_registry), VYRE_ARG(context), [&]() -> Status {
    *out_registry = new vyre_registry{context->rep->registry().current()};
    return {};
  });
}

vyre_error* vyre_context_publish(vyre_context* context, const vyre_registry* registry,
                                 const vyre_registry* expected) {
  return guard(VYRE_ARG(context), [&]() -> Status {
    VYRE_RETURN_IF_ERROR(require(registry, "registry"));
    vyre::registry::Publisher& publisher = context->rep->registry();
    if (expected == nullptr) {
      publisher.publish(registry->rep);
      return {};
    }
    if (publisher.replace(expected->rep, registry->rep)) return {};
    return vyre::fail(Code::kAlreadyRegistered,
                      "another registry than |expected| is published by now, and nothing is "
                      "changed. Fix: get it with vyre_context_get_registry, build from it and "
                      "publish once more, or pass NULL to publish over any");
  });
}

const vyre_registry_info* vyre_registry_get_info(const vyre_registry* registry) {
  static constexpr vyre_registry_info kNone = {sizeof(vyre_registry_info), nullptr, 0, nullptr, 0};
  return registry == nullptr ? &kNone : &info_of(*registry->rep);
}

const vyre_op* vyre_registry_find(const vyre_registry* registry, vyre_string id) {
  return registry == nullptr ? nullptr : to_c(registry->rep->find(view(id)));
}

void vyre_registry_destroy(vyre_registry* registry) { delete registry; }

vyre_error* vyre_registry_view_create(const vyre_context* context, vyre_registry_view** out_view) {
  return guard(VYRE_OUT(out_view), VYRE_ARG(context), [&]() -> Status {
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
