#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <vector>

#include "backend/backend.h"
#include "base/status.h"
#include "launch/geometry.h"
#include "runtime/backend.h"

namespace vyre::runtime {

// A program with grid barriers, compiled for one launch shape: what runs in order, all on the same
// buffers. Immutable.
struct Segments {
  std::vector<std::shared_ptr<backend::Executable>> order;  // not empty
  std::vector<uint64_t> hidden_bytes;  // of the buffers behind those of the program
};

// What a program with grid barriers is compiled from; as in Build.
struct SegmentSource {
  std::shared_ptr<const ir::Program> program;
  std::shared_ptr<const launch::BindingPlan> plan;
  std::shared_ptr<const ir::OpTable> ops;
  launch::Axes workgroup_size = {1, 1, 1};
  bool too_long = false;  // for one kernel: cut also when one workgroup would need no cut
};

// The launch shapes of one build that were dispatched lately. Thread-safe; a new shape is planned
// and compiled once, other callers wait meanwhile.
class SegmentsByLaunch {
 public:
  SegmentsByLaunch(SegmentSource source, const Backend& backend, uint64_t generation)
      : source_(std::move(source)), backend_(backend), generation_(generation) {}

  // One workgroup runs the program as it is, unless it is too long. Fails when the program cannot
  // be cut for this launch.
  Result<std::shared_ptr<const Segments>> of(const launch::Launch& launch);

 private:
  struct Entry {
    launch::Axes grid;
    std::vector<uint32_t> lengths;  // by buffer of the program
    std::shared_ptr<const Segments> segments;
  };

  std::vector<uint32_t> lengths_of(const launch::Launch& launch) const;
  Result<std::shared_ptr<const Segments>> whole() const;
  Result<std::shared_ptr<const Segments>> cut(const launch::Axes& grid,
                                              const std::vector<uint32_t>& lengths) const;

  const SegmentSource source_;
  const Backend& backend_;  // borrowed from the pipeline
  const uint64_t generation_;

  std::mutex mutex_;
  std::deque<Entry> recent_;  // guarded by mutex_; the one used last in front
};

}  // namespace vyre::runtime
