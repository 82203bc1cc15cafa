#include "grid_sync/spill_buffers.h"

#include <algorithm>
#include <map>

#include "ir/program/display_name.h"
#include "ir/program/statement_path.h"

namespace vyre::grid_sync {
namespace {

// A name that nothing in |program| has.
std::string unused_name(const Program& program, std::string_view like) {
  const auto is_used = [&](std::string_view name) {
    for (NameId id = 0; id < program.names.size(); ++id) {
      if (program.names[id] == name) return true;
    }
    return false;
  };
  std::string name(like);
  while (is_used(name)) name += '_';
  return name;
}

class Planner {
 public:
  Planner(const Program& program, const BarrierFacts& facts, const Launch& launch)
      : program_(program), facts_(facts), launch_(launch) {}

  Result<SpillBuffers> run(const std::vector<Cut>& cuts) {
    for (const Cut& cut : cuts) {
      for (const NodeId local : cut.spilled) VYRE_RETURN_IF_ERROR(add_local(local));
      for (const uint32_t buffer : cut.shared) VYRE_RETURN_IF_ERROR(add_shared(buffer));
    }
    const auto may_be_dead = [](const Cut& cut) { return cut.may_be_dead; };
    if (std::ranges::any_of(cuts, may_be_dead)) {
      hidden_.dead = add_buffer("dead", scalar(DataType::kU32), invocations());
    }
    VYRE_RETURN_IF_ERROR(number());
    hidden_.invocation = unused_name(program_, "__vyre_invocation");
    hidden_.lane = unused_name(program_, "__vyre_lane");
    hidden_.index = unused_name(program_, "__vyre_index");
    return std::move(hidden_);
  }

 private:
  uint64_t invocations() const { return workgroups_of(launch_) * lanes_of(launch_); }

  uint32_t add_buffer(std::string_view what, TypeId element, uint64_t count) {
    const std::string like = concat("__vyre_", what, "_", hidden_.buffers.size());
    hidden_.buffers.push_back({unused_name(program_, like), element, count});
    return static_cast<uint32_t>(hidden_.buffers.size() - 1);
  }

  // Locals of one type lie in one buffer, one after the other.
  Status add_local(NodeId local) {
    if (hidden_.locals.contains(local)) return {};
    const std::optional<SpillType>& kept = facts_.kept[local];
    if (!kept) {
      return fail(Code::kUnsupportedFeature, "local ",
                  ir::display_name(program_.names[program_.nodes[local].name]), ", declared at ",
                  ir::statement_path(program_, local),
                  ", is used after a grid barrier and may hold values of several kinds or of no "
                  "fixed size. Fix: cast what is assigned to it to one type");
    }
    const auto [found, is_new] = pools_.try_emplace(kept->element, 0);
    if (is_new) found->second = add_buffer("kept", kept->element, 0);
    SpillBuffers::Buffer& pool = hidden_.buffers[found->second];
    hidden_.locals[local] = {found->second, static_cast<uint32_t>(pool.count)};
    pool.count += invocations();
    return check_count(pool);
  }

  Status add_shared(uint32_t buffer) {
    if (hidden_.shared.contains(buffer)) return {};
    const ir::Buffer& declared = program_.buffers[buffer];
    const uint64_t count = uint64_t{declared.count} * workgroups_of(launch_);
    hidden_.shared[buffer] = add_buffer("shared", plain_type(program_, declared.element), count);
    return check_count(hidden_.buffers.back());
  }

  Status check_count(const SpillBuffers::Buffer& buffer) const {
    if (buffer.count <= UINT32_MAX) return {};
    return fail(Code::kUnsupportedFeature, "what is live at a grid barrier takes ", buffer.count,
                " elements of type ", ir::type_name(program_.types, buffer.element),
                ", and an index has 32 bits. Fix: launch a smaller grid or keep fewer locals");
  }

  Status number() {
    uint64_t most = 0;
    for (const ir::Buffer& buffer : program_.buffers) {
      most = std::max<uint64_t>(most, buffer.binding);
    }
    if (most + hidden_.buffers.size() > UINT32_MAX) {
      return fail(Code::kUnsupportedFeature, "slot ", most, " leaves no slots for the ",
                  hidden_.buffers.size(),
                  " buffers that a grid barrier needs. Fix: use smaller slot numbers");
    }
    hidden_.first_slot = static_cast<uint32_t>(most + 1);
    return {};
  }

  const Program& program_;
  const BarrierFacts& facts_;
  const Launch& launch_;
  std::map<TypeId, uint32_t> pools_;
  SpillBuffers hidden_;
};

}  // namespace

Result<SpillBuffers> plan_hidden(const Program& program, const BarrierFacts& facts,
                                 const Launch& launch, const std::vector<Cut>& cuts) {
  return Planner(program, facts, launch).run(cuts);
}

uint64_t workgroups_of(const Launch& launch) {
  return uint64_t{launch.grid[0]} * launch.grid[1] * launch.grid[2];
}

uint64_t lanes_of(const Launch& launch) {
  return uint64_t{launch.workgroup_size[0]} * launch.workgroup_size[1] * launch.workgroup_size[2];
}

}  // namespace vyre::grid_sync
