#include "reference/interpreter/workgroup.h"

#include <algorithm>

namespace vyre::reference {

Workgroup::Workgroup(const Bytecode& code, std::pmr::memory_resource* memory)
    : lanes(code.lane_count()),
      shared(code.shared_bytes, memory),
      copies(memory),
      code_(code),
      frames_(size_t{code.lane_count()} * code.frame_size, memory),
      snapshot_(memory),
      outcomes_(code.lane_count() * code.tracked_branches.size(), memory) {}

uint64_t Workgroup::state_bytes(const Bytecode& code) {
  const uint64_t per_lane =
      sizeof(Lane) + code.frame_size * sizeof(Value) + code.tracked_branches.size();
  return sizeof(Workgroup) + code.shared_bytes + code.lane_count() * per_lane;
}

void Workgroup::start(const std::array<uint32_t, 3>& workgroup_id) {
  id = workgroup_id;
  std::fill(shared.begin(), shared.end(), std::byte{0});
  std::fill(lanes.begin(), lanes.end(), Lane{});
  std::fill(outcomes_.begin(), outcomes_.end(), uint8_t{0});
  copies.clear();
  if (code_.has_subgroups) std::fill(frames_.begin(), frames_.end(), Value{});
  for (uint32_t lane = 0; lane < lanes.size(); ++lane) {
    for (const IdSlot& slot : code_.ids) frame(lane)[slot.slot] = make_u32(id_value(slot, lane));
  }
}

void Workgroup::finish_beyond(const std::array<uint32_t, 3>& shape) {
  for (uint32_t lane = 0; lane < lanes.size(); ++lane) {
    const std::array<uint32_t, 3> at = invocation_id(lane);
    const bool exists = at[0] < shape[0] && at[1] < shape[1] && at[2] < shape[2];
    if (!exists) lanes[lane].state = LaneState::kFinished;
  }
}

void Workgroup::release(LaneState state) {
  for (Lane& lane : lanes) {
    if (lane.state == state) lane.state = LaneState::kReady;
  }
}

std::array<uint32_t, 3> Workgroup::local_id(uint32_t lane) const {
  const auto& size = code_.workgroup_size;
  return {lane % size[0], lane / size[0] % size[1], lane / size[0] / size[1]};
}

std::array<uint32_t, 3> Workgroup::invocation_id(uint32_t lane) const {
  const std::array<uint32_t, 3> local = local_id(lane);
  const auto& size = code_.workgroup_size;
  return {id[0] * size[0] + local[0], id[1] * size[1] + local[1], id[2] * size[2] + local[2]};
}

uint32_t Workgroup::id_value(const IdSlot& slot, uint32_t lane) const {
  if (slot.id == ir::ExprKind::kWorkgroupId) return id[slot.axis];
  if (slot.id == ir::ExprKind::kLocalId) return local_id(lane)[slot.axis];
  return invocation_id(lane)[slot.axis];
}

void Workgroup::remember(uint32_t lane, uint32_t branch, bool taken) {
  uint8_t& seen = outcomes_[lane * code_.tracked_branches.size() + branch];
  const uint8_t bit = taken ? 2 : 1;
  if ((seen & bit) != 0) return;
  seen = static_cast<uint8_t>(seen | bit);
  outcomes_changed = true;
}

uint32_t Workgroup::find_divergence() const {
  const size_t branches = code_.tracked_branches.size();
  for (uint32_t branch = 0; branch < branches; ++branch) {
    uint8_t seen = 0;
    for (uint32_t lane = 0; lane < lanes.size(); ++lane) {
      if (lanes[lane].state != LaneState::kFinished) {
        seen = static_cast<uint8_t>(seen | outcomes_[lane * branches + branch]);
      }
    }
    if (seen == 3) return branch;
  }
  return ir::kNone;
}

}  // namespace vyre::reference
