#include "runtime/inventory.h"

#include <algorithm>
#include <chrono>

#include "runtime/selection_reason.h"

namespace vyre::runtime {
namespace {

Entry entry_of(const Device& device, uint32_t rank, uint64_t find_ns) {
  Entry entry;
  entry.id = device.id;
  entry.version = device.version;
  entry.reason = device.missing;
  entry.profile = device.profile;
  entry.rank = rank;
  entry.acquisition_ns = find_ns;
  entry.usable = device.missing.empty();
  entry.oracle = backend::is_oracle(device.id);
  if (entry.usable) entry.score = backend::capability_score(device.profile);
  return entry;
}

backend::Candidate candidate_of(const Entry& entry) {
  return {entry.id, entry.profile, entry.rank, entry.acquisition_ns};
}

bool entry_before(const Entry& left, const Entry& right) {
  return backend::comes_before(candidate_of(left), candidate_of(right));
}

// "vulkan" of "vulkan:<uuid>".
std::string_view family_name(std::string_view id) { return id.substr(0, id.find(':')); }

// Whether |id| names the entry, or the family that it belongs to.
bool is_named(const Entry& entry, std::string_view id) {
  return entry.id == id || family_name(entry.id) == id;
}

// Why |options| leave |entry| out; empty when they do not.
std::string exclusion(const Entry& entry, const SelectOptions& options) {
  if (!options.id.empty() && !is_named(entry, options.id)) {
    return concat("only '", options.id, "' is considered");
  }
  for (const std::string& id : options.exclude) {
    if (is_named(entry, id)) return "excluded by the caller";
  }
  if (options.refuse_software && entry.profile.kind == backend::DeviceKind::kCpu) {
    return "a software device, and these are refused";
  }
  if (entry.oracle && options.id.empty()) return "an oracle, used only when it is named";
  return {};
}

void order_candidates(std::vector<Entry>& entries, const SelectOptions& options) {
  for (Entry& entry : entries) {
    if (!entry.usable) continue;
    entry.reason = exclusion(entry, options);
    entry.order = entry.reason.empty() ? 1 : 0;
  }
  std::stable_sort(entries.begin(), entries.end(), [](const Entry& left, const Entry& right) {
    if ((left.order != 0) != (right.order != 0)) return left.order != 0;
    return left.order != 0 && entry_before(left, right);
  });
  uint32_t place = 0;
  for (Entry& entry : entries) {
    if (entry.order != 0) entry.order = ++place;
  }
}

std::string joined(const std::vector<std::string>& parts) {
  std::string text;
  for (const std::string& part : parts) text += (text.empty() ? "" : "; ") + part;
  return text;
}

Status none_usable(const std::string& detail) {
  return fail(Code::kNotFound, "no usable GPU dispatch backend: ", detail,
              ". The CPU reference is an oracle and never chosen by itself. Fix: install the GPU's "
              "Vulkan driver and a Vulkan loader and repair what is named above");
}

// Why nothing could be opened: what failed, else what was left out.
std::string failure_detail(const std::vector<Entry>& entries,
                           const std::vector<std::string>& failures) {
  if (!failures.empty()) return joined(failures);
  std::vector<std::string> left_out;
  for (const Entry& entry : entries) left_out.push_back(concat(entry.id, ": ", entry.reason));
  return left_out.empty() ? "no backend is built in" : joined(left_out);
}

}  // namespace

Inventory::Inventory(std::vector<std::unique_ptr<BackendFamily>> families) {
  for (auto& family : families) families_.push_back({std::move(family), false, {}, 0, {}});
}

void Inventory::find_devices(Family& family) {
  if (family.found) return;
  const auto begin = std::chrono::steady_clock::now();
  Result<std::vector<Device>> devices = family.reach->find();
  const auto elapsed = std::chrono::steady_clock::now() - begin;
  family.find_ns =
      static_cast<uint64_t>(std::chrono::duration_cast<std::chrono::nanoseconds>(elapsed).count());
  family.found = devices.ok();
  family.failure = devices.ok() ? std::string() : devices.error().text();
  if (devices.ok()) family.devices = devices.take();
}

std::vector<Entry> Inventory::entries_of(size_t index) {
  Family& family = families_[index];
  find_devices(family);
  const std::string name(family.reach->name());
  const uint32_t rank = family.reach->rank();
  if (!family.found) return {entry_of({name, {}, {}, family.failure}, rank, family.find_ns)};
  if (family.devices.empty()) return {entry_of({name, {}, {}, "it sees no device"}, rank, 0)};
  std::vector<Entry> entries;
  for (size_t d = 0; d < family.devices.size(); ++d) {
    entries.push_back(entry_of(family.devices[d], rank, family.find_ns));
    entries.back().family = index;
    entries.back().device = d;
  }
  return entries;
}

std::vector<Entry> Inventory::all_entries() {
  std::vector<Entry> all;
  for (size_t i = 0; i < families_.size(); ++i) {
    for (Entry& entry : entries_of(i)) all.push_back(std::move(entry));
  }
  return all;
}

std::vector<Entry> Inventory::explain(const SelectOptions& options) {
  std::lock_guard lock(mutex_);
  std::vector<Entry> all = all_entries();
  order_candidates(all, options);
  for (size_t i = 0; i < all.size() && all[i].order != 0; ++i) {
    all[i].chosen = i == 0;
    all[i].reason = i == 0 ? reason_chosen(all[0]) : reason_later(all[i - 1], all[i]);
  }
  return all;
}

Result<std::shared_ptr<backend::Backend>> Inventory::open(std::string_view id) {
  std::lock_guard lock(mutex_);
  std::vector<Entry> named;
  for (size_t i = 0; i < families_.size(); ++i) {
    if (families_[i].reach->name() != family_name(id)) continue;  // not asked: it may be slow
    for (Entry& entry : entries_of(i)) {
      if (entry.usable && is_named(entry, id)) named.push_back(std::move(entry));
    }
  }
  if (named.empty()) return not_found(id);
  const Entry& best = *std::min_element(named.begin(), named.end(), entry_before);
  return families_[best.family].reach->open(best.device);
}

Status Inventory::not_found(std::string_view id) {
  std::vector<std::string> known;
  std::string why = "is not here";
  for (const Entry& entry : all_entries()) {
    known.push_back(entry.usable ? entry.id : concat(entry.id, " (", entry.reason, ")"));
    if (!entry.usable && entry.id == id) why = concat("cannot be used: ", entry.reason);
  }
  return fail(Code::kNotFound, "backend '", id, "' ", why, ". Fix: choose one of: ", joined(known));
}

Result<std::shared_ptr<backend::Backend>> Inventory::open_preferred(const SelectOptions& options) {
  const std::vector<Entry> all = explain(options);
  std::vector<std::string> failures;
  std::lock_guard lock(mutex_);
  for (const Entry& entry : all) {
    if (entry.order == 0) break;
    auto backend = families_[entry.family].reach->open(entry.device);
    if (backend.ok()) return backend;
    failures.push_back(concat(entry.id, ": ", backend.error().text()));
  }
  return none_usable(failure_detail(all, failures));
}

}  // namespace vyre::runtime
