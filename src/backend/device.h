#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "backend/counters.h"
#include "backend/memory_account.h"
#include "base/status/status.h"
#include "launch/kernel_source.h"
#include "profile/device_profile.h"
#include "spirv/module/module.h"
#include "spirv/module/target.h"

namespace vyre::backend {

// How work is handed over and waited for. No result depends on it.
struct SubmitPolicy {
  uint64_t spin_ns = 0;       // how long a wait looks again and again before it sleeps
  uint32_t spin_threads = 0;  // while no more threads than these wait
  // What is estimated to take longer is submitted in parts of about that long; 0: never.
  uint64_t max_submission_ns = 0;
};

using Deadline = std::chrono::steady_clock::time_point;

// What a wait returns early for: that |reached| has come to |number|. Nothing, by default.
struct Stop {
  const std::atomic<uint64_t>* reached = nullptr;  // borrowed
  uint64_t number = 1;

  bool asked() const {
    return reached != nullptr && reached->load(std::memory_order_acquire) >= number;
  }
};

// Bytes on a device. Belongs to the device that allocated it and keeps that device alive.
class Memory {
 public:
  virtual ~Memory() = default;
  virtual uint64_t size() const = 0;

  // An address that only objects of the same device answer with, so that a device can refuse
  // another's objects; null when the device does not tell.
  virtual const void* owner() const { return nullptr; }
};

// A compiled program. Immutable, usable from many threads at once.
class Executable {
 public:
  virtual ~Executable() = default;
  virtual const void* owner() const { return nullptr; }  // as Memory::owner
  virtual uint64_t bytes() const { return 0; }           // roughly, that it takes to keep it
};

// What the driver of a device wants back to load a kernel faster.
using DriverData = std::vector<uint8_t>;

struct LoadedKernel {
  std::shared_ptr<Executable> executable;
  DriverData driver_data = {};  // to keep in place of what was given; empty: that stays
  bool was_kept = false;        // what was given is all that it was made of
};

class Image;  // backend/image.h
struct ImageDesc;
struct ImageRegion;
struct SamplerDesc;
inline constexpr uint32_t kAllLevels = UINT32_MAX;

// What one binding of the plan gets in one dispatch. Either |memory| (resident, the program sees
// |size| bytes from |offset|) or none: then the device supplies |size| bytes for this dispatch,
// filled with |input| (copied before submit returns) or zeroes; or, |unfilled|, with anything.
struct BufferUse {
  std::shared_ptr<Memory> memory = {};
  uint64_t offset = 0;
  uint64_t size = 0;
  std::span<const std::byte> input = {};
  bool read_back = false;  // keep the bytes for DeviceWork::read
  bool unfilled = false;   // no element is read before it is written
  // |input| stays until the work has ended, so that the device may read it where it lies.
  bool zero_copy = false;
  // Of |zero_copy| memory: where DeviceWork::read is going to copy all |size| bytes, and nothing
  // else of the dispatch lies. Work that cannot fail may write there at once. May be null.
  std::byte* output = nullptr;
  // Of texels: how they are read, or null, and the one level of the image, or kAllLevels.
  const SamplerDesc* sampler = nullptr;
  uint32_t level = kAllLevels;
};

// A number on a device that only grows. Thread-safe.
class Semaphore {
 public:
  virtual ~Semaphore() = default;

  // For the host. Whether it has |value| or more by |deadline|; fails when it never can.
  virtual Result<bool> wait(uint64_t value, Deadline deadline) = 0;
  virtual Status signal(uint64_t value) = 0;

