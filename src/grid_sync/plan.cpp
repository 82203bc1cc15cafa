#include "grid_sync/plan.h"

#include "grid_sync/emit.h"
#include "grid_sync/facts.h"
#include "grid_sync/hidden.h"
#include "grid_sync/liveness.h"
#include "grid_sync/report.h"
#include "grid_sync/walk.h"

namespace vyre::grid_sync {
namespace {

void add_hidden_buffers(const ir::Program& program, const Hidden& hidden, Plan& plan) {
  for (const Hidden::Buffer& buffer : hidden.buffers) {
    const uint64_t bits = ir::bit_width(program.types, buffer.element).value_or(8);
    const uint64_t bytes = (buffer.count * bits + 7) / 8;
    plan.hidden.push_back(bytes);
    plan.hidden_bytes += bytes;
  }
}

// |Use| gets the parts and the plan made of them.
template <typename Use>
Status with_plan(const ir::Program& program, const Launch& launch, const PlanOptions& options,
                 std::pmr::memory_resource* memory, Plan& plan, Use use) {
  const Facts facts(program);
  VYRE_ASSIGN_OR_RETURN(const Path path, walk(program, facts, launch, options.most_segments));
  VYRE_ASSIGN_OR_RETURN(const Liveness live, find_live(program, facts, path));
  VYRE_ASSIGN_OR_RETURN(const Hidden hidden, plan_hidden(program, facts, launch, live.cuts));
  plan.barriers = path.cuts;
  add_hidden_buffers(program, hidden, plan);
  const Parts parts{program, facts, launch, path, live, hidden, options.most_parameters};
  emit(parts, memory, plan);
  use(parts);
  return {};
}

}  // namespace

Result<Plan> make_plan(const ir::Program& program, const Launch& launch, const PlanOptions& options,
                       std::pmr::memory_resource* memory) {
  Plan plan;
  const auto nothing = [](const Parts&) {};
  VYRE_RETURN_IF_ERROR(with_plan(program, launch, options, memory, plan, nothing));
  return plan;
}

Result<Report> make_report(const ir::Program& program, const Launch& launch,
                           const PlanOptions& options, std::pmr::memory_resource* memory) {
  Report report;
  VYRE_RETURN_IF_ERROR(with_plan(program, launch, options, memory, report.plan,
                                 [&](const Parts& parts) { describe(parts, report); }));
  return report;
}

}  // namespace vyre::grid_sync
