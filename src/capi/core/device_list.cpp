#include "capi/boundary/convert.h"
#include "capi/boundary/guard.h"
#include "capi/boundary/handles.h"
#include "capi/boundary/info.h"
#include "capi/core/device_info.h"
#include "capi/core/shared_context.h"
#include "runtime/pipeline/program_needs.h"

using vyre::Result;
using vyre::Status;
using vyre::backend::Decision;
using vyre::backend::Entry;
using vyre::runtime::Device;
using namespace vyre::capi;

struct vyre_device_list {
  Texts texts;
  std::vector<std::shared_ptr<const vyre_device_info>> devices;
  Items<vyre_device_entry_info> entries;
  std::deque<Items<vyre_finding>> missing;  // of entries that lack something
  vyre_device_list_info info = {sizeof(vyre_device_list_info), nullptr, 0};
};

namespace {

Result<std::shared_ptr<const vyre::backend::Needs>> needs_of(const vyre_device_desc& desc,
                                                             vyre::runtime::Context& context) {
  VYRE_RETURN_IF_ERROR(
      require_array(desc.programs, desc.program_count, "vyre_device_desc.programs"));
  std::vector<std::shared_ptr<const vyre::runtime::Program>> programs;
  for (size_t i = 0; i < desc.program_count; ++i) {
    if (desc.programs[i] == nullptr)
      return of_entry(null_argument("program"), "vyre_device_desc.programs", i);
    programs.push_back(desc.programs[i]->rep);
  }
  return vyre::runtime::needs_of(std::move(programs), context);
}

// |given| may be null.
Result<vyre::backend::SelectOptions> select_options(const vyre_device_desc* given,
                                                    vyre::runtime::Context& context) {
  VYRE_ASSIGN_OR_RETURN(const vyre_device_desc desc,
                        VYRE_READ_DESC(given, vyre_device_desc, VYRE_DEVICE_DESC_INIT));
  VYRE_RETURN_IF_ERROR(check_bits(desc.flags, VYRE_SELECT_NO_SOFTWARE, "vyre_device_desc.flags"));
  VYRE_RETURN_IF_ERROR(check_string(desc.id, "vyre_device_desc.id"));
  VYRE_RETURN_IF_ERROR(require_array(desc.exclude, desc.exclude_count, "vyre_device_desc.exclude"));
  vyre::backend::SelectOptions options;
  options.refuse_software = (desc.flags & VYRE_SELECT_NO_SOFTWARE) != 0;
  options.id = view(desc.id);
  VYRE_ASSIGN_OR_RETURN(options.needs, needs_of(desc, context));
  for (size_t i = 0; i < desc.exclude_count; ++i) {
    VYRE_RETURN_IF_ERROR(check_string(desc.exclude[i], "vyre_device_desc.exclude"));
    options.exclude.emplace_back(view(desc.exclude[i]));
  }
  return options;
}

vyre_device_entry_flags flags_of(const Entry& entry) {
  vyre_device_entry_flags flags = 0;
  if (entry.usable) flags |= VYRE_DEVICE_ENTRY_USABLE;
  if (entry.oracle) flags |= VYRE_DEVICE_ENTRY_ORACLE;
  if (entry.order != 0) flags |= VYRE_DEVICE_ENTRY_CANDIDATE;
  if (entry.chosen) flags |= VYRE_DEVICE_ENTRY_CHOSEN;
  if (entry.dispatches) flags |= VYRE_DEVICE_ENTRY_DISPATCHES;
  return flags;
}

void add_missing(const Entry& entry, vyre_device_list& list, vyre_device_entry_info& info) {
  if (entry.missing.empty()) return;
  Items<vyre_finding>& findings = list.missing.emplace_back();
  Texts& texts = list.texts;
  for (const vyre::Finding& finding : entry.missing) {
    findings.add({sizeof(vyre_finding), texts.keep(finding.code), texts.keep(finding.path),
                  texts.keep(finding.other), texts.keep(finding.text), texts.keep(finding.fix),
                  texts.keep(finding.label)});
  }
  info.missing = findings.data();
  info.missing_count = findings.size();
}

void add(const Entry& entry, const vyre::registry::Snapshot& ops, vyre_device_list& list) {
  vyre_device_entry_info& info = list.entries.add({});
  info.struct_size = sizeof info;
  info.id = list.texts.keep(entry.id);
  info.reason = list.texts.keep(entry.reason);
  info.flags = flags_of(entry);
  if (entry.usable) {
    list.devices.push_back(make_device_info(entry.id, entry.version, entry.profile, ops));
    info.info = list.devices.back().get();
  }
  add_missing(entry, list, info);
  info.acquisition_ns = entry.acquisition_ns;
  info.score = entry.score;
  info.rank = entry.rank;
  info.order = entry.order;
  info.decision = static_cast<vyre_decision>(entry.decision);
}

static_assert(static_cast<int>(Decision::kNone) == VYRE_DECISION_NOTHING);
static_assert(static_cast<int>(Decision::kBest) == VYRE_DECISION_BEST);
static_assert(static_cast<int>(Decision::kSoftware) == VYRE_DECISION_SOFTWARE);
static_assert(static_cast<int>(Decision::kScore) == VYRE_DECISION_SCORE);
static_assert(static_cast<int>(Decision::kTiming) == VYRE_DECISION_TIMING);
static_assert(static_cast<int>(Decision::kBandwidth) == VYRE_DECISION_BANDWIDTH);
static_assert(static_cast<int>(Decision::kRank) == VYRE_DECISION_RANK);
static_assert(static_cast<int>(Decision::kAcquisition) == VYRE_DECISION_ACQUISITION);
static_assert(static_cast<int>(Decision::kId) == VYRE_DECISION_ID);
static_assert(static_cast<int>(Decision::kUnusable) == VYRE_DECISION_UNUSABLE);
static_assert(static_cast<int>(Decision::kNotNamed) == VYRE_DECISION_NAME);
static_assert(static_cast<int>(Decision::kExcluded) == VYRE_DECISION_EXCLUSION);
static_assert(static_cast<int>(Decision::kSoftwareRefused) == VYRE_DECISION_REFUSAL);
static_assert(static_cast<int>(Decision::kOracle) == VYRE_DECISION_ORACLE);
static_assert(static_cast<int>(Decision::kDoesNotDispatch) == VYRE_DECISION_DISPATCH);
static_assert(static_cast<int>(Decision::kProgram) == VYRE_DECISION_PROGRAM);

}  // namespace

