#include "backend/inventory.h"

#include <algorithm>
#include <chrono>

#include "ir/program/display_name.h"

namespace vyre::backend {
namespace {

std::string joined(const std::vector<std::string>& parts) {
  std::string text;
  for (const std::string& part : parts) text += (text.empty() ? "" : "; ") + part;
  return text;
}

// A device that was to be opened and was not.
struct Failure {
  std::string id;
  Status status;
};
using Failures = std::vector<Failure>;

const Failure* find_failure(const Failures& failures, std::string_view id) {
  const auto found = std::ranges::find(failures, id, &Failure::id);
  return found == failures.end() ? nullptr : &*found;
}

std::string path_of(const Entry& entry) {
  return concat(entry.is_device ? "device '" : "backend '", entry.id, "'");
}

// Why nothing could be opened: what failed, else what was left out.
std::string failure_detail(const std::vector<Entry>& entries, const Failures& failures) {
  std::vector<std::string> lines;
  for (const Failure& failure : failures) {
    lines.push_back(concat(failure.id, ": ", failure.status.text()));
  }
  if (!lines.empty()) return joined(lines);
  for (const Entry& entry : entries) lines.push_back(concat(entry.id, ": ", entry.reason));
  return lines.empty() ? "no backend is built in" : joined(lines);
}

// What lets in |entry|, which works and was left out; nothing for one that is absent or an oracle.
std::string way_in(const Entry& entry, const SelectOptions& options) {
  if (entry.decision == Decision::kExcluded) {
    return concat("take '", entry.id, "' out of what ", options.origin, " excludes");
  }
  if (entry.decision == Decision::kSoftwareRefused) {
    return concat("allow software devices, such as '", entry.id, "'");
  }
  if (entry.decision == Decision::kProgram) {
    return concat("change what the programs need, for which '", entry.id, "' will do");
  }
  if (entry.decision == Decision::kDoesNotDispatch)
    return concat("open '", entry.id, "' by its id");
  return {};
}

// Of each entry why it was not opened.
std::vector<Finding> findings_of(const std::vector<Entry>& entries, const Failures& failures,
                                 const SelectOptions& options) {
  std::vector<Finding> findings;
  for (const Entry& entry : entries) {
    const Failure* failure = find_failure(failures, entry.id);
    const std::string_view code =
        failure != nullptr ? code_name(failure->status.code()) : decision_name(entry.decision);
    findings.push_back({std::string(code),
                        path_of(entry),
                        failure != nullptr ? failure->status.text() : entry.reason,
                        {},
                        failure != nullptr ? std::string() : way_in(entry, options)});
  }
  return findings;
}

std::string way_out(const std::vector<Entry>& entries, const Failures& failures,
                    const SelectOptions& options) {
  if (!failures.empty()) return "correct what is named here";
  for (const Entry& entry : entries) {
    if (std::string way = way_in(entry, options); !way.empty()) return way;
  }
  return "install the GPU's Vulkan driver and a Vulkan loader, or a software driver (Debian: "
         "mesa-vulkan-drivers)";
}

Status none_usable(const std::vector<Entry>& entries, const Failures& failures,
                   const SelectOptions& options) {
  return fail(Code::kNotFound, "no usable device: ", failure_detail(entries, failures),
              ". The CPU reference is an oracle and never chosen by itself. Fix: ",
              way_out(entries, failures, options), ", or open the oracle by its id, 'cpu-ref'");
}

// Why the device or backend |id| was not opened, which has no candidate.
std::string why_not(const std::vector<Entry>& entries, std::string_view id) {
  for (const Entry& entry : entries) {
    if (entry.usable && is_named(entry, id)) return concat("is left out: ", entry.reason);
    if (!entry.usable && entry.id == id) return concat("cannot be used: ", entry.reason);
  }
  return "is not here";
}

std::string origin_of(const SelectOptions& options) {
  return options.origin == SelectOptions().origin
             ? std::string()
             : concat(", which ", options.origin, " asks for,");
}

// The one that is named, where it lacks what the programs need.
const Entry* named_lacking(const std::vector<Entry>& entries, std::string_view id) {
  const auto found = std::ranges::find_if(entries, [&](const Entry& entry) {
    return entry.id == id && entry.decision == Decision::kProgram;
  });
  return found == entries.end() ? nullptr : &*found;
}

Status lacks_needed(const Entry& entry) {
  Status status = fail(Code::kUnsupportedFeature, entry.reason);
  status.info().findings = entry.missing;
  return status;
}

// What to do where the one that is named is not to be had: to let it in, or to name another.
std::string way_to_named(const std::vector<Entry>& entries, const SelectOptions& options) {
  std::vector<std::string> others;
  for (const Entry& entry : entries) {
    if (!entry.usable) continue;
    if (!is_named(entry, options.id)) {
      others.push_back(entry.id);
    } else if (std::string way = way_in(entry, options); !way.empty()) {
      return way;
    }
  }
  if (others.empty()) return way_out(entries, {}, options);
  const bool is_asked = origin_of(options).empty();
  return concat(is_asked ? "open" : concat("set ", options.origin, " to"),
                " one of: ", joined(others));
}

// A device that is there and lacks what is needed is no device that is missing.
Status named_unusable(const std::vector<Entry>& entries, const SelectOptions& options) {
  Code code = Code::kNotFound;
  for (const Entry& entry : entries) {
    if (entry.is_device && !entry.usable && entry.id == options.id) {
      code = Code::kUnsupportedFeature;
    }
  }
  return fail(code, "device ", ir::display_name(options.id), origin_of(options), " ",
              why_not(entries, options.id), ". Fix: ", way_to_named(entries, options));
}

Status named_failed(const Failures& failures, const SelectOptions& options) {
  return fail(Code::kNotFound, "no device of ", ir::display_name(options.id), origin_of(options),
              " can be opened: ", failure_detail({}, failures),
              ". Fix: correct what is named here, or choose another device");
}

std::string not_opened(const Entry& entry, const Status& why) {
  return concat("device '", entry.id, "' cannot be opened: ", why.text());
}

// |failures| are those of the candidates, |entries| all that there is.
Status nothing_opened(const std::vector<Entry>& entries, Failures failures,
                      const SelectOptions& options) {
  if (!options.id.empty() && failures.size() == 1) return std::move(failures.front().status);
  if (const Entry* lacking = named_lacking(entries, options.id)) return lacks_needed(*lacking);
  Status status;
  if (options.id.empty()) {
    status = none_usable(entries, failures, options);
  } else if (failures.empty()) {
    status = named_unusable(entries, options);
  } else {
    status = named_failed(failures, options);
  }
  status.info().findings = findings_of(entries, failures, options);
  return status;
}

Status check_backend_id(std::string_view id, std::string_view what) {
  if (id.empty()) {
    return fail(Code::kInvalidArgument, "a ", what,
                " is declared for an empty backend id. Fix: name the backend");
  }
  if (backend_name(id) == id) return {};
  return fail(Code::kInvalidArgument, "a ", what, " is declared for ", ir::display_name(id),
              ", the id of a device, and belongs to a backend. Fix: declare it for '",
              backend_name(id), "'");
}

template <typename Records, typename Value>
Status declare(Records& records, std::string_view id, Value value, std::string_view what) {
  VYRE_RETURN_IF_ERROR(check_backend_id(id, what));
  const auto [at, added] = records.emplace(id, value);
  if (added) return {};
  return fail(Code::kAlreadyRegistered, "the ", what, " of backend ", ir::display_name(id),
              " is declared as ", value, " and was declared as ", at->second,
              ". Fix: declare it once");
}

template <typename Records, typename Value>
Value value_or(const Records& records, std::string_view id, Value absent) {
  const auto at = records.find(id);
  return at == records.end() ? absent : at->second;
}

// Of what was not known before the device is open.
Status check_opened(const Device& device, const Entry& entry, const SelectOptions& options) {
  if (options.needs == nullptr || entry.capabilities) return {};
  return options.needs->check(
      {device.id(), device.profile(), device.capabilities(), device.target()});
}

Result<std::shared_ptr<Device>> open_one(Backend& backend, const Entry& entry,
                                         const SelectOptions& options) {
  VYRE_ASSIGN_OR_RETURN(auto device, backend.open(entry.device));
  VYRE_RETURN_IF_ERROR(check_opened(*device, entry, options));
  return device;
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
    entry.capabilities = devices_[i].capabilities;
    entry.target = devices_[i].target;
    entry.is_device = true;
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
                     SelectOptions defaults, LogSink log)
    : together_(std::move(together)), defaults_(std::move(defaults)), log_(std::move(log)) {
  for (auto& backend : backends) {
    const Status added = add(std::move(backend));  // a doubled name keeps the first
  }
}

Status Inventory::admit(Backend& backend, Declarations& declared) const {
  for (const auto& known : registrations_) {
    if (known->backend->name() != backend.name()) continue;
    return fail(Code::kAlreadyRegistered, "backend '", backend.name(), "' is registered by ",
                backend.owner(), " and was registered by ", known->backend->owner(),
                ". Fix: give one of them another id");
  }
  const std::string_view id = backend.name();
  if (backend.rank()) VYRE_RETURN_IF_ERROR(declare(declared.ranks, id, *backend.rank(), "rank"));
  if (!backend.dispatches()) return {};
  return declare(declared.dispatches, id, *backend.dispatches(), "dispatch capability");
}

Status Inventory::add(std::unique_ptr<Backend> backend, const Commit& commit) {
  if (backend->name().empty() || backend_name(backend->name()) != backend->name()) {
    return fail(Code::kInvalidArgument, "'", backend->name(), "' is no id for a backend (",
                backend->owner(), "). Fix: use a name without ':'");
  }
  Backend& given = *backend;
  const auto registration = std::make_shared<Registration>(std::move(backend));
  std::lock_guard lock(mutex_);
  registrations_.reserve(registrations_.size() + 1);
  Declarations declared = declared_;  // whatever goes wrong leaves nothing behind
  VYRE_RETURN_IF_ERROR(admit(given, declared));
  if (commit != nullptr) VYRE_RETURN_IF_ERROR(commit());
  std::swap(declared_, declared);
  registrations_.push_back(registration);
  return {};
}

Status Inventory::declare_rank(std::string_view id, uint32_t rank) {
  std::lock_guard lock(mutex_);
  return declare(declared_.ranks, id, rank, "rank");
}

Status Inventory::declare_dispatches(std::string_view id, bool dispatches) {
  std::lock_guard lock(mutex_);
  return declare(declared_.dispatches, id, dispatches, "dispatch capability");
}

std::vector<BackendRecord> Inventory::records() const {
  std::map<std::string, BackendRecord, std::less<>> by_id;
  const std::lock_guard lock(mutex_);
  for (const auto& one : registrations_) by_id[std::string(one->backend->name())].registered = true;
  for (const auto& [id, rank] : declared_.ranks) by_id[id].rank = rank;
  for (const auto& [id, dispatches] : declared_.dispatches) by_id[id].dispatches = dispatches;
  std::vector<BackendRecord> records;
  for (auto& [id, record] : by_id) {
    record.id = id;
    records.push_back(std::move(record));
  }
  std::ranges::stable_sort(
      records, {}, [](const BackendRecord& record) { return record.rank.value_or(kUnranked); });
  return records;
}

void Inventory::set_bandwidth(std::string_view id, uint64_t bytes_per_second) {
  std::lock_guard lock(mutex_);
  bandwidths_.insert_or_assign(std::string(id), bytes_per_second);
}

std::optional<uint64_t> Inventory::measured_bandwidth(std::string_view id) const {
  std::lock_guard lock(mutex_);
  return value_or(bandwidths_, id, std::optional<uint64_t>());
}

SelectOptions Inventory::with_defaults(const SelectOptions& options) const {
  if (!options.id.empty() || !options.exclude.empty()) return options;
  SelectOptions merged = defaults_;
  merged.refuse_software |= options.refuse_software;
  merged.needs = options.needs;
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
  entry.rank = value_or(declared_.ranks, backend_name(entry.id), kUnranked);
  entry.dispatches = value_or(declared_.dispatches, backend_name(entry.id), false);
  if (const auto at = bandwidths_.find(entry.id); at != bandwidths_.end()) {
    entry.profile.bytes_per_second = at->second;
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

Result<std::shared_ptr<Device>> Inventory::open(const SelectOptions& given) {
  const SelectOptions options = with_defaults(given);
  std::vector<std::shared_ptr<Registration>> asked = registrations();
  if (!options.id.empty()) {  // others are not asked: it may be slow
    std::erase_if(
        asked, [&](const auto& one) { return one->backend->name() != backend_name(options.id); });
  }
  std::vector<Entry> entries = entries_of(asked);
  choose(entries, options);
  Failures failures;
  for (const Entry& entry : entries) {
    if (entry.order == 0) break;
    auto device = open_one(*asked[entry.backend]->backend, entry, options);
    if (device.ok()) return device;
    if (log_) log_(LogLevel::kWarning, not_opened(entry, device.error()));
    failures.push_back({entry.id, std::move(device).status()});
  }
  if (!options.id.empty()) entries = explain(options);
  return nothing_opened(entries, std::move(failures), options);
}

}  // namespace vyre::backend
