#include "plugin/backend/device_handle.h"

#include <algorithm>
#include <span>
#include <thread>
#include <vector>

#include "backend/pieces.h"
#include "base/status/guarded.h"
#include "capi/boundary/convert.h"
#include "capi/boundary/guard.h"
#include "plugin/interface/metrics.h"
#include "vyre_driver_plugin.h"

namespace vyre::plugin {
namespace {

using backend::Deadline;
using backend::PendingState;
using std::chrono::nanoseconds;
using std::chrono::steady_clock;

// Of a wait that keeps other calls out, and after one that came back too early.
constexpr nanoseconds kLockedWait = std::chrono::milliseconds(1);
constexpr nanoseconds kPause = std::chrono::microseconds(50);

uint64_t timeout_until(Deadline deadline) {
  if (deadline == Deadline::max()) return VYRE_FOREVER;
  const Deadline now = steady_clock::now();
  if (deadline <= now) return 0;
  return static_cast<uint64_t>(nanoseconds(deadline - now).count());
}

// The vyre_write_fn of DeviceHandle::save.
vyre_error* append(void* user, const void* bytes, size_t size) {
  const auto add = [&]() -> Status {
    VYRE_ASSIGN_OR_RETURN(const auto more, capi::bytes_of(bytes, size, "bytes"));
    auto& all = *static_cast<std::vector<uint8_t>*>(user);
    const auto* const first = reinterpret_cast<const uint8_t*>(more.data());
    all.insert(all.end(), first, first + more.size());
    return {};
  };
  return lent_error(capi::guard(add, nullptr));
}

uint32_t number(vyre_work_state state) { return static_cast<uint32_t>(state); }

}  // namespace

template <typename Call>
auto DeviceHandle::locked(Call call) {
  std::unique_lock lock(one_at_a_time_, std::defer_lock);
  if (has(VYRE_PLUGIN_ONE_AT_A_TIME)) lock.lock();
  return call();
}

Status DeviceHandle::status_of(const char* function, vyre_error* error) {
  Status status = plugin_status(*plugin_, id_, function, error);
  if (!status.ok() && status.code() == Code::kDeviceLost) lost_ = true;
  return status;
}

template <typename Call>
Status DeviceHandle::checked(const char* function, Call call) {
  return status_of(function, locked(call));
}

// For functions that make something, which is never null.
template <typename Call>
Result<void*> DeviceHandle::made(const char* function, Call call) {
  void* object = nullptr;
  VYRE_RETURN_IF_ERROR(checked(function, [&] { return call(&object); }));
  if (object != nullptr) return object;
  return plugin_mistake(id_, function, "succeeded and made nothing");
}

Result<std::shared_ptr<DeviceHandle>> DeviceHandle::open(std::shared_ptr<const Plugin> plugin,
                                                         uint32_t number, std::string id) {
  std::shared_ptr<DeviceHandle> device(new DeviceHandle(std::move(plugin), std::move(id)));
  const vyre_backend_table& table = device->table();
  VYRE_ASSIGN_OR_RETURN(device->device_, device->made("open_device", [&](void** out) {
    return table.open_device(table.user, number, device->plugin().host().table(), out);
  }));
  return device;
}

DeviceHandle::~DeviceHandle() {
  if (device_ != nullptr) table().close_device(device_);
}

Result<void*> DeviceHandle::allocate(uint64_t size, const backend::AllocateOptions& options) {
  const bool unfilled = options.unfilled && table().allocate_unfilled != nullptr;
  const auto allocate = unfilled ? table().allocate_unfilled : table().allocate_memory;
  return made(unfilled ? "allocate_unfilled" : "allocate_memory",
              [&](void** out) { return allocate(device_, size, out); });
}

Result<void*> DeviceHandle::import_host(std::span<std::byte> bytes, bool writable) {
  return made("import_host", [&](void** out) {
    return table().import_host(device_, bytes.data(), bytes.size(), writable ? 1 : 0, out);
  });
}

void DeviceHandle::free_memory(void* memory) {
  locked([&] { table().free_memory(device_, memory); });
}

Status DeviceHandle::write(void* memory, uint64_t offset, std::span<const std::byte> bytes) {
  return checked("write_memory", [&] {
    return table().write_memory(device_, memory, offset, bytes.data(), bytes.size());
  });
}

Status DeviceHandle::read(void* memory, uint64_t offset, std::span<std::byte> bytes) {
  return checked("read_memory", [&] {
    return table().read_memory(device_, memory, offset, bytes.data(), bytes.size());
  });
}

Status DeviceHandle::copy(void* from, uint64_t from_offset, void* to, uint64_t to_offset,
                          uint64_t size) {
  if (table().copy_memory != nullptr) {
    return checked("copy_memory", [&] {
      return table().copy_memory(device_, from, from_offset, to, to_offset, size);
    });
  }
  return backend::copy_by_pieces(
      size, [&](uint64_t at, auto piece) { return read(from, from_offset + at, piece); },
      [&](uint64_t at, auto piece) { return write(to, to_offset + at, piece); });
}

Status DeviceHandle::fill(void* memory, uint64_t offset, uint64_t size, uint32_t word) {
  if (table().fill_memory != nullptr) {
    return checked("fill_memory",
                   [&] { return table().fill_memory(device_, memory, offset, size, word); });
  }
  return backend::fill_by_pieces(
      size, word, [&](uint64_t at, auto piece) { return write(memory, offset + at, piece); });
}

Result<void*> DeviceHandle::compile(const vyre_plugin_compile& request) {
  return made("compile", [&](void** out) { return table().compile(device_, &request, out); });
}

Result<std::vector<uint8_t>> DeviceHandle::save(void* executable) {
  std::vector<uint8_t> bytes;
  if (table().save_executable == nullptr) return bytes;
  VYRE_RETURN_IF_ERROR(checked("save_executable", [&] {
    return table().save_executable(device_, executable, &append, &bytes);
  }));
  return bytes;
}

Result<void*> DeviceHandle::load(const vyre_plugin_compile& request,
                                 std::span<const uint8_t> bytes) {
  void* executable = nullptr;
  if (table().load_executable == nullptr || bytes.empty()) return executable;
  VYRE_RETURN_IF_ERROR(checked("load_executable", [&] {
    return table().load_executable(device_, &request, bytes.data(), bytes.size(), &executable);
  }));
  return executable;
}

void DeviceHandle::free_executable(void* executable) {
  locked([&] { table().free_executable(device_, executable); });
}

Result<void*> DeviceHandle::submit(const vyre_plugin_submission& submission) {
  return made("submit", [&](void** out) { return table().submit(device_, &submission, out); });
}

uint64_t DeviceHandle::timeout(Deadline deadline) const {
  const uint64_t all = timeout_until(deadline);
  if (!has(VYRE_PLUGIN_ONE_AT_A_TIME)) return all;
  return std::min(all, static_cast<uint64_t>(kLockedWait.count()));
}

// Work that the table says has failed is not asked for again, whether there is memory to say why.
PendingState DeviceHandle::wait(void* work, Deadline deadline, Status* failure) {
  PendingState state = PendingState::kFailed;
  (void)run_guarded([&] {
    Result<PendingState> ended = wait(work, deadline);
    if (ended.ok()) state = ended.value();
    if (!ended.ok()) *failure = std::move(ended).status();
  });
  return state;
}

Result<PendingState> DeviceHandle::wait(void* work, Deadline deadline) {
  for (;;) {
    vyre_work_state state = VYRE_WORK_RUNNING;
    VYRE_RETURN_IF_ERROR(
        checked("wait", [&] { return table().wait(device_, work, timeout(deadline), &state); }));
    if (state == VYRE_WORK_READY) return PendingState::kReady;
    if (state != VYRE_WORK_RUNNING) {
      return plugin_mistake(id_, "wait",
                            state == VYRE_WORK_FAILED ? "failed without an error"
                                                      : concat("set the state ", number(state)));
    }
    if (deadline <= steady_clock::now()) return PendingState::kPending;
    std::this_thread::sleep_for(kPause);
  }
}

std::optional<uint64_t> DeviceHandle::device_ns(void* work) {
  if (table().get_device_ns == nullptr) return std::nullopt;
  uint64_t time = 0;
  const Status status =
      checked("get_device_ns", [&] { return table().get_device_ns(device_, work, &time); });
  if (!status.ok() || time == 0) return std::nullopt;
  return time;
}

bool DeviceHandle::cancel(void* work) {
  if (table().cancel == nullptr) return true;
  std::unique_lock lock(one_at_a_time_, std::defer_lock);
  if (has(VYRE_PLUGIN_ONE_AT_A_TIME) && !lock.try_lock()) return false;
  vyre_error* const error = table().cancel(device_, work);
  if (lock) lock.unlock();
  const Status status = status_of("cancel", error);
  if (!status.ok()) plugin_->host().tell(LogLevel::kError, status.text());
  return true;
}

void DeviceHandle::free_work(void* work) {
  locked([&] { table().free_work(device_, work); });
}

Status DeviceHandle::run(const char* name, Entry entry) {
  if (entry == nullptr) return {};
  return checked(name, [&] { return entry(device_); });
}

Result<bool> DeviceHandle::wait_idle(Deadline deadline) {
  if (table().wait_idle == nullptr) return true;
  for (;;) {
    const uint64_t limit = timeout(deadline);
    uint32_t idle = 0;
    VYRE_RETURN_IF_ERROR(
        checked("wait_idle", [&] { return table().wait_idle(device_, limit, &idle); }));
    if (idle == 1) return true;
    if (idle > 1)
      return plugin_mistake(id_, "wait_idle", concat("set ", idle, ", neither 1 nor 0"));
    if (limit == VYRE_FOREVER) {
      return plugin_mistake(id_, "wait_idle", "run out of time in a wait without a limit");
    }
    if (deadline <= steady_clock::now()) return false;
    std::this_thread::sleep_for(kPause);
  }
}

Result<std::optional<backend::MemoryUsage>> DeviceHandle::memory_usage() {
  const std::shared_lock asking(asking_, std::try_to_lock);
  if (!asking || table().get_memory == nullptr) return std::optional<backend::MemoryUsage>();
  vyre_memory_usage told = VYRE_MEMORY_USAGE_INIT;
  VYRE_RETURN_IF_ERROR(checked("get_memory", [&] { return table().get_memory(device_, &told); }));
  const auto known = [](uint64_t number) {
    return number == VYRE_UNKNOWN ? std::nullopt : std::optional(number);
  };
  return std::optional(backend::MemoryUsage{known(told.total_bytes), known(told.budget_bytes),
                                            known(told.process_bytes), known(told.reserved_bytes),
                                            known(told.used_bytes), known(told.peak_bytes),
                                            known(told.allocations)});
}

bool DeviceHandle::lost() {
  const std::shared_lock asking(asking_, std::try_to_lock);
  if (!asking || lost_ || table().is_lost == nullptr) return lost_;
  uint32_t lost = 0;
  const Status status = checked("is_lost", [&] { return table().is_lost(device_, &lost); });
  if (status.ok() && lost != 0) lost_ = true;
  return lost_;
}

// Who asks how the device is waits for no recovery, and is told what was known before it.
Status DeviceHandle::recover() {
  const std::lock_guard alone(asking_);
  VYRE_RETURN_IF_ERROR(run("recover", table().recover));
  lost_ = false;
  return {};
}

// After a failure, which no call returns, all are unknown.
backend::Counters DeviceHandle::counters() {
  const std::shared_lock asking(asking_, std::try_to_lock);
  if (!asking || table().get_metrics == nullptr) return {};
  vyre_metric_sink sink;
  Status status = checked("get_metrics", [&] { return table().get_metrics(device_, &sink); });
  if (status.ok() && sink.failure != nullptr) {
    status = fail(Code::kInternal, "backend '", id_,
                  "', get_metrics: ", std::string_view(vyre_error_text(sink.failure)));
  }
  if (status.ok()) return std::move(sink.counters);
  plugin_->host().tell(LogLevel::kError, status.text());
  return {};
}

}  // namespace vyre::plugin