vyre_error* vyre_device_open(vyre_context* context, const vyre_device_desc* desc,
                             vyre_device** out_device) {
  return guard(VYRE_OUT(out_device), [&]() -> Status {
    VYRE_ASSIGN_OR_RETURN(auto known, context_or_shared(context));
    VYRE_ASSIGN_OR_RETURN(const auto options, select_options(desc, *known));
    return hand_out(out_device, Device::open(std::move(known), options));
  });
}

vyre_error* vyre_device_list_create(vyre_context* context, const vyre_device_desc* desc,
                                    vyre_device_list** out_list) {
  return guard(VYRE_OUT(out_list), [&]() -> Status {
    VYRE_ASSIGN_OR_RETURN(const auto known, context_or_shared(context));
    VYRE_ASSIGN_OR_RETURN(const auto options, select_options(desc, *known));
    auto list = std::make_unique<vyre_device_list>();
    const auto ops = known->registry().current();
    for (const Entry& entry : known->inventory().explain(options)) add(entry, *ops, *list);
    list->info.devices = list->entries.data();
    list->info.device_count = list->entries.size();
    *out_list = list.release();
    return {};
  });
}

const vyre_device_list_info* vyre_device_list_get_info(const vyre_device_list* list) {
  static constexpr vyre_device_list_info kNone = {sizeof(vyre_device_list_info), nullptr, 0};
  return list == nullptr ? &kNone : &list->info;
}

void vyre_device_list_destroy(vyre_device_list* list) { delete list; }
