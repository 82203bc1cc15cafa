#pragma once

#include <cstdint>
#include <memory>

#include "base/status/status.h"
#include "runtime/device/device.h"

namespace vyre::runtime {

// Says on a device whether two ranges of words are equal: a program of ours, compiled for one
// generation of a device, which keeps it. Immutable.
class Comparison {
 public:
  static Result<std::shared_ptr<const Comparison>> create(const Device& device,
                                                          uint64_t generation);

  // Of the device: the only one that it runs in.
  uint64_t generation() const { return generation_; }

  // What one submission compares at most. A multiple of what the device wants offsets to be, where
  // its grids reach that far.
  uint64_t piece_bytes() const { return piece_words_ * sizeof(uint32_t); }

  // Compares resident ranges of one size: whole words, at least one and at most a piece.
  Result<std::unique_ptr<backend::DeviceWork>> submit(const Device& device,
                                                      const backend::BufferUse& before,
                                                      const backend::BufferUse& after) const;

  // What it found, when |work| is ready.
  static Result<bool> differ(backend::DeviceWork& work);

 private:
  Comparison() = default;

  uint64_t generation_ = 0;
  uint32_t width_ = 1;  // invocations of a workgroup, one for each word
  uint64_t piece_words_ = 1;
  launch::KernelSource source_;
  std::shared_ptr<backend::Executable> executable_;
};

}  // namespace vyre::runtime
