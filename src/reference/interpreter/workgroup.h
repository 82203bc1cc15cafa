#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory_resource>
#include <vector>

#include "reference/compile/bytecode.h"

namespace vyre::reference {

enum class LaneState : uint8_t { kReady, kAtBarrier, kAtGridBarrier, kFinished };

struct Lane {
  uint32_t next = 0;  // instruction
  LaneState state = LaneState::kReady;
};

// Bytes on their way to a buffer, until the lane waits for the tag.
struct AsyncCopy {
  ir::NameId tag;
  uint32_t lane;
  uint32_t destination;
  uint64_t offset;
  std::pmr::vector<std::byte> bytes;
};

// The state of one workgroup between steps: lanes with their frames, and the memory they share.
class Workgroup {
 public:
  Workgroup(const Bytecode& code, std::pmr::memory_resource* memory);

  // As at the start of workgroup |id|: zeroed memory, all lanes at the first instruction.
  void start(const std::array<uint32_t, 3>& id);

  // Its lanes beyond |shape| have nothing to do.
  void finish_beyond(const std::array<uint32_t, 3>& shape);

  // Lets the lanes go that wait at that kind of barrier.
  void release(LaneState state);

  static uint64_t state_bytes(const Bytecode& code);  // about what one takes

  Value* frame(uint32_t lane) { return frames_.data() + size_t{lane} * code_.frame_size; }
  Value* snapshot_frame(uint32_t lane) {
    return snapshot_.data() + size_t{lane} * code_.frame_size;
  }
  void take_snapshot() { snapshot_ = frames_; }

  std::array<uint32_t, 3> local_id(uint32_t lane) const;
  std::array<uint32_t, 3> invocation_id(uint32_t lane) const;

  // Remembers that |lane| saw tracked branch |branch| go one way.
  void remember(uint32_t lane, uint32_t branch, bool taken);
  // A tracked branch of which unfinished lanes remember both ways, or kNone.
  uint32_t find_divergence() const;

  std::vector<Lane> lanes;
  std::pmr::vector<std::byte> shared;
  std::pmr::vector<AsyncCopy> copies;
  std::array<uint32_t, 3> id = {0, 0, 0};
  bool outcomes_changed = false;  // since find_divergence was last asked

 private:
  uint32_t id_value(const IdSlot& slot, uint32_t lane) const;

  const Bytecode& code_;  // borrowed
  std::pmr::vector<Value> frames_;
  std::pmr::vector<Value> snapshot_;
  std::pmr::vector<uint8_t> outcomes_;  // per lane and tracked branch: bit 0 not taken, 1 taken
};

}  // namespace vyre::reference
