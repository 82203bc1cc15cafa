#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "backend/device.h"
#include "launch/geometry.h"
#include "runtime/device/buffer.h"
#include "runtime/program/external_kernel.h"
#include "runtime/work/sync_points.h"

namespace vyre::runtime {

// Whether a program with grid barriers runs as one, the whole grid waiting at each, or cut.
enum class Cooperative : uint8_t { kAutomatic, kForce, kForbid };

// What counts of a dispatch that is recorded, too.
struct LaunchOptions : backend::RunOptions {
  std::optional<launch::Axes> shape;  // invocations on each axis; or
  std::optional<launch::Axes> grid;   // workgroups on each axis; or
  Buffer* grid_buffer = nullptr;      // borrowed; has them as words,
  uint64_t grid_offset = 0;           // from here
  bool may_be_empty = false;          // nothing given, or a zero axis: it is
  bool is_empty = false;              // nothing runs
  Cooperative cooperative = Cooperative::kAutomatic;
  bool to_fixpoint = false;  // of dispatch(): at most |iterations|, none after one without changes

  // Whether the same is to be recorded, where no grid stands in a buffer.
  bool is_launched_like(const LaunchOptions& other) const {
    return shape == other.shape && grid == other.grid && grid_buffer == nullptr &&
           other.grid_buffer == nullptr && is_empty == other.is_empty &&
           may_be_empty == other.may_be_empty && iterations == other.iterations &&
           cooperative == other.cooperative && to_fixpoint == other.to_fixpoint;
  }

  // At most one is given. Fails for a zero axis, as |owner|'s, unless it may be empty.
  Status set_size(const std::optional<launch::Axes>& shape, const std::optional<launch::Axes>& grid,
                  std::string_view owner);
  void set_grid_buffer(Buffer& buffer, uint64_t offset);
};

struct DispatchOptions : LaunchOptions {
  std::optional<std::chrono::nanoseconds> timeout;  // then the work is canceled; none = no limit
  WorkPoints points;            // not those of RunOptions, which the device takes
  std::vector<PushRange> push;  // for a pipeline from a SPIR-V module; copied before they return
};

// "20 ms", in the largest unit that says it exactly.
std::string time_text(std::chrono::nanoseconds time);

}  // namespace vyre::runtime
