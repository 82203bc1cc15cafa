#include "capi/boundary/convert.h"
#include "capi/boundary/guard.h"
#include "capi/boundary/handles.h"
#include "capi/profile.h"

using vyre::Code;
using vyre::Result;
using vyre::Status;
using vyre::backend::Decision;
using vyre::backend::Entry;
using vyre::runtime::Device;
using namespace vyre::capi;

namespace {

// |given| may be null.
Result<vyre::backend::SelectOptions> select_options(const vyre_select_desc* given) {
  VYRE_ASSIGN_OR_RETURN(const vyre_select_desc desc,
                        VYRE_READ_DESC(given, vyre_select_desc, VYRE_SELECT_DESC_INIT));
  VYRE_RETURN_IF_ERROR(check_bits(desc.flags, VYRE_SELECT_NO_SOFTWARE, "vyre_select_desc.flags"));
  VYRE_RETURN_IF_ERROR(check_string(desc.id, "id"));
  if (desc.exclude_count != 0) VYRE_RETURN_IF_ERROR(require(desc.exclude, "exclude"));
  vyre::backend::SelectOptions options;
  options.refuse_software = (desc.flags & VYRE_SELECT_NO_SOFTWARE) != 0;
  options.id = view(desc.id);
  for (size_t i = 0; i < desc.exclude_count; ++i) {
    VYRE_RETURN_IF_ERROR(check_string(desc.exclude[i], "exclude"));
    options.exclude.emplace_back(view(desc.exclude[i]));
  }
  return options;
}

Result<const Entry*> entry_at(const vyre_backend_list* list, size_t index) {
  VYRE_RETURN_IF_ERROR(require(list, "list"));
  VYRE_RETURN_IF_ERROR(
      check_index(index, list->rep.size(), "the list has", "backends", "vyre_backend_list_count"));
  return &list->rep[index];
}

vyre_backend_info describe(const Entry& entry) {
  vyre_backend_info info = VYRE_BACKEND_INFO_INIT;
  info.id = to_c(entry.id);
  info.version = to_c(entry.version);
  info.reason = to_c(entry.reason);
  if (entry.usable) info.flags |= VYRE_BACKEND_USABLE;
  if (entry.oracle) info.flags |= VYRE_BACKEND_ORACLE;
  if (entry.order != 0) info.flags |= VYRE_BACKEND_CANDIDATE;
  if (entry.chosen) info.flags |= VYRE_BACKEND_CHOSEN;
  if (entry.dispatches) info.flags |= VYRE_BACKEND_DISPATCHES;
  info.acquisition_ns = entry.acquisition_ns;
  info.score = entry.score;
  info.rank = entry.rank;
  info.order = entry.order;
  info.decided_by = static_cast<uint32_t>(entry.decision);
  return info;
}

static_assert(static_cast<int>(Decision::kNone) == VYRE_DECIDED_BY_NOTHING);
static_assert(static_cast<int>(Decision::kBest) == VYRE_DECIDED_BY_BEST);
static_assert(static_cast<int>(Decision::kSoftware) == VYRE_DECIDED_BY_SOFTWARE);
static_assert(static_cast<int>(Decision::kScore) == VYRE_DECIDED_BY_SCORE);
static_assert(static_cast<int>(Decision::kTiming) == VYRE_DECIDED_BY_TIMING);
static_assert(static_cast<int>(Decision::kBandwidth) == VYRE_DECIDED_BY_BANDWIDTH);
static_assert(static_cast<int>(Decision::kRank) == VYRE_DECIDED_BY_RANK);
static_assert(static_cast<int>(Decision::kAcquisition) == VYRE_DECIDED_BY_ACQUISITION);
static_assert(static_cast<int>(Decision::kId) == VYRE_DECIDED_BY_ID);
static_assert(static_cast<int>(Decision::kUnusable) == VYRE_DECIDED_BY_UNUSABLE);
static_assert(static_cast<int>(Decision::kNotNamed) == VYRE_DECIDED_BY_NAME);
static_assert(static_cast<int>(Decision::kExcluded) == VYRE_DECIDED_BY_EXCLUSION);
static_assert(static_cast<int>(Decision::kSoftwareRefused) == VYRE_DECIDED_BY_REFUSAL);
static_assert(static_cast<int>(Decision::kOracle) == VYRE_DECIDED_BY_ORACLE);
static_assert(static_cast<int>(Decision::kDoesNotDispatch) == VYRE_DECIDED_BY_DISPATCH);

}  // namespace

