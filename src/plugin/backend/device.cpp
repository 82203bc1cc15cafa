#include "plugin/backend/device.h"

#include <algorithm>
#include <cassert>
#include <cstring>

#include "base/encoding/byte_stream.h"
#include "capi/boundary/handles.h"
#include "plugin/backend/job.h"
#include "plugin/backend/transfer.h"
#include "plugin/interface/request.h"
#include "vyre_driver_plugin.h"

namespace vyre::plugin {
namespace {

using backend::BufferUse;
using backend::Deadline;
using backend::PendingState;

class PluginWork final : public backend::DeviceWork {
 public:
  explicit PluginWork(std::shared_ptr<PluginJob> job, std::shared_ptr<DeviceHandle> device)
      : job_(std::move(job)), device_(std::move(device)) {}

  PendingState wait(Deadline deadline) override {
    return backend::HostJob::wait_for(job_, deadline);
  }
  bool cancel() override { return job_->cancel(); }
  Status status() override;
  Status read(uint32_t binding, uint64_t offset, std::span<std::byte> out) override;
  backend::Timing timing() const override { return job_->timing(); }

 private:
  const std::shared_ptr<PluginJob> job_;
  const std::shared_ptr<DeviceHandle> device_;
};

Status check_allocation(const backend::Device& device, uint64_t size) {
  const uint64_t most = device.profile().max_allocation_bytes;
  if (most == 0 || size <= most) return {};
  return fail(Code::kDeviceOutOfMemory, "a buffer of ", size, " bytes on '", device.id(),
              "', which gives at most ", most, ". Fix: use smaller buffers or another device");
}

// What is given to a device is its own, which callers have seen to.
PluginMemory* own([[maybe_unused]] const DeviceHandle& device, backend::Memory& memory,
                  [[maybe_unused]] uint64_t offset, [[maybe_unused]] uint64_t size) {
  assert(memory.owner() == &device);
  assert(offset <= memory.size() && size <= memory.size() - offset);
  return static_cast<PluginMemory*>(&memory);
}

std::shared_ptr<PluginExecutable> own([[maybe_unused]] const DeviceHandle& device,
                                      const std::shared_ptr<backend::Executable>& executable) {
  assert(executable->owner() == &device);
  return std::static_pointer_cast<PluginExecutable>(executable);
}

// What kept executables are good for, beside the id and the version.
std::vector<uint8_t> identity_of(const profile::DeviceProfile& profile) {
  ByteWriter out;
  out.text(profile.name);
  out.text(profile.driver);
  out.text(profile.api_version);
  out.text(profile.device_uuid);
  out.text(profile.driver_uuid);
  out.u32(profile.driver_version);
  return out.take();
}

backend::Capabilities capabilities_of(const Plugin& plugin, const profile::DeviceProfile& profile) {
  backend::Capabilities can;
  can.carried_on_by_host = true;
  can.runs_segments = !plugin.has(VYRE_PLUGIN_NO_SPLIT);
  can.takes_grid_barriers_whole = plugin.has(VYRE_PLUGIN_NO_SPLIT);
  can.runs_reference_functions = plugin.has(VYRE_PLUGIN_REFERENCE_FUNCTIONS);
  can.runs_host_io = plugin.has(VYRE_PLUGIN_HOST_IO);
  can.recovers = plugin.table().recover != nullptr;
  can.host_import_alignment = profile.host_import_alignment;
  can.carries_out = plugin.id();
  if (plugin.table().save_executable != nullptr && plugin.is_versioned()) {
    can.code_identity = identity_of(profile);
  }
  return can;
}

Status check_parameter_count(const DeviceHandle& device, const profile::DeviceProfile& profile,
                             const launch::BindingPlan& plan) {
  const auto bound = std::ranges::count_if(
      plan.bindings, [](const auto& binding) { return binding.role != launch::Role::kShared; });
  const uint32_t most = profile.max_parameters;
  if (most == 0 || bound <= static_cast<ptrdiff_t>(most)) return {};
  return fail(Code::kUnsupportedFeature, "the program has ", bound, " parameters, '", device.id(),
              "' takes at most ", most, ". Fix: use fewer parameters or another device");
}

// How an executable of the table's was made, with what is to be kept of it.
struct Made {
  backend::DriverData to_keep = {};
  bool was_kept = false;
};

// What |kept| is an executable of, else a compiled one. What cannot be saved is not kept.
Result<Made> load_or_compile(DeviceHandle& device, PluginExecutable& executable,
                             const vyre_plugin_compile& given,
                             const std::optional<backend::DriverData>& kept) {
  if (kept) {
    VYRE_ASSIGN_OR_RETURN(void* const loaded, device.load(given, *kept));
    executable.own(loaded);
    if (loaded != nullptr) return Made{{}, true};
  }
  VYRE_ASSIGN_OR_RETURN(void* const handle, device.compile(given));
  executable.own(handle);
  if (!kept) return Made{};
  auto saved = device.save(handle);
  if (!saved.ok()) device.plugin().host().tell(LogLevel::kWarning, saved.error().text());
  return Made{saved.ok() ? saved.take() : backend::DriverData()};
}

// Without a handle where |kept| does not suffice.
Result<Made> load_alone(DeviceHandle& device, PluginExecutable& executable,
                        const vyre_plugin_compile& given,
                        const std::optional<backend::DriverData>& kept) {
  VYRE_ASSIGN_OR_RETURN(void* const loaded, device.load(given, *kept));
  executable.own(loaded);
  return Made{{}, true};
}

// What the table makes of |source| by |make|, for |executable|.
Result<Made> make_executable(DeviceHandle& device, PluginExecutable& executable,
                             const profile::DeviceProfile& profile,
                             std::shared_ptr<runtime::Context> context,
                             const launch::KernelSource& source,
                             const std::optional<backend::DriverData>& kept,
                             decltype(&load_or_compile) make) {
  VYRE_RETURN_IF_ERROR(check_parameter_count(device, profile, *source.plan));
  const Request request(source);
  vyre_compilation compilation{source,       profile, device.plugin().host(), device.plugin().id(),
                               std::nullopt, {}};
  const vyre_program program{
      std::make_shared<const runtime::Program>(std::move(context), source.program)};
  vyre_plugin_compile given = request.c();
  given.host = device.plugin().host().table();
  given.compilation = &compilation;
  given.program = &program;
  return make(device, executable, given, kept);
}

class PluginDevice final : public backend::Device,
                           public std::enable_shared_from_this<PluginDevice> {
 public:
  PluginDevice(std::shared_ptr<DeviceHandle> device, profile::DeviceProfile profile,
               std::weak_ptr<runtime::Context> context)
      : device_(std::move(device)),
        profile_(std::move(profile)),
        capabilities_(capabilities_of(device_->plugin(), profile_)),
        context_(std::move(context)) {}
  ~PluginDevice() override;

  std::string_view id() const override { return device_->id(); }
  std::string_view version() const override { return device_->plugin().version(); }
  const profile::DeviceProfile& profile() const override { return profile_; }
  const backend::Capabilities& capabilities() const override { return capabilities_; }

  Result<std::shared_ptr<backend::Memory>> allocate(
      uint64_t size, const backend::AllocateOptions& options) override {
    VYRE_RETURN_IF_ERROR(check_allocation(*this, size));
    VYRE_ASSIGN_OR_RETURN(auto memory, allocate_memory(size, options));
    return std::shared_ptr<backend::Memory>(std::move(memory));
  }
  std::shared_ptr<backend::MemoryAccount> memory_account() const override { return account_; }
  Result<backend::MemoryUsage> memory_usage() const override;
  Result<std::shared_ptr<backend::Memory>> import_host(const backend::HostRange& range) override;
  Status write(backend::Memory& memory, uint64_t offset, std::span<const std::byte> bytes) override;
  Status read(backend::Memory& memory, uint64_t offset, std::span<std::byte> bytes) override;
  Status copy(backend::Memory& from, uint64_t from_offset, backend::Memory& to, uint64_t to_offset,
              uint64_t size) override;
  Status repeat(backend::Memory& memory, uint64_t offset, uint64_t size, uint32_t word) override;
  Result<std::unique_ptr<backend::Waitable>> transfer(const backend::Step& step,
                                                      bool is_owned) override;

  Result<backend::LoadedKernel> load(const launch::KernelSource& source,
                                     std::optional<spirv::Module> module,
                                     std::optional<backend::DriverData> driver_data) override;
  Result<backend::LoadedKernel> load_kept(const launch::KernelSource& source,
                                          backend::DriverData driver_data) override;
  Result<std::unique_ptr<backend::DeviceWork>> submit(const backend::Dispatch& dispatch) override;

  // A job waits as a host does; one of a device that keeps order is handed over at once.
  bool takes(const backend::Semaphore&) const override {
    return !device_->has(VYRE_PLUGIN_ORDERED);
  }

  Status prepare() override { return device_->run("prepare", device_->table().prepare); }
  Result<bool> wait_idle(Deadline deadline) override;
  Status shutdown() override;
  bool device_lost() const override { return device_->lost(); }
  Result<std::shared_ptr<backend::Device>> recover() override;
  std::shared_ptr<backend::CounterSource> counter_source() const override { return device_; }

 private:
  Result<backend::LoadedKernel> load_by(decltype(&load_or_compile) make,
                                        const launch::KernelSource& source,
                                        const std::optional<backend::DriverData>& kept);
  Result<std::shared_ptr<PluginMemory>> allocate_memory(uint64_t size,
                                                        const backend::AllocateOptions& options);
  template <typename Move>
  Status transfer(std::initializer_list<backend::HostMemory*> memories, Move move);
  void carry_on();

  Result<JobBuffer> job_buffer(const PluginExecutable& executable, size_t binding,
                               const BufferUse& use);
  Result<std::shared_ptr<PluginMemory>> filled(uint64_t size, std::span<const std::byte> input);
  std::vector<std::shared_ptr<PluginExecutable>> executables_of(
      const backend::Dispatch& dispatch) const;

  const std::shared_ptr<DeviceHandle> device_;
  const profile::DeviceProfile profile_;
  const backend::Capabilities capabilities_;
  const std::weak_ptr<runtime::Context> context_;  // alive during every call
  const std::shared_ptr<backend::MemoryAccount> account_ =
      std::make_shared<backend::MemoryAccount>();
};

Status PluginWork::status() {
  return job_->state() == PendingState::kFailed ? copy_of(job_->status()) : Status();
}

Status PluginWork::read(uint32_t binding, uint64_t offset, std::span<std::byte> out) {
  if (job_->state() != PendingState::kReady || binding >= job_->buffers().size()) {
    return fail(Code::kInvalidArgument, "parameter ", binding,
                " has no results yet. Fix: wait until the work is ready");
  }
  const JobBuffer& buffer = job_->buffers()[binding];
  if (offset > buffer.size || out.size() > buffer.size - offset) {
    return fail(Code::kInvalidArgument, "bytes ", offset, " to ", offset, " + ", out.size(),
                " of parameter ", binding, ", which has ", buffer.size, ". Fix: stay inside");
  }
  if (out.empty()) return {};
  if (!buffer.keep) return device_->read(buffer.memory->handle(), buffer.offset + offset, out);
  std::memcpy(out.data(), buffer.kept.data() + offset, out.size());
  return {};
}

// What is under way ends before the device goes; what has not begun is seen by nobody any more.
PluginDevice::~PluginDevice() { device_->queue().give_up(); }

Result<std::shared_ptr<backend::Memory>> PluginDevice::import_host(
    const backend::HostRange& range) {
  const uint64_t alignment = capabilities_.host_import_alignment;
  if (alignment == 0) return Device::import_host(range);
  const auto address = reinterpret_cast<uintptr_t>(range.bytes.data());
  if (range.bytes.empty() || address % alignment != 0 || range.bytes.size() % alignment != 0) {
    return fail(Code::kInvalidArgument, "host memory of ", range.bytes.size(), " bytes, ",
                address % alignment, " bytes past a multiple of ", alignment,
                ", cannot be used by '", id(), "'. Fix: align address and size");
  }
  auto memory = std::make_shared<PluginMemory>(device_, range.bytes.size(), backend::TakenMemory(),
                                               range.keep_alive);
  VYRE_ASSIGN_OR_RETURN(void* const handle, device_->import_host(range.bytes, range.writable));
  memory->own(handle);
  return std::shared_ptr<backend::Memory>(std::move(memory));
}

Result<std::shared_ptr<PluginMemory>> PluginDevice::allocate_memory(
    uint64_t size, const backend::AllocateOptions& options) {
  VYRE_ASSIGN_OR_RETURN(auto taken, backend::TakenMemory::take(account_, size, id()));
  auto memory = std::make_shared<PluginMemory>(device_, size, std::move(taken));
  VYRE_ASSIGN_OR_RETURN(void* const handle, device_->allocate(size, options));
  memory->own(handle);
  return memory;
}

Result<backend::MemoryUsage> PluginDevice::memory_usage() const {
  VYRE_ASSIGN_OR_RETURN(const auto told, device_->memory_usage());
  return told ? *told : Device::memory_usage();
}

// Moves bytes when no work uses the memories, and keeps new work from them meanwhile; a device that
// keeps order does that itself.
template <typename Move>
Status PluginDevice::transfer(std::initializer_list<backend::HostMemory*> memories, Move move) {
  if (device_->has(VYRE_PLUGIN_ORDERED)) return move();
  return device_->queue().transfer(memories, move);
}

Status PluginDevice::write(backend::Memory& memory, uint64_t offset,
                           std::span<const std::byte> bytes) {
  PluginMemory* const to = own(*device_, memory, offset, bytes.size());
  if (bytes.empty()) return {};
  return transfer({&to->users}, [&] { return device_->write(to->handle(), offset, bytes); });
}

Status PluginDevice::read(backend::Memory& memory, uint64_t offset, std::span<std::byte> bytes) {
  PluginMemory* const from = own(*device_, memory, offset, bytes.size());
  if (bytes.empty()) return {};
  return transfer({&from->users}, [&] { return device_->read(from->handle(), offset, bytes); });
}

Status PluginDevice::copy(backend::Memory& from, uint64_t from_offset, backend::Memory& to,
                          uint64_t to_offset, uint64_t size) {
  PluginMemory* const source = own(*device_, from, from_offset, size);
  PluginMemory* const target = own(*device_, to, to_offset, size);
  if (size == 0) return {};
  return transfer({&source->users, &target->users}, [&] {
    return device_->copy(source->handle(), from_offset, target->handle(), to_offset, size);
  });
}

Status PluginDevice::repeat(backend::Memory& memory, uint64_t offset, uint64_t size,
                            uint32_t word) {
  PluginMemory* const to = own(*device_, memory, offset, size);
  if (size == 0) return {};
  return transfer({&to->users}, [&] { return device_->fill(to->handle(), offset, size, word); });
}

// A table that keeps order waits itself.
Result<std::unique_ptr<backend::Waitable>> PluginDevice::transfer(const backend::Step& step,
                                                                  bool is_owned) {
  if (device_->has(VYRE_PLUGIN_ORDERED)) return Device::transfer(step, is_owned);
  carry_on();
  const auto job = std::make_shared<Transfer>(device_, step);
  std::unique_ptr<backend::Waitable> work = std::make_unique<backend::TransferWork>(job);
  VYRE_RETURN_IF_ERROR(Transfer::start(job));
  return work;
}

// Work that nobody waits for, or it would hold its memory for ever.
void PluginDevice::carry_on() {
  for (const auto& job : device_->queue().unfinished()) {
    backend::HostJob::run_until(job, Deadline());
  }
}

Result<backend::LoadedKernel> PluginDevice::load(const launch::KernelSource& source,
                                                 std::optional<spirv::Module>,
                                                 std::optional<backend::DriverData> kept) {
  return load_by(load_or_compile, source, kept);
}

Result<backend::LoadedKernel> PluginDevice::load_kept(const launch::KernelSource& source,
                                                      backend::DriverData kept) {
  return load_by(load_alone, source, std::move(kept));
}

Result<backend::LoadedKernel> PluginDevice::load_by(
    decltype(&load_or_compile) make, const launch::KernelSource& source,
    const std::optional<backend::DriverData>& kept) {
  auto executable = std::make_shared<PluginExecutable>(device_, source);
  VYRE_ASSIGN_OR_RETURN(Made made, make_executable(*device_, *executable, profile_, context_.lock(),
                                                   source, kept, make));
  if (executable->handle() == nullptr) return backend::LoadedKernel{};
  return backend::LoadedKernel{std::move(executable), std::move(made.to_keep), made.was_kept};
}

Result<std::shared_ptr<PluginMemory>> PluginDevice::filled(uint64_t size,
                                                           std::span<const std::byte> input) {
  VYRE_ASSIGN_OR_RETURN(auto memory, allocate_memory(size, {.unfilled = input.size() == size}));
  if (!input.empty()) VYRE_RETURN_IF_ERROR(device_->write(memory->handle(), 0, input));
  return memory;
}

Result<JobBuffer> PluginDevice::job_buffer(const PluginExecutable& executable, size_t binding,
                                           const BufferUse& use) {
  const launch::PlannedBinding& planned = executable.plan().bindings[binding];
  if (planned.role == launch::Role::kShared || use.size == 0) return JobBuffer{};
  if (use.memory == nullptr) {
    assert(use.input.size() <= use.size);
    VYRE_ASSIGN_OR_RETURN(auto memory, filled(use.size, use.input));
    return JobBuffer{std::move(memory), 0, use.size};
  }
  own(*device_, *use.memory, use.offset, use.size);
  return JobBuffer{std::static_pointer_cast<PluginMemory>(use.memory), use.offset, use.size,
                   use.read_back};
}

std::vector<std::shared_ptr<PluginExecutable>> PluginDevice::executables_of(
    const backend::Dispatch& dispatch) const {
  std::vector<std::shared_ptr<PluginExecutable>> executables;
  executables.reserve(dispatch.executables.size() * dispatch.options.iterations);
  for (const auto& one : dispatch.executables) executables.push_back(own(*device_, one));
  assert(std::ranges::all_of(executables, [&](const auto& executable) {
    return executable->plan().bindings.size() == dispatch.buffers.size();
  }));
  const size_t once = executables.size();
  for (size_t i = once; i < once * dispatch.options.iterations; ++i) {
    executables.push_back(executables[i - once]);
  }
  return executables;
}

Result<std::unique_ptr<backend::DeviceWork>> PluginDevice::submit(
    const backend::Dispatch& dispatch) {
  JobSetup setup;
  setup.device = device_;
  setup.grid = dispatch.grid;
  if (const backend::GridWords* words = dispatch.grid_words) {
    setup.grid_words = {std::static_pointer_cast<PluginMemory>(words->memory), words->offset,
                        backend::kGridBytes};
  }
  setup.timed = dispatch.options.timed;
  setup.limit = dispatch.options.limit;
  setup.label = dispatch.options.label;
  setup.executables = executables_of(dispatch);
  setup.segments = dispatch.executables.size();
  for (size_t i = 0; i < dispatch.buffers.size(); ++i) {
    VYRE_ASSIGN_OR_RETURN(JobBuffer buffer,
                          job_buffer(*setup.executables.front(), i, dispatch.buffers[i]));
    setup.buffers.push_back(std::move(buffer));
  }
  if (dispatch.grid == launch::Axes{} && dispatch.grid_words == nullptr) {
    setup.executables.clear();
  }
  carry_on();
  const auto job = std::make_shared<PluginJob>(std::move(setup));
  job->set_points(dispatch.options.wait_points, dispatch.options.signal_points);
  std::unique_ptr<backend::DeviceWork> work = std::make_unique<PluginWork>(job, device_);
  VYRE_RETURN_IF_ERROR(PluginJob::start(job));
  return work;
}

Result<bool> PluginDevice::wait_idle(Deadline deadline) {
  if (!device_->queue().run_until(deadline)) return false;
  return device_->wait_idle(deadline);
}

Status PluginDevice::shutdown() {
  (void)wait_idle(Deadline::max());  // of a lost device it fails, and nothing is under way
  return device_->run("shutdown", device_->table().shutdown);
}

// The table opens what its handle stands for again, so all stays as it is.
Result<std::shared_ptr<backend::Device>> PluginDevice::recover() {
  if (!capabilities_.recovers) return Device::recover();
  device_->queue().give_up();
  VYRE_RETURN_IF_ERROR(device_->recover());
  return std::shared_ptr<backend::Device>(shared_from_this());
}

}  // namespace

Result<std::shared_ptr<backend::Device>> open_plugin_device(
    std::shared_ptr<const Plugin> plugin, uint32_t number, std::string id,
    const profile::DeviceProfile& profile, std::weak_ptr<runtime::Context> context) {
  VYRE_ASSIGN_OR_RETURN(auto device, DeviceHandle::open(std::move(plugin), number, std::move(id)));
  return std::shared_ptr<backend::Device>(
      std::make_shared<PluginDevice>(std::move(device), profile, std::move(context)));
}

}  // namespace vyre::plugin