  // An address that only semaphores of one native device answer with.
  virtual const void* owner() const = 0;
};

// The moment at which a semaphore reaches |value|.
struct SyncPoint {
  std::shared_ptr<Semaphore> semaphore;
  uint64_t value = 0;
};
using SyncPoints = std::span<const SyncPoint>;

// A grid that stands in memory: three words, read when the device gets there. A zero runs nothing,
// more than |most| on an axis fails the dispatch.
struct GridWords {
  std::shared_ptr<Memory> memory = {};
  uint64_t offset = 0;  // a multiple of 4
  std::array<uint32_t, 3> most = {0, 0, 0};
};
inline constexpr uint64_t kGridBytes = 3 * sizeof(uint32_t);

// What is asked for beside the work itself, from the caller down to the device.
struct RunOptions {
  uint32_t iterations = 1;           // of all of it, one after the other on the same buffers
  bool timed = false;                // ask the device for its own time
  bool host_timed = true;            // tell Timing::host_ns
  bool blocking = false;             // submit() and DeviceWork::read may wait for the device
  Deadline limit = Deadline::max();  // what the host carries on ends then, as kTimedOut
  std::string_view label = {};       // for debuggers and traces; borrowed for the call
  // Those that the device takes. The work begins behind the first and reaches the second at its
  // end, failed or not, but not when the device is lost.
  SyncPoints wait_points = {};
  SyncPoints signal_points = {};
};

// One executable on the whole grid; or several, one after the other, each seeing all that those
// before it wrote. These have equal plans, and no two different ones the same segment number.
struct Dispatch {
  std::span<const std::shared_ptr<Executable>> executables;  // at least one
  std::array<uint32_t, 3> grid = {1, 1, 1};                  // or none on every axis: nothing runs
  std::span<const BufferUse> buffers;  // parallel to BindingPlan::bindings; shared ones ignored
  // Parameters of each of these, one after the other; of external code its push constants.
  std::span<const uint32_t> words = {};
  // Of guarded executables: the invocations on each axis, of those of the grid, that exist.
  std::optional<std::array<uint32_t, 3>> shape = {};
  RunOptions options = {};
  // Memory that external code may reach by address, read and written.
  std::span<const std::shared_ptr<Memory>> addressed = {};
  // In the place of |grid|, which is zeroes then, for each of the iterations; of one executable.
  const GridWords* grid_words = nullptr;
};

struct Timing {
  uint64_t host_ns = 0;               // from submit to the observed end
  std::optional<uint64_t> device_ns;  // measured by the device, or absent
};

enum class PendingState : uint8_t { kPending, kReady, kFailed };

// What was begun and ends at some time. Destroying it never blocks: what the device still uses
// retires later.
class Waitable {
 public:
  virtual ~Waitable() = default;

  // Waits until |deadline| at the longest and says what is known then. A deadline in the past
  // polls. kFailed: status() tells why.
  virtual PendingState wait(Deadline deadline) = 0;
  virtual Status status() = 0;  // a copy of the failure; success unless kFailed
  virtual Timing timing() const = 0;

  // Ends it before its time: a wait on another thread returns soon, and what has not begun never
  // does. Never blocks; any thread, at any time. False when it is over already; else nobody asks
  // for more than wait() of it any more.
  virtual bool cancel() = 0;

  // The number that the device gave the submission, when that alone is what is waited for; else 0.
  virtual uint64_t submission() const { return 0; }

