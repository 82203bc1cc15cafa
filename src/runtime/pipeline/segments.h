#pragma once

#include <algorithm>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <span>
#include <utility>
#include <vector>

#include "backend/device.h"
#include "base/status/status.h"
#include "grid_sync/split.h"
#include "launch/geometry.h"
#include "runtime/device/device.h"

namespace vyre::runtime {

// A program with grid barriers, compiled for one launch shape: what runs in order, all on the same
// buffers. Immutable.
struct Segments {
  std::vector<std::shared_ptr<backend::Executable>> order;  // not empty
  launch::KernelSource source;   // of the first, with the plan of all, hidden buffers included
  std::vector<uint32_t> words;   // as backend::Dispatch::words
  std::vector<uint64_t> hidden;  // bytes of the buffers behind those of the program
};

// Where the statements of |whole| stand, for the programs that it is cut into.
void keep_paths(launch::KernelSource& whole);

// What the |number|-th program of a plan is compiled from. |whole|: what was cut, with its paths
// and the launch of all segments.
Result<launch::KernelSource> segment_source(const launch::KernelSource& whole,
                                            const grid_sync::SegmentCode& code, size_t number,
                                            const Context& context);

// The launch shapes of one build that were dispatched lately. Thread-safe; a new shape is planned
// and compiled once: who asks for the same waits meanwhile, others do not.
class SegmentsByLaunch {
 public:
  // |source|: of the whole program, which names no constants.
  SegmentsByLaunch(launch::KernelSource source, const Device& device, uint64_t generation,
                   bool only_kept)
      : source_(std::move(source)),
        device_(device),
        generation_(generation),
        only_kept_(only_kept) {}

  // |sizes| are the bytes of each binding. Fails when the program cannot be cut for this launch;
  // |whole|: does not cut it.
  Result<std::shared_ptr<const Segments>> of(const launch::Launch& launch,
                                             std::span<const uint64_t> sizes, bool whole);

  // How the program would be cut, for people. Nothing is compiled.
  Result<grid_sync::Report> report(const launch::Launch& launch) const;

 private:
  struct Shape {
    bool whole = false;
    launch::Axes grid = {0, 0, 0};
    std::span<const uint64_t> sizes = {};  // by binding, in bytes
  };
  struct Entry {
    explicit Entry(const Shape& of)
        : whole(of.whole), grid(of.grid), sizes(of.sizes.begin(), of.sizes.end()) {}
    bool is_for(const Shape& shape) const {
      return whole == shape.whole && grid == shape.grid &&
             std::equal(sizes.begin(), sizes.end(), shape.sizes.begin(), shape.sizes.end());
    }

    const bool whole;
    const launch::Axes grid;
    const std::vector<uint64_t> sizes;
    std::mutex mutex;
    std::shared_ptr<const Segments> segments;  // guarded by mutex; null until they are made
  };

  std::vector<uint32_t> lengths_of(const launch::Launch& launch) const;
  std::shared_ptr<Entry> entry_of(const Shape& shape);
  Result<std::shared_ptr<const Segments>> whole() const;
  Result<std::shared_ptr<const Segments>> cut(const launch::Launch& launch,
                                              std::span<const uint64_t> sizes) const;
  grid_sync::PlanOptions options() const;
  Result<std::shared_ptr<const Segments>> compile(const launch::Axes& grid,
                                                  std::span<const uint64_t> sizes,
                                                  const grid_sync::Plan& plan) const;

  const launch::KernelSource source_;
  const Device& device_;  // borrowed from the pipeline
  const uint64_t generation_;
  const bool only_kept_;  // nothing is compiled

  std::mutex mutex_;
  std::deque<std::shared_ptr<Entry>> recent_;  // guarded by mutex_; the one used last in front
};

}  // namespace vyre::runtime