vyre_error* vyre_backend_acquire(vyre_context* context, vyre_string id,
                                 const vyre_backend_desc* desc, vyre_backend** out_backend) {
  return guard(out_backend, context, "context", [&]() -> Status {
    VYRE_RETURN_IF_ERROR(check_string(id, "id"));
    VYRE_ASSIGN_OR_RETURN(const vyre_backend_desc options,
                          VYRE_READ_DESC(desc, vyre_backend_desc, VYRE_BACKEND_DESC_INIT));
    VYRE_RETURN_IF_ERROR(check_bits(options.flags, 0, "vyre_backend_desc.flags"));
    return hand_out(out_backend, Device::acquire(context->rep, view(id)));
  });
}

vyre_error* vyre_backend_acquire_preferred(vyre_context* context, const vyre_select_desc* desc,
                                           vyre_backend** out_backend) {
  return guard(out_backend, context, "context", [&]() -> Status {
    VYRE_ASSIGN_OR_RETURN(const auto options, select_options(desc));
    return hand_out(out_backend, Device::acquire_preferred(context->rep, options));
  });
}

vyre_error* vyre_backend_list_create(vyre_context* context, const vyre_select_desc* desc,
                                     vyre_backend_list** out_list) {
  return guard(out_list, context, "context", [&]() -> Status {
    VYRE_ASSIGN_OR_RETURN(const auto options, select_options(desc));
    *out_list = new vyre_backend_list{context->rep->inventory().explain(options)};
    return {};
  });
}

size_t vyre_backend_list_count(const vyre_backend_list* list) {
  return list == nullptr ? 0 : list->rep.size();
}

vyre_error* vyre_backend_list_get(const vyre_backend_list* list, size_t index,
                                  vyre_backend_info* out_info) {
  return guard(out_info, "out_info", [&]() -> Status {
    VYRE_ASSIGN_OR_RETURN(const Entry* entry, entry_at(list, index));
    return write_struct(out_info, describe(*entry), "vyre_backend_info");
  });
}

vyre_error* vyre_backend_list_get_profile(const vyre_backend_list* list, size_t index,
                                          vyre_device_profile* out_profile) {
  return guard(out_profile, "out_profile", [&]() -> Status {
    VYRE_ASSIGN_OR_RETURN(const Entry* entry, entry_at(list, index));
    return write_struct(out_profile, to_c(entry->profile), "vyre_device_profile");
  });
}

void vyre_backend_list_destroy(vyre_backend_list* list) { delete list; }

vyre_error* vyre_context_declare_rank(vyre_context* context, vyre_string id, uint32_t rank) {
  return guard(context, "context", [&]() -> Status {
    VYRE_RETURN_IF_ERROR(check_string(id, "id"));
    return context->rep->inventory().declare_rank(view(id), rank);
  });
}

vyre_error* vyre_context_declare_dispatches(vyre_context* context, vyre_string id,
                                            int32_t dispatches) {
  return guard(context, "context", [&]() -> Status {
    VYRE_RETURN_IF_ERROR(check_string(id, "id"));
    if (dispatches != 0 && dispatches != 1) {
      return fail(Code::kInvalidArgument, "|dispatches| of '", view(id), "' is ", dispatches,
                  ". Fix: use 0 or 1");
    }
    return context->rep->inventory().declare_dispatches(view(id), dispatches == 1);
  });
}

uint32_t vyre_context_backend_rank(const vyre_context* context, vyre_string id) {
  if (context == nullptr || !check_string(id, "id").ok()) return VYRE_RANK_NONE;
  return context->rep->inventory().rank(view(id));
}

int32_t vyre_context_backend_dispatches(const vyre_context* context, vyre_string id) {
  if (context == nullptr || !check_string(id, "id").ok()) return 0;
  return context->rep->inventory().dispatches(view(id)) ? 1 : 0;
}

vyre_error* vyre_context_get_backends(const vyre_context* context, vyre_string* ids,
                                      size_t capacity, size_t* out_count) {
  return write_sized(ids, capacity, out_count, [&]() -> Result<std::vector<vyre_string>> {
    VYRE_RETURN_IF_ERROR(require(context, "context"));
    std::vector<vyre_string> all;
    for (std::string_view id : context->rep->inventory().by_rank()) all.push_back(to_c(id));
    return all;
  });
}
