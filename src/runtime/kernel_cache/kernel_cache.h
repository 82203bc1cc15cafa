#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "backend/counters.h"
#include "backend/device.h"
#include "base/status/status.h"
#include "cache/disk_store.h"
#include "cache/key.h"
#include "cache/memory_store.h"
#include "runtime/context/context.h"

namespace vyre::runtime {

// A digest of the library's own sources: what one build compiled, only an equal one takes over.
std::string_view code_id();

// Where an executable came from; nothing is known of those that are not kept.
enum class Origin : uint8_t { kUnknown, kCompiled, kDisk, kMemory };

// What one device loaded: kept in memory and, when the context has a folder, on disk. A key is
// compiled once, however many threads ask for it. Thread-safe.
//
// A kernel's key is the BLAKE3 digest of code_id(), the device's id, version and
// Capabilities::code_identity, and the serialized source (docs/cache.md).
class KernelCache {
 public:
  using Executable = std::shared_ptr<backend::Executable>;

  // All are borrowed.
  KernelCache(Context& context, const backend::Device& raw, backend::Counts& counters);

  // The kernel of that source on |raw|, the device that the cache is for: kept, or lowered and
  // loaded now; |only_kept|: it is kept, or the answer is kNotReady.
  Result<Executable> get(backend::Device& raw, const launch::KernelSource& source,
                         Origin* origin = nullptr, bool only_kept = false);

  // Of all that is in memory, for prepare() in a later process. In no order.
  std::vector<cache::Key> keys() const { return memory_.keys(); }

  // Loads what the disk has under that key: whether it is in memory now.
  bool prepare(backend::Device& raw, const cache::Key& key);

  // Empties the memory, when the device is gone. The disk keeps what it has.
  void clear() { memory_.clear(); }
  cache::MemoryCounters counters() const { return memory_.counters(); }

 private:
  // A source and, when what is made of it may be kept, itself as bytes; else none.
  struct Request {
    const launch::KernelSource& source;
    std::span<const uint8_t> serialized = {};
    bool only_kept = false;
  };
  struct Code {
    std::optional<spirv::Module> module;  // none: the device takes the source as it is
    bool is_new = false;                  // lowered now
  };

  cache::Key key_of(std::string_view what, std::span<const uint8_t> serialized) const;
  Result<Executable> find_or_make(backend::Device& raw, const cache::Key& key,
                                  const Request& request, Origin& origin);
  Result<Executable> compile(backend::Device& raw, const launch::KernelSource& source);
  Result<Executable> compile_kept(backend::Device& raw, const cache::Key& key,
                                  const Request& request, Origin& origin);
  Result<Code> code_of(const Request& request, const spirv::Target* target);
  Result<spirv::Module> module_of(const Request& request, const spirv::Target& target,
                                  bool& is_new);
  Result<Executable> load_kept(backend::Device& raw, const launch::KernelSource& source,
                               backend::DriverData driver_data, Origin& origin);
  Result<backend::LoadedKernel> load(backend::Device& raw, const launch::KernelSource& source,
                                     Code code, std::optional<backend::DriverData> driver_data);

  Context& context_;
  cache::DiskStore* const disk_;  // of the context; may be null
  const bool keeps_;
  const cache::KeyBuilder common_;  // what all keys begin with
  backend::Counts& counters_;
  cache::MemoryStore memory_;
};

}  // namespace vyre::runtime