  // What it read, of a sequence in step |read|, else 0; stays as long as this. Only when kReady.
  virtual Result<std::span<const std::byte>> bytes(uint32_t read);
};

struct AllocateOptions {
  bool unfilled = false;   // what it holds is undefined until it is written; else zeroes
  bool dedicated = false;  // a memory object of its own
};

// A dispatch on its way on a device. Not thread-safe by itself; the runtime serializes access.
class DeviceWork : public Waitable {
 public:
  // Copies |out.size()| bytes of binding |binding| of the plan from |offset|. Only when kReady
  // and only for bindings submitted with read_back.
  virtual Status read(uint32_t binding, uint64_t offset, std::span<std::byte> out) = 0;
};

// A range of memory piece by piece, in order, as addresses of this process that whoever walks it
// writes (of Device::fill) or reads (of Device::drain). Borrows the device and the memory.
class Pieces {
 public:
  virtual ~Pieces() = default;
  // The next piece; empty when all have been. The one before is done with then.
  virtual Result<std::span<std::byte>> next() = 0;
};

// Addresses of the host for import_host. |keep_alive| is let go of when no work uses them.
struct HostRange {
  std::span<std::byte> bytes;
  bool writable = true;
  std::shared_ptr<const void> keep_alive;
};

class DeviceSequence;  // backend/sequence.h
struct SequenceOptions;
struct Step;

// What of a device would allow something that a SPIR-V module asks for.
struct ModuleCarrier {
  std::string name;         // "the feature shaderInt64 of ..."
  bool is_enabled = false;  // where the device has it
};

// What SPIR-V modules of others may ask of a device.
struct ModuleOffer {
  uint32_t newest_minor = 0;  // of SPIR-V 1
  std::vector<uint32_t> capabilities;
  std::vector<uint32_t> left_off;            // that the device has, and its host left off
  std::vector<std::string_view> extensions;  // live for ever
  ModuleCarrier (*carrier_of_capability)(uint32_t) = nullptr;  // null: the backend has none
  ModuleCarrier (*carrier_of_extension)(std::string_view) = nullptr;
};

// What a device does beyond memory, load and submit. The defaults are those of one that does
// no more.
struct Capabilities {
  bool runs_segments = false;              // a dispatch may have several executables
  bool takes_grid_barriers_whole = false;  // programs with grid barriers, for any grid
  bool takes_external_code = false;        // a source may have external code
  bool takes_shapes = false;               // a source may be guarded
  bool runs_reference_functions = false;   // a call can run the reference function of its op
  bool links_op_functions = false;         // a source may have functions of ops
  bool runs_host_io = false;               // ops of the io dialect, on the host around a dispatch
  bool carried_on_by_host = false;         // its work goes on in whoever waits for it (HostJob)
  bool recovers = false;                   // Device::recover() is more than a refusal
  bool counts_bytes = false;               // that go to and from the host (CountedBy::kEither)
  uint32_t max_parameters = 0;             // of an executable
  uint64_t max_grid_pieces = 1;            // launches that one grid may be cut into
  uint64_t host_import_alignment = 0;      // of address and size; 0: imports nothing
  ModuleOffer modules = {};                // where it takes external code
  // The workgroup of programs that look at 1, 2 and 3 axes and leave it to the device, which then
  // takes shapes.
  std::array<launch::Axes, 3> workgroups = {{{1, 1, 1}, {1, 1, 1}, {1, 1, 1}}};
  // That of one axis where one invocation can do the work of several (spirv::can_coarsen).
  std::optional<launch::Axes> coarsened_workgroup = {};
  // Of what it loads, calls of ops with a lowering for the extension of that name stay calls.
  // Empty: none does.
  std::string carries_out = {};
  // All of the backend and its device that compiled code depends on: equal bytes, equal code.
  // Empty: nothing of what it loads is kept.
  std::vector<uint8_t> code_identity = {};
};

// What decides which programs a device can run, known before it is open too. Borrows all.
struct DeviceView {
  std::string_view id;
  const profile::DeviceProfile& profile;
  const Capabilities& capabilities;
  const spirv::Target* target = nullptr;  // as Device::target
};

// One device. Everything else (synchronous, asynchronous, timed, batched) is built on this in
// runtime/. All methods may be called from several threads at once.
class Device {
 public:
  virtual ~Device() = default;

  virtual std::string_view id() const = 0;  // "vulkan:<uuid>", "cpu-ref"
  virtual std::string_view version() const = 0;

  // An address that devices of one kind answer with, so that their room knows its own.
  virtual const void* kind() const { return nullptr; }

  virtual const profile::DeviceProfile& profile() const = 0;

  virtual const Capabilities& capabilities() const = 0;  // the same as long as it lives

  virtual Result<std::shared_ptr<Memory>> allocate(uint64_t size,
                                                   const AllocateOptions& options) = 0;
  virtual Status write(Memory& memory, uint64_t offset, std::span<const std::byte> bytes) = 0;
  virtual Status read(Memory& memory, uint64_t offset, std::span<std::byte> bytes) = 0;

  // What follows has defaults built on the above, in memory_defaults.cpp.

  // Write and read a range without the bytes lying anywhere else first, where the host reaches the
  // memory itself; else through pieces of staging memory. Of a walk that ends early, the pieces
  // before the last may have been written.
  virtual Result<std::unique_ptr<Pieces>> fill(Memory& memory, uint64_t offset, uint64_t size);
  virtual Result<std::unique_ptr<Pieces>> drain(Memory& memory, uint64_t offset, uint64_t size);
  // Copies between ranges that do not overlap.
  virtual Status copy(Memory& from, uint64_t from_offset, Memory& to, uint64_t to_offset,
                      uint64_t size);
  // Repeats |word|; offset and size are multiples of 4.
  virtual Status repeat(Memory& memory, uint64_t offset, uint64_t size, uint32_t word);
  // Starts a step that moves some bytes, behind all earlier work on its ranges and before later
  // work, and returns; by default when it is done. kNotReady: no room for what is written, until
  // earlier work ends. |is_owned|: somebody waits for what it gives; else that may be null, when
  // the failure of other work tells that this failed.
  virtual Result<std::unique_ptr<Waitable>> transfer(const Step& step, bool is_owned);
  // Of the first byte of |memory|, for external code. Refused by name by a device without such,
  // which is the default.
  virtual Result<uint64_t> address(Memory& memory);
  // Memory that is those addresses. Refused by name by a device that cannot, which is the default.
  virtual Result<std::shared_ptr<Memory>> import_host(const HostRange& range);

