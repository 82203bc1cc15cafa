#include "capi/boundary/convert.h"
#include "capi/boundary/guard.h"
#include "capi/boundary/handles.h"
#include "capi/boundary/info.h"
#include "ir/program/display_name.h"
#include "vyre_driver_plugin.h"

using vyre::Code;
using vyre::Status;
using vyre::backend::BackendRecord;
using namespace vyre::capi;

struct vyre_backend_list {
  Texts texts;
  Items<vyre_backend_info> backends;
  vyre_backend_list_info info = {sizeof(vyre_backend_list_info), nullptr, 0};
};

namespace {

static_assert(VYRE_RANK_NONE == vyre::backend::kUnranked);

vyre_backend_flags flags_of(const BackendRecord& record) {
  vyre_backend_flags flags = 0;
  if (record.registered) flags |= VYRE_BACKEND_REGISTERED;
  if (record.rank) flags |= VYRE_BACKEND_RANKED;
  if (record.dispatches) flags |= VYRE_BACKEND_DECLARED_DISPATCH;
  if (record.dispatches.value_or(false)) flags |= VYRE_BACKEND_DISPATCHES;
  return flags;
}

void add(const BackendRecord& record, vyre_backend_list& list) {
  list.backends.add({sizeof(vyre_backend_info), list.texts.keep(record.id), flags_of(record),
                     record.rank.value_or(VYRE_RANK_NONE), 0});
}

}  // namespace

vyre_error* vyre_context_declare_rank(vyre_context* context, vyre_string id, uint32_t rank) {
  return guard(VYRE_ARG(context), [&]() -> Status {
    VYRE_RETURN_IF_ERROR(check_string(id, "id"));
    return context->rep->inventory().declare_rank(view(id), rank);
  });
}

vyre_error* vyre_context_declare_dispatches(vyre_context* context, vyre_string id,
                                            uint32_t dispatches) {
  return guard(VYRE_ARG(context), [&]() -> Status {
    VYRE_RETURN_IF_ERROR(check_string(id, "id"));
    if (dispatches > 1) {
      return vyre::fail(Code::kInvalidArgument, "dispatches of ", vyre::ir::display_name(view(id)),
                        " is ", dispatches, ". Fix: use 0 or 1");
    }
    return context->rep->inventory().declare_dispatches(view(id), dispatches == 1);
  });
}

vyre_error* vyre_backend_list_create(const vyre_context* context, vyre_backend_list** out_list) {
  return guard(VYRE_OUT(out_list), VYRE_ARG(context), [&]() -> Status {
    auto list = std::make_unique<vyre_backend_list>();
    for (const BackendRecord& record : context->rep->inventory().records()) add(record, *list);
    list->info.backends = list->backends.data();
    list->info.backend_count = list->backends.size();
    *out_list = list.release();
    return {};
  });
}

const vyre_backend_list_info* vyre_backend_list_get_info(const vyre_backend_list* list) {
  static constexpr vyre_backend_list_info kNone = {sizeof(vyre_backend_list_info), nullptr, 0};
  return list == nullptr ? &kNone : &list->info;
}

void vyre_backend_list_destroy(vyre_backend_list* list) { delete list; }
