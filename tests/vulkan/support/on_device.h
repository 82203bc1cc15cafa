#pragma once

#include <gtest/gtest.h>

#include <atomic>
#include <cstdlib>
#include <memory>
#include <mutex>
#include <numeric>
#include <string>
#include <vector>

#include "backend/check.h"
#include "support/build.h"
#include "support/kernel_source.h"
#include "support/matchers.h"
#include "support/refuses.h"
#include "vulkan/backend/vulkan_device.h"
#include "vulkan/device/instance.h"

namespace vyre::vulkan {

// Collects what the layer says, from any thread.
class HeardMessages {
 public:
  LogSink sink() {
    return [this](LogLevel level, std::string_view text) {
      std::lock_guard lock(mutex_);
      if (level == LogLevel::kError) errors_.emplace_back(text);
    };
  }
  std::vector<std::string> errors() const {
    std::lock_guard lock(mutex_);
    return errors_;
  }

 private:
  mutable std::mutex mutex_;
  std::vector<std::string> errors_;
};

// Machines that have a device but no layers say so.
inline bool has_validation_layer() {
  return std::getenv("VYRE_TEST_WITHOUT_VALIDATION") == nullptr;
}

// A test on the first device of the machine, under the validation layer with synchronization
// validation; it fails when the layer has reported anything.
class OnDevice : public ::testing::Test {
 protected:
  void SetUp() override {
    InstanceOptions options;
    options.validation = has_validation_layer();
    options.log = heard_.sink();
    auto instance = Instance::open(options);
    ASSERT_TRUE(instance.ok()) << instance.error().text();
    instance_ = instance.take();
  }

  void TearDown() override {
    if (instance_ == nullptr) return;
    EXPECT_EQ(instance_->messages().errors(), 0u);
    EXPECT_THAT(heard_.errors(), ::testing::IsEmpty());
  }

  // Else the device has memory of its own, which not all of the host's bytes reach without a copy.
  bool shares_memory() const {
    return instance_->devices()[0].profile.host_memory_is_device_memory;
  }

  std::shared_ptr<VulkanDevice> open(const DeviceOptions& options = {}) {
    return test::value_of(VulkanDevice::open(instance_, 0, options));
  }