  // Images, for external code. Refused by name by a device without such, which is the default.
  virtual Status check_image(const ImageDesc& desc) const;
  virtual Result<std::shared_ptr<Image>> create_image(const ImageDesc& desc);

  // What sources are lowered for; null: it takes programs as they are.
  virtual const spirv::Target* target() const { return nullptr; }
  // |module|: the source, lowered for target(); none where there is no target or the code is
  // external. |driver_data|: what was kept of an equal source, empty when that is nothing; none:
  // nothing will be kept.
  virtual Result<LoadedKernel> load(const launch::KernelSource& source,
                                    std::optional<spirv::Module> module,
                                    std::optional<DriverData> driver_data) = 0;
  // The same from |driver_data| alone; of none where these do not suffice.
  virtual Result<LoadedKernel> load_kept(const launch::KernelSource& source,
                                         DriverData driver_data) {
    return load(source, std::nullopt, std::move(driver_data));
  }
  // Whether load() would take it, as far as that is known without compiling.
  virtual Status check(const launch::KernelSource&, const spirv::Module*) const { return {}; }
  virtual Result<std::unique_ptr<DeviceWork>> submit(const Dispatch& dispatch) = 0;

  // Whether work may have points of |semaphore|: it waits for it and moves it by itself.
  virtual bool takes(const Semaphore&) const { return false; }
  // A semaphore that it takes, with the value 0. Refused by name by default.
  virtual Result<std::shared_ptr<Semaphore>> create_semaphore();

  // Work that is recorded. Null: this device runs such step by step, which is the default.
  virtual Result<std::unique_ptr<DeviceSequence>> create_sequence(const SequenceOptions& options);

  // What it has taken from its driver, and its budget; null: it keeps no account.
  virtual std::shared_ptr<MemoryAccount> memory_account() const { return nullptr; }
  // By default what the account and the profile know.
  virtual Result<MemoryUsage> memory_usage() const;

  // Refused by name by a device that has none, which is the default.
  virtual Result<SubmitPolicy> submit_policy() const;
  virtual Status set_submit_policy(const SubmitPolicy& policy);

  // Lifecycle. The defaults are those of a device that has nothing to warm up or to let go of, on
  // a device that is never lost.

  // Does what the first dispatch would otherwise wait for.
  virtual Status prepare() { return {}; }
  // Does what the first dispatch of a kernel would otherwise wait for: runs no workgroup of it.
  virtual Status warm(Executable&) { return {}; }
  // Waits for all work that was submitted, until |deadline| at the longest; whether it has ended.
  virtual Result<bool> wait_idle(Deadline) { return true; }
  // Waits for all of it; the last call. Pending work may still be used, objects are only destroyed.
  virtual Status shutdown() { return {}; }
  // Whether the device is gone, for good; what waits for it then returns. Also asked meanwhile.
  virtual bool device_lost() const { return false; }
  // What each call says first on a device that knows that it is lost.
  virtual Status check_not_lost() const { return {}; }
  // What is used from now on in the place of this device, which is lost: the same adapter with the
  // same id, profile and counters, opened again; or this, when it is whole again. When it fails
  // nothing has changed. No other call but those of pending work and destructors runs meanwhile.
  // What was allocated or compiled before is only destroyed. Refused by name by default.
  virtual Result<std::shared_ptr<Device>> recover();
  // What the device itself counts; null: nothing. What is absent the runtime counts where it can.
  virtual std::shared_ptr<CounterSource> counter_source() const { return nullptr; }
  Counters counters() const {
    const auto source = counter_source();
    return source != nullptr ? source->counters() : Counters{};
  }
};

}  // namespace vyre::backend
