#pragma once

#include <cstddef>
#include <functional>
#include <mutex>
#include <optional>
#include <string_view>
#include <vector>

#include "base/status/status.h"
#include "registry/ops/target.h"

namespace vyre::registry {

// What one registered op is for one target: bytes (SPIR-V words, text, a binary), or a function
// that makes them when they are first asked for. What it made is kept. Any thread.
class Lowering {
 public:
  using Bytes = std::vector<std::byte>;
  using Builder = std::function<Result<Bytes>(std::string_view op_id, const Target& target)>;

  explicit Lowering(Bytes data) : data_(std::move(data)) {}
  explicit Lowering(Builder builder) : builder_(std::move(builder)) {}

  bool is_builder() const { return builder_ != nullptr; }

  // The bytes; lives as long as this object. The builder is called without a lock, so two threads
  // that are first may both call it; one answer is kept. One that failed, or made what cannot be
  // for |target|, is asked again the next time.
  Result<const Bytes*> bytes(std::string_view op_id, const Target& target) const;

  // The bytes when they are there already.
  const Bytes* data() const;

 private:
  const Builder builder_;
  mutable std::mutex mutex_;
  mutable std::optional<Bytes> data_;  // guarded by mutex_ when there is a builder; set once
};

// Whether |bytes| can be what an op is for |target|: SPIR-V is whole words in the order of this
// machine, with the magic number first; nothing is empty. Fails with kInvalidArgument.
Status check_bytes(const Target& target, const Lowering::Bytes& bytes);

}  // namespace vyre::registry
