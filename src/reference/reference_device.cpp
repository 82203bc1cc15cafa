#include "reference/reference_device.h"

#include <unistd.h>

#include <cassert>
#include <cstring>
#include <mutex>
#include <utility>

#include "backend/segment.h"
#include "profile/device_profile.h"
#include "reference/compile/compile.h"
#include "reference/job.h"
#include "reference/transfer.h"

namespace vyre::reference {
namespace {

using backend::BufferUse;
using backend::Deadline;
using backend::PendingState;

constexpr std::string_view kReferenceVersion = "0.1.0";

uint64_t physical_memory_bytes() {
  const long pages = sysconf(_SC_PHYS_PAGES);
  const long page = sysconf(_SC_PAGESIZE);
  if (pages <= 0 || page <= 0) return uint64_t{1} << 32;
  return static_cast<uint64_t>(pages) * static_cast<uint64_t>(page);
}

void set_limits(profile::DeviceProfile* profile) {
  profile->max_workgroup_size = {kMaxLanes, kMaxLanes, kMaxLanes};
  profile->max_workgroup_count = {UINT32_MAX, UINT32_MAX, UINT32_MAX};
  profile->max_workgroup_invocations = kMaxLanes;
  profile->device_memory_bytes = physical_memory_bytes();
  profile->max_buffer_bytes = profile->device_memory_bytes;
  profile->max_parameters = 16384;  // as many as a program can declare
  profile->workgroup_memory_bytes = static_cast<uint32_t>(kMaxSharedBytes);
}

backend::Capabilities reference_capabilities() {
  return {.runs_segments = true,
          .takes_shapes = true,
          .runs_reference_functions = true,
          .carried_on_by_host = true};
}

profile::DeviceProfile reference_profile() {
  profile::DeviceProfile profile;
  profile.name = "vyre reference interpreter";
  profile.driver = "cpu-ref " + std::string(kReferenceVersion);
  profile.kind = profile::DeviceKind::kOracle;
  set_limits(&profile);
  profile.subgroup_size = kSubgroupWidth;
  profile.subgroup_operations = true;
  profile.subgroup_shuffle = true;
  profile.int64 = true;
  profile.storage_8bit = true;
  profile.storage_16bit = true;
  profile.grid_barrier = true;
  profile.indirect_dispatch = true;
  profile.async_copies = true;
  profile.preserves_f32_denormals = true;
  profile.exact_f32_division = true;
  profile.exact_f32_fma = true;
  profile.host_memory_is_device_memory = true;
  profile.timing_quality = profile::TimingQuality::kHostOnly;
  return profile;
}

class ReferenceDevice;

class ReferenceMemory final : public backend::Memory {
 public:
  ReferenceMemory(std::shared_ptr<ReferenceDevice> owner, backend::TakenMemory taken,
                  std::shared_ptr<Storage> bytes)
      : storage(std::move(bytes)), owner_(std::move(owner)), taken_(std::move(taken)) {}
  uint64_t size() const override { return storage->size(); }
  const void* owner() const override { return owner_.get(); }

  const std::shared_ptr<Storage> storage;
  backend::HostMemory users;

 private:
  const std::shared_ptr<ReferenceDevice> owner_;
  const backend::TakenMemory taken_;
};

class ReferenceExecutable final : public backend::Executable {
 public:
  ReferenceExecutable(std::shared_ptr<ReferenceDevice> owner,
                      std::shared_ptr<const Bytecode> bytecode)
      : code(std::move(bytecode)), owner_(std::move(owner)) {}
  const void* owner() const override { return owner_.get(); }

  const std::shared_ptr<const Bytecode> code;

 private:
  const std::shared_ptr<ReferenceDevice> owner_;
};

class ReferenceWork final : public backend::DeviceWork {
 public:
  explicit ReferenceWork(std::shared_ptr<Job> job) : job_(std::move(job)) {}
  ~ReferenceWork() override { job_->abandon(); }

  PendingState wait(Deadline deadline) override {
    return backend::HostJob::wait_for(job_, deadline);
  }
  bool cancel() override { return job_->cancel(); }

  Status status() override {
    return job_->state() == PendingState::kFailed ? copy_of(job_->status()) : Status();
  }

  Status read(uint32_t binding, uint64_t offset, std::span<std::byte> out) override {
    if (job_->state() != PendingState::kReady) {
      return fail(Code::kInvalidArgument, "read of binding ", binding,
                  " before the dispatch is ready. Fix: wait until it is.");
    }
    if (binding >= job_->buffers().size() || job_->buffers()[binding].result == nullptr) {
      return fail(Code::kInvalidArgument, "read of binding ", binding,
                  ", which was not kept. Fix: submit it with read_back.");
    }
    const JobBuffer& buffer = job_->buffers()[binding];
    if (offset > buffer.size || out.size() > buffer.size - offset) {
      return fail(Code::kInvalidArgument, "read of binding ", binding, ": bytes ", offset, " to ",
                  offset, " + ", out.size(), " of ", buffer.size, ". Fix: stay inside the memory.");
    }
    if (!out.empty()) std::memcpy(out.data(), buffer.result->data() + offset, out.size());
    return {};
  }

