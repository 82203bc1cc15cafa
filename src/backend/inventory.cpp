#include "backend/inventory.h"

#include <algorithm>
#include <chrono>

namespace vyre::backend {
namespace {

std::string joined(const std::vector<std::string>& parts) {
  std::string text;
  for (const std::string& part : parts) text += (text.empty() ? "" : "; ") + part;
  return text;
}

Status none_usable(const std::string& detail) {
  return fail(Code::kNotFound, "no usable GPU dispatch backend: ", detail,
              ". The CPU reference is an oracle and never chosen by itself. Fix: install the GPU's "
              "Vulkan driver and a Vulkan loader, and repair the probe of what is named above");
}

// Why nothing could be opened: what failed, else what was left out.
std::string failure_detail(const std::vector<Entry>& entries,
                           const std::vector<std::string>& failures) {
  if (!failures.empty()) return joined(failures);
  std::vector<std::string> left_out;
  for (const Entry& entry : entries) left_out.push_back(concat(entry.id, ": ", entry.reason));
  return left_out.empty() ? "no backend is built in" : joined(left_out);
}

template <typename Records, typename Value>
Status declare(Records& records, std::string_view id, Value value, std::string_view what) {
  if (id.empty()) {
    return fail(Code::kInvalidArgument, "a ", what,
                " is declared for an empty backend id. Fix: "
                "name the backend");
  }
  const auto [at, added] = records.emplace(id, value);
  if (added) return {};
  return fail(Code::kAlreadyRegistered, "the ", what, " of backend '", id, "' is declared as ",
              value, " and was declared as ", at->second, ". Fix: declare it once");
}

template <typename Records, typename Value>
Value value_or(const Records& records, std::string_view id, Value absent) {
  const auto at = records.find(id);
  return at == records.end() ? absent : at->second;
}

}  // namespace

// A backend with what it answered.
struct Inventory::Registration {
  explicit Registration(std::unique_ptr<Backend> given) : backend(std::move(given)) {}

  void find();
  std::vector<Entry> entries();

  const std::unique_ptr<Backend> backend;

