#pragma once

#include <memory>

#include "backend/device.h"
#include "backend/sequence.h"
#include "kernel_host/submit_settings.h"
#include "vulkan/backend/copy_kernel.h"
#include "vulkan/device/logical_device.h"
#include "vulkan/memory/allocator.h"
#include "vulkan/memory/samplers.h"
#include "vulkan/submission/queue.h"
#include "vulkan/submission/scoped_submission.h"
#include "vulkan/submission/upload_batch.h"

namespace vyre::vulkan {

// What a device can do that is not of the host.
backend::Capabilities capabilities_of(const PhysicalDevice& physical, const spirv::Target& target);

// An open Vulkan device with everything that works on it, behind the interface of all backends. All
// that is made with it shares it; the last one waits for the work in flight and takes the device
// down. See docs/vulkan.md.
class VulkanDevice final : public backend::Device,
                           public TraceSource,
                           public std::enable_shared_from_this<VulkanDevice> {
 public:
  // Device |index| of those that |instance| found.
  static Result<std::shared_ptr<VulkanDevice>> open(std::shared_ptr<Instance> instance,
                                                    size_t index, const DeviceOptions& options);
  static Result<std::shared_ptr<VulkanDevice>> open(std::shared_ptr<Instance> instance,
                                                    const PhysicalDevice& physical,
                                                    const DeviceOptions& options);
  // The same over a device that is open.
  static Result<std::shared_ptr<VulkanDevice>> over(std::unique_ptr<LogicalDevice> device,
                                                    const DeviceOptions& options);
  ~VulkanDevice() override;
  VulkanDevice(const VulkanDevice&) = delete;
  VulkanDevice& operator=(const VulkanDevice&) = delete;

  static bool is(const backend::Device& device) { return device.kind() == &kKind; }
  // |backend| as what it is. Refuses one of another kind, and one that is lost.
  static Result<std::shared_ptr<VulkanDevice>> from(backend::Device& backend);
  const void* kind() const override { return &kKind; }

  std::string_view id() const override { return device_->physical().id; }
  std::string_view version() const override { return profile().driver; }
  const profile::DeviceProfile& profile() const override { return device_->profile(); }
  const backend::Capabilities& capabilities() const override { return capabilities_; }

  Result<std::shared_ptr<backend::Memory>> allocate(
      uint64_t size, const backend::AllocateOptions& options) override;
  Status write(backend::Memory& memory, uint64_t offset, std::span<const std::byte> bytes) override;
  Status read(backend::Memory& memory, uint64_t offset, std::span<std::byte> bytes) override;
  Result<std::unique_ptr<backend::Pieces>> fill(backend::Memory& memory, uint64_t offset,
                                                uint64_t size) override;
  Result<std::unique_ptr<backend::Pieces>> drain(backend::Memory& memory, uint64_t offset,
                                                 uint64_t size) override;
  Status copy(backend::Memory& from, uint64_t from_offset, backend::Memory& to, uint64_t to_offset,
              uint64_t size) override;
  Result<std::unique_ptr<backend::Waitable>> transfer(const backend::Step& step,
                                                      bool is_owned) override;
  Result<uint64_t> address(backend::Memory& memory) override;
  Status check_image(const backend::ImageDesc& desc) const override;
  Result<std::shared_ptr<backend::Image>> create_image(const backend::ImageDesc& desc) override;
  Result<std::shared_ptr<backend::Memory>> import_host(const backend::HostRange& range) override;
  const spirv::Target* target() const override { return &device_->target(); }
  Result<backend::LoadedKernel> load(const launch::KernelSource& source,
                                     std::optional<spirv::Module> module,
                                     std::optional<backend::DriverData> driver_data) override;
  Status check(const launch::KernelSource& source, const spirv::Module* module) const override;
  Result<std::unique_ptr<backend::DeviceWork>> submit(const backend::Dispatch& dispatch) override;

  bool takes(const backend::Semaphore& semaphore) const override;
  Result<std::shared_ptr<backend::Semaphore>> create_semaphore() override;

  Result<std::unique_ptr<backend::DeviceSequence>> create_sequence(
      const backend::SequenceOptions& options) override;

  std::shared_ptr<backend::MemoryAccount> memory_account() const override {
    return device_->account();
  }
  Result<backend::MemoryUsage> memory_usage() const override;

  Result<backend::SubmitPolicy> submit_policy() const override;
  Status set_submit_policy(const backend::SubmitPolicy& policy) override;

  Status prepare() override;
  Status warm(backend::Executable& executable) override;
  Result<bool> wait_idle(backend::Deadline deadline) override;
  Status shutdown() override;
  bool device_lost() const override { return device_->lost(); }
  Result<std::shared_ptr<backend::Device>> recover() override;
  std::shared_ptr<backend::CounterSource> counter_source() const override {
    return device_->shared_counters();
  }

  const LogicalDevice& device() const { return *device_; }
  Allocator& allocator() { return *allocator_; }
  Queue& queue() { return *queue_; }
  SubmissionPool& submissions() { return *submissions_; }
  CopyKernel& copies() { return copies_; }
  Samplers& samplers() { return samplers_; }
  StagedBytes& staged() { return *staged_; }
  UploadBatch& uploads() { return *uploads_; }
  BuiltinKernel& grids() { return grids_; }  // of a GridStep
  kernel_host::SubmitSettings& settings() { return settings_; }

  void add_ended_events() override { submissions_->collect(); }

  // With what every call begins.
  Status check_not_lost() const override {
    return device_->lost() ? device_->lost_error() : Status();
  }

  // Waits for the work in flight and frees all memory that nobody needs any more.
  void reclaim_memory();

 private:
  static constexpr char kKind = 0;

  backend::DeviceView view() const { return {id(), profile(), capabilities_, target()}; }

  VulkanDevice(std::unique_ptr<LogicalDevice> device, const DeviceOptions& options);
  Status set_up();

  DeviceOptions options_;                 // to open it again with
  kernel_host::SubmitSettings settings_;  // outlives the queue
  // In the order of creation; destroyed the other way round.
  std::unique_ptr<LogicalDevice> device_;
  const backend::Capabilities capabilities_;
  CopyKernel copies_;
  BuiltinKernel grids_;
  Samplers samplers_;
  std::unique_ptr<Allocator> allocator_;
  std::unique_ptr<Queue> queue_;
  std::unique_ptr<SubmissionPool> submissions_;
  std::unique_ptr<StagedBytes> staged_;
  std::unique_ptr<UploadBatch> uploads_;
};

}  // namespace vyre::vulkan