  HeardMessages heard_;
  std::shared_ptr<Instance> instance_;
};

// Whether bytes of the host go through copies where memory is shared, too.
inline DeviceOptions staged(bool is_staged) {
  DeviceOptions options;
  options.force_staging = is_staged;
  return options;
}

// A program compiled on a backend.
struct Compiled {
  std::shared_ptr<const ir::Program> program;
  std::shared_ptr<const launch::BindingPlan> plan;
  std::shared_ptr<backend::Executable> executable;
};

inline Result<Compiled> compile(backend::Device& backend,
                                std::shared_ptr<const ir::Program> program) {
  VYRE_ASSIGN_OR_RETURN(launch::BindingPlan plan, launch::BindingPlan::create(*program));
  Compiled compiled{program, std::make_shared<const launch::BindingPlan>(std::move(plan)), nullptr};
  VYRE_ASSIGN_OR_RETURN(compiled.executable,
                        test::compile(backend, {program, compiled.plan, program->workgroup_size}));
  return compiled;
}

inline Compiled must_compile(backend::Device& backend, std::shared_ptr<const ir::Program> program) {
  return test::value_of(compile(backend, std::move(program)));
}

using Words = std::vector<uint32_t>;

inline Words counted(size_t count, uint32_t first) {
  Words words(count);
  std::iota(words.begin(), words.end(), first);
  return words;
}

inline backend::BufferUse input_of(const Words& words) {
  backend::BufferUse use;
  use.size = words.size() * sizeof(uint32_t);
  use.input = std::as_bytes(std::span(words));
  return use;
}

inline backend::BufferUse output_of(size_t words) {
  backend::BufferUse use;
  use.size = words * sizeof(uint32_t);
  use.read_back = true;
  return use;
}

inline backend::BufferUse part_of(std::shared_ptr<backend::Memory> memory, uint64_t offset,
                                  uint64_t size) {
  backend::BufferUse use;
  use.offset = offset;
  use.size = size;
  use.memory = std::move(memory);
  return use;
}

inline backend::BufferUse owned_of(const std::shared_ptr<backend::Memory>& memory) {
  return part_of(memory, 0, memory->size());
}

// Checks as the runtime does, submits and waits; the failure when it does not end well.
inline Result<std::unique_ptr<backend::DeviceWork>> run(backend::Device& backend,
                                                        const Compiled& compiled,
                                                        std::array<uint32_t, 3> grid,
                                                        std::vector<backend::BufferUse> uses,
                                                        bool timed = false) {
  backend::Dispatch dispatch{{&compiled.executable, 1}, grid, uses};
  dispatch.options.timed = timed;
  dispatch.options.blocking = true;
  VYRE_RETURN_IF_ERROR(
      backend::check_dispatch(backend, {compiled.program, compiled.plan}, dispatch));
  VYRE_ASSIGN_OR_RETURN(auto pending, backend.submit(dispatch));
  if (pending->wait(backend::Deadline::max()) == backend::PendingState::kFailed) {
    return pending->status();
  }
  return pending;
}

inline Words words_of(backend::DeviceWork& pending, uint32_t binding, size_t count) {
  Words words(count);
  const Status status = pending.read(binding, 0, std::as_writable_bytes(std::span(words)));
  EXPECT_TRUE(status.ok()) << status.text();
  return words;
}

inline Words words_of(backend::Device& backend, backend::Memory& memory) {
  Words words(static_cast<size_t>(memory.size() / sizeof(uint32_t)));
  const Status status = backend.read(memory, 0, std::as_writable_bytes(std::span(words)));
  EXPECT_TRUE(status.ok()) << status.text();
  return words;
}

inline std::shared_ptr<backend::Memory> must_allocate(backend::Device& backend, uint64_t size) {
  return test::value_of(backend.allocate(size, {}));
}

// Says no to everything beyond the budget, which is what |device| has now and |more| bytes.
class Refusal final : public backend::BudgetOwner {
 public:
  static std::shared_ptr<Refusal> set(VulkanDevice& device, uint64_t more = 0) {
    auto owner = std::make_shared<Refusal>();
    const uint64_t reserved = *test::value_of(device.memory_usage()).reserved;
    device.memory_account()->set_budget({reserved + more, owner});
    return owner;
  }
  bool allows(uint64_t, uint64_t) override {
    ++asked_;
    return false;
  }
  int asked() const { return asked_; }

 private:
  std::atomic<int> asked_ = 0;
};

// First in a test of what only such devices do.
#define VYRE_SKIP_UNLESS_MEMORY_IS_SHARED() \
  if (!shares_memory()) GTEST_SKIP() << "the device has memory of its own"

using test::refuses;

// out[i] = a[i] ^ b[i] by invocations of workgroups of 64; slots 0, 1 and 2.
inline std::shared_ptr<const ir::Program> xor_program() {
  test::Build b(64, {{"a", test::input(0, 0)}, {"b", test::input(1, 0)}});
  b.buffer("out", test::output(2, 0));
  const auto value = b.binary(ir::BinOp::kBitXor, b.load("a", b.gid()), b.load("b", b.gid()));
  return b.finish({b.store("out", b.gid(), value)});
}

// data[i] = data[i] * 3 + 1, in place; slot 0.
inline std::shared_ptr<const ir::Program> step_program() {
  test::Build b(64, {{"data", test::in_out(0, 0)}});
  const auto tripled = b.binary(ir::BinOp::kMul, b.load("data", b.gid()), b.u32(3));
  return b.finish({b.store("data", b.gid(), b.binary(ir::BinOp::kAdd, tripled, b.u32(1)))});
}

}  // namespace vyre::vulkan
