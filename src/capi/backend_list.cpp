#include "capi/boundary/convert.h"
#include "capi/boundary/guard.h"
#include "capi/boundary/handles.h"
#include "capi/profile.h"
#include "capi/select_options.h"

using vyre::Result;
using vyre::Status;
using vyre::backend::Decision;
using vyre::backend::Entry;
using namespace vyre::capi;

namespace {

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
