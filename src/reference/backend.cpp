#include "reference/backend.h"

#include "reference/reference_device.h"

namespace vyre::reference {
namespace {

using backend::DeviceEntry;

class ReferenceBackend final : public backend::Backend {
 public:
  explicit ReferenceBackend(std::pmr::memory_resource* memory) : memory_(memory) {}

  std::string_view name() const override { return "cpu-ref"; }
  std::optional<uint32_t> rank() const override { return 900; }
  std::optional<bool> dispatches() const override { return true; }

  Result<std::vector<DeviceEntry>> find() override {
    return std::vector<DeviceEntry>{
        {"cpu-ref", std::string(kReferenceVersion), reference_profile(), std::string()}};
  }

  Result<std::shared_ptr<backend::Device>> open(size_t) override {
    return create_reference_device(memory_);
  }

 private:
  std::pmr::memory_resource* const memory_;  // borrowed
};

}  // namespace

std::unique_ptr<backend::Backend> make_backend(std::pmr::memory_resource* memory) {
  return std::make_unique<ReferenceBackend>(memory);
}

}  // namespace vyre::reference
