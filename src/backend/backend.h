#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "backend/profile.h"
#include "base/status.h"
#include "ir/program.h"
#include "launch/binding_plan.h"

namespace vyre::backend {

using Deadline = std::chrono::steady_clock::time_point;

// Bytes on a device. Belongs to the backend that allocated it and keeps that backend alive.
class Memory {
 public:
  virtual ~Memory() = default;
  virtual uint64_t size() const = 0;

  // An address that only objects of the same backend answer with, so that a backend can refuse
  // another's objects; null when the backend does not tell.
  virtual const void* owner() const { return nullptr; }
};

// A compiled program. Immutable, usable from many threads at once.
class Executable {
 public:
  virtual ~Executable() = default;
  virtual const void* owner() const { return nullptr; }  // as Memory::owner
};

struct CompileRequest {
  std::shared_ptr<const ir::Program> program;          // validated
  std::shared_ptr<const launch::BindingPlan> plan;     // of that program
  std::array<uint32_t, 3> workgroup_size = {1, 1, 1};  // effective; may differ from the declared
};

// What one binding of the plan gets in one dispatch. Either |memory| (resident, the program sees
// |size| bytes from |offset|) or none: then the backend supplies |size| bytes for this dispatch,
// filled with |input| (copied before submit returns) or zeroes.
struct BufferUse {
  std::shared_ptr<Memory> memory;
  uint64_t offset = 0;
  uint64_t size = 0;
  std::span<const std::byte> input;
  bool read_back = false;  // keep the bytes for Pending::read
};

struct Dispatch {
  std::shared_ptr<Executable> executable;
  std::array<uint32_t, 3> grid = {1, 1, 1};
  std::span<const BufferUse> buffers;  // parallel to BindingPlan::bindings; shared ones ignored
};

struct Timing {
  uint64_t host_ns = 0;               // from submit to the observed end
  std::optional<uint64_t> device_ns;  // measured by the device, or absent
};

enum class PendingState : uint8_t { kPending, kReady, kFailed };

// Work on its way. Destroying it never blocks: what the device still uses retires later.
// Not thread-safe by itself; the runtime serialises access.
class Pending {
 public:
  virtual ~Pending() = default;

  // Waits until |deadline| at the longest and says what is known then. A deadline in the past
  // polls. kFailed: status() tells why.
  virtual PendingState wait(Deadline deadline) = 0;
  virtual Status status() = 0;  // a copy of the failure; success unless kFailed

  // Copies |out.size()| bytes of binding |binding| of the plan from |offset|. Only when kReady
  // and only for bindings submitted with read_back.
  virtual Status read(uint32_t binding, uint64_t offset, std::span<std::byte> out) = 0;
  virtual Timing timing() const = 0;
};

struct SubmitOptions {
  bool timed = false;  // ask the device for its own time
};

// One device. Everything else (synchronous, asynchronous, timed, batched) is built on this in
// runtime/. All methods may be called from several threads at once.
class Backend {
 public:
  virtual ~Backend() = default;

  virtual std::string_view id() const = 0;  // "vulkan:<uuid>", "cpu-ref"
  virtual std::string_view version() const = 0;
  virtual const DeviceProfile& profile() const = 0;

  virtual Result<std::shared_ptr<Memory>> allocate(uint64_t size) = 0;  // zeroed
  virtual Status write(Memory& memory, uint64_t offset, std::span<const std::byte> bytes) = 0;
  virtual Status read(Memory& memory, uint64_t offset, std::span<std::byte> bytes) = 0;

  virtual Result<std::shared_ptr<Executable>> compile(const CompileRequest& request) = 0;
  virtual Result<std::unique_ptr<Pending>> submit(const Dispatch& dispatch,
                                                  const SubmitOptions& options) = 0;
};

}  // namespace vyre::backend
