#pragma once

#include <memory>
#include <span>

#include "base/status/status.h"
#include "runtime/device/buffer.h"
#include "runtime/work/work.h"

namespace vyre::runtime {

// Bytes of buffers, behind all earlier work on their ranges and before later work. The first two
// wait for the end.
Status copy(const BufferRange& from, const BufferRange& to);
Status fill(const BufferRange& to, uint32_t word);

// Between two devices the copy is done when this returns.
Result<std::shared_ptr<Work>> copy_async(const BufferRange& from, const BufferRange& to,
                                         Owner owner);
Result<std::shared_ptr<Work>> fill_async(const BufferRange& to, uint32_t word, Owner owner);
// |bytes| have been read on return. kNotReady where write() would wait for room.
Result<std::shared_ptr<Work>> write_async(const BufferRange& to, std::span<const std::byte> bytes,
                                          Owner owner);
// The work keeps what was read.
Result<std::shared_ptr<Work>> read_async(const BufferRange& from, Owner owner);

}  // namespace vyre::runtime
