#pragma once

#include <atomic>
#include <memory>
#include <mutex>
#include <optional>
#include <shared_mutex>
#include <span>
#include <string>
#include <vector>

#include "backend/host_queue.h"
#include "plugin/interface/plugin.h"
#include "vyre_driver_plugin.h"

namespace vyre::plugin {

// One open device of a table. Calls its functions one at a time where the table asks for that,
// checks what they answer, and turns it into what the rooms know. Ends after all that was made with
// it.
class DeviceHandle final : public backend::CounterSource {
 public:
  static Result<std::shared_ptr<DeviceHandle>> open(std::shared_ptr<const Plugin> plugin,
                                                    uint32_t number, std::string id);
  ~DeviceHandle() override;
  DeviceHandle(const DeviceHandle&) = delete;
  DeviceHandle& operator=(const DeviceHandle&) = delete;

  const std::string& id() const { return id_; }
  const Plugin& plugin() const { return *plugin_; }
  const vyre_backend_table& table() const { return plugin_->table(); }
  bool has(vyre_plugin_flags flag) const { return plugin_->has(flag); }

  Result<void*> allocate(uint64_t size, const backend::AllocateOptions& options);
  Result<void*> import_host(std::span<std::byte> bytes, bool writable);
  void free_memory(void* memory);
  Status write(void* memory, uint64_t offset, std::span<const std::byte> bytes);
  Status read(void* memory, uint64_t offset, std::span<std::byte> bytes);
  // By pieces where the table has no function for it.
  Status copy(void* from, uint64_t from_offset, void* to, uint64_t to_offset, uint64_t size);
  Status fill(void* memory, uint64_t offset, uint64_t size, uint32_t word);

  Result<void*> compile(const vyre_plugin_compile& request);
  // What the cache folder is to have of an executable; empty: nothing.
  Result<std::vector<uint8_t>> save(void* executable);
  // What |bytes| are an executable of; null: they are of no use.
  Result<void*> load(const vyre_plugin_compile& request, std::span<const uint8_t> bytes);
  void free_executable(void* executable);

  Result<void*> submit(const vyre_plugin_submission& submission);
  // Waits until |deadline| at the longest. kFailed: |failure| says why.
  backend::PendingState wait(void* work, backend::Deadline deadline, Status* failure);

  std::optional<uint64_t> device_ns(void* work);
  // Asks work to end early, where the table can: never waits for another call, and whether it was
  // asked. A failure is logged.
  bool cancel(void* work);
  void free_work(void* work);

  // One of the entries that take nothing but the device; success when the table has none.
  using Entry = vyre_error* (*)(void* device);
  Status run(const char* name, Entry entry);
  // Whether all that was submitted has ended by |deadline|.
  Result<bool> wait_idle(backend::Deadline deadline);
  // What the table tells, if it does. It is not asked while it opens the device again.
  Result<std::optional<backend::MemoryUsage>> memory_usage();
  bool lost();
  backend::Counters counters() override;  // that the table keeps
  Status recover();

  backend::HostQueue& queue() { return queue_; }

 private:
  Result<backend::PendingState> wait(void* work, backend::Deadline deadline);
  DeviceHandle(std::shared_ptr<const Plugin> plugin, std::string id)
      : plugin_(std::move(plugin)), id_(std::move(id)) {}

  uint64_t timeout(backend::Deadline deadline) const;  // of one call of the table

  template <typename Call>
  auto locked(Call call);
  Status status_of(const char* function, vyre_error* error);
  template <typename Call>
  Status checked(const char* function, Call call);
  template <typename Call>
  Result<void*> made(const char* function, Call call);

  const std::shared_ptr<const Plugin> plugin_;
  const std::string id_;
  void* device_ = nullptr;  // constant after open()

  std::mutex one_at_a_time_;
  std::shared_mutex asking_;  // shared by who only asks, and alone while the device is recovered
  std::atomic<bool> lost_ = false;
  backend::HostQueue queue_;
};

}  // namespace vyre::plugin
