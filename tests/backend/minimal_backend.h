#pragma once

#include <algorithm>
#include <cstring>
#include <memory>
#include <span>
#include <vector>

#include "backend/device.h"

namespace vyre::backend {

using Bytes = std::vector<std::byte>;

struct HostMemory final : Memory {
  explicit HostMemory(size_t count) : bytes(count) {}
  uint64_t size() const override { return bytes.size(); }
  Bytes bytes;
};

// A backend with nothing but what every backend must have.
class MinimalDevice final : public Device {
 public:
  std::string_view id() const override { return "minimal"; }
  std::string_view version() const override { return "1"; }
  const profile::DeviceProfile& profile() const override { return profile_; }
  Result<std::shared_ptr<Memory>> allocate(uint64_t size) override {
    return std::shared_ptr<Memory>(std::make_shared<HostMemory>(static_cast<size_t>(size)));
  }
  Status write(Memory& memory, uint64_t offset, std::span<const std::byte> bytes) override {
    max_ = std::max(max_, bytes.size());
    std::memcpy(static_cast<HostMemory&>(memory).bytes.data() + offset, bytes.data(), bytes.size());
    return {};
  }
  Status read(Memory& memory, uint64_t offset, std::span<std::byte> bytes) override {
    max_ = std::max(max_, bytes.size());
    std::memcpy(bytes.data(), static_cast<HostMemory&>(memory).bytes.data() + offset, bytes.size());
    return {};
  }
  Result<std::shared_ptr<Executable>> compile(const CompileRequest&) override {
    return std::make_shared<Executable>();
  }
  Result<std::unique_ptr<Work>> submit(const Dispatch&, const SubmitOptions&) override {
    return fail(Code::kUnsupportedFeature, "no. Fix: none");
  }
  size_t most() const { return max_; }  // bytes of one read or write

 private:
  profile::DeviceProfile profile_;
  size_t max_ = 0;
};

}  // namespace vyre::backend