 private:
  std::mutex mutex_;
  // Guarded by mutex_.
  bool found_ = false;
  std::vector<DeviceEntry> devices_;
  uint64_t find_ns_ = 0;  // how long finding them took, once
  std::string failure_;
};

void Inventory::Registration::find() {
  std::lock_guard lock(mutex_);
  if (found_) return;
  const auto begin = std::chrono::steady_clock::now();
  Result<std::vector<DeviceEntry>> devices = backend->find();
  const std::chrono::nanoseconds elapsed = std::chrono::steady_clock::now() - begin;
  find_ns_ = static_cast<uint64_t>(elapsed.count());
  found_ = devices.ok();
  failure_ = devices.ok() ? std::string() : devices.error().text();
  if (devices.ok()) devices_ = devices.take();
}

std::vector<Entry> Inventory::Registration::entries() {
  std::lock_guard lock(mutex_);
  std::vector<Entry> entries(found_ ? devices_.size() : 0);
  for (size_t i = 0; i < entries.size(); ++i) {
    Entry& entry = entries[i];
    entry.id = devices_[i].id;
    entry.version = devices_[i].version;
    entry.reason = devices_[i].missing;
    entry.profile = devices_[i].profile;
    entry.usable = devices_[i].missing.empty();
    entry.acquisition_ns = find_ns_;
    entry.device = i;
  }
  if (!entries.empty()) return entries;
  entries.emplace_back();
  entries[0].id = backend->name();
  entries[0].reason = found_ ? "it sees no device" : failure_;
  entries[0].acquisition_ns = find_ns_;
  return entries;
}

Inventory::Inventory(std::vector<std::unique_ptr<Backend>> backends, RunTogether together,
                     SelectOptions defaults)
    : together_(std::move(together)), defaults_(std::move(defaults)) {
  for (auto& backend : backends) {
    const Status added = add(std::move(backend));  // a doubled name keeps the first
  }
}

Status Inventory::admit(Backend& backend) {
  for (const auto& known : registrations_) {
    if (known->backend->name() != backend.name()) continue;
    return fail(Code::kAlreadyRegistered, "backend '", backend.name(), "' is registered by ",
                backend.owner(), " and was registered by ", known->backend->owner(),
                ". Fix: give one of them another id");
  }
  const std::string_view id = backend.name();
  if (backend.rank()) VYRE_RETURN_IF_ERROR(declare(ranks_, id, *backend.rank(), "rank"));
  if (!backend.dispatches()) return {};
  Status declared = declare(dispatches_, id, *backend.dispatches(), "dispatch capability");
  if (!declared.ok() && backend.rank()) ranks_.erase(ranks_.find(id));
  return declared;
}

Status Inventory::add(std::unique_ptr<Backend> backend) {
  if (backend->name().empty() || backend_name(backend->name()) != backend->name()) {
    return fail(Code::kInvalidArgument, "'", backend->name(), "' is no id for a backend (",
                backend->owner(), "). Fix: use a name without ':'");
  }
  std::lock_guard lock(mutex_);
  VYRE_RETURN_IF_ERROR(admit(*backend));
  registrations_.push_back(std::make_shared<Registration>(std::move(backend)));
  return {};
}

Status Inventory::declare_rank(std::string_view id, uint32_t rank) {
  std::lock_guard lock(mutex_);
  return declare(ranks_, id, rank, "rank");
}

Status Inventory::declare_dispatches(std::string_view id, bool dispatches) {
  std::lock_guard lock(mutex_);
  return declare(dispatches_, id, dispatches, "dispatch capability");
}

bool Inventory::dispatches(std::string_view id) const {
  std::lock_guard lock(mutex_);
  return value_or(dispatches_, backend_name(id), false);
}

uint32_t Inventory::rank(std::string_view id) const {
  std::lock_guard lock(mutex_);
  return value_or(ranks_, backend_name(id), kUnranked);
}

std::vector<std::string_view> Inventory::by_rank() const {
  std::vector<std::pair<uint32_t, std::string_view>> ranked;
  for (const auto& one : registrations()) {
    ranked.emplace_back(rank(one->backend->name()), one->backend->name());
  }
  std::ranges::stable_sort(ranked);
  std::vector<std::string_view> ids;
  for (const auto& [rank, id] : ranked) ids.push_back(id);
  return ids;
}

void Inventory::set_bandwidth(std::string_view id, double gbps) {
  std::lock_guard lock(mutex_);
  bandwidths_.insert_or_assign(std::string(id), gbps);
}

std::optional<double> Inventory::measured_bandwidth(std::string_view id) const {
  std::lock_guard lock(mutex_);
  return value_or(bandwidths_, id, std::optional<double>());
}

SelectOptions Inventory::with_defaults(const SelectOptions& options) const {
  if (!options.id.empty() || !options.exclude.empty()) return options;
  SelectOptions merged = defaults_;
  merged.refuse_software |= options.refuse_software;
  return merged;
}

std::vector<std::shared_ptr<Inventory::Registration>> Inventory::registrations() const {
  std::lock_guard lock(mutex_);
  return registrations_;
}

void Inventory::find_devices(std::span<const std::shared_ptr<Registration>> all) const {
  std::vector<std::function<void()>> tasks;
  for (const auto& one : all) {
    if (together_ != nullptr && one->backend->finds_in_parallel()) {
      tasks.push_back([&one] { one->find(); });
    } else {
      one->find();
    }
  }
  if (!tasks.empty()) together_(tasks);
}

void Inventory::add_facts(Entry& entry) const {
  entry.oracle = is_oracle(entry.id);
  entry.rank = value_or(ranks_, backend_name(entry.id), kUnranked);
  entry.dispatches = value_or(dispatches_, backend_name(entry.id), false);
  if (const auto at = bandwidths_.find(entry.id); at != bandwidths_.end()) {
    entry.profile.memory_bandwidth_gbps = at->second;
    entry.profile.bandwidth_source = profile::FactSource::kMeasured;
  }
  if (entry.usable) entry.score = capability_score(entry.profile);
}

std::vector<Entry> Inventory::entries_of(std::span<const std::shared_ptr<Registration>> all) const {
  find_devices(all);
  std::vector<Entry> entries;
  for (size_t i = 0; i < all.size(); ++i) {
    for (Entry& entry : all[i]->entries()) {
      entry.backend = i;
      entries.push_back(std::move(entry));
    }
  }
  std::lock_guard lock(mutex_);
  for (Entry& entry : entries) add_facts(entry);
  return entries;
}

std::vector<Entry> Inventory::explain(const SelectOptions& options) {
  std::vector<Entry> entries = entries_of(registrations());
  choose(entries, with_defaults(options));
  return entries;
}

Result<std::shared_ptr<Device>> Inventory::open(std::string_view id) {
  std::vector<std::shared_ptr<Registration>> named = registrations();
  std::erase_if(named, [&](const auto& one) {  // those are not asked: it may be slow
    return one->backend->name() != backend_name(id);
  });
  std::vector<Entry> entries = entries_of(named);
  std::erase_if(entries, [&](const Entry& one) { return !one.usable || !is_named(one, id); });
  if (entries.empty()) return not_found(id);
  const Entry& best = *std::min_element(entries.begin(), entries.end(), entry_before);
  return named[best.backend]->backend->open(best.device);
}

Status Inventory::not_found(std::string_view id) {
  std::vector<std::string> known;
  std::string why = "is not here";
  for (const Entry& entry : entries_of(registrations())) {
    known.push_back(entry.usable ? entry.id : concat(entry.id, " (", entry.reason, ")"));
    if (!entry.usable && entry.id == id) why = concat("cannot be used: ", entry.reason);
  }
  return fail(Code::kNotFound, "backend '", id, "' ", why, ". Fix: choose one of: ", joined(known));
}

Result<std::shared_ptr<Device>> Inventory::open_preferred(const SelectOptions& options) {
  const std::vector<std::shared_ptr<Registration>> all = registrations();
  std::vector<Entry> entries = entries_of(all);
  choose(entries, with_defaults(options));
  std::vector<std::string> failures;
  for (const Entry& entry : entries) {
    if (entry.order == 0) break;
    auto backend = all[entry.backend]->backend->open(entry.device);
    if (backend.ok()) return backend;
    failures.push_back(concat(entry.id, ": ", backend.error().text()));
  }
  return none_usable(failure_detail(entries, failures));
}

}  // namespace vyre::backend
