#pragma once

#include <atomic>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "backend/device.h"
#include "plugin/interface/plugin.h"

namespace vyre::plugin {

class PluginJob;

// One open device of a table. Calls its functions one at a time where the table asks for that,
// checks what they answer, and turns it into what the rooms know. Ends after all that was made with
// it.
class DeviceHandle {
 public:
  static Result<std::shared_ptr<DeviceHandle>> open(std::shared_ptr<const Plugin> plugin,
                                                    uint32_t number, std::string id);
  ~DeviceHandle();
  DeviceHandle(const DeviceHandle&) = delete;
  DeviceHandle& operator=(const DeviceHandle&) = delete;

  const std::string& id() const { return id_; }
  const Plugin& plugin() const { return *plugin_; }
  const vyre_backend_table& table() const { return plugin_->table(); }
  bool has(uint64_t flag) const { return plugin_->has(flag); }

  Result<void*> allocate(uint64_t size, const backend::AllocateOptions& options);
  Result<void*> import_host(std::span<std::byte> bytes, bool writable);
  void free_memory(void* memory);
  Status write(void* memory, uint64_t offset, std::span<const std::byte> bytes);
  Status read(void* memory, uint64_t offset, std::span<std::byte> bytes);
  Status copy(void* from, uint64_t from_offset, void* to, uint64_t to_offset, uint64_t size);

  Result<void*> compile(const vyre_compile_request& request);
  void free_executable(void* executable);

  Result<void*> submit(const vyre_submission& submission);
  // Waits until |deadline| at the longest. kFailed: |failure| says why.
  backend::PendingState wait(void* work, backend::Deadline deadline, Status* failure);
  std::optional<uint64_t> device_ns(void* work);
  void free_work(void* work);

  // One of the entries that take nothing but the device; success when the table has none.
  using Entry = vyre_error* (*)(void* device);
  Status run(const char* name, Entry entry);
  bool lost();
  backend::Counters counters();  // that the table keeps
  void found_again() { lost_ = false; }

  // Which work uses what; see PluginJob.
  struct Links {
    std::mutex mutex;
    std::condition_variable transferred;                 // some memory's transfers are 0 again
    std::vector<std::shared_ptr<PluginJob>> unfinished;  // in the order of submission
  };
  Links& links() { return links_; }

 private:
  DeviceHandle(std::shared_ptr<const Plugin> plugin, std::string id)
      : plugin_(std::move(plugin)), id_(std::move(id)) {}

  template <typename Call>
  auto locked(Call call);
  template <typename Call>
  Status checked(const char* function, Call call);
  template <typename Call>
  Result<void*> made(const char* function, Call call);

  const std::shared_ptr<const Plugin> plugin_;
  const std::string id_;
  void* device_ = nullptr;  // constant after open()

  std::mutex one_at_a_time_;
  std::atomic<bool> lost_ = false;
  Links links_;
};

}  // namespace vyre::plugin
