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

bool is_named(const Entry& entry, std::string_view id) {
  const std::string_view entry_id = entry.id;
  return entry_id == id || entry_id.substr(0, entry_id.find(':')) == id;
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

void Inventory::find_devices() {
  for (Family& family : families_) {
    if (family.found) continue;
    const auto begin = std::chrono::steady_clock::now();
    Result<std::vector<Device>> devices = family.reach->find();
    const auto elapsed = std::chrono::steady_clock::now() - begin;
    family.find_ns = static_cast<uint64_t>(
        std::chrono::duration_cast<std::chrono::nanoseconds>(elapsed).count());
    family.found = devices.ok();
    family.failure = devices.ok() ? std::string() : devices.error().text();
    if (devices.ok()) family.devices = devices.take();
  }
}

std::vector<Entry> Inventory::entries() const {
  std::vector<Entry> all;
  for (size_t f = 0; f < families_.size(); ++f) {
    const Family& family = families_[f];
    const std::string name(family.reach->name());
    if (!family.found) {
      all.push_back(entry_of({name, {}, {}, family.failure}, family.reach->rank(), family.find_ns));
    } else if (family.devices.empty()) {
      all.push_back(entry_of({name, {}, {}, "it sees no device"}, family.reach->rank(), 0));
    }
    for (size_t d = 0; d < family.devices.size(); ++d) {
      Entry entry = entry_of(family.devices[d], family.reach->rank(), family.find_ns);
      entry.family = f;
      entry.device = d;
      all.push_back(std::move(entry));
    }
  }
  return all;
}

std::vector<Entry> Inventory::explain(const SelectOptions& options) {
  std::lock_guard lock(mutex_);
  find_devices();
  std::vector<Entry> all = entries();
  order_candidates(all, options);
  for (size_t i = 0; i < all.size() && all[i].order != 0; ++i) {
    all[i].chosen = i == 0;
    all[i].reason = i == 0 ? reason_chosen(all[0]) : reason_later(all[i - 1], all[i]);
  }
  return all;
}

Result<std::shared_ptr<backend::Backend>> Inventory::open(std::string_view id) {
  std::lock_guard lock(mutex_);
  find_devices();
  std::vector<Entry> all = entries();
  const Entry* best = nullptr;
  std::vector<std::string> known;
  for (const Entry& entry : all) {
    known.push_back(entry.usable ? entry.id : concat(entry.id, " (", entry.reason, ")"));
    if (!is_named(entry, id)) continue;
    if (!entry.usable && entry.id == id) {
      return fail(Code::kNotFound, "backend '", id, "' cannot be used: ", entry.reason,
                  ". Fix: repair that, or choose one of: ", joined(known));
    }
    if (entry.usable && (best == nullptr || entry_before(entry, *best))) best = &entry;
  }
  if (best != nullptr) return families_[best->family].reach->open(best->device);
  return fail(Code::kNotFound, "there is no backend '", id,
              "' that can be used. Fix: choose one of: ", joined(known));
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
