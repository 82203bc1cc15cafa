#pragma once

#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include "backend/device.h"
#include "backend/sequence.h"
#include "vulkan/context/open_device.h"

namespace vyre::vulkan {

// One Vulkan device behind the interface of all backends. See docs/vulkan.md.
class VulkanDevice final : public backend::Device {
 public:
  // |options|: to open it again with when it is lost; none: it is not ours to open.
  explicit VulkanDevice(std::shared_ptr<OpenDevice> opened,
                        std::optional<DeviceOptions> options = {});

  // |backend| as what it is, or null when it is of another kind.
  static VulkanDevice* from(backend::Device& backend) {
    return backend.kind() == &kKind ? static_cast<VulkanDevice*>(&backend) : nullptr;
  }
  const void* kind() const override { return &kKind; }

  std::string_view id() const override { return id_; }
  std::string_view version() const override { return profile_.driver; }
  const profile::DeviceProfile& profile() const override { return profile_; }
  const backend::Capabilities& capabilities() const override { return capabilities_; }

  Result<std::shared_ptr<backend::Memory>> allocate(
      uint64_t size, const backend::AllocateOptions& options) override;
  Status write(backend::Memory& memory, uint64_t offset, std::span<const std::byte> bytes) override;
  Status read(backend::Memory& memory, uint64_t offset, std::span<std::byte> bytes) override;
  Status fill(backend::Memory& memory, uint64_t offset, uint64_t size,
              const backend::Produce& produce) override;
  Status drain(backend::Memory& memory, uint64_t offset, uint64_t size,
               const backend::Consume& consume) override;
  Status copy(backend::Memory& from, uint64_t from_offset, backend::Memory& to, uint64_t to_offset,
              uint64_t size) override;
  Result<std::shared_ptr<backend::Memory>> import_host(const backend::HostRange& range) override;
  Result<std::shared_ptr<backend::Executable>> compile(
      const backend::CompileRequest& request) override;
  Result<std::unique_ptr<backend::Work>> submit(const backend::Dispatch& dispatch,
                                                const backend::SubmitOptions& options) override;

  Result<std::unique_ptr<backend::Sequence>> create_sequence(
      const backend::SequenceOptions& options) override;

  Result<backend::SubmitPolicy> submit_policy() const override;
  Status set_submit_policy(const backend::SubmitPolicy& policy) override;

  // Makes an executable of SPIR-V that follows the layout of spirv::Module.
  Result<std::shared_ptr<backend::Executable>> compile_module(
      const backend::CompileRequest& request, spirv::Module module);

  Status prepare() override;
  Status flush() override;
  Status shutdown() override;
  bool device_lost() const override;
  Status recover() override;
  backend::Counters counters() const override { return counters_->counters(); }

  OpenDevice& opened() { return *opened_; }  // for tests
  // What every call works with from its start to its end; a failure when it is shut down or lost.
  Result<std::shared_ptr<OpenDevice>> working() const;

 private:
  static constexpr char kKind = 0;

  std::shared_ptr<OpenDevice> current() const;  // null after shutdown

  // Constant after construction: a recovered device is the same.
  const std::string id_;
  const profile::DeviceProfile profile_;
  const backend::Capabilities capabilities_;
  const std::shared_ptr<const kernel_host::DeviceCounters> counters_;
  const std::optional<DeviceOptions> options_;

  mutable std::mutex mutex_;
  std::shared_ptr<OpenDevice> opened_;  // guarded by mutex_
};

}  // namespace vyre::vulkan