  backend::Timing timing() const override {
    backend::Timing timing;
    if (job_->done()) timing.host_ns = static_cast<uint64_t>(job_->duration().count());
    return timing;
  }

 private:
  const std::shared_ptr<Job> job_;
};

class ReferenceDevice final : public backend::Device,
                              public std::enable_shared_from_this<ReferenceDevice> {
 public:
  explicit ReferenceDevice(std::pmr::memory_resource* memory)
      : memory_(memory), profile_(reference_profile()) {}

  std::string_view id() const override { return "cpu-ref"; }
  std::string_view version() const override { return kReferenceVersion; }
  const profile::DeviceProfile& profile() const override { return profile_; }
  const backend::Capabilities& capabilities() const override { return capabilities_; }

  Result<std::shared_ptr<backend::Memory>> allocate(uint64_t size,
                                                    const backend::AllocateOptions&) override {
    if (size > profile_.max_buffer_bytes) {
      return fail(Code::kDeviceOutOfMemory, "allocation of ", size,
                  " bytes: cpu-ref gives at most ", profile_.max_buffer_bytes, " (",
                  backend::memory_text(account_->usage()), "). Fix: use smaller buffers.");
    }
    VYRE_ASSIGN_OR_RETURN(auto taken, backend::TakenMemory::take(account_, size, id()));
    return std::shared_ptr<backend::Memory>(
        std::make_shared<ReferenceMemory>(shared_from_this(), std::move(taken), new_storage(size)));
  }
  std::shared_ptr<backend::MemoryAccount> memory_account() const override { return account_; }

  Status write(backend::Memory& memory, uint64_t offset,
               std::span<const std::byte> bytes) override {
    return access(memory, offset, bytes.size(),
                  [&](std::byte* at) { std::memcpy(at, bytes.data(), bytes.size()); });
  }

  Status read(backend::Memory& memory, uint64_t offset, std::span<std::byte> bytes) override {
    return access(memory, offset, bytes.size(),
                  [&](const std::byte* at) { std::memcpy(bytes.data(), at, bytes.size()); });
  }

  Result<std::unique_ptr<backend::Waitable>> transfer(const backend::Step& step, bool) override {
    std::vector<backend::HostMemory*> memories;
    const auto storage_of = [&](backend::Memory* memory,
                                uint64_t offset) -> std::shared_ptr<Storage> {
      if (memory == nullptr) return nullptr;
      ReferenceMemory& ours = own(*memory, offset, step.size);
      memories.push_back(&ours.users);
      return ours.storage;
    };
    auto from = storage_of(step.from.get(), step.from_offset);
    auto to = storage_of(step.to.get(), step.to_offset);
    auto job = std::make_shared<Transfer>(shared_from_this(), step, std::move(from), std::move(to));
    std::unique_ptr<backend::Waitable> work = std::make_unique<backend::TransferWork>(job);
    VYRE_RETURN_IF_ERROR(queue_.start(job, memories));
    return work;
  }

  Result<backend::LoadedKernel> load(const launch::KernelSource& source,
                                     std::optional<spirv::Module>,
                                     std::optional<backend::DriverData>) override {
    VYRE_ASSIGN_OR_RETURN(std::shared_ptr<const Bytecode> code, compile(source));
    return backend::LoadedKernel{
        std::make_shared<ReferenceExecutable>(shared_from_this(), std::move(code))};
  }

  // What it compiles to is no more than a few words for its own interpreter.
  Status check(const launch::KernelSource& source, const spirv::Module*) const override {
    return compile(source).status();
  }

  Result<std::unique_ptr<backend::DeviceWork>> submit(const backend::Dispatch& dispatch) override {
    VYRE_ASSIGN_OR_RETURN(JobSteps steps, steps_of(dispatch));
    const std::vector<launch::PlannedBinding>& planned = steps.codes.front()->plan->bindings;
    std::vector<JobBuffer> buffers(planned.size());
    for (size_t i = 0; i < planned.size(); ++i) {
      if (planned[i].role != launch::Role::kShared) buffers[i] = job_buffer(dispatch.buffers[i]);
    }
    const auto job = std::make_shared<Job>(shared_from_this(), std::move(steps), std::move(buffers),
                                           dispatch.options.limit, memory_);
    job->set_points(dispatch.options.wait_points, dispatch.options.signal_points);
    std::unique_ptr<backend::DeviceWork> work = std::make_unique<ReferenceWork>(job);
    VYRE_RETURN_IF_ERROR(queue_.start(job, memories_of(dispatch)));
    return work;
  }

  bool takes(const backend::Semaphore&) const override { return true; }  // a job waits as a host

  // Jobs run in those who wait for them, so this is one who waits for all.
  Result<bool> wait_idle(Deadline deadline) override { return queue_.run_until(deadline); }

 private:
  // Copies while no job uses the memory: earlier ones run first, later ones wait.
  template <typename Access>
  Status access(backend::Memory& memory, uint64_t offset, uint64_t size, Access copy) {
    ReferenceMemory& ours = own(memory, offset, size);
    return queue_.transfer({&ours.users}, [&]() -> Status {
      const std::lock_guard lock(copy_mutex_);
      if (size != 0) copy(ours.storage->data() + offset);
      return {};
    });
  }

  // |memory|, which the caller has seen to be ours and to hold the range.
  ReferenceMemory& own(backend::Memory& memory, [[maybe_unused]] uint64_t offset,
                       [[maybe_unused]] uint64_t size) const {
    assert(memory.owner() == this);
    assert(offset <= memory.size() && size <= memory.size() - offset);
    return static_cast<ReferenceMemory&>(memory);
  }

  JobBuffer job_buffer(const BufferUse& use) const {
    JobBuffer buffer{nullptr, use.offset, use.size, nullptr};
    if (use.memory != nullptr) {
      buffer.storage = own(*use.memory, use.offset, use.size).storage;
      if (use.read_back) buffer.result = new_storage(use.size);
      return buffer;
    }
    assert(use.input.size() <= use.size);
    buffer.offset = 0;
    buffer.storage = new_storage(use.size);
    if (!use.input.empty()) std::memcpy(buffer.storage->data(), use.input.data(), use.input.size());
    if (use.read_back) buffer.result = buffer.storage;
    return buffer;
  }

  std::vector<backend::HostMemory*> memories_of(const backend::Dispatch& dispatch) const {
    std::vector<backend::HostMemory*> memories;
    for (const BufferUse& use : dispatch.buffers) {
      if (use.memory == nullptr) continue;
      memories.push_back(&own(*use.memory, use.offset, use.size).users);
    }
    if (const backend::GridWords* words = dispatch.grid_words) {
      memories.push_back(&own(*words->memory, words->offset, backend::kGridBytes).users);
    }
    return memories;
  }

  Result<JobSteps> steps_of(const backend::Dispatch& dispatch) {
    const bool is_empty = dispatch.grid == launch::Axes{} && dispatch.grid_words == nullptr;
    JobSteps steps{{}, is_empty ? 0 : dispatch.options.iterations, dispatch.grid, dispatch.shape};
    if (const backend::GridWords* words = dispatch.grid_words) {
      steps.grid_storage = own(*words->memory, words->offset, backend::kGridBytes).storage;
      steps.grid_offset = words->offset;
      steps.grid_most = words->most;
    }
    for (const auto& executable : dispatch.executables) {
      assert(executable->owner() == this);
      steps.codes.push_back(static_cast<const ReferenceExecutable&>(*executable).code);
      assert(steps.codes.back()->plan->bindings.size() == dispatch.buffers.size());
      if (is_empty || dispatch.grid_words != nullptr) continue;  // that is read at its turn
      VYRE_RETURN_IF_ERROR(
          backend::of_segment(Scheduler::check_grid(*steps.codes.back(), dispatch.grid),
                              dispatch.executables, executable));
    }
    return steps;
  }

  std::shared_ptr<Storage> new_storage(uint64_t size) const {
    return std::make_shared<Storage>(size, memory_);
  }

  std::pmr::memory_resource* const memory_;  // borrowed
  const profile::DeviceProfile profile_;
  const backend::Capabilities capabilities_ = reference_capabilities();
  const std::shared_ptr<backend::MemoryAccount> account_ =
      std::make_shared<backend::MemoryAccount>();
  backend::HostQueue queue_;
  std::mutex copy_mutex_;  // held by host copies, which may be of the same bytes
};

class ReferenceBackend final : public backend::Backend {
 public:
  explicit ReferenceBackend(std::pmr::memory_resource* memory) : memory_(memory) {}

  std::string_view name() const override { return "cpu-ref"; }
  std::optional<uint32_t> rank() const override { return 900; }
  std::optional<bool> dispatches() const override { return true; }

  Result<std::vector<backend::DeviceEntry>> find() override {
    return std::vector<backend::DeviceEntry>{{"cpu-ref", std::string(kReferenceVersion),
                                              reference_profile(), std::string(),
                                              reference_capabilities()}};
  }

  Result<std::shared_ptr<backend::Device>> open(size_t) override {
    return create_reference_device(memory_);
  }

 private:
  std::pmr::memory_resource* const memory_;  // borrowed
};

}  // namespace

Result<std::shared_ptr<backend::Device>> create_reference_device(
    std::pmr::memory_resource* memory) {
  return std::shared_ptr<backend::Device>(std::make_shared<ReferenceDevice>(memory));
}

std::unique_ptr<backend::Backend> make_backend(std::pmr::memory_resource* memory) {
  return std::make_unique<ReferenceBackend>(memory);
}

}  // namespace vyre::reference
