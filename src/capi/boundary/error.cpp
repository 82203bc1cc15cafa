#include "capi/boundary/error.h"

#include <algorithm>

#include "base/encoding/shown.h"
#include "capi/boundary/convert.h"
#include "capi/boundary/guard.h"
#include "ir/program/display_name.h"

namespace vyre::capi {
namespace {

// The numbers of the header and those of the rooms are the same.
#define VYRE_CODE(number, name, c_name, category, words) \
  static_assert(VYRE_ERROR_##c_name == number);
#include "base/status/codes.def"

constexpr std::string_view kFix = "Fix: ";

// The parts of an error of which nothing else is known.
constexpr vyre_error_info parts_of(Code code, std::string_view message, std::string_view fix) {
  vyre_error_info info = {};
  info.struct_size = sizeof info;
  info.message = to_c(message);
  info.fix = to_c(fix);
  info.label = info.path = info.trap_tag = to_c("");
  info.segment = info.step = info.trap_address = info.trap_lane = VYRE_UNKNOWN;
  info.limit = info.requested = VYRE_UNKNOWN;
  info.code = static_cast<vyre_error_code>(code);
  return info;
}

// Both halves end with a NUL of their own.
constexpr char kNoMemory[] =
    "an allocation on the host failed. Fix: free memory, or give the context more of it";
constinit vyre_error no_memory(kNoMemory,
                               parts_of(Code::kOutOfHostMemory, "an allocation on the host failed",
                                        "free memory, or give the context more of it"),
                               true);
constexpr char kRefused[] =
    "the system refused something the library cannot do without, such as a thread or a lock. Fix: "
    "raise the limits of the process; if that does not help, report this as a mistake";
constinit vyre_error refused(
    kRefused,
    parts_of(Code::kInternal,
             "the system refused something the library cannot do without, such as a thread or a "
             "lock",
             "raise the limits of the process; if that does not help, report this as a mistake"),
    true);
constinit vyre_error nothing("", parts_of(static_cast<Code>(0), "", ""), true);

std::string without_end(std::string_view text) {
  while (text.ends_with(' ') || text.ends_with('.')) text.remove_suffix(1);
  return std::string(text);
}

// |text| before "Fix: ", and what stands behind it.
void split_fix(std::string_view text, std::string& message, std::string& fix) {
  const size_t at = text.find(kFix);
  message = without_end(text.substr(0, at));
  fix = at == std::string_view::npos ? std::string() : std::string(text.substr(at + kFix.size()));
}

// The two parts by themselves, so that the way out is there behind however long a message.
void show_text(std::string& text) {
  if (is_shown(text)) return;
  const size_t at = std::min(text.find(kFix), text.size());
  const std::string_view parts = text;
  std::string both = shown(parts.substr(0, at));
  if (at < parts.size()) {
    both += concat(both.ends_with(' ') ? "" : ". ", kFix, shown(parts.substr(at + kFix.size())));
  }
  text = std::move(both);
}

// Every text that leaves the library, whoever wrote parts of it. A tag is data of its program.
void show(ErrorInfo& made) {
  show_text(made.text);
  for (std::string* text : {&made.label, &made.path}) *text = shown(*text);
  for (Finding& finding : made.findings) {
    show_text(finding.text);
    for (std::string* text :
         {&finding.code, &finding.path, &finding.other, &finding.fix, &finding.label}) {
      *text = shown(*text);
    }
  }
}

}  // namespace

MadeError::MadeError(ErrorInfo made) : vyre_error("", nothing.info, false), rep_(std::move(made)) {
  show(rep_);
  set_text();
  set_findings();
  set_info();
}

void MadeError::set_text() {
  split_fix(rep_.text, message_, fix_);
  text_ = rep_.text;
  const std::string label = ir::display_name(rep_.label);
  const auto has = [&](std::string_view name) { return text_.find(name) != std::string::npos; };
  if (!has(rep_.label) && !has(label)) text_ += concat(" (in ", label, ")");
  for (Finding& finding : rep_.findings) {
    text_ += concat("\n  ", finding.code, finding.path.empty() ? "" : " at ", finding.path, ": ",
                    finding.text);
    if (finding.fix.empty()) {
      std::string said;
      split_fix(finding.text, said, finding.fix);
      if (!finding.fix.empty()) finding.text = std::move(said);
    } else {
      text_ += concat(". Fix: ", finding.fix);
    }
  }
  text = text_.c_str();
}

void MadeError::set_findings() {
  findings_.reserve(rep_.findings.size());
  for (const Finding& finding : rep_.findings) {
    findings_.push_back({sizeof(vyre_finding), to_c(finding.code), to_c(finding.path),
                         to_c(finding.other), to_c(finding.text), to_c(finding.fix),
                         to_c(finding.label)});
    pointers_.push_back(&findings_.back());
  }
}

void MadeError::set_info() {
  info.message = to_c(message_);
  info.fix = to_c(fix_);
  info.label = to_c(rep_.label);
  info.path = to_c(rep_.path);
  info.trap_tag = to_c(rep_.trap_tag);
  info.findings = pointers_.data();
  info.finding_count = pointers_.size();
  info.native_code = rep_.native_code;
  if (rep_.segment) info.segment = *rep_.segment;
  info.step = rep_.step.value_or(VYRE_UNKNOWN);
  info.trap_address = rep_.trap_address.value_or(VYRE_UNKNOWN);
  info.trap_lane = rep_.trap_lane.value_or(VYRE_UNKNOWN);
  info.limit = rep_.limit.value_or(VYRE_UNKNOWN);
  info.requested = rep_.requested.value_or(VYRE_UNKNOWN);
  info.code = static_cast<vyre_error_code>(rep_.code);
}

vyre_error* error_of(Thrown thrown) noexcept {
  return thrown == Thrown::kNoMemory ? &no_memory : &refused;
}

vyre_error* to_error(Status status) noexcept {
  if (status.ok()) return nullptr;
  vyre_error* error = nullptr;
  const Thrown thrown = run_guarded([&] { error = new MadeError(std::move(status.info())); });
  return thrown == Thrown::kNothing ? error : error_of(thrown);
}

Status take_status(vyre_error* error) {
  const OwnedError owned(error);
  if (error == nullptr) return {};
  if (error->is_static) return fail(static_cast<Code>(error->info.code), error->text);
  return Status(ErrorInfo(static_cast<const MadeError*>(error)->rep()));
}

}  // namespace vyre::capi

using vyre::Code;
using namespace vyre::capi;

vyre_error* vyre_error_create(vyre_error_code code, int64_t native_code, vyre_string text) {
  return guard(
      [&]() -> vyre::Status {
        VYRE_RETURN_IF_ERROR(check_string(text, "text"));
        const std::string_view said = view(text);
        const bool advises = said.find(kFix) != std::string_view::npos;
        const Code known = vyre::find_code(static_cast<int32_t>(code)).value_or(Code::kUnknown);
        vyre::Status status = vyre::fail(
            known, said, advises ? "" : ". Fix: correct what the host's callback reports here");
        status.info().native_code = native_code;
        return status;
      },
      nullptr);
}

vyre_error_code vyre_error_get_code(const vyre_error* error) {
  return error == nullptr ? VYRE_OK : error->info.code;
}

vyre_string vyre_error_code_name(vyre_error_code code) {
  if (code == VYRE_OK) return to_c("OK");
  const auto known = vyre::find_code(static_cast<int32_t>(code));
  return to_c(known ? vyre::code_name(*known) : "");
}

const char* vyre_error_text(const vyre_error* error) { return error == nullptr ? "" : error->text; }

const vyre_error_info* vyre_error_get_info(const vyre_error* error) {
  return error == nullptr ? &nothing.info : &error->info;
}

vyre_error* vyre_error_share(const vyre_error* error) {
  if (error == nullptr) return nullptr;
  if (!error->is_static) error->owners.fetch_add(1, std::memory_order_relaxed);
  return const_cast<vyre_error*>(error);
}

void vyre_error_destroy(vyre_error* error) {
  if (error == nullptr || error->is_static) return;
  if (error->owners.fetch_sub(1, std::memory_order_acq_rel) == 1) {
    delete static_cast<MadeError*>(error);
  }
}
