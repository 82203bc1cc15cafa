#include "grid_sync/plan.h"

#include "grid_sync/emit.h"
#include "grid_sync/facts.h"
#include "grid_sync/hidden.h"
#include "grid_sync/liveness.h"
#include "grid_sync/walk.h"

namespace vyre::grid_sync {

Result<Plan> make_plan(const ir::Program& program, const Launch& launch, const PlanOptions& options,
                       std::pmr::memory_resource* memory) {
  const Facts facts(program);
  VYRE_ASSIGN_OR_RETURN(const Path path, walk(program, facts, launch, options.most_segments));
  VYRE_ASSIGN_OR_RETURN(const Liveness live, find_live(program, facts, path));
  VYRE_ASSIGN_OR_RETURN(const Hidden hidden, plan_hidden(program, facts, launch, live.cuts));
  Plan plan;
  plan.barriers = path.cuts;
  plan.hidden_buffers = static_cast<uint32_t>(hidden.buffers.size());
  plan.hidden_bytes = hidden.bytes;
  emit({program, facts, launch, path, live, hidden}, memory, plan);
  return plan;
}

}  // namespace vyre::grid_sync
