#pragma once

#include <cstdint>
#include <memory>
#include <memory_resource>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/status/status.h"
#include "ir/program/program.h"

namespace vyre::runtime {

// An argument that the host knows before a launch: a literal, or an element of a buffer that the
// program only reads.
struct HostValue {
  uint32_t buffer = ir::kNone;  // index into Program::buffers; none: a literal
  int64_t literal = 0;          // of a literal; a u64 has its bits here
  uint32_t element = 0;         // of an element
};

enum class HostIoOp : uint8_t { kRead, kMap, kWriteBack, kUnmap };

// One call of the io dialect, as a step of the host before or after the launch.
struct HostIoStep {
  HostIoOp op = HostIoOp::kRead;
  uint32_t buffer = ir::kNone;  // index into Program::buffers: what the handle names
  HostValue fd;                 // all but kUnmap
  HostValue offset;             // kRead, kWriteBack
  HostValue length;             // kRead
  std::string name;             // "'io.dma_from_nvme' at body[0].region.body[1]", for messages
};

// What of a program runs on the host, in order, and what is left for the device.
struct HostIoPlan {
  std::vector<HostIoStep> before;
  std::vector<HostIoStep> after;
  std::vector<bool> writes;  // by buffer: whether the device program writes it
  std::shared_ptr<const ir::Program> device_program;
};

// What the op of that id does on the host, if it is one of these.
std::optional<HostIoOp> host_io_op(std::string_view id);

bool calls_host_io(const ir::Program& program);

// Takes the io calls out of a validated program. The rules (docs/io.md): a call is the value of a
// top-level Let; `let h = io.dma_from_nvme(...)` and `let h = mem.zerocopy_map(...)` name the
// storage buffer `h` of kind Persistent and stand before every statement that touches memory,
// the other two take that local and stand behind all of them; other arguments are HostValues.
// Anything else fails with kInvalidProgram, naming op and statement.
Result<HostIoPlan> plan_host_io(const ir::Program& program, std::pmr::memory_resource* memory);

}  // namespace vyre::runtime
