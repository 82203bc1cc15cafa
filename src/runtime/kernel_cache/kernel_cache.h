#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "backend/device.h"
#include "base/status/status.h"
#include "cache/disk_store.h"
#include "cache/key.h"
#include "cache/memory_store.h"
#include "runtime/context/context.h"

namespace vyre::runtime {

// Where an executable came from; nothing is known of those that are not kept.
enum class Origin : uint8_t { kUnknown, kCompiled, kDisk, kMemory };

// What one device compiled: kept in memory and, when the context has a folder, on disk. A key is
// compiled once, however many threads ask for it. Thread-safe.
class KernelCache {
 public:
  using Executable = std::shared_ptr<backend::Executable>;
  using Compile = std::function<Result<Executable>(const backend::CompileRequest& request)>;

  // Both are borrowed.
  KernelCache(Context& context, const backend::Device& raw);

  // What |compile| made of that request, now or before.
  Result<Executable> get(const backend::CompileRequest& request, const Compile& compile,
                         Origin* origin = nullptr);

  // Of all that is in memory, for prepare() in a later process. In no order.
  std::vector<cache::Key> keys() const { return memory_.keys(); }

  // Compiles what the disk has under that key: whether it is in memory now.
  bool prepare(const cache::Key& key, const Compile& compile);

  // Empties the memory, when the device is gone. The disk keeps what it has.
  void clear() { memory_.clear(); }
  cache::MemoryCounters counters() const { return memory_.counters(); }

 private:
  class Kept;

  cache::Key key_of(std::string_view what, std::span<const uint8_t> serialized) const;
  Result<Executable> find_or_make(const cache::Key& key, std::span<const uint8_t> serialized,
                                  const backend::CompileRequest& request, const Compile& compile,
                                  Origin& origin);
  Result<Executable> compile_kept(const cache::Key& key, std::span<const uint8_t> serialized,
                                  const backend::CompileRequest& request, const Compile& compile,
                                  Origin& origin);

  Context& context_;
  cache::DiskStore* const disk_;  // of the context; may be null
  const bool keeps_;
  const cache::KeyBuilder common_;  // what all keys begin with
  cache::MemoryStore memory_;
};

}  // namespace vyre::runtime
